/** Whether a call came out as it did before. */

/**
 * What became of a call.
 *
 * @typedef {object} Outcome
 * @property {string} status
 * @property {string} [errorCode]
 * @property {unknown} [result]
 * @property {{ name: string, message: string }} [error]
 * @property {string} [navigatedTo]
 * @property {number} [durationMs]
 */

/** @typedef {{ path: string, before?: unknown, now?: unknown }} Difference `before` or `now` is missing where there was nothing */

/** What of an outcome is compared: not how long it took, nor the words of an error. */
const COMPARED = /** @type {const} */ (['status', 'errorCode', 'result', 'navigatedTo']);

/**
 * @param {Outcome} before
 * @param {Outcome} now
 * @param {string[]} ignored paths that may differ
 */
export function differencesOf(before, now, ignored) {
  const patterns = ignored.map((pattern) => pattern.split('.'));
  /** @type {Difference[]} */
  const found = [];
  for (const key of COMPARED) {
    // A session that was cut to save space has no result to compare with.
    if (key === 'result' && before.result === undefined) continue;
    // Where to is known of the main page only.
    if (key === 'navigatedTo' && (before[key] === undefined || now[key] === undefined)) continue;
    const nothing = key === 'result' ? null : undefined;
    compare(before[key] ?? nothing, now[key] ?? nothing, [key], found);
  }
  return found.filter(({ path }) => !patterns.some((pattern) => matches(pattern, path.split('.'))));
}

/** @param {unknown} before @param {unknown} now @param {string[]} path @param {Difference[]} found */
function compare(before, now, path, found) {
  const [one, other] = [readable(before), readable(now)];
  if (Object.is(one, other)) return;
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(one[key], other[key], [...path, key], found);
    return;
  }
  /** @type {Difference} */
  const difference = { path: path.join('.') };
  if (one !== undefined) difference.before = one;
  if (other !== undefined) difference.now = other;
  found.push(difference);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** A text that is the JSON of an object or array is compared as that, so that its members have paths. @param {unknown} value */
function readable(value) {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** @param {string[]} pattern @param {string[]} path @returns {boolean} also for what is below the path that is meant */
function matches([first, ...rest], path) {
  if (first === undefined) return true;
  if (first === '**')
    return matches(rest, path) || (path.length > 0 && matches([first, ...rest], path.slice(1)));
  const [key, ...below] = path;
  return key !== undefined && (first === '*' || first === key) && matches(rest, below);
}
