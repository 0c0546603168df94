/** The rows of a tree that are shown: only what somebody has opened is looked at. */

import { isObject } from '../schema/value.js';

/**
 * @typedef {object} Row
 * @property {string} id JSON pointer; with `…` behind it, the row that shows more
 * @property {string} parent
 * @property {number} level from 1
 * @property {string} [label]
 * @property {unknown} value
 * @property {'value' | 'text' | 'more'} kind `text`: all of a long one
 * @property {boolean} opens
 * @property {boolean} isOpen
 * @property {number} position from 1
 * @property {number} size of its siblings
 */

/** So many members come at once. */
export const PAGE = 100;

/** Longer texts are cut until they are opened. */
export const LONG = 160;

/** @type {WeakMap<object, string[]>} */
const keys = new WeakMap();

/** @param {object} value */
function keysOf(value) {
  const known = keys.get(value) ?? Object.keys(value);
  keys.set(value, known);
  return known;
}

/** How many members a value has. @param {unknown} value */
export const countOf = (value) =>
  Array.isArray(value) ? value.length : isObject(value) ? keysOf(value).length : 0;

/** @param {unknown} value */
const opens = (value) => countOf(value) > 0 || (typeof value === 'string' && value.length > LONG);

/**
 * @param {unknown} value
 * @param {ReadonlyMap<string, number>} open how many members are shown, of what is open
 * @returns {Row[]}
 */
export function rowsOf(value, open) {
  /** @type {Row[]} */
  const rows = [];
  /** @param {Omit<Row, 'isOpen' | 'opens' | 'kind'>} row */
  const add = (row) => {
    const shown = open.get(row.id);
    const isOpen = shown !== undefined && opens(row.value);
    rows.push({ ...row, kind: 'value', opens: opens(row.value), isOpen });
    if (isOpen) addInside(row, shown);
  };
  /** @param {Omit<Row, 'isOpen' | 'opens' | 'kind'>} row @param {number} shown */
  const addInside = ({ id, level, value: inside }, shown) => {
    const below = { parent: id, level: level + 1, opens: false, isOpen: false };
    if (typeof inside === 'string') {
      rows.push({ ...below, id: `${id}/`, value: inside, kind: 'text', position: 1, size: 1 });
      return;
    }
    const object = /** @type {Record<string, unknown>} */ (inside);
    const size = countOf(object);
    const isList = Array.isArray(object);
    const names = isList ? undefined : keysOf(object);
    for (let at = 0; at < Math.min(shown, size); at += 1) {
      const key = names ? names[at] : String(at);
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
      const row = { id: `${id}/${step}`, parent: id, level: level + 1, label: key, value: object[key] };
      add({ ...row, position: at + 1, size });
    }
    if (size > shown)
      rows.push({ ...below, id: `${id}…`, value: size - shown, kind: 'more', position: shown + 1, size });
  };
  add({ id: '', parent: '', level: 1, value, position: 1, size: 1 });
  return rows;
}
