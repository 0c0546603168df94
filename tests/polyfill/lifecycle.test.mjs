/** Points 9, 12 and 13 of "What a faithful polyfill of 156 must do": tools that go, calls that are aborted or overlap. */

import { assert, test } from '../harness/page.mjs';
import { named, registeredTool, sideBySide, unknownReason } from './side-by-side.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/**
 * Registers a tool whose calls settle when they are told to.
 * @param {import('../harness/types.d.ts').TestContext} t
 */
async function registerWaiting(t) {
  const context = contextOf(t);
  /** @type {{ signal: AbortSignal, settle: (value: unknown) => void, fail: (error: unknown) => void }[]} */
  const runs = [];
  const registration = new AbortController();
  /** @type {() => void} */
  let began = () => {};
  await context.registerTool(
    {
      name: 'wait',
      description: 'd',
      execute: (/** @type {any} */ _, /** @type {any} */ { signal }) =>
        new Promise((resolve, reject) => {
          runs.push({ signal, settle: resolve, fail: reject });
          began();
        }),
    },
    { signal: registration.signal },
  );
  const hasBegun = (count = 1) =>
    new Promise((resolve) => {
      began = () => runs.length >= count && resolve(undefined);
      began();
    });
  return { context, runs, registration, hasBegun };
}

test('a signal aborted before the call: its reason, and nothing runs', sideBySide, async (t) => {
  const { context, runs } = await registerWaiting(t);
  let events = 0;
  context.ontoolactivated = context.ontoolcancel = () => events++;
  for (const reason of [{}, 'why', null, 0, new RangeError('r')]) {
    const signal = AbortSignal.abort(reason);
    assert.equal(await t.rejects(context.executeTool(registeredTool('wait'), {}, { signal })), reason);
  }
  assert.equal(
    await t.rejects(context.executeTool(registeredTool('nope'), {}, { signal: AbortSignal.abort(1) })),
    1,
  );
  await t.sleep(50);
  assert.deepEqual([runs.length, events], [0, 0]);
});

test(
  'abort rejects at once with the reason itself; the tool hears of it in a task',
  sideBySide,
  async (t) => {
    const { context, runs, hasBegun } = await registerWaiting(t);
    const controller = new AbortController();
    const reason = { why: 'test' };
    /** @type {string[]} */
    const log = [];
    context.addEventListener('toolcancel', (/** @type {any} */ event) => {
      log.push(`cancel ${event.toolName}`);
      assert.ok(event instanceof Reflect.get(window, 'ToolCancelEvent'));
      assert.deepEqual([event.bubbles, event.cancelable, event.target === context], [false, false, true]);
    });
    const called = context.executeTool(registeredTool('wait'), {}, { signal: controller.signal });
    called.catch(() => log.push('rejected'));
    await hasBegun();
    const [{ signal }] = runs;
    signal.addEventListener('abort', () => log.push('tool'));
    controller.abort(reason);
    log.push('aborted');
    for (let turn = 0; turn < 5; turn++) await undefined;
    assert.deepEqual(log, ['aborted', 'rejected']);
    await t.sleep(100);
    assert.deepEqual(log, ['aborted', 'rejected', 'tool', 'cancel wait']);
    assert.equal(await t.rejects(called), reason);
    assert.equal(signal.reason.name, 'AbortError');
    assert.ok(signal.reason instanceof DOMException);
  },
);

test('what an aborted tool gives or throws is dropped', sideBySide, async (t) => {
  const { context, runs, hasBegun } = await registerWaiting(t);
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const calls = [0, 1].map(() => context.executeTool(registeredTool('wait'), {}, options));
  const reasons = Promise.all(calls.map((call) => t.rejects(call)));
  await hasBegun(2);
  controller.abort('why');
  runs[0]?.settle('late');
  await t.sleep(50);
  runs[1]?.fail(new Error('late'));
  assert.deepEqual(await reasons, ['why', 'why']);
  await t.sleep(50);
});

test(
  'aborted in the tick of the call, the tool still starts and is told thereafter',
  sideBySide,
  async (t) => {
    const context = contextOf(t);
    /** @type {string[]} */
    const log = [];
    context.ontoolactivated = () => log.push('activated');
    context.ontoolcancel = () => log.push('cancel');
    await context.registerTool({
      name: 'a',
      description: 'd',
      async execute(/** @type {any} */ _, /** @type {any} */ { signal }) {
        log.push(`run ${signal.aborted}`);
        await undefined;
        signal.addEventListener('abort', () => log.push('tool'));
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const called = context.executeTool(registeredTool('a'), {}, { signal: controller.signal });
    called.catch(() => log.push('rejected'));
    controller.abort('why');
    assert.equal(await t.rejects(called), 'why');
    await t.sleep(100);
    assert.deepEqual(log, ['rejected', 'run false', 'activated', 'tool', 'cancel']);
  },
);

test('a tool may abort its own call', sideBySide, async (t) => {
  const context = contextOf(t);
  const controller = new AbortController();
  await context.registerTool({
    name: 'a',
    description: 'd',
    execute() {
      controller.abort('inside');
      return 'late';
    },
  });
  const called = context.executeTool(registeredTool('a'), {}, { signal: controller.signal });
  assert.equal(await t.rejects(called), 'inside');
});

test('after the end an abort changes nothing', sideBySide, async (t) => {
  const { context, runs, hasBegun } = await registerWaiting(t);
  let cancelled = 0;
  context.ontoolcancel = () => cancelled++;
  const controller = new AbortController();
  const called = context.executeTool(registeredTool('wait'), {}, { signal: controller.signal });
  await hasBegun();
  runs[0]?.settle('done');
  assert.equal(await called, 'done');
  controller.abort();
  await t.sleep(50);
  assert.deepEqual([runs[0]?.signal.aborted, cancelled], [false, 0]);
});

test('signals of every kind: timeout, any, another realm', sideBySide, async (t) => {
  const { context } = await registerWaiting(t);
  const call = (/** @type {AbortSignal} */ signal) =>
    t.rejects(context.executeTool(registeredTool('wait'), {}, { signal }));
  assert.equal((await call(AbortSignal.timeout(20))).name, 'TimeoutError');
  const source = new AbortController();
  const any = call(AbortSignal.any([source.signal]));
  setTimeout(() => source.abort('any'), 20);
  assert.equal(await any, 'any');
  const { signal, abort } = await t.signalOfAnotherRealm();
  setTimeout(() => abort('other'), 20);
  assert.equal(await call(signal), 'other');
});

test('one signal aborts several calls', sideBySide, async (t) => {
  const { context, runs, hasBegun } = await registerWaiting(t);
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const calls = [0, 1, 2].map(() => t.rejects(context.executeTool(registeredTool('wait'), {}, options)));
  await hasBegun(3);
  controller.abort('all');
  assert.deepEqual(await Promise.all(calls), ['all', 'all', 'all']);
  await t.sleep(50);
  assert.ok(runs.every(({ signal }) => signal.aborted));
});

test('a tool unregistered while it runs goes on, unharmed', sideBySide, async (t) => {
  const { context, runs, registration, hasBegun } = await registerWaiting(t);
  const called = context.executeTool(registeredTool('wait'), {});
  await hasBegun();
  registration.abort();
  await context.registerTool({ name: 'wait', description: 'd', execute: () => 'newer' });
  await t.sleep(50);
  assert.equal(runs[0]?.signal.aborted, false);
  runs[0]?.settle('older');
  assert.equal(await called, 'older');
  assert.equal(await context.executeTool(registeredTool('wait'), {}), 'newer');
});

test('a tool may unregister itself', sideBySide, async (t) => {
  const context = contextOf(t);
  const registration = new AbortController();
  const execute = async () => {
    registration.abort();
    await t.sleep(20);
    return 'done';
  };
  await context.registerTool({ name: 'a', description: 'd', execute }, { signal: registration.signal });
  assert.equal(await context.executeTool(registeredTool('a'), {}), 'done');
  assert.deepEqual(await context.getTools(), []);
});

test(
  'unregistered before the call there is no such tool; after it, it is not found',
  sideBySide,
  async (t) => {
    const { context, runs, registration } = await registerWaiting(t);
    const called = context.executeTool(registeredTool('wait'), {});
    registration.abort();
    const stale = context.executeTool(registeredTool('wait'), {});
    const errors = await Promise.all([called, stale].map((call) => t.rejects(call)));
    assert.deepEqual(errors.map(named), [
      'UnknownError: Tool not found: wait',
      `UnknownError: ${unknownReason}`,
    ]);
    assert.equal(runs.length, 0);
  },
);

test('registered after the call it is not run, before it in the same tick it is', sideBySide, async (t) => {
  const context = contextOf(t);
  const early = context.executeTool(registeredTool('a'), {});
  const registered = context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  const late = context.executeTool(registeredTool('a'), {});
  assert.equal(named(await t.rejects(early)), `UnknownError: ${unknownReason}`);
  assert.equal(await late, 'done');
  await registered;
});

test('a stale tool runs what has its name now', sideBySide, async (t) => {
  const { context, registration } = await registerWaiting(t);
  const [stale] = await context.getTools();
  registration.abort();
  await context.registerTool({ name: 'wait', description: 'd', inputSchema: {}, execute: () => 'newer' });
  assert.equal(await context.executeTool(stale, {}), 'newer');
});

test('calls start in their order, run side by side and end in any order', sideBySide, async (t) => {
  const { context, runs, hasBegun } = await registerWaiting(t);
  /** @type {number[]} */
  const ended = [];
  const calls = Array.from({ length: 100 }, (_, index) =>
    context.executeTool(registeredTool('wait'), {}).then(() => ended.push(index)),
  );
  await hasBegun(100);
  for (const { settle } of [...runs].reverse()) {
    settle('done');
    await t.tick();
  }
  await Promise.all(calls);
  assert.deepEqual(
    ended,
    Array.from({ length: 100 }, (_, index) => 99 - index),
  );
});

test(
  'a tool may register, list and call tools, itself among them, while it is being called',
  sideBySide,
  async (t) => {
    const context = contextOf(t);
    await context.registerTool({
      name: 'deep',
      description: 'd',
      execute({ depth = 0 }) {
        const registered = context.registerTool({
          name: `at-${depth}`,
          description: 'd',
          execute: () => depth,
        });
        const listed = context.getTools();
        const called = depth < 20 && context.executeTool(registeredTool('deep'), { depth: depth + 1 });
        return Promise.all([registered, listed, called]).then(([, tools, result]) =>
          result ? Number(result) : tools.length,
        );
      },
    });
    assert.equal(await context.executeTool(registeredTool('deep'), {}), '22');
  },
);

test('a listener may throw; the event and the call go on', sideBySide, async (t) => {
  const seen = t.expectUnhandled();
  const context = contextOf(t);
  let heard = 0;
  context.ontoolactivated = () => {
    throw new Error('the listener');
  };
  context.addEventListener('toolactivated', () => heard++);
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  assert.equal(await context.executeTool(registeredTool('a'), {}), 'done');
  assert.equal(heard, 1);
  assert.equal(seen.length, 1);
});

test('toolactivated fires for every call that reaches its tool, and for no other', sideBySide, async (t) => {
  const context = contextOf(t);
  /** @type {string[]} */
  const log = [];
  context.ontoolactivated = (/** @type {any} */ { toolName }) => log.push(toolName);
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  await context.registerTool({
    name: 'b',
    description: 'd',
    execute() {
      throw new Error('b');
    },
  });
  await context.executeTool(registeredTool('a'), {});
  await t.rejects(context.executeTool(registeredTool('b'), {}));
  await t.rejects(context.executeTool(registeredTool('nope'), {}));
  await t.rejects(context.executeTool(registeredTool('a'), 'text'));
  assert.deepEqual(log, ['a', 'b']);
});
