/** Tools that keep what they were given to emit with: the module holds nothing of their calls. */

import { defineWebTool, executeTool, onToolCall, Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';
import { watchesOf } from './watches.mjs';

const TIMEOUT = 120_000;
const description = 'A tool of the tests.';

test('X-08 calls whose tools keep their emit', { timeout: TIMEOUT }, async (t) => {
  /** @type {((progress: unknown) => void)[]} */
  const kept = [];
  await defineWebTool({
    name: 'keep',
    description,
    execute: (_input, { emit }) => {
      kept.push(emit);
      emit('on the way');
      return 'done';
    },
  }).register();
  let heard = 0;
  const onProgress = () => {
    heard += 1;
  };
  await staysFlat(t, { times: 2000, step: (index) => executeTool('keep', { index }, { onProgress }) });
  const before = heard;
  assert.equal(before >= 2000, true);
  for (const emit of kept) emit('late');
  assert.equal(heard, before);
  assert.equal(watchesOf(document), 0);
});

test('X-08 plugins that keep their emit, and generators that are given up', {
  timeout: TIMEOUT,
}, async (t) => {
  /** @type {unknown[]} */
  const kept = [];
  const keeping = Tool.define({
    name: 'keep',
    execute: (_input, _signal, emit) => {
      kept.push(emit);
      emit?.('on the way');
      return 'done';
    },
  });
  await staysFlat(t, {
    times: 2000,
    step: () => keeping.execute({}, { onProgress: () => {}, timeout: 60_000 }),
  });

  const generating = Tool.define({
    name: 'steps',
    async *execute(/** @type {any} */ { never }) {
      yield 1;
      if (never) await new Promise(() => {});
      return 'done';
    },
  });
  await staysFlat(t, {
    times: 2000,
    async step(index) {
      const controller = new AbortController();
      const call = generating.execute({ never: index % 2 === 0 }, controller.signal);
      await t.tick();
      controller.abort();
      return call;
    },
  });
});

test('X-08 generators of the page that never go on', { timeout: TIMEOUT }, async (t) => {
  await defineWebTool({
    name: 'steps',
    description,
    async *execute() {
      yield 1;
      await new Promise(() => {});
    },
  }).register();
  await staysFlat(t, {
    times: 2000,
    async step(index) {
      const controller = new AbortController();
      const options = { signal: controller.signal, onProgress: () => controller.abort() };
      const name = await executeTool('steps', { index }, options).catch((error) => error.name);
      if (name !== 'AbortError') assert.fail(`ended with ${name}`);
    },
  });
  assert.equal(watchesOf(document), 0);
});

test('X-09 calls that are given up while somebody listens', { timeout: TIMEOUT }, async (t) => {
  let heard = 0;
  t.after(
    onToolCall(() => {
      heard += 1;
    }),
  );
  await defineWebTool({ name: 'never', description, execute: () => new Promise(() => {}) }).register();
  await t.register({ name: 'raw', execute: () => new Promise(() => {}) });
  /** @param {number} index */
  const giveUp = async (index) => {
    const controller = new AbortController();
    const call = executeTool(index % 2 ? 'never' : 'raw', { index }, controller.signal).catch(() => {});
    await t.tick();
    controller.abort();
    await call;
  };
  await staysFlat(t, {
    times: 2000,
    async step(index) {
      await giveUp(index);
      if (index % 1000 < 999) return;
      // What the browser may still say of those is waited for during five seconds, and then forgotten by the next.
      await t.sleep(5_100);
      await giveUp(index);
    },
  });
  assert.equal(heard, 4004);
  assert.equal(watchesOf(document), 0);
});
