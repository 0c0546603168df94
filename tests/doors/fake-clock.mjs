/** A clock that stands still until a test puts it forward: timers and `performance.now()` of the page or of Node. */

/** @import {TestContext} from '../harness/types.d.ts' */

/**
 * Puts the fake clock in place, until the test ends.
 *
 * @param {TestContext} t
 */
export function fakeClock(t) {
  /** @type {Map<number, { at: number, run: () => void }>} */
  const timers = new Map();
  let now = 0;
  let ids = 0;
  const { setTimeout, clearTimeout } = globalThis;
  /** @param {any} run @param {number} [ms] @param {any[]} args */
  const set = (run, ms = 0, ...args) => {
    // A task, which needs no clock: a peer's polyfill makes its tasks like this.
    if (ms <= 0) return setTimeout(run, 0, ...args);
    ids -= 1;
    timers.set(ids, { at: now + ms, run: () => run(...args) });
    return ids;
  };
  /** @param {any} id */
  const clear = (id) => timers.delete(id) || clearTimeout(id);
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  Object.defineProperty(performance, 'now', { configurable: true, value: () => now });
  t.after(() => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    Reflect.deleteProperty(performance, 'now');
  });
  return {
    /** How many timers run. */
    get pending() {
      return timers.size;
    },
    /** Goes forward, stopping at each timer on the way, and lets follow what each leads to. */
    async advance(/** @type {number} */ ms) {
      const end = now + ms;
      for (;;) {
        await t.tick();
        const [due] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (!due) break;
        const [id, { at, run }] = due;
        timers.delete(id);
        now = Math.max(now, at);
        run();
      }
      now = end;
      await t.tick();
    },
  };
}
