/** How large a value is, told without looking at all of it. */

/** @import {Messages} from '../messages.js' */

/** What is larger is shown when somebody asks for it. */
export const LARGE = 200_000;

/** About how many characters of JSON a value is; no more than the limit is counted. @param {unknown} value @param {number} [limit] */
export function sizeOf(value, limit = 50 * LARGE) {
  let size = 0;
  const left = [value];
  while (left.length > 0 && size <= limit) {
    const one = left.pop();
    if (typeof one === 'string') size += one.length + 2;
    else if (typeof one !== 'object' || one === null) size += 5;
    else
      for (const [key, inner] of Object.entries(one)) {
        size += Array.isArray(one) ? 1 : key.length + 4;
        left.push(inner);
        if (size > limit) break;
      }
  }
  return size;
}

/** @param {number} size @param {Messages} messages */
export function describeSize(size, { number }) {
  const [unit, per] = size < 1000 ? ['byte', 1] : size < 1e6 ? ['kilobyte', 1000] : ['megabyte', 1e6];
  const style = { style: 'unit', unit, unitDisplay: per === 1 ? 'long' : 'short', maximumFractionDigits: 1 };
  return number(size / Number(per), /** @type {Intl.NumberFormatOptions} */ (style));
}
