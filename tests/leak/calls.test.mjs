/** Thousands of calls, and the module holds what it held: nothing of a call outlives it. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { defineWebTool, executeTool, executeToolDetailed, listTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';
import { watchesOf } from './watches.mjs';

const description = 'A tool of the tests.';
const TIMEOUT = 120_000;

/**
 * 10,000, and fewer where a call takes a millisecond or more, or where aborted calls of a tool that never settles make
 * the browser itself slow (each of them stays pending in it for ever).
 *
 * @param {TestContext} t
 */
const timesOf = (t) => (['c156', 'c156-poly', 'mcpb'].includes(t.env.id) ? 10_000 : 4_000);

for (const own of [false, true]) {
  const whose = own ? 'of the package' : 'of others';

  test(`X-04 aborted calls of a tool ${whose} that never settles`, { timeout: TIMEOUT }, async (t) => {
    /** @type {Map<number, () => void>} */
    const waiting = new Map();
    const execute = (/** @type {any} */ { index }) => {
      waiting.get(index)?.();
      waiting.delete(index);
      return new Promise(() => {});
    };
    if (own) await defineWebTool({ name: 'never', description, execute }).register();
    else await t.register({ name: 'never', execute });
    const listeners = { added: 0, removed: 0 };
    const times = timesOf(t);
    await staysFlat(t, {
      times,
      async step(index) {
        const controller = new AbortController();
        const count = t.countListeners(controller.signal, 'abort');
        const begun = new Promise((resolve) => waiting.set(index, () => resolve(undefined)));
        const call = executeTool('never', { index }, controller.signal);
        await begun;
        controller.abort();
        let name;
        await call.catch((error) => {
          name = error.name;
        });
        if (name !== 'AbortError') assert.fail(`ended with ${name}`);
        listeners.added += count.added;
        listeners.removed += count.removed;
      },
    });
    assert.equal(listeners.added >= times, true);
    assert.equal(listeners.added, listeners.removed);
    if (own) assert.equal(watchesOf(document), 0);
  });

  test(`X-04 calls with a deadline of a tool ${whose} that never settles`, {
    timeout: TIMEOUT,
  }, async (t) => {
    const execute = () => new Promise(() => {});
    if (own) await defineWebTool({ name: 'never', description, execute }).register();
    else await t.register({ name: 'never', execute });
    await staysFlat(t, {
      times: 3000,
      batch: 150,
      step: (index) => executeTool('never', { index }, { timeout: 1 }).catch(() => {}),
    });
    if (own) assert.equal(watchesOf(document), 0);
  });

  test(`S1-02 ordinary calls of a tool ${whose}`, { timeout: TIMEOUT }, async (t) => {
    let runs = 0;
    const execute = (/** @type {any} */ input) => {
      runs += 1;
      return { content: [{ type: 'text', text: 'x' }], structuredContent: input };
    };
    if (own) await defineWebTool({ name: 'take', description, execute }).register();
    else await t.register({ name: 'take', execute });
    const { signal } = new AbortController();
    const count = t.countListeners(signal, 'abort');
    const times = timesOf(t);
    await staysFlat(t, { times, step: (index) => executeTool('take', { index }, { signal }) });
    assert.equal(runs, times);
    assert.equal(count.added >= times, true);
    assert.equal(count.active, 0);
    if (own) assert.equal(watchesOf(document), 0);
  });

  test(`S1-25 calls of a tool ${whose} that throws at once`, { timeout: TIMEOUT }, async (t) => {
    if (t.env.id === 'c150') t.expectUnhandled();
    let runs = 0;
    const execute = () => {
      runs += 1;
      throw new Error('no');
    };
    if (own) await defineWebTool({ name: 'fails', description, execute }).register();
    else await t.register({ name: 'fails', execute });
    const times = timesOf(t);
    await staysFlat(t, { times, step: (index) => executeToolDetailed('fails', { index }) });
    assert.equal(runs, times);
    if (own) assert.equal(watchesOf(document), 0);
  });
}

test('S1-29 calls of a tool whose result is text that is not JSON', { timeout: TIMEOUT }, async (t) => {
  await t.register({ name: 'text', execute: () => 'plain text' });
  await staysFlat(t, { times: timesOf(t), step: () => executeTool('text') });
});

test('S1-20 S1-35 calls that fail before anything runs', { timeout: TIMEOUT }, async (t) => {
  await t.register({ name: 'take', execute: () => assert.fail('the tool ran') });
  const throwing = {
    get a() {
      throw new Error('hostile');
    },
  };
  const aborted = AbortSignal.abort();
  await staysFlat(t, {
    times: timesOf(t),
    step: (index) => {
      /** @type {(() => Promise<unknown>)[]} */
      const calls = [
        () => executeTool('other'),
        () => executeTool('take', '{'),
        () => executeTool('take', throwing),
        () => executeTool('take', {}, /** @type {any} */ ({ signal: {} })),
        () => executeTool('take', {}, Object.defineProperty({}, 'signal', { get: () => throwing.a })),
        () => executeTool('take', {}, aborted),
        () => executeTool(/** @type {any} */ (5)),
      ];
      return calls[index % calls.length]?.().then(
        () => assert.fail('it resolved'),
        () => {},
      );
    },
  });
});

test('S1-03 lists of tools', { timeout: TIMEOUT }, async (t) => {
  for (let index = 0; index < 20; index++)
    await t.register({ name: `tool_${index}`, inputSchema: { type: 'object' }, execute: () => {} });
  await staysFlat(t, { times: 2000, step: () => listTools() });
});

test('S1-40 tools that are defined, registered and taken out again', {
  timeout: TIMEOUT,
  not: {
    'ff-poly': 'there is no way to have garbage collected, which is what frees a definition',
    'ff-native': 'there is no way to have garbage collected, which is what frees a definition',
    'wk-poly': 'there is no way to have garbage collected, which is what frees a definition',
  },
}, async (t) => {
  let turn = 0;
  await staysFlat(t, {
    times: 4000,
    batch: 20,
    collected: true,
    async step(index) {
      const tool = defineWebTool({ name: `tool_${index % 20}`, description, execute: () => index });
      const controller = new AbortController();
      const unregister = await tool.register({ signal: controller.signal });
      if (index % 10 === 0) assert.equal((await tool.invoke()).value, index);
      if (index % 2) controller.abort();
      else unregister();
      if (turn++ % 200 === 0) await t.gc();
    },
  });
  assert.equal(watchesOf(document), 0);
});
