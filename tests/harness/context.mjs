/** The `t` that a test is given, as far as it needs no page. */

/** @import {EnvironmentInfo, TestContext} from './types.d.ts' */

import { assert, countAssertion, show } from './assert.mjs';
import { countListeners } from './listeners.mjs';

// Held from the beginning: a test may replace the page's own functions.
const { setTimeout, MessageChannel } = globalThis;

/**
 * @typedef {object} Running
 * @property {TestContext} t
 * @property {string[]} unhandled events nobody announced, in words
 * @property {(what: string) => void} sawUnhandled
 * @property {() => Promise<void>} release runs what the test left with `t.after`
 */

/**
 * @param {EnvironmentInfo} env
 * @returns {Running}
 */
export function createContext(env) {
  /** @type {(() => unknown)[]} */
  const releases = [];
  /** @type {string[]} */
  const unhandled = [];
  /** @type {string[] | null} */
  let expected = null;

  const t = {
    env,
    /** @param {() => unknown} release */
    after(release) {
      releases.push(release);
    },
    /** @param {number} ms */
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tick,
    /** @param {PromiseLike<unknown>} promise */
    async rejects(promise) {
      if (typeof promise?.then !== 'function') assert.fail('expected a promise');
      countAssertion();
      let value;
      try {
        value = await promise;
      } catch (error) {
        return error;
      }
      return assert.fail(`expected a rejection, but the promise resolved to ${show(value)}`);
    },
    expectUnhandled() {
      expected ??= [];
      return expected;
    },
    async gc() {
      const collect = Reflect.get(globalThis, 'gc');
      if (typeof collect !== 'function') return false;
      // Twice, with a task between: finalisation callbacks of the first may free more.
      collect();
      await tick();
      collect();
      await tick();
      return true;
    },
    countListeners,
  };

  return {
    t: /** @type {TestContext} */ (/** @type {unknown} */ (t)),
    unhandled,
    sawUnhandled(what) {
      (expected ?? unhandled).push(what);
    },
    async release() {
      while (releases.length > 0) await releases.pop()?.();
    },
  };
}

/** @returns {Promise<void>} */
export function tick() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
