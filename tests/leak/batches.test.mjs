/** Batches and agent loops by the thousand: nothing of them outlives them. */

import { executeTools, reActLoop, registerTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';

const TIMEOUT = 120_000;
const never = () => new Promise(() => {});
const tools = [
  { name: 'now', execute: () => 1 },
  { name: 'fails', execute: () => Promise.reject(new Error('no')) },
  { name: 'never', execute: never },
  {
    name: 'steps',
    async *execute() {
      yield 1;
      return 2;
    },
  },
];
const messages = [{ role: 'user', content: 'Hello' }];

test('X-04 batches of tools that end, fail, never end and do not exist', { timeout: TIMEOUT }, async (t) => {
  await t.register({ name: 'page', execute: () => 'hello' });
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  const toolCalls = ['now', 'fails', 'steps', 'page', 'nope'].map((name) => ({ name }));
  await staysFlat(t, {
    times: 2000,
    batch: 50,
    step: () =>
      executeTools({
        tools,
        toolCalls: [...toolCalls, { name: 'never', timeout: 1 }, { name: 'now', input: '{' }],
        signal,
        onProgress() {},
      }),
  });
  assert.equal(count.active, 0);
});

test('X-04 registered tools leave with those who registered them', { timeout: TIMEOUT }, async (t) => {
  await staysFlat(t, {
    times: 4000,
    async step(index) {
      const controller = new AbortController();
      const unregister = registerTool({ name: `tool ${index}`, execute: () => index }, controller.signal);
      await executeTools({ toolCalls: [{ name: `tool ${index}` }] });
      if (index % 2) unregister();
      else controller.abort();
    },
  });
});

test('X-04 loops that are given up while the model, a tool or a question is open', {
  timeout: TIMEOUT,
}, async (t) => {
  const ways = ['model', 'stream', 'approve', 'tool'];
  await staysFlat(t, {
    times: 2000,
    batch: 50,
    collected: true,
    async step(index) {
      const way = ways[index % ways.length];
      const controller = new AbortController();
      const count = t.countListeners(controller.signal, 'abort');
      const giveUp = () => {
        queueMicrotask(() => controller.abort());
        return never();
      };
      async function* stream() {
        yield { type: /** @type {const} */ ('text'), delta: 'Hi' };
        await giveUp();
      }
      const error = await reActLoop({
        model: () => {
          if (way === 'model') return /** @type {any} */ (giveUp());
          if (way === 'stream') return stream();
          return { toolCalls: [{ name: way === 'tool' ? 'gives_up' : 'now' }] };
        },
        tools: [...tools, { name: 'gives_up', execute: giveUp }],
        messages,
        signal: controller.signal,
        approve: () => (way === 'approve' ? /** @type {any} */ (giveUp()) : true),
        onEvent() {},
      }).catch((reason) => reason);
      if (error.name !== 'AbortError') assert.fail(`ended with ${error}`);
      if (count.active !== 0) assert.fail(`${count.active} listeners left`);
    },
  });
});

test('X-04 loops that come to an answer', { timeout: TIMEOUT }, async (t) => {
  await staysFlat(t, {
    times: 2000,
    batch: 50,
    async step() {
      let asked = 0;
      async function* stream() {
        yield { type: /** @type {const} */ ('tool'), index: 0, name: 'steps', argsDelta: '{}' };
        yield { type: /** @type {const} */ ('end') };
      }
      const { stats } = await reActLoop({
        model: () => (asked++ < 2 ? stream() : { content: 'Done.' }),
        tools,
        messages,
        approve: async () => true,
        onEvent() {},
      });
      if (stats.errors !== 0 || stats.steps !== 3) assert.fail('it went otherwise');
    },
  });
});
