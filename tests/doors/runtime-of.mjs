/** What the tests of runtimes have in common. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { createRuntime, ToolRegistry } from 'webmcp-exec';
import { assert } from '../harness/page.mjs';

/** @returns {Promise<never>} */
export const never = () => new Promise(() => {});

/**
 * A runtime with these tools.
 *
 * @param {Record<string, any>} tools functions by id
 * @param {any} [options]
 * @param {object} [more] more members of every definition
 */
export function runtimeOf(tools, options, more) {
  const registry = new ToolRegistry();
  for (const [id, fn] of Object.entries(tools)) {
    registry.register({ id, description: 'A tool of the tests.', ...more }, fn);
  }
  return createRuntime(registry, options);
}

/**
 * The result of a tool that returns this, without its metadata.
 *
 * @param {any} value
 * @param {any} [options] of the runtime
 */
export async function resultOf(value, options) {
  const result = await runtimeOf({ tool: () => value }, options).execute('tool', {});
  // What is no object of members is handed on unchecked.
  if (result?.constructor !== Object) return result;
  const { metadata, ...rest } = result;
  assert.equal(typeof metadata, 'object');
  return rest;
}

/**
 * Whether a promise has settled once everything that is due has run.
 *
 * @param {TestContext} t
 * @param {Promise<any>} promise
 */
export async function hasSettled(t, promise) {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await t.tick();
  return settled;
}

/**
 * What a call throws.
 *
 * @param {() => unknown} call
 * @returns {any}
 */
export function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail('it throws nothing');
}

/** Keeps the console of Node still, where errors that nobody waits for are reported. @param {TestContext} t */
export function reported(t) {
  const events = t.expectUnhandled();
  if (t.env.engine !== 'node') return events;
  const original = console.error;
  console.error = (/** @type {any} */ error) => events.push(String(error));
  t.after(() => {
    console.error = original;
  });
  return events;
}
