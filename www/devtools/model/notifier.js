/** Tells listeners that something changed: at once after a pause, and not more than once a frame while much happens. */

/** @import {Clock} from './types.js' */

const FRAME = 16;

/** @param {Clock} clock */
export function createNotifier(clock) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  let isWaiting = false;
  let told = Number.NEGATIVE_INFINITY;

  const tell = () => {
    isWaiting = false;
    told = clock.now();
    for (const listener of [...listeners]) listener();
  };

  return {
    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    notify() {
      if (isWaiting || listeners.size === 0) return;
      isWaiting = true;
      // A clock that is set back counts as a pause.
      const since = Math.abs(clock.now() - told);
      if (since >= FRAME) queueMicrotask(tell);
      else clock.setTimeout(tell, FRAME - since);
    },
  };
}
