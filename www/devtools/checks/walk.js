/** Every part of a schema, no part twice, and not without end. */
import { isObject } from '../../ui/schema/value.js';

/**
 * @typedef {object} Part
 * @property {Record<string, any>} schema
 * @property {string} pointer into the schema
 * @property {string} [property] the name of the argument that it describes
 * @property {number} depth how many objects and lists are around it
 */

const MOST = 5000;

/** Keywords that hold one schema, a list of them, and schemas by names. */
const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** @param {unknown} schema @returns {Part[]} */
export function partsOf(schema) {
  if (!isObject(schema)) return [];
  /** @type {Part[]} */
  const parts = [{ schema, pointer: '', depth: 0 }];
  const seen = new Set([schema]);
  /** @param {unknown} inner @param {Omit<Part, 'schema'>} where */
  const add = (inner, where) => {
    if (!isObject(inner) || seen.has(inner) || parts.length >= MOST) return;
    seen.add(inner);
    parts.push({ ...where, schema: inner });
  };
  for (const { schema: one, pointer, depth } of parts) {
    for (const keyword of ONE) add(one[keyword], { pointer: `${pointer}/${keyword}`, depth: depth + 1 });
    for (const keyword of LISTS)
      if (Array.isArray(one[keyword]))
        one[keyword].forEach((inner, index) => {
          add(inner, { pointer: `${pointer}/${keyword}/${index}`, depth });
        });
    for (const keyword of NAMED) {
      if (!isObject(one[keyword])) continue;
      for (const [name, inner] of Object.entries(one[keyword])) {
        const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
        const where = { pointer: `${pointer}/${keyword}/${step}`, depth: depth + 1 };
        add(inner, keyword === 'properties' ? { ...where, property: name } : where);
      }
    }
  }
  return parts;
}
