/** Many calls of one runtime: how many at a time, several at once, and its end. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { onToolCall } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, runtimeOf } from './runtime-of.mjs';

const node = { node: true };

/** A tool whose calls end when the test says so. */
function gate() {
  /** @type {string[]} */
  const begun = [];
  /** @type {Map<string, (value?: any) => void>} */
  const ends = new Map();
  return {
    begun,
    tool: (/** @type {any} */ { name }) => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve({ success: true, data: name })));
    },
    /** Lets a call end, and what follows from it happen. @param {TestContext} t @param {string} name */
    async end(t, name) {
      ends.get(name)?.();
      await t.tick();
    },
  };
}

test('S3-20 so many at a time, and the others in the order of their calls', node, async (t) => {
  const { tool, begun, end } = gate();
  const runtime = runtimeOf({ tool }, { maxConcurrent: 2 });
  const calls = ['a', 'b', 'c', 'd'].map((name) => runtime.execute('tool', { name }));
  assert.deepEqual(begun, ['a', 'b']);
  await end(t, 'b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  const late = runtime.execute('tool', { name: 'late' });
  await end(t, 'a');
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  await end(t, 'c');
  await end(t, 'd');
  await end(t, 'late');
  assert.deepEqual(
    (await Promise.all([...calls, late])).map((result) => result.success && result.data),
    ['a', 'b', 'c', 'd', 'late'],
  );
});

test('S3-17 a call that waits is aborted at once, never runs, and makes room', node, async (t) => {
  const { tool, begun, end } = gate();
  const runtime = runtimeOf({ tool }, { maxConcurrent: 1 });
  const controller = new AbortController();
  const first = runtime.execute('tool', { name: 'a' });
  const waiting = runtime.execute('tool', { name: 'b' }, { signal: controller.signal });
  const last = runtime.execute('tool', { name: 'c' });
  controller.abort('enough');
  const error = await t.rejects(waiting);
  assert.deepEqual([error.message, error.outcomeUnknown], ['enough', undefined]);
  await end(t, 'a');
  assert.deepEqual(begun, ['a', 'c']);
  await end(t, 'c');
  assert.deepEqual(
    (await Promise.all([first, last])).map(({ success }) => success),
    [true, true],
  );
});

test('S3-17 the place of an aborted call is free, though its tool goes on', node, async (t) => {
  const { tool, begun } = gate();
  const runtime = runtimeOf({ tool }, { maxConcurrent: 1 });
  const controller = new AbortController();
  const first = runtime.execute('tool', { name: 'a' }, controller.signal);
  runtime.execute('tool', { name: 'b' }, { timeout: 5 });
  const third = runtime.execute('tool', { name: 'c' });
  controller.abort();
  await t.rejects(first);
  await t.sleep(30);
  assert.deepEqual(begun, ['a', 'b', 'c']);
  assert.equal(await hasSettled(t, third), false);
});

test('S3-12 the time of a call counts from its turn, the total from the call', node, async (t) => {
  const clock = fakeClock(t);
  const runtime = runtimeOf({ tool: never }, { maxConcurrent: 1, timeout: 100 });
  const calls = [
    runtime.execute('tool'),
    runtime.execute('tool'),
    runtime.execute('tool', {}, { maxTotalTimeout: 150 }),
    runtime.execute('tool', {}, { timeout: 0, maxTotalTimeout: 250 }),
  ];
  const settled = () => Promise.all(calls.map((call) => hasSettled(t, call)));
  await clock.advance(100);
  assert.deepEqual(await settled(), [true, false, false, false]);
  await clock.advance(50);
  assert.deepEqual(await settled(), [true, false, true, false]);
  await clock.advance(49);
  assert.deepEqual(await settled(), [true, false, true, false]);
  await clock.advance(1);
  assert.deepEqual(await settled(), [true, true, true, false]);
  await clock.advance(50);
  assert.deepEqual(await settled(), [true, true, true, true]);
  const results = /** @type {any[]} */ (await Promise.all(calls));
  assert.deepEqual(
    results.map(({ errorCode, outcomeUnknown }) => [errorCode, outcomeUnknown]),
    [
      ['TIMEOUT', true],
      ['TIMEOUT', true],
      ['TIMEOUT', undefined],
      ['TIMEOUT', true],
    ],
  );
  assert.match(results[2].error, /150 ms/);
  assert.equal(clock.pending, 0);
});

test('S3-14 the time that a call waits is not that of its execution', node, async (t) => {
  const clock = fakeClock(t);
  const tool = () => new Promise((resolve) => setTimeout(resolve, 30, { success: true, data: 1 }));
  const runtime = runtimeOf({ tool }, { maxConcurrent: 1 });
  const calls = Promise.all([runtime.execute('tool'), runtime.execute('tool')]);
  await clock.advance(60);
  const times = (await calls).map(({ metadata }) => metadata.executionTime);
  assert.deepEqual(times, [30, 30]);
});

test('S3-20 a failing tool, one that throws and one that is refused make room, too', node, async () => {
  let runs = 0;
  const tools = {
    failing: () => ({ success: false, error: 'E' }),
    throwing: () => {
      throw new Error('x');
    },
    odd: () => 5,
    last: () => {
      runs += 1;
      return { success: true, data: 1 };
    },
  };
  const runtime = runtimeOf(tools, { maxConcurrent: 1 });
  const ids = ['failing', 'throwing', 'odd', 'nothing', 'last'];
  const calls = [
    ...ids.map((id) => runtime.execute(id)),
    runtime.execute('last', 5),
    runtime.execute('last'),
  ];
  const results = await Promise.all(calls);
  assert.deepEqual(
    results.map(({ success }) => success),
    [false, false, false, false, true, false, true],
  );
  assert.equal(runs, 2);
});

test('S3-20 no limit: Infinity, and without the option', node, async () => {
  for (const options of [{}, { maxConcurrent: Number.POSITIVE_INFINITY }, { maxConcurrent: null }]) {
    const { tool, begun } = gate();
    const runtime = runtimeOf({ tool }, options);
    for (let index = 0; index < 50; index += 1) runtime.execute('tool', { name: `${index}` });
    assert.equal(begun.length, 50);
  }
});

test('S3-20 executeAll gives a result for each call, in their order', node, async (t) => {
  const clock = fakeClock(t);
  const tools = {
    wait: async (/** @type {any} */ { ms }, /** @type {any} */ context) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { success: true, data: [ms, context.userId] };
    },
    throwing: () => {
      throw new Error('x');
    },
    never,
  };
  const runtime = runtimeOf(tools);
  const all = runtime.executeAll(
    /** @type {any[]} */ ([
      { id: 'wait', params: { ms: 200 }, options: { context: { userId: 'u' } } },
      { id: 'throwing' },
      { id: 'nothing', params: {} },
      { id: 'never', options: { timeout: 50 } },
      { id: 'never', options: { signal: AbortSignal.abort('early') } },
      { id: 'wait', params: { ms: 5 }, options: { timeout: -1 } },
      null,
      'wait',
      {},
      Object.defineProperty({}, 'id', { get: () => assert.fail('mine') }),
      { id: 'wait', params: { ms: 10 } },
    ]),
  );
  await clock.advance(200);
  const results = /** @type {any[]} */ (await all);
  assert.deepEqual(
    results.map((result) => result.data ?? result.errorCode),
    [
      [200, 'u'],
      'EXECUTION_ERROR',
      'NOT_FOUND',
      'TIMEOUT',
      'ABORTED',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      [10, undefined],
    ],
  );
  assert.match(results[4].error, /^early$/);
  assert.match(results[5].error, /`timeout`/);
  assert.match(results[9].error, /mine/);
  for (const result of results) {
    assert.equal(typeof result.metadata.executionTime, 'number');
    assert.equal(Array.isArray(result.metadata.warnings), true);
  }
  assert.deepEqual(await runtime.executeAll([]), []);
});

test('S3-17 the signal of executeAll ends all that have not ended', node, async (t) => {
  for (const asOption of [true, false]) {
    const { tool, begun, end } = gate();
    const runtime = runtimeOf({ tool }, { maxConcurrent: 2 });
    const controller = new AbortController();
    const count = t.countListeners(controller.signal, 'abort');
    const own = new AbortController();
    const calls = ['a', 'b', 'c', 'd'].map((name) => ({
      id: 'tool',
      params: { name },
      options: { signal: own.signal },
    }));
    const all = runtime.executeAll(calls, asOption ? { signal: controller.signal } : controller.signal);
    await end(t, 'a');
    assert.deepEqual(begun, ['a', 'b', 'c']);
    controller.abort('enough');
    const results = /** @type {any[]} */ (await all);
    assert.deepEqual(
      results.map(({ data, error, errorCode, outcomeUnknown }) => [data ?? error, errorCode, outcomeUnknown]),
      [
        ['a', undefined, undefined],
        ['enough', 'ABORTED', true],
        ['enough', 'ABORTED', true],
        ['enough', 'ABORTED', undefined],
      ],
    );
    assert.deepEqual(begun, ['a', 'b', 'c']);
    assert.equal(count.active, 0);
    const none = await runtime.executeAll(calls, { signal: AbortSignal.abort('early') });
    assert.equal(
      none.every((result) => !result.success && result.error === 'early'),
      true,
    );
  }
});

test('S3-20 lists of calls that are none are refused', node, async (t) => {
  const runtime = runtimeOf({});
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  for (const calls of /** @type {any[]} */ ([
    undefined,
    null,
    {},
    'calls',
    5,
    new Set(),
    { length: 1 },
    proxy,
  ])) {
    const error = await t.rejects(runtime.executeAll(calls));
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  for (const options of /** @type {any[]} */ ([5, 'x', { signal: {} }, { signal: 'x' }])) {
    assert.equal((await t.rejects(runtime.executeAll([], options))).errorCode, 'INVALID_INPUT');
  }
  for (const options of /** @type {any[]} */ ([undefined, null, {}, { signal: null }])) {
    assert.deepEqual(await runtime.executeAll([], options), []);
  }
});

test('S3-17 dispose aborts every call that is under way or waits', node, async (t) => {
  const { tool, begun } = gate();
  /** @type {AbortSignal[]} */
  const signals = [];
  const keep = (/** @type {any} */ params, /** @type {any} */ context) => {
    signals.push(context.signal);
    return tool(params);
  };
  const runtime = runtimeOf({ tool: keep }, { maxConcurrent: 1 });
  const running = runtime.execute('tool', { name: 'a' });
  const waiting = runtime.execute('tool', { name: 'b' });
  const all = runtime.executeAll([{ id: 'tool', params: { name: 'c' } }]);
  runtime.dispose();
  const errors = await Promise.all([running, waiting].map((call) => t.rejects(call)));
  for (const [index, error] of errors.entries()) {
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, 'The runtime has been disposed.');
    assert.deepEqual([error.errorCode, error.outcomeUnknown], ['ABORTED', index === 0 ? true : undefined]);
  }
  const [entry] = /** @type {any[]} */ (await all);
  assert.deepEqual([entry.success, entry.errorCode], [false, 'ABORTED']);
  assert.deepEqual(begun, ['a']);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );

  runtime.dispose();
  for (const result of [await runtime.execute('tool', {}), ...(await runtime.executeAll([{ id: 'tool' }]))]) {
    assert.equal(!result.success && result.errorCode, 'UNAVAILABLE');
    assert.match(!result.success && result.error, /disposed/);
  }
  assert.deepEqual(begun, ['a']);
});

test('S3-17 dispose from inside a tool, a hook and a listener', node, async (t) => {
  /** @type {any} */
  let runtime;
  const tools = {
    inside: () => {
      runtime.dispose();
      return never();
    },
    ok: () => ({ success: true, data: 1 }),
  };
  runtime = runtimeOf(tools);
  assert.equal((await t.rejects(runtime.execute('inside'))).name, 'AbortError');
  runtime = runtimeOf(tools, { hooks: { beforeExecute: () => runtime.dispose() } });
  assert.equal((await t.rejects(runtime.execute('ok'))).outcomeUnknown, undefined);
  runtime = runtimeOf(tools);
  const stop = onToolCall(() => runtime.dispose());
  assert.equal((await runtime.execute('ok')).success, false);
  stop();
});
