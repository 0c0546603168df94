/** Values that mean ill, and the ordinary call that has to work after each of them. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { executeTool } from 'webmcp-exec';
import { assert } from '../harness/page.mjs';

/** @param {string} [message] */
export const thrower =
  (message = 'hostile') =>
  () => {
    throw new Error(message);
  };

/**
 * Registers the tool `echo`; the function it gives back sees whether an ordinary call still works, once.
 *
 * @param {TestContext} t
 */
export async function ordinary(t) {
  let runs = 0;
  await t.register({
    name: 'echo',
    execute: (/** @type {any} */ input) => {
      runs += 1;
      return { input };
    },
  });
  return {
    runs: () => runs,
    /** @param {string} after */
    async works(after) {
      const before = runs;
      const result = await executeTool('echo', { after });
      assert.deepEqual(result?.structuredContent, { input: { after } }, `after ${after}`);
      assert.equal(runs, before + 1, `after ${after}`);
    },
  };
}

export function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A proxy of which every trap throws. @param {object} [target] */
export function trapped(target = {}) {
  const traps = [
    'get',
    'has',
    'set',
    'ownKeys',
    'getOwnPropertyDescriptor',
    'getPrototypeOf',
    'defineProperty',
    'deleteProperty',
    'apply',
    'construct',
  ];
  return /** @type {any} */ (new Proxy(target, Object.fromEntries(traps.map((trap) => [trap, thrower()]))));
}

export function cyclic() {
  const value = /** @type {any} */ ({});
  value.self = value;
  return value;
}

/** An object with a `then` that is not a promise. @param {(resolve: (value?: unknown) => void, reject: (reason?: unknown) => void) => unknown} then */
export const thenable = (then) => Object.defineProperty({}, 'then', { value: then });
