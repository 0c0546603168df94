/** Thousands of calls of a runtime, and the module holds what it held; in Node no timer and no listener is left. */

import { createRuntime, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';

const TIMEOUT = 120_000;
const never = () => new Promise(() => {});
const described = (/** @type {string} */ id) => ({ id, description: 'A tool of the tests.' });

/** A runtime with tools of every kind. @param {any} [options] */
function makeRuntime(options) {
  const registry = new ToolRegistry();
  registry.register(described('never'), never);
  registry.register(described('echo'), async (params, { emit }) => {
    emit('half');
    return { success: true, data: params };
  });
  registry.register(described('throwing'), () => {
    throw new Error('x');
  });
  registry.register(described('odd'), /** @type {any} */ (() => 5));
  registry.register({ ...described('remote'), executionMode: 'server' });
  return createRuntime(registry, { remote: { callTool: never }, ...options });
}

test('S3-17 1,000 aborted calls of a tool that never settles', { timeout: TIMEOUT }, async (t) => {
  const runtime = makeRuntime({ hooks: { beforeExecute: async () => {}, onError: () => {} } });
  const listeners = { added: 0, removed: 0 };
  await staysFlat(t, {
    times: 3000,
    async step(index) {
      const controllers = [new AbortController(), new AbortController()];
      const counts = controllers.map(({ signal }) => t.countListeners(signal, 'abort'));
      const [signal, abortSignal] = controllers.map((controller) => controller.signal);
      const id = index % 2 ? 'never' : 'remote';
      const call = runtime.execute(id, { index }, { signal, abortSignal, onProgress: () => {} });
      if (index % 3) await Promise.resolve();
      controllers[index % 2]?.abort();
      await call.catch(() => {});
      for (const { added, removed } of counts) {
        listeners.added += added;
        listeners.removed += removed;
      }
    },
  });
  assert.equal(listeners.added >= 3000, true);
  assert.equal(listeners.added, listeners.removed);
});

test('S3-15 calls whose time is up', { timeout: TIMEOUT }, async (t) => {
  const runtime = makeRuntime({ maxConcurrent: 50 });
  await staysFlat(t, {
    times: 2000,
    batch: 150,
    step: (index) => runtime.execute(index % 2 ? 'never' : 'remote', { index }, { timeout: 1 }),
  });
});

test('S3-15 ordinary calls, failing ones and refused ones', { timeout: TIMEOUT }, async (t) => {
  const runtime = makeRuntime({ maxConcurrent: 10, hooks: { afterExecute: () => {} } });
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  const ids = ['echo', 'throwing', 'odd', 'nothing', 'echo'];
  await staysFlat(t, {
    times: 4000,
    step: (index) =>
      runtime.execute(ids[index % ids.length] ?? '', { index }, { signal, context: { index } }),
  });
  assert.equal(count.added >= 4000, true);
  assert.equal(count.active, 0);
});

test('S3-17 runtimes that are disposed of with calls under way', {
  timeout: TIMEOUT,
  not: {
    'ff-poly': 'there is no way to have garbage collected, which is what frees a runtime',
    'ff-native': 'there is no way to have garbage collected, which is what frees a runtime',
    'wk-poly': 'there is no way to have garbage collected, which is what frees a runtime',
  },
}, async (t) => {
  await staysFlat(t, {
    times: 2000,
    collected: true,
    async step() {
      const runtime = makeRuntime({ maxConcurrent: 1 });
      const calls = ['never', 'echo', 'remote'].map((id) => runtime.execute(id).catch(() => {}));
      runtime.dispose();
      await Promise.all(calls);
    },
  });
});

test('S3-15 no timer and no listener is left in Node', {
  only: { node: 'only Node tells what is open' },
  node: true,
}, async () => {
  const { default: events } = await import('node:events');
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const runtime = makeRuntime({ maxTotalTimeout: 60_000, hooks: { beforeExecute: async () => {} } });
  const kept = [new AbortController(), new AbortController()];
  const [signal, abortSignal] = kept.map((controller) => controller.signal);
  const given = { signal, abortSignal };
  for (let time = 0; time < 20; time += 1) {
    await runtime.execute('echo', {}, given);
    await runtime.execute('throwing', {}, given);
    await runtime.execute('never', {}, { ...given, timeout: 1 });
    await runtime.execute('nothing', {}, given);
    await runtime.executeAll([{ id: 'echo', options: given }], given);
  }
  const running = runtime.execute('never', {}, given);
  await Promise.resolve();
  assert.equal(timers() > before, true);
  runtime.dispose();
  await running.catch(() => {});
  assert.equal(timers(), before);
  for (const controller of kept) {
    assert.equal(events.getEventListeners(controller.signal, 'abort').length, 0);
  }
});
