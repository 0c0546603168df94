/** So many requests a minute for each address. In memory: several servers count each for itself. */

const MINUTE = 60_000;

/** How many addresses are remembered. */
const MOST = 10_000;

/** @param {{ perMinute: number, now: () => number }} options */
export function createRateLimit({ perMinute, now }) {
  /** What is left to each address, and since when that is so. @type {Map<string, { left: number, at: number }>} */
  const buckets = new Map();
  return {
    /** @param {string} address @returns {number} 0, or the milliseconds until the next request is taken */
    take(address) {
      const at = now();
      const before = buckets.get(address) ?? { left: perMinute, at };
      const left = Math.min(perMinute, before.left + ((at - before.at) / MINUTE) * perMinute);
      buckets.delete(address);
      const isAllowed = left >= 1;
      buckets.set(address, { left: isAllowed ? left - 1 : left, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MOST && oldest !== undefined) buckets.delete(oldest);
      return isAllowed ? 0 : ((1 - left) / perMinute) * MINUTE;
    },
  };
}
