/** What listeners hear of calls that others make, by the browser's own means: never of those of the package. */

import { defineWebTool, executeTool, executeToolDetailed, executeTools, onToolCall } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

const description = 'A tool of the tests.';
const never = () => new Promise(() => {});

const noEvents = 'its provider fires no events';
/** @type {TestOptions} */
const told = { not: { 'ff-native': noEvents, mcpb: noEvents } };
/** @type {TestOptions} */
const cancels = { not: { ...told.not, c150: 'it does not say that a call was given up' } };

/**
 * Collects what is told of others, and all that is told.
 *
 * @param {TestContext} t
 */
function listening(t) {
  /** @type {any[]} */
  const all = [];
  const stop = onToolCall((event) => all.push(event));
  t.after(stop);
  return { all, stop, others: () => all.filter(({ by }) => by === 'other') };
}

/**
 * Calls a tool as an agent does.
 *
 * @param {TestContext} t
 * @param {string} name
 * @param {object} [args]
 * @param {AbortSignal} [signal]
 */
async function agentCalls(t, name, args = {}, signal) {
  const context = t.modelContext();
  const options = signal && { signal };
  if (t.env.provider === 'preview') return context.invokeTool(name, args, options);
  const tool = (await context.getTools()).find((one) => one.name === name);
  assert.ok(tool);
  const input = context.executeTool.length === 2 ? JSON.stringify(args) : args;
  return options ? context.executeTool(tool, input, options) : context.executeTool(tool, input);
}

/** What may yet come has come. @param {TestContext} t */
const settled = (t) => t.sleep(60);

test('X-09 a tool that an agent runs is told by its name', told, async (t) => {
  await t.register({ name: 'raw', execute: () => 'raw' });
  const { others } = listening(t);
  await agentCalls(t, 'raw');
  await agentCalls(t, 'raw');
  await settled(t);
  const [first, second] = others();
  assert.equal(others().length, 2);
  assert.deepEqual(first, { type: 'activated', by: 'other', id: first.id, name: 'raw' });
  assert.ok(second.id !== first.id);
  assert.ok(Object.isFrozen(first));
});

test('X-09 the package’s own calls are told as such, and as nobody else’s', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  await t.register({ name: 'raw', execute: () => 'raw' });
  await t.register({ name: 'never', execute: never });
  await t.register({
    name: 'fails',
    execute: () => {
      throw new Error('no');
    },
  });
  const own = defineWebTool({ name: 'own', description, execute: () => 'own' });
  await own.register();
  const { others, all } = listening(t);
  await executeTool('raw');
  await executeTool('fails');
  await executeTool('own', { n: 1 });
  await own.invoke({ n: 2 });
  await executeToolDetailed('raw', '{"n":3}');
  await executeTools({
    toolCalls: [
      { name: 'raw', input: {} },
      { name: 'own', input: {} },
    ],
  });
  await executeTool('nope').catch(() => {});
  await Promise.all([executeTool('raw'), executeTool('raw'), executeTool('own'), executeTool('own')]);
  for (const wait of [0, 1, 30]) {
    for (const name of ['never', 'raw', 'own']) {
      const controller = new AbortController();
      const call = executeTool(name, {}, controller.signal).catch(() => {});
      if (wait === 1) await t.tick();
      if (wait > 1) await t.sleep(wait);
      controller.abort();
      await call;
      await executeTool(name, {}, { timeout: 1 }).catch(() => {});
    }
  }
  await settled(t);
  assert.deepEqual(others(), []);
  const starts = all.filter(({ type }) => type === 'start');
  assert.equal(starts.length, all.filter(({ type }) => type === 'settle').length);
});

test('X-09 calls of both, mixed: each is told once as what it is', told, async (t) => {
  await t.register({ name: 'raw', execute: () => t.tick() });
  await defineWebTool({ name: 'own', description, execute: () => t.tick() }).register();
  const { others, all } = listening(t);
  for (const name of ['raw', 'own']) {
    await Promise.all([
      executeTool(name),
      agentCalls(t, name),
      executeTool(name, { n: 1 }),
      agentCalls(t, name, { n: 1 }),
      executeTool(name, { n: 2 }),
      agentCalls(t, name, { n: 3 }),
    ]);
  }
  await settled(t);
  const starts = all.filter(({ type }) => type === 'start').map(({ name }) => name);
  assert.deepEqual(starts, ['raw', 'raw', 'raw', 'own', 'own', 'own']);
  const activated = others().filter(({ type }) => type === 'activated');
  assert.deepEqual(
    activated.map(({ name }) => name),
    ['raw', 'raw', 'raw', 'own', 'own', 'own'],
  );
});

test('X-09 of a tool of the package more is told: arguments, duration, answer', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  await defineWebTool({
    name: 'own',
    description,
    execute: async (input) => {
      input.n += 1;
      await t.tick();
      if (input.n > 5) throw Object.assign(new Error('too many'), { code: 'CONSTRAINT_VIOLATION' });
      return { inCart: input.n };
    },
  }).register();
  const { others } = listening(t);
  await agentCalls(t, 'own', { n: 1 });
  await settled(t);
  const [activated, ended] = others();
  const { id } = activated;
  assert.deepEqual(activated, { type: 'activated', by: 'other', id, name: 'own', args: { n: 1 } });
  const { durationMs, ...rest } = ended;
  assert.ok(durationMs >= 0);
  assert.deepEqual(rest, {
    type: 'ended',
    by: 'other',
    id,
    name: 'own',
    status: 'completed',
    result: { content: [{ type: 'text', text: '{"inCart":2}' }], structuredContent: { inCart: 2 } },
  });
  await agentCalls(t, 'own', { n: 5 }).catch(() => {});
  await settled(t);
  const [, , , failed] = others();
  assert.equal(others().length, 4);
  assert.deepEqual(
    [failed.type, failed.status, failed.errorCode, failed.error.message],
    ['ended', 'failed', 'CONSTRAINT_VIOLATION', 'too many'],
  );
});

test('X-09 a call that an agent gives up is told', cancels, async (t) => {
  await t.register({ name: 'never', execute: never });
  await defineWebTool({ name: 'own', description, execute: never }).register();
  const { others } = listening(t);
  for (const name of ['never', 'own']) {
    const theirs = new AbortController();
    const call = agentCalls(t, name, {}, theirs.signal).catch(() => {});
    while (others().at(-1)?.name !== name) await t.sleep(5);
    const ours = new AbortController();
    const own = executeTool(name, { n: 1 }, ours.signal).catch(() => {});
    await settled(t);
    ours.abort();
    await own;
    await settled(t);
    assert.equal(
      others().some((event) => event.type === 'cancelled' && event.name === name),
      false,
    );
    theirs.abort();
    await call;
    // Native tells it by way of another process, which takes its time on a busy machine.
    while (others().at(-1)?.type !== 'cancelled') await t.sleep(5);
    assert.deepEqual(others().at(-1), { type: 'cancelled', by: 'other', name });
  }
  assert.equal(others().length, 4);
});

test('X-09 the browser is listened to only while somebody listens here', async (t) => {
  await t.register({ name: 'raw', execute: () => 'raw' });
  const targets = [window, t.modelContext()].filter((target) => target instanceof EventTarget);
  const counts = targets.flatMap((target) =>
    ['toolactivated', 'toolcancel'].map((type) => t.countListeners(target, type)),
  );
  const active = () => counts.reduce((sum, { active: now }) => sum + now, 0);
  // Chromium 150 is asked for each call whether it began.
  const settle = async () => {
    await executeTool('raw');
    return active();
  };
  assert.equal(await settle(), 0);
  const stops = [onToolCall(() => {}), onToolCall(() => {})];
  assert.equal(await settle(), counts.length);
  stops[0]?.();
  assert.equal(await settle(), counts.length);
  stops[1]?.();
  assert.equal(await settle(), 0);
  const controller = new AbortController();
  onToolCall(() => {}, controller.signal);
  assert.equal(await settle(), counts.length);
  controller.abort();
  assert.equal(await settle(), 0);
  stops[0]?.();
  assert.equal(await settle(), 0);
});

test('X-09 calls from a frame by its own copy of the package are nobody else’s', {
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
}, async (t) => {
  await t.register({ name: 'raw', execute: () => 'raw' });
  await defineWebTool({ name: 'own', description, execute: () => 'own' }).register();
  const { others, all } = listening(t);
  const { contentWindow } = await t.frame('/fixtures/caller.html');
  for (const name of ['raw', 'own']) {
    const answer = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
    contentWindow.postMessage({ call: [name, {}, {}] }, '*');
    const { data } = /** @type {MessageEvent} */ (await answer);
    assert.equal(data.outcome, 'resolved');
  }
  await settled(t);
  assert.deepEqual(others(), []);
  assert.deepEqual(all, [], 'and they are told in their own document');
  // The other way round: of the frame's tools this document is told what it calls itself.
  await untilListed(t, 'never', { window: contentWindow });
  await executeTool('never', {}, { timeout: 30 }).catch(() => {});
  await settled(t);
  assert.deepEqual(others(), []);
  assert.equal(all.length, 2);
});

test('X-09 arguments of every kind are known again for one’s own', async (t) => {
  await defineWebTool({ name: 'own', description, execute: () => 'own' }).register();
  const { others, all } = listening(t);
  const odd = [
    {},
    [],
    { b: 1, 2: 'two', 1: 'one', a: { c: [null, true, -0, 1e21, 1.5, 0.1 + 0.2] } },
    { text: 'naïve 😀 \u2028 "quoted" \\ \n', half: '\ud83d', zero: '\0' },
    '{ "b" : 1, "a" : 12345678901234567890, "a" : 2 }',
    JSON.parse('{"__proto__":{"x":1},"constructor":"y"}'),
    { gone: undefined, f() {}, date: new Date(0) },
    { long: 'x'.repeat(100_000) },
  ];
  for (const args of odd) await executeTool('own', args);
  await settled(t);
  assert.deepEqual(others(), []);
  assert.equal(all.length, 2 * odd.length);
});

test('X-09 events that the page makes up at its window are not the browser’s', async (t) => {
  const { others } = listening(t);
  window.dispatchEvent(Object.assign(new Event('toolactivated'), { toolName: 'made up' }));
  window.dispatchEvent(Object.assign(new Event('toolcancel'), { toolName: 'made up' }));
  await settled(t);
  assert.deepEqual(others(), []);
});

test('X-09 tools that are registered and taken out again meanwhile', told, async (t) => {
  const { others } = listening(t);
  for (let turn = 0; turn < 3; turn++) {
    const unregister = await t.register({ name: 'raw', execute: () => 'raw' });
    await executeTool('raw');
    await agentCalls(t, 'raw');
    await unregister();
    await t.rejects(executeTool('raw'));
    const unregisterOwn = await defineWebTool({ name: 'raw', description, execute: () => 'own' }).register();
    await executeTool('raw');
    await agentCalls(t, 'raw');
    unregisterOwn();
    await settled(t);
  }
  const types = others().map(({ type }) => type);
  assert.deepEqual(types, Array(3).fill(['activated', 'activated', 'ended']).flat());
});
