/**
 * Values of the page as plain data: copies that cannot throw, change, or hold on to anything of the page. No code of
 * the page runs for them but a proxy's traps: a getter is named, not called.
 */

/** How many values a copy has at most, and how deep it goes. */
const MOST = 100_000;
const DEEPEST = 100;

/** A number with more digits takes too long to be written. */
const LARGEST = 2n ** 4096n;

/**
 * @param {unknown} value
 * @param {number} [most]
 * @returns {{ value: any, whole: boolean }} `whole`: nothing was left out or replaced
 */
export function plainCopy(value, most = MOST) {
  const copy = { left: most, whole: true, /** @type {object[]} */ around: [] };
  return { value: copied(value, copy), whole: copy.whole };
}

/** The copy alone. @param {unknown} value @param {number} [most] */
export const plain = (value, most) => plainCopy(value, most).value;

/** @typedef {{ left: number, whole: boolean, around: object[] }} Copy */

/** @param {unknown} value @param {Copy} copy @returns {unknown} */
function copied(value, copy) {
  copy.left -= 1;
  switch (typeof value) {
    case 'object':
      if (value === null) return null;
      break;
    case 'bigint':
      return replaced(copy, value > LARGEST || value < -LARGEST ? '[bigint]' : `${value}n`);
    case 'symbol':
      return replaced(copy, String(value));
    case 'function':
      return replaced(copy, '[function]');
    default:
      return value;
  }
  if (copy.around.includes(value)) return replaced(copy, '[circular]');
  if (copy.around.length >= DEEPEST || copy.left <= 0) return replaced(copy, '[…]');
  copy.around.push(value);
  try {
    return Array.isArray(value) ? list(value, copy) : record(value, copy);
  } catch {
    return replaced(copy, '[unreadable]');
  } finally {
    copy.around.pop();
  }
}

/** @param {Copy} copy @param {string} text */
function replaced(copy, text) {
  copy.whole = false;
  return text;
}

/** @param {unknown[]} from @param {Copy} copy */
function list(from, copy) {
  const { length } = from;
  const to = [];
  for (let index = 0; index < length; index += 1) {
    if (copy.left <= 0) {
      to.push(replaced(copy, `[… ${length - index} more]`));
      break;
    }
    to.push(member(from, index, copy));
  }
  return to;
}

/** @param {object} from @param {Copy} copy */
function record(from, copy) {
  const tag = Object.prototype.toString.call(from).slice(8, -1);
  if (tag === 'Date') return new Date(Number(from)).toJSON();
  if (tag !== 'Object') return replaced(copy, `[${tag}]`);
  /** @type {Record<string, unknown>} */
  const to = {};
  for (const key of Object.keys(from)) {
    if (copy.left <= 0) {
      copy.whole = false;
      break;
    }
    // A member `__proto__` is one like any other.
    const settings = { value: member(from, key, copy), enumerable: true, writable: true, configurable: true };
    Object.defineProperty(to, key, settings);
  }
  return to;
}

/** @param {object} from @param {string | number} key @param {Copy} copy */
function member(from, key, copy) {
  const property = Object.getOwnPropertyDescriptor(from, key);
  if (property === undefined) return undefined;
  return 'value' in property ? copied(property.value, copy) : replaced(copy, '[getter]');
}

/**
 * What is sent of arguments: what their JSON says. What has none is copied as far as it can be.
 *
 * @param {unknown} args a value, or the JSON text of one
 * @returns {any}
 */
export function plainArguments(args) {
  try {
    const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
    return JSON.parse(text);
  } catch {
    return plain(args);
  }
}

/**
 * About how many characters a plain value holds.
 *
 * @param {unknown} value
 * @param {number} [most] values that are counted
 */
export function weight(value, most = MOST) {
  let sum = 0;
  const waiting = [value];
  for (let left = most; waiting.length > 0 && left > 0; left -= 1) {
    const one = waiting.pop();
    if (typeof one === 'string') sum += one.length;
    else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        sum += key.length;
        waiting.push(inner);
      }
    }
    sum += 4;
  }
  return sum;
}
