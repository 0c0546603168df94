/**
 * Arguments while somebody writes them. One value is the truth; form and JSON are views of it. Beside the value stands
 * what is no value yet, such as a number of which only `1e` is typed, and what other variants of a union held.
 *
 * A draft is never changed: each step makes a new one.
 *
 * @typedef {object} Draft
 * @property {unknown} value `undefined`: nothing was set
 * @property {boolean} broken whether something typed is no value; then the draft should not be sent
 * @property {string} [json] what is typed as JSON and is none
 * @property {Readonly<Record<string, string>>} texts what is typed and is no value, by the JSON pointer of its field
 * @property {Readonly<Record<string, Variant>>} variants which variant of a union was chosen, by JSON pointer
 */

/**
 * @typedef {object} Variant
 * @property {number} index
 * @property {Readonly<Record<number, unknown>>} kept what the other variants held
 */

/** @import {Path} from './pointer.js' */

import { createDraft } from './new-draft.js';
import { pointerOf, renamed } from './pointer.js';
import { getAt, isObject, setAt, unsetAt, withKey } from './value.js';

export { createDraft };

/** @param {Draft} draft @param {Partial<Draft>} changes @returns {Draft} */
function changed(draft, changes) {
  const next = { ...draft, ...changes };
  return { ...next, broken: next.json !== undefined || Object.keys(next.texts).length > 0 };
}

/** Without what is below a place, and of texts also at it. @param {Draft} draft @param {Path} path */
function cleared({ texts, variants }, path) {
  const pointer = pointerOf(path);
  const { [pointer]: _, ...others } = texts;
  const none = () => undefined;
  return { texts: renamed(others, pointer, none), variants: renamed(variants, pointer, none) };
}

/** @param {Draft} draft @param {Path} path @param {unknown} value */
export const setValue = (draft, path, value) =>
  changed(draft, { value: setAt(draft.value, path, value), ...cleared(draft, path) });

/** What is typed and is no value. @param {Draft} draft @param {Path} path @param {string} text */
export const setText = (draft, path, text) =>
  changed(draft, { texts: { ...draft.texts, [pointerOf(path)]: text } });

/** @param {Draft} draft @param {Path} path */
export function unset(draft, path) {
  const { texts, variants } = cleared(draft, path);
  const { [pointerOf(path)]: _, ...others } = variants;
  return changed(draft, { value: unsetAt(draft.value, path), texts, variants: others });
}

/** The whole as JSON. @param {Draft} draft @param {string} text */
export function setJson(draft, text) {
  if (text.trim() === '') return createDraft();
  try {
    return createDraft(JSON.parse(text));
  } catch {
    return changed(draft, { json: text });
  }
}

/** Lets go of what is no JSON. @param {Draft} draft */
export const discardJson = (draft) => changed(draft, { json: undefined });

/**
 * Another variant of a union. What the one before held is kept, and comes back with it.
 *
 * @param {Draft} draft
 * @param {Path} path
 * @param {{ from: number, to: number, initial: (before: unknown) => unknown }} change `initial`: what a variant begins
 * with that was never chosen before
 */
export function setVariant(draft, path, { from, to, initial }) {
  const pointer = pointerOf(path);
  const before = getAt(draft.value, path);
  const kept = { ...draft.variants[pointer]?.kept, [from]: before };
  const next = Object.hasOwn(kept, to) ? kept[to] : initial(before);
  const placed = next === undefined ? unset(draft, path) : setValue(draft, path, next);
  return changed(placed, { variants: { ...placed.variants, [pointer]: { index: to, kept } } });
}

/** @param {Draft} draft @param {Path} path @param {unknown} item */
export function addItem(draft, path, item) {
  const items = getAt(draft.value, path);
  return place(draft, path, [...(Array.isArray(items) ? items : []), item]);
}

/** A value whose parts stay where they are. @param {Draft} draft @param {Path} path @param {unknown} value */
const place = (draft, path, value) => changed(draft, { value: setAt(draft.value, path, value) });

/** @param {Draft} draft @param {Path} path @param {number} index */
export const removeItem = (draft, path, index) =>
  moved(draft, path, unsetAt(draft.value, [...path, index]), (at) =>
    at === index ? undefined : at > index ? at - 1 : at,
  );

/** @param {Draft} draft @param {Path} path @param {number} from @param {number} to */
export function moveItem(draft, path, from, to) {
  const items = getAt(draft.value, path);
  if (!Array.isArray(items) || to < 0 || to >= items.length) return draft;
  const order = items
    .map((_, index) => index)
    .toSpliced(from, 1)
    .toSpliced(to, 0, from);
  const sorted = order.map((index) => items[index]);
  return moved(draft, path, setAt(draft.value, path, sorted), (at) => order.indexOf(at));
}

/** @param {Draft} draft @param {Path} path @param {unknown} value @param {(index: number) => number | undefined} where */
function moved(draft, path, value, where) {
  const pointer = pointerOf(path);
  const rename = (/** @type {string} */ step) => {
    const at = where(Number(step));
    return at === undefined || at < 0 ? undefined : String(at);
  };
  const texts = renamed(draft.texts, pointer, rename);
  return changed(draft, { value, texts, variants: renamed(draft.variants, pointer, rename) });
}

/** @param {Draft} draft @param {Path} path @param {string} from @param {string} to */
export function renameKey(draft, path, from, to) {
  const object = getAt(draft.value, path);
  if (!isObject(object) || Object.hasOwn(object, to)) return draft;
  const pointer = pointerOf(path);
  const rename = (/** @type {string} */ step) => (step === from ? to : step);
  return changed(draft, {
    value: setAt(draft.value, path, withKey(object, from, to)),
    texts: renamed(draft.texts, pointer, rename),
    variants: renamed(draft.variants, pointer, rename),
  });
}
