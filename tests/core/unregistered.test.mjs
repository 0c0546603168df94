/** Tools that are unregistered under a call: certain that nothing ran, or not known, or an answer all the same. */

import { defineWebTool, executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { afterLookup, onDispatch } from './call-steps.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @type {[string, (t: TestContext, unregister: () => void) => void][]} */
const moments = [
  ['between the look-up and the call', afterLookup],
  ['while the call is made', onDispatch],
];

for (const [moment, at] of moments) {
  for (const own of [false, true]) {
    test(`X-07 a tool ${own ? 'of the package' : 'of others'} that is unregistered ${moment}: nothing ran`, async (t) => {
      let runs = 0;
      const tool = { name: 'take', description: 'A tool of the tests.', execute: () => ++runs };
      const unregister = own ? await defineWebTool(tool).register() : await t.register(tool);
      await t.register({ name: 'other', execute: () => {} });
      let done = false;
      at(t, () => {
        done = true;
        unregister();
      });
      const error = await t.rejects(executeTool('take', {}));
      assert.equal(done, true);
      assert.deepEqual([error.message, error.errorCode], ['Unknown tool "take"', 'NOT_FOUND']);
      assert.equal('outcomeUnknown' in error, false);
      await t.sleep(50);
      assert.equal(runs, 0);
    });
  }
}

/** @type {import('../harness/types.d.ts').TestOptions} */
const native = { only: { c156: 'builds differ in this', c150: 'builds differ in this' } };

/**
 * Calls a tool, unregisters it once it runs, and lets it answer later.
 *
 * @template Ended
 * @param {TestContext} t
 * @param {boolean} own
 * @param {(name: string) => Promise<Ended>} call
 */
async function unregisterWhileRunning(t, own, call) {
  let runs = 0;
  /** @type {(answer: string) => void} */
  let answer = () => {};
  const tool = {
    name: 'slow',
    description: 'A tool of the tests.',
    execute: () => {
      runs += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  };
  const unregister = own ? await defineWebTool(tool).register() : await t.register(tool);
  const ended = call('slow');
  ended.catch(() => {});
  while (runs === 0) await t.tick();
  await unregister();
  await t.sleep(50);
  answer('answered');
  await ended.catch(() => {});
  assert.equal(runs, 1);
  return ended;
}

test(
  'X-07 a tool of others that is unregistered while it runs: not known on older builds',
  native,
  async (t) => {
    if (t.env.id === 'c156') {
      const report = await unregisterWhileRunning(t, false, (name) => executeToolDetailed(name, {}));
      assert.deepEqual([report.status, report.raw, report.outcomeUnknown], ['completed', 'answered', false]);
      return;
    }
    const report = await unregisterWhileRunning(t, false, (name) => executeToolDetailed(name, {}));
    assert.deepEqual(
      [report.status, report.errorCode, report.outcomeUnknown, report.result],
      ['owner-gone', 'OUTCOME_UNKNOWN', true, null],
    );
    const error = await t.rejects(unregisterWhileRunning(t, false, (name) => executeTool(name, {})));
    assert.deepEqual([error.errorCode, error.outcomeUnknown], ['OUTCOME_UNKNOWN', true]);
  },
);

test('X-07 a tool of the package that is unregistered while it runs: its answer', async (t) => {
  const report = await unregisterWhileRunning(t, true, (name) => executeToolDetailed(name, {}));
  assert.deepEqual(
    [report.status, report.valueKnown, report.value, report.outcomeUnknown, report.errorCode],
    ['completed', true, 'answered', false, undefined],
  );
  const result = await unregisterWhileRunning(t, true, (name) => executeTool(name, {}));
  assert.deepEqual(result, { content: [{ type: 'text', text: 'answered' }] });
});
