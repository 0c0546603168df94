/** Runs one declared test, in a page or in Node, and says how it ended. */

/** @import {DeclaredTest, ListedTest, Report} from './types.d.ts' */
/** @import {Running} from './context.mjs' */

import { assertions } from './assert.mjs';
import { tick } from './context.mjs';

// Held from the beginning: a test may replace the page's own functions.
const { setTimeout, clearTimeout, performance } = globalThis;

export const DEFAULT_TIMEOUT = 30_000;

/**
 * @param {DeclaredTest[]} declared
 * @returns {ListedTest[]}
 */
export const list = (declared) => declared.map(({ title, options }) => ({ title, options }));

/**
 * @param {DeclaredTest} test
 * @param {Running} running
 * @returns {Promise<Report>}
 */
export async function runTest(test, running) {
  const start = performance.now();
  const before = assertions();
  const timeout = test.options.timeout ?? DEFAULT_TIMEOUT;
  let error;
  try {
    await inTime(() => test.body(running.t), timeout, 'the test');
    if (assertions() === before) error = 'no assertion was made';
  } catch (thrown) {
    error = describe(thrown);
  }
  try {
    await inTime(() => running.release(), timeout, 'what the test left to t.after');
  } catch (thrown) {
    error ??= `after the test: ${describe(thrown)}`;
  }
  // Engines report an unhandled rejection in a task of its own, Firefox a little later than the others.
  await tick();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await tick();
  if (running.unhandled.length > 0) {
    const events = running.unhandled.join('; ');
    error = error === undefined ? events : `${error} (and ${events})`;
  }
  const ms = Math.round(performance.now() - start);
  return error === undefined ? { status: 'passed', ms } : { status: 'failed', ms, error };
}

/**
 * @param {() => unknown} work
 * @param {number} timeout
 * @param {string} what
 */
async function inTime(work, timeout, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end within ${timeout / 1000} s`)), timeout);
  });
  try {
    await Promise.race([(async () => work())(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * An error as a report shows it: what and, on the lines below, where.
 *
 * @param {any} thrown
 * @returns {string}
 */
export function describe(thrown) {
  if (typeof thrown !== 'object' || thrown === null) return `threw ${String(thrown)}`;
  try {
    const headline = thrown.name === 'AssertionError' ? thrown.message : `${thrown.name}: ${thrown.message}`;
    // V8 repeats the headline in the stack, the other engines do not.
    const stack = String(thrown.stack ?? '')
      .split('\n')
      .filter((line) => /:\d+:\d+\)?$/.test(line) && !/\/harness\/|node:internal/.test(line))
      .map((line) => `  ${line.trim()}`);
    return [headline, ...stack.slice(0, 6)].join('\n');
  } catch {
    return 'threw something that cannot be read';
  }
}
