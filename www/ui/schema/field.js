/** What kind of field a part of a schema is. */
import { NEVER, resolve } from './resolve.js';
import { isObject, isSame, jsonOf, member } from './value.js';

/** @import {Node} from './resolve.js' */

/** @typedef {'string' | 'number' | 'boolean' | 'choice' | 'null' | 'array' | 'object' | 'union' | 'json' | 'never'} Kind */

/**
 * @typedef {object} Field
 * @property {Kind} kind `json`: the schema says too little, or what is not understood
 * @property {Node} node the schema, resolved
 * @property {string} [title]
 * @property {string} [description]
 * @property {boolean} nullable
 * @property {boolean} [integer] of a number
 * @property {Option[]} [options] of a choice
 * @property {Property[]} [properties] of an object
 * @property {unknown} [additional] of an object: the schema of further members, where they are meant to be
 * @property {(index: number) => unknown} [item] of an array: the schema of an item
 * @property {VariantOfField[]} [variants] of a union
 */

/** @typedef {{ value: unknown, label: string, description?: string }} Option */
/** @typedef {{ name: string, schema: unknown, required: boolean }} Property */
/** @typedef {{ schema: unknown, label?: string, type?: string }} VariantOfField `type`: what to call it without a label */

/** @type {WeakMap<object, Field>} */
const known = new WeakMap();

/** How many variants are told apart. */
const MOST_VARIANTS = 200;

/** What says nothing about values. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  '$comment',
  '$schema',
  '$id',
  '$defs',
];

/** @param {unknown} schema @param {unknown} root @returns {Field} */
export function fieldOf(schema, root) {
  const node = resolve(schema, root);
  const field = known.get(node) ?? made(node, root);
  known.set(node, field);
  return field;
}

/** @param {unknown} text @returns {string | undefined} */
const textOf = (text) => (typeof text === 'string' && text.trim() !== '' ? text : undefined);

/** @param {Node} node @param {unknown} root @returns {Field} */
function made(node, root) {
  const about = { node, title: textOf(node.title), description: textOf(node.description) };
  const types = typesOf(node);
  const nullable = types.length > 1 && types.includes('null');
  const options = optionsOf(node);
  if (options) return { ...about, kind: 'choice', nullable: false, options };
  if (node === NEVER || member(node, 'not') === true || isSame(node.not, {}))
    return { ...about, kind: 'never', nullable: false };
  const union = variantsOf(node, root);
  if (union?.only !== undefined) {
    const { title, description, nullable: also, ...field } = fieldOf(union.only, root);
    const isNullable = also || nullable || union.nullable;
    return {
      ...field,
      title: about.title ?? title,
      description: about.description ?? description,
      nullable: isNullable,
    };
  }
  if (union)
    return { ...about, kind: 'union', nullable: nullable || union.nullable, variants: union.variants };
  const named = types.filter((type) => type !== 'null');
  if (named.length > 1) {
    const variants = named.map((type) => ({ schema: { ...bare(node), type }, type }));
    return { ...about, kind: 'union', nullable, variants };
  }
  return { ...about, nullable, ...simple(named[0] ?? types[0] ?? impliedType(node), node) };
}

/** @param {string | undefined} type @param {Node} node @returns {Pick<Field, 'kind'> & Partial<Field>} */
function simple(type, node) {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return { kind: type };
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer' };
    case 'array':
      return { kind: 'array', item: (index) => itemOf(node, index) };
    case 'object':
      return { kind: 'object', properties: propertiesOf(node), additional: additionalOf(node) };
    default:
      return { kind: 'json' };
  }
}

/** @param {Node} node @returns {string[]} */
function typesOf({ type }) {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return types.includes('number') ? types.filter((one) => one !== 'integer') : types;
}

/** What a schema without a type is about. @param {Node} node */
function impliedType(node) {
  if (isObject(node.properties) || isObject(node.patternProperties)) return 'object';
  if (Array.isArray(node.required) || isObject(node.additionalProperties)) return 'object';
  if (isObject(node.items) || Array.isArray(node.prefixItems)) return 'array';
  if (['minLength', 'maxLength', 'pattern', 'format'].some((name) => Object.hasOwn(node, name)))
    return 'string';
  if (['minimum', 'maximum', 'multipleOf'].some((name) => Object.hasOwn(node, name))) return 'number';
  return undefined;
}

/** The values of a schema that lists them. @param {Node} node @returns {Option[] | undefined} */
function optionsOf(node) {
  if (Object.hasOwn(node, 'const')) return [optionOf(node.const)];
  if (Array.isArray(node.enum) && node.enum.length > 0) {
    const names = Array.isArray(node.enumNames) ? node.enumNames : [];
    return node.enum.map((value, index) => optionOf(value, names[index]));
  }
  const listed = [node.oneOf, node.anyOf].find((list) => Array.isArray(list) && list.length > 0);
  const isConst = (/** @type {unknown} */ one) => isObject(one) && Object.hasOwn(one, 'const');
  if (!listed?.every(isConst)) return undefined;
  return listed.map((/** @type {Node} */ one) => optionOf(one.const, one.title, one.description));
}

/** @param {unknown} value @param {unknown} [title] @param {unknown} [description] @returns {Option} */
const optionOf = (value, title, description) => ({
  value,
  label: textOf(title) ?? (typeof value === 'string' ? value : jsonOf(value)),
  description: textOf(description),
});

/** @param {Node} node @param {unknown} root */
function variantsOf(node, root) {
  const keyword = ['oneOf', 'anyOf'].find((name) => Array.isArray(node[name]) && node[name].length > 0);
  if (keyword === undefined) return undefined;
  const { [keyword]: listed, ...rest } = node;
  const around = bare(rest);
  const parts = /** @type {unknown[]} */ (listed).slice(0, MOST_VARIANTS);
  const others = parts.filter((part) => resolve(part, root).type !== 'null');
  const schemaOf = (/** @type {unknown} */ part) =>
    Object.keys(around).length ? { allOf: [around, part] } : part;
  const nullable = others.length < parts.length;
  if (others.length === 1) return { only: schemaOf(others[0]), nullable, variants: [] };
  const variants = others.map((part) => ({ schema: schemaOf(part), ...nameOf(part, around, root) }));
  return { only: undefined, nullable, variants };
}

/** Only what says something about values. @param {Node} node @returns {Node} */
const bare = (node) =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !ANNOTATIONS.includes(name)));

/** What tells a variant from others. @param {unknown} part @param {Node} around @param {unknown} root */
function nameOf(part, around, root) {
  const node = resolve(part, root);
  const properties = propertiesOf(node);
  const constants = properties
    .map(({ schema }) => resolve(schema, root))
    .filter((one) => typeof one.const === 'string' || typeof one.const === 'number')
    .map((one) => String(one.const));
  const reference = member(part, '$ref');
  const ofReference = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
  const already = Array.isArray(around.required) ? around.required : [];
  const required = properties.filter((one) => one.required && !already.includes(one.name));
  const label = textOf(node.title) ?? textOf(constants[0]) ?? textOf(ofReference);
  const names = required.map(({ name }) => name).join(', ');
  return { label: label ?? textOf(names), type: typesOf(node)[0] ?? impliedType(node) };
}

/** @param {Node} node @returns {Property[]} */
function propertiesOf(node) {
  const required = new Set(
    Array.isArray(node.required) ? node.required.filter((one) => typeof one === 'string') : [],
  );
  const named = isObject(node.properties) ? Object.entries(node.properties) : [];
  const properties = named.map(([name, schema]) => ({ name, schema, required: required.has(name) }));
  const names = new Set(named.map(([name]) => name));
  const rest = additionalOf(node) ?? true;
  for (const name of required) if (!names.has(name)) properties.push({ name, schema: rest, required: true });
  return properties;
}

/** @param {Node} node */
function additionalOf(node) {
  const { additionalProperties: further, patternProperties } = node;
  if (isObject(further) || further === true) return further;
  const [pattern] = isObject(patternProperties) ? Object.values(patternProperties) : [];
  if (pattern !== undefined) return pattern;
  const isOpen = further === undefined && !isObject(node.properties);
  return isOpen ? true : undefined;
}

/** @param {Node} node @param {number} index */
function itemOf({ items, prefixItems, additionalItems }, index) {
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (index < first.length) return first[index];
  return (Array.isArray(items) ? additionalItems : items) ?? true;
}

/** Whether a field can show a value. @param {Field} field @param {unknown} value */
export function accepts({ kind, nullable }, value) {
  if (value === undefined || (value === null && nullable)) return true;
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return kind !== 'never';
  }
}
