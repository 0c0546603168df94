/** What a test file imports: `test` declares, `assert` checks. The same file is read in pages and in Node. */

/** @import {DeclaredTest, TestBody, TestOptions} from './types.d.ts' */

import { environmentIds } from './environments.mjs';

export { assert } from './assert.mjs';

/** @type {DeclaredTest[]} */
export const declared = [];

const optionNames = new Set(['not', 'only', 'node', 'timeout', 'headers', 'measured']);

/**
 * Declares a test. Its title begins with the ids of the requirements it checks.
 *
 * @param {string} title
 * @param {TestOptions | TestBody} optionsOrBody
 * @param {TestBody} [body]
 */
export function test(title, optionsOrBody, body) {
  const options = typeof optionsOrBody === 'function' ? {} : optionsOrBody;
  const run = typeof optionsOrBody === 'function' ? optionsOrBody : body;
  if (typeof title !== 'string' || title.trim() === '') throw new TypeError('A test needs a title.');
  if (typeof run !== 'function') throw new TypeError(`The test "${title}" has no function.`);
  if (declared.some((other) => other.title === title)) throw new Error(`Two tests are called "${title}".`);
  // A misspelt option or environment would silently run, or leave out, the wrong tests.
  for (const name of Object.keys(options)) {
    if (!optionNames.has(name)) throw new TypeError(`The test "${title}" has the unknown option "${name}".`);
  }
  for (const [id, reason] of Object.entries({ ...options.not, ...options.only })) {
    if (!environmentIds.includes(id))
      throw new TypeError(`The test "${title}" names "${id}", no environment.`);
    if (!reason) throw new TypeError(`The test "${title}" gives no reason for "${id}".`);
  }
  declared.push({ title, options, body: run });
}
