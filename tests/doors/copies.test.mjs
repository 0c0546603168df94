/** Several copies of the package on one page: one log, each call once; and a page that does harm to what they share. */

import * as own from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { allCopies } from './copies.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const { defineWebTool, executeTool, executeToolDetailed, onToolCall, Tool } = own;
const node = { node: true };
const KEY = Symbol.for('webmcp-exec@1');
const description = 'A tool of the tests.';

/** Where the channel of this realm is. @returns {any} */
const place = () => ('document' in globalThis ? document : globalThis);

test('X-11 every copy hears of the calls of every copy, once', node, async (t) => {
  const copies = await allCopies(t);
  assert.equal(new Set(copies.map(({ executeTool: one }) => one)).size, copies.length, 'they are copies');
  const logs = copies.map((copy) => {
    /** @type {any[]} */
    const log = [];
    t.after(copy.onToolCall((event) => log.push(event)));
    return log;
  });
  for (const copy of copies) {
    const plugin = copy.Tool.define({ name: 'lookup', execute: async () => 'ok' });
    await plugin.execute({});
  }
  for (const log of logs) {
    assert.deepEqual(
      log.map(({ type }) => type),
      copies.flatMap(() => ['start', 'settle']),
    );
    assert.equal(new Set(log.map(({ id }) => id)).size, copies.length);
    assert.deepEqual(
      log.map(({ id }) => id),
      logs[0]?.map(({ id }) => id),
    );
  }
});

test('X-11 page calls of every copy: one log, and none is somebody else’s', async (t) => {
  const copies = await allCopies(t);
  await t.register({ name: 'raw', execute: () => 'raw' });
  for (const [index, copy] of copies.entries()) {
    const tool = copy.defineWebTool({ name: `own_${index}`, description, execute: () => index });
    t.after(await tool.register());
  }
  const logs = copies.map((copy) => {
    /** @type {any[]} */
    const log = [];
    t.after(copy.onToolCall((event) => log.push(event)));
    return log;
  });
  for (const copy of copies) {
    await copy.executeTool('raw');
    for (const [index] of copies.entries()) {
      const report = await copy.executeToolDetailed(`own_${index}`);
      assert.deepEqual([report.valueKnown, report.value], [true, index], 'the record of executions is one');
    }
  }
  await t.sleep(60);
  const count = copies.length * (copies.length + 1);
  for (const log of logs) {
    assert.equal(log.filter(({ type }) => type === 'start').length, count);
    assert.equal(log.filter(({ type }) => type === 'settle').length, count);
    assert.equal(log.length, 2 * count);
  }
});

test('X-11 what others do is told once to each listener, whichever copy listens to the browser', {
  not: { 'ff-native': 'its provider fires no events', mcpb: 'its provider fires no events' },
}, async (t) => {
  const copies = await allCopies(t);
  await t.register({ name: 'raw', execute: () => 'raw' });
  const context = t.modelContext();
  const [tool] = await context.getTools();
  assert.ok(tool);
  const call = async () => {
    await context.executeTool(tool, context.executeTool.length === 2 ? '{}' : {});
    await t.sleep(60);
  };
  const targets = [window, context];
  const counts = targets.map((target) => t.countListeners(target, 'toolactivated'));
  /** @type {string[]} */
  const heard = [];
  const stops = copies.map((copy, index) => copy.onToolCall(({ type }) => heard.push(`${index} ${type}`)));
  await call();
  assert.deepEqual(
    heard,
    copies.map((_, index) => `${index} activated`),
  );
  assert.deepEqual(
    counts.map(({ active }) => active),
    [1, 1],
  );
  // The first one listens for all, and goes on to while there are others.
  stops[0]?.();
  await call();
  assert.equal(heard.length, 2 * copies.length - 1);
  for (const stop of stops) stop();
  await call();
  assert.equal(heard.length, 2 * copies.length - 1);
  assert.deepEqual(
    counts.map(({ active }) => active),
    [0, 0],
  );
});

test('X-11 a listener of one copy may be ended by what another does with it', node, async (t) => {
  const [first, second] = await allCopies(t);
  assert.ok(first && second);
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const stop = first.onToolCall(listener);
  t.after(second.onToolCall(listener));
  await Tool.define({ name: 'a', execute: () => 1 }).execute({});
  assert.equal(heard, 2, 'it is one listener');
  stop();
  await Tool.define({ name: 'a', execute: () => 1 }).execute({});
  assert.equal(heard, 2);
});

/** A whole round with a tool of the page, and without one in Node. @param {TestContext} t */
async function everything(t) {
  /** @type {any[]} */
  const events = [];
  const stop = onToolCall((event) => events.push(event));
  const plugin = Tool.define({
    name: 'lookup',
    execute: (_input, _signal, emit) => {
      emit?.('half');
      return 'ok';
    },
  });
  /** @type {unknown[]} */
  const seen = [];
  assert.equal(await plugin.execute({}, { onProgress: (one) => seen.push(one), timeout: 5000 }), 'ok');
  if (t.env.engine !== 'node') {
    const work = defineWebTool({
      name: 'work',
      description,
      execute: (_input, { emit }) => {
        emit('half');
        return 'done';
      },
    });
    const unregister = await work.register();
    const answer = await executeTool('work', {}, { onProgress: (one) => seen.push(one) });
    assert.deepEqual(answer?.content, [{ type: 'text', text: 'done' }]);
    assert.equal((await executeToolDetailed('work')).status, 'completed');
    const { result } = await work.invoke({}, AbortSignal.timeout(5000));
    assert.deepEqual(result?.content, [{ type: 'text', text: 'done' }]);
    unregister();
    const controller = new AbortController();
    const never = defineWebTool({ name: 'never', description, execute: () => new Promise(() => {}) });
    const leave = await never.register();
    const call = executeTool('never', {}, controller.signal);
    await t.tick();
    controller.abort('enough');
    assert.equal((await t.rejects(call)).message, 'enough');
    leave();
  }
  stop();
  return { events, seen };
}

/** What a page may make of the channel, and what is then not to be expected any more. */
const harms = /** @type {[string, (channel: any) => void][]} */ ([
  ['freezes it', (channel) => Object.freeze(channel)],
  [
    'seals what is in it',
    (channel) => {
      for (const value of Object.values(channel)) Object.freeze(Object(value));
    },
  ],
  [
    'empties it',
    (channel) => {
      for (const key of Object.keys(channel)) delete channel[key];
    },
  ],
  [
    'fills it with what does not belong there',
    (channel) => {
      for (const junk of [null, undefined, 5, 'x', {}, [], () => 1, Object.create(null), Symbol('x')]) {
        channel.watches.add(junk);
      }
      for (const junk of [null, 5, 'x', {}, Object.create(null)]) channel.listeners.add(junk);
      channel.calls = Number.NaN;
      channel.activity = 5;
    },
  ],
  [
    'makes numbers and texts of its members',
    (channel) =>
      Object.assign(channel, { watches: 5, listeners: 'x', tools: 7, calls: 'many', activity: 'no' }),
  ],
  [
    'makes null of its members',
    (channel) => {
      for (const key of Object.keys(channel)) channel[key] = null;
    },
  ],
  [
    'makes objects of its members that only look like sets',
    (channel) =>
      Object.assign(channel, { watches: { add() {}, size: 1 }, listeners: { size: 3 }, activity: {} }),
  ],
  [
    'lets its members throw',
    (channel) => {
      for (const key of ['watches', 'listeners', 'tools', 'calls', 'activity']) {
        Object.defineProperty(channel, key, {
          configurable: true,
          get() {
            throw new Error(`no ${key}`);
          },
          set() {
            throw new Error(`no ${key} either`);
          },
        });
      }
    },
  ],
  [
    'lets its sets throw',
    (channel) => {
      const hostile = new Proxy(
        {},
        {
          get() {
            throw new Error('no member');
          },
        },
      );
      Object.assign(channel, { watches: hostile, listeners: hostile, activity: hostile });
    },
  ],
  [
    'fills it with records that throw',
    (channel) => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      const thrower = new Proxy(
        {},
        {
          get(_target, key) {
            throw new Error(`no ${String(key)}`);
          },
        },
      );
      for (const record of [
        proxy,
        thrower,
        { name: 'work', args: '{}' },
        { name: 'work', args: '{}', executions: 5 },
      ])
        channel.watches.add(record);
    },
  ],
  [
    'freezes every watch at once',
    (channel) => {
      const { add } = channel.watches;
      channel.watches.add = (/** @type {any} */ watch) => add.call(channel.watches, Object.freeze(watch));
    },
  ],
]);

for (const [what, harm] of harms) {
  test(`X-11 a page that ${what} breaks no call`, node, async (t) => {
    onToolCall(() => {})();
    const targets = t.env.engine === 'node' ? [] : [window, t.modelContext()];
    const counts = targets
      .filter((target) => target instanceof EventTarget)
      .map((target) => t.countListeners(target, 'toolactivated'));
    harm(place()[KEY]);
    const { seen } = await everything(t);
    assert.equal(seen[0], 'half');
    await everything(t);
    for (const { active } of counts) assert.equal(active, 0, 'nothing is left listening');
  });
}

for (const junk of [null, 5, 'x', {}, [], () => {}]) {
  test(
    `X-11 something else in the channel’s place: ${typeof junk} ${JSON.stringify(junk)}`,
    node,
    async (t) => {
      place()[KEY] = junk;
      await everything(t);
    },
  );
}

const extensible = 'its documents stay extensible';

test('X-11 a document that takes no channel', {
  not: { 'ff-poly': extensible, 'ff-native': extensible },
}, async (t) => {
  Object.preventExtensions(document);
  await everything(t);
});

test('X-11 a channel that throws when it is asked for', node, async (t) => {
  Object.defineProperty(place(), KEY, {
    configurable: true,
    get() {
      throw new Error('no channel');
    },
  });
  await everything(t);
});

test(
  'X-11 a channel that an older copy has made: what it has is used, and left as it is',
  node,
  async (t) => {
    /** @type {any[]} */
    const heard = [];
    const watches = new Set();
    const channel = {
      watches,
      listeners: new Set([(/** @type {any} */ event) => heard.push(event)]),
      calls: 7,
    };
    Object.defineProperty(place(), KEY, { configurable: true, value: channel });
    const { events, seen } = await everything(t);
    assert.equal(place()[KEY], channel);
    assert.equal(heard.length, events.length, 'its listener hears what ours does');
    assert.deepEqual([events[0].id, heard[0].id], [8, 8]);
    assert.equal(channel.calls, Math.max(...events.map(({ id }) => id)));
    assert.equal(seen.length, t.env.engine === 'node' ? 1 : 2);
    assert.equal(watches.size, 0);
  },
);

test('X-11 a call that an older copy makes of our tool, and is told its execution', async (t) => {
  const tool = defineWebTool({
    name: 'work',
    description,
    execute: (_input, { emit }) => {
      emit('half');
      return { done: true };
    },
  });
  t.after(await tool.register());
  /** @type {any[]} */
  const others = [];
  t.after(onToolCall((event) => event.by === 'other' && others.push(event)));
  // As such a copy does: a watch with what the first version of the format has, then the provider's own call.
  /** @type {any} */
  const watch = { name: 'work', args: '{}', signal: undefined, executions: [] };
  /** @type {unknown[]} */
  const progress = [];
  watch.emit = (/** @type {unknown} */ one) => progress.push(one);
  place()[KEY].watches.add(watch);
  const context = t.modelContext();
  const [listed] = await context.getTools();
  assert.ok(listed);
  if (t.env.provider === 'preview') await context.invokeTool('work', {});
  else await context.executeTool(listed, context.executeTool.length === 2 ? '{}' : {});
  place()[KEY].watches.delete(watch);
  await t.sleep(60);
  assert.deepEqual(progress, ['half']);
  assert.deepEqual(
    watch.executions.map((/** @type {any} */ { state, value }) => ({ state, value })),
    [{ state: 'returned', value: { done: true } }],
  );
  assert.deepEqual(others, [], 'a call of the package, of whatever version');
});

test('X-11 a newer format stands beside it, untouched', node, async (t) => {
  const newer = { listeners: [() => assert.fail('this is not ours')], calls: 3 };
  place()[Symbol.for('webmcp-exec@2')] = newer;
  t.after(() => delete place()[Symbol.for('webmcp-exec@2')]);
  await everything(t);
  assert.deepEqual(Object.keys(newer), ['listeners', 'calls']);
  assert.equal(newer.calls, 3);
});
