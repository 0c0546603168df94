/** Assertions that work in every engine and count themselves: a test that asserts nothing proves nothing. */

let count = 0;

/** How many assertions were made so far. */
export const assertions = () => count;

/** Counts a check made elsewhere, as `t.rejects` makes one. */
export const countAssertion = () => {
  count += 1;
};

class AssertionError extends Error {
  name = 'AssertionError';
}

/** @type {import('./types.d.ts').Assert} */
export const assert = {
  equal(actual, expected, message) {
    count += 1;
    if (!Object.is(actual, expected)) fail(message, `expected ${show(expected)}, got ${show(actual)}`);
  },

  deepEqual(actual, expected, message) {
    count += 1;
    const where = difference(actual, expected, '', new Map());
    if (where === null) return;
    const place = where && ` (first difference at ${where})`;
    fail(message, `expected ${show(expected)}, got ${show(actual)}${place}`);
  },

  ok(value, message) {
    count += 1;
    if (!value) fail(message, `expected something true, got ${show(value)}`);
  },

  match(actual, pattern, message) {
    count += 1;
    if (typeof actual !== 'string' || !pattern.test(actual)) {
      fail(message, `expected something like ${pattern}, got ${show(actual)}`);
    }
  },

  fail(message) {
    count += 1;
    throw new AssertionError(message ?? 'failed');
  },
};

/**
 * @param {string | undefined} message
 * @param {string} difference
 * @returns {never}
 */
function fail(message, difference) {
  throw new AssertionError(message ? `${message}: ${difference}` : difference);
}

/**
 * Where two values differ, as a path ('' for the values themselves), or null.
 *
 * @param {unknown} a
 * @param {unknown} b
 * @param {string} path
 * @param {Map<unknown, unknown>} open pairs being compared, for cyclic values
 * @returns {string | null}
 */
function difference(a, b, path, open) {
  if (Object.is(a, b)) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path;
  if (open.get(a) === b) return null;
  open.set(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return path;
  if (Array.isArray(a) && a.length !== /** @type {unknown[]} */ (b).length) return `${path}.length`;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return `${path}.${key}`;
    const inside = difference(Reflect.get(a, key), Reflect.get(b, key), `${path}.${key}`, open);
    if (inside !== null) return inside;
  }
  return null;
}

/**
 * A value as one readable line.
 *
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
export function show(value, depth = 0) {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 400 ? `${value.slice(0, 400)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    // By tag, so that errors of another realm are shown as errors too.
    const tag = Object.prototype.toString.call(value);
    if (tag === '[object Error]' || tag === '[object DOMException]') {
      const { name, message } = /** @type {Error} */ (value);
      return `${name}: ${message}`;
    }
    if (depth > 3) return '…';
    if (Array.isArray(value)) return `[${value.map((item) => show(item, depth + 1)).join(', ')}]`;
    if (tag !== '[object Object]') return tag;
    const members = Object.keys(value).map((key) => `${key}: ${show(Reflect.get(value, key), depth + 1)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  } catch {
    return '(cannot be shown)';
  }
}
