/**
 * A part of a schema with its references followed and its `allOf` put together, one level deep: what is inside is
 * resolved when somebody looks there, so schemas that contain themselves are no trouble.
 */
import { isObject, member } from './value.js';

/** @typedef {Record<string, any>} Node a part of a schema; what its members are, nobody knows */

/** How many parts may be put together into one, and how deep. */
const MOST = 1000;
const DEEPEST = 60;

/** What nothing fits. */
export const NEVER = Object.freeze({ not: Object.freeze({}) });

/** Bounds of which the narrower counts. @type {[string, (one: number, other: number) => number][]} */
const BOUNDS = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
    (name) => /** @type {[string, typeof Math.max]} */ ([name, Math.max]),
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
    (name) => /** @type {[string, typeof Math.min]} */ ([name, Math.min]),
  ),
];

/** @type {WeakMap<object, WeakMap<object, Node>>} */
const known = new WeakMap();

/** @param {unknown} schema @param {unknown} root @returns {Node} */
export function resolve(schema, root) {
  if (schema === false) return NEVER;
  if (!isObject(schema)) return {};
  const scope = isObject(root) ? root : schema;
  const ofRoot = known.get(scope) ?? new WeakMap();
  known.set(scope, ofRoot);
  const resolved = ofRoot.get(schema) ?? together(schema, scope, { left: MOST }, 0);
  ofRoot.set(schema, resolved);
  return resolved;
}

/** @param {unknown} schema @param {Node} root @param {{ left: number }} budget @param {number} depth @returns {Node} */
function together(schema, root, budget, depth) {
  if (schema === false) return NEVER;
  if (!isObject(schema) || depth > DEEPEST || budget.left-- <= 0) return {};
  const { $ref, $dynamicRef, $recursiveRef, allOf, ...own } = /** @type {Node} */ (schema);
  const reference = [$ref, $dynamicRef, $recursiveRef].find((one) => typeof one === 'string');
  const parts = [];
  if (reference !== undefined) parts.push(locate(root, reference));
  if (Array.isArray(allOf)) parts.push(...allOf.slice(0, budget.left));
  return parts.reduceRight((whole, part) => combined(together(part, root, budget, depth + 1), whole), own);
}

/** Both; what only annotates is that of the second. @param {Node} one @param {Node} other @returns {Node} */
function combined(one, other) {
  /** @type {Node} */
  const both = { ...one, ...other };
  /** @param {string} name */
  const inBoth = (name) => Object.hasOwn(one, name) && Object.hasOwn(other, name);
  if (isObject(one.properties) && isObject(other.properties)) {
    both.properties = { ...one.properties };
    for (const [name, schema] of Object.entries(other.properties)) {
      const before = member(one.properties, name);
      const joined = before === undefined ? schema : { allOf: [before, schema] };
      both.properties = { ...both.properties, [name]: joined };
    }
  }
  if (Array.isArray(one.required) && Array.isArray(other.required))
    both.required = [...new Set([...one.required, ...other.required])];
  if (one.additionalProperties === false) both.additionalProperties = false;
  if (inBoth('items') && isObject(one.items) && isObject(other.items))
    both.items = { allOf: [one.items, other.items] };
  if (inBoth('type')) both.type = commonTypes(one.type, other.type);
  for (const [name, narrower] of BOUNDS)
    if (typeof one[name] === 'number' && typeof other[name] === 'number')
      both[name] = narrower(one[name], other[name]);
  return both;
}

/** @param {unknown} one @param {unknown} other */
function commonTypes(one, other) {
  const of = (/** @type {unknown} */ type) => (Array.isArray(type) ? type : [type]);
  const common = of(one).filter((type) => of(other).includes(type));
  const isNumber = [...of(one), ...of(other)].includes('number');
  if (isNumber && [...of(one), ...of(other)].includes('integer')) common.push('integer');
  return common.length === 1 ? common[0] : common.length ? common : other;
}

/** The part that a reference into the schema itself means. @param {Node} root @param {string} reference @returns {unknown} */
export function locate(root, reference) {
  if (!reference.startsWith('#')) return byName(root, '$id', reference);
  let pointer = reference.slice(1);
  try {
    pointer = decodeURIComponent(pointer);
  } catch {
    // Then it means what it says.
  }
  if (pointer !== '' && !pointer.startsWith('/')) return byName(root, '$anchor', pointer);
  /** @type {unknown} */
  let at = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = /** @type {any} */ (at)[key];
  }
  return at;
}

/** @param {Node} root @param {string} keyword @param {string} name */
const byName = (root, keyword, name) =>
  [root.$defs, root.definitions]
    .flatMap((definitions) => (isObject(definitions) ? Object.values(definitions) : []))
    .find((one) => member(one, keyword) === name);
