/** What a field takes, in a few words. */

/** @import {Field} from '../schema/field.js' */
/** @import {Messages} from '../messages.js' */

/** @param {Field} field @param {Messages['text']} text */
export function kindOf({ kind, integer, node }, text) {
  const name = text(`form.kind.${integer ? 'integer' : kind}`);
  const format = typeof node.format === 'string' && kind === 'string' ? node.format : '';
  return [name, format, boundsOf(kind, node)].filter(Boolean).join(' · ');
}

/** @param {Field['kind']} kind @param {import('../schema/resolve.js').Node} node */
function boundsOf(kind, node) {
  const names = {
    number: ['minimum', 'maximum'],
    string: ['minLength', 'maxLength'],
    array: ['minItems', 'maxItems'],
  }[/** @type {string} */ (kind)];
  const [least, most] = (names ?? []).map((name) =>
    typeof node[name] === 'number' ? node[name] : undefined,
  );
  if (least !== undefined && most !== undefined) return `${least}–${most}`;
  if (least !== undefined) return `≥ ${least}`;
  return most === undefined ? '' : `≤ ${most}`;
}

/** What an empty field says of what happens without a value. @param {Field} field @param {Messages['text']} text */
export function placeholderOf({ node }, text) {
  const shown = (/** @type {unknown} */ value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 80) : undefined;
  const initial = shown(node.default);
  if (initial !== undefined) return text('form.default', { value: initial });
  const example = shown(Array.isArray(node.examples) ? node.examples[0] : undefined);
  return example === undefined ? undefined : text('form.example', { value: example });
}
