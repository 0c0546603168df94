/**
 * Takes the time of several ways to do the same, so that they can be compared: in every sample each way has its turn,
 * in another order each time. What else the machine does hits all of them alike, and a sample of one way is a pair
 * with the same sample of every other.
 */

/**
 * @typedef {() => Promise<unknown>} Step
 *
 * @typedef {object} Way
 * @property {Step} run
 * @property {number} [calls] how many calls one step makes; 1 if not said
 *
 * @typedef {object} Taken
 * @property {number} calls how many a sample has
 * @property {number[]} times µs of one call, a number for each sample
 *
 * @typedef {object} Plan
 * @property {number} samples
 * @property {number} [target] how long a sample takes at least, in ms
 * @property {AbortSignal} [signal] ends it between two samples
 * @property {(share: number) => unknown} [onProgress] how much of it is done, from 0 to 1
 */

/** What runs first is slower than what follows: these samples are not counted. */
const WARM_UP = 3;
const MOST_CALLS = 4000;
/** A sample is this many ticks of the clock, so that they are no more than a fiftieth of it. */
const TICKS = 50;

/**
 * @template {string} Name
 * @param {Record<Name, Step | Way>} ways
 * @param {Plan} plan
 * @returns {Promise<Record<Name, Taken>>}
 */
export async function takeSamples(ways, { samples, target = 4, signal, onProgress }) {
  const least = Math.max(target, TICKS * clockTick());
  /** @type {[Name, Step, number, Taken][]} */
  const planned = [];
  for (const [name, way] of /** @type {[Name, Step | Way][]} */ (Object.entries(ways))) {
    const { run, calls = 1 } = typeof way === 'function' ? { run: way } : way;
    const steps = await stepsIn(run, least);
    planned.push([name, run, steps, { calls: steps * calls, times: [] }]);
    signal?.throwIfAborted();
  }
  const order = shuffler(planned.length);
  for (let sample = -WARM_UP; sample < samples; sample++) {
    for (const index of order()) {
      const [, run, steps, taken] = planned[index];
      const time = await timeOf(run, steps);
      if (sample >= 0) taken.times.push((time * 1000) / taken.calls);
    }
    signal?.throwIfAborted();
    await onProgress?.((sample + 1 + WARM_UP) / (samples + WARM_UP));
  }
  return /** @type {any} */ (Object.fromEntries(planned.map(([name, , , taken]) => [name, taken])));
}

/**
 * How many steps take about this long.
 *
 * @param {Step} run
 * @param {number} least in ms
 */
export async function stepsIn(run, least) {
  await run();
  for (let steps = 1; ; steps *= 4) {
    // The quicker of two: in one of them the machine may have done something else.
    const time = Math.min(await timeOf(run, steps), await timeOf(run, steps));
    if (time >= least / 2 || steps >= MOST_CALLS) {
      const needed = Math.ceil((steps * least) / Math.max(time, least / MOST_CALLS));
      return Math.min(MOST_CALLS, Math.max(1, needed));
    }
  }
}

/**
 * @param {Step} run
 * @param {number} steps one after another
 * @returns {Promise<number>} in ms
 */
export async function timeOf(run, steps) {
  const start = performance.now();
  for (let step = 0; step < steps; step++) await run();
  return performance.now() - start;
}

/** The smallest step of the page's clock, in ms: a browser makes it coarse on purpose. */
export function clockTick() {
  let smallest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    const before = performance.now();
    let now = before;
    while (now === before) now = performance.now();
    smallest = Math.min(smallest, now - before);
  }
  return smallest;
}

/**
 * Gives the numbers below `length` in another order each time; the orders are the same in every run.
 *
 * @param {number} length
 * @returns {() => number[]}
 */
function shuffler(length) {
  const random = randomNumbers(1);
  const order = Array.from({ length }, (_, index) => index);
  return () => {
    for (let last = length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };
}

/**
 * Numbers from 0 to 1, the same for the same seed (mulberry32).
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
