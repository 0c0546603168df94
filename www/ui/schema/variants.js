/** Which variant of a union a value is. */
import { accepts, fieldOf } from './field.js';
import { isObject, isSame, member } from './value.js';

/** @import {VariantOfField} from './field.js' */

/** Unions in unions are looked at so deep. */
const DEEPEST = 4;

/**
 * @param {unknown} value
 * @param {readonly VariantOfField[]} variants
 * @param {unknown} root
 * @returns {number} the index of the one that fits best
 */
export function variantFor(value, variants, root) {
  if (value === undefined) return 0;
  const scores = variants.map(({ schema }) => score(value, schema, root, 0));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** How well a value fits a schema, at a glance. @param {unknown} value @param {unknown} schema @param {unknown} root @param {number} depth @returns {number} */
function score(value, schema, root, depth) {
  const field = fieldOf(schema, root);
  if (field.options) return field.options.some((option) => isSame(option.value, value)) ? 3 : -9;
  if (!accepts(field, value)) return -9;
  if (field.variants) {
    if (depth > DEEPEST) return 0;
    return Math.max(...field.variants.map((variant) => score(value, variant.schema, root, depth + 1)));
  }
  if (field.kind === 'number') return field.integer && !Number.isInteger(value) ? -1 : 1;
  if (!field.properties || !isObject(value)) return field.kind === 'json' ? 0 : 1;
  let points = 1;
  for (const { name, schema: ofProperty, required } of field.properties) {
    const inner = member(value, name);
    if (inner === undefined) points -= required ? 2 : 0;
    else points += fits(inner, ofProperty, root) ? (required ? 3 : 1) : -3;
  }
  const names = new Set(field.properties.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !names.has(name)).length;
  return points - others * (field.node.additionalProperties === false ? 5 : 1);
}

/** @param {unknown} value @param {unknown} schema @param {unknown} root */
function fits(value, schema, root) {
  const field = fieldOf(schema, root);
  return field.options ? field.options.some((option) => isSame(option.value, value)) : accepts(field, value);
}
