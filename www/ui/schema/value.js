/** JSON values that are never changed: each step makes another. Keys such as `__proto__` are keys like any other. */

/** @import {Path} from './pointer.js' */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} object @param {string} key */
export const member = (object, key) =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** @param {unknown} value @param {Path} path @returns {unknown} */
export function getAt(value, path) {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = /** @type {any} */ (at)[step];
  }
  return at;
}

/** What is missing on the way is made. @param {unknown} value @param {Path} path @param {unknown} set @returns {unknown} */
export function setAt(value, path, set) {
  const [step, ...rest] = path;
  if (step === undefined) return set;
  const inner = setAt(getAt(value, [step]), rest, set);
  if (typeof step === 'string') return { ...(isObject(value) ? value : {}), [step]: inner };
  const items = Array.isArray(value) ? [...value] : [];
  items[Math.min(step, items.length)] = inner;
  return items;
}

/** @param {unknown} value @param {Path} path @returns {unknown} */
export function unsetAt(value, path) {
  const above = path.slice(0, -1);
  const step = path.at(-1);
  if (step === undefined) return undefined;
  const container = getAt(value, above);
  if (Array.isArray(container)) return setAt(value, above, container.toSpliced(Number(step), 1));
  if (!isObject(container) || !Object.hasOwn(container, step)) return value;
  const { [step]: _, ...others } = container;
  return setAt(value, above, others);
}

/**
 * Another name for a key, in its place.
 *
 * @param {Record<string, unknown>} object
 * @param {string} from
 * @param {string} to
 */
export const withKey = (object, from, to) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));

/** Whether two values are the same JSON. @param {unknown} one @param {unknown} other @returns {boolean} */
export function isSame(one, other) {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** JSON text for people; what is no JSON is nothing. @param {unknown} value @param {number} [indent] @returns {string} */
export function jsonOf(value, indent) {
  try {
    return JSON.stringify(value, undefined, indent) ?? '';
  } catch {
    return '';
  }
}
