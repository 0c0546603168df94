/** Calls of plugins by options: limits and progress; and tools that are async generators. */

import { Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';

const node = { node: true };
const never = () => new Promise(() => {});

/** @param {(input: any, signal?: AbortSignal, emit?: (event: any) => void) => any} execute */
const toolOf = (execute) => Tool.define({ name: 'lookup', execute });

/** @param {string} text */
const failure = (text) => ({ success: false, json: null, text });

/** @param {Promise<unknown>} call */
function follow(call) {
  /** @type {{ value?: unknown }} */
  const state = {};
  call.then((value) => {
    state.value = value;
  });
  return state;
}

test('X-08 a timeout ends the call, and fires the signal that the tool got', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {AbortSignal | undefined} */
  let given;
  const state = follow(
    toolOf((_input, signal) => {
      given = signal;
      return never();
    }).execute({}, { timeout: 1000 }),
  );
  await clock.advance(999);
  assert.equal(state.value, undefined);
  assert.equal(given?.aborted, false);
  await clock.advance(1);
  assert.deepEqual(state.value, failure('The tool "lookup" did not answer within 1000 ms.'));
  assert.equal(given?.aborted, true);
  assert.equal(clock.pending, 0);
});

test('X-08 a call that ends in time leaves no timer, and its signal does not fire', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {AbortSignal | undefined} */
  let given;
  const plugin = toolOf((_input, signal) => {
    given = signal;
    return 'done';
  });
  assert.equal(await plugin.execute({}, { timeout: 1000, maxTotalTimeout: 2000 }), 'done');
  assert.equal(clock.pending, 0);
  await clock.advance(5000);
  assert.equal(given?.aborted, false);
});

test('X-08 progress puts the timeout off when asked, up to the total', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {((event: any) => void) | undefined} */
  let emit;
  const plugin = toolOf((_input, _signal, given) => {
    emit = given;
    return never();
  });
  const renewed = follow(
    plugin.execute({}, { timeout: 100, resetTimeoutOnProgress: true, maxTotalTimeout: 250 }),
  );
  for (let step = 0; step < 3; step++) {
    await clock.advance(80);
    assert.equal(renewed.value, undefined);
    emit?.(step);
  }
  await clock.advance(9);
  assert.equal(renewed.value, undefined);
  await clock.advance(1);
  assert.deepEqual(renewed.value, failure('The tool "lookup" did not answer within 250 ms.'));

  const fixed = follow(plugin.execute({}, { timeout: 100, onProgress: () => {} }));
  await clock.advance(80);
  emit?.('on');
  await clock.advance(20);
  assert.deepEqual(fixed.value, failure('The tool "lookup" did not answer within 100 ms.'));
  assert.equal(clock.pending, 0);
});

test('X-08 onProgress gets what the tool emits while it runs, and nothing after', node, async (t) => {
  /** @type {((event: any) => void) | undefined} */
  let kept;
  const plugin = toolOf(async (_input, _signal, emit) => {
    kept = emit;
    emit?.(1);
    await t.tick();
    emit?.({ half: true });
    return 'done';
  });
  /** @type {unknown[]} */
  const seen = [];
  await plugin.execute({}, { onProgress: (event) => seen.push(event) });
  kept?.('late');
  assert.deepEqual(seen, [1, { half: true }]);

  const controller = new AbortController();
  const hanging = toolOf((_input, _signal, emit) => {
    kept = emit;
    return never();
  });
  const call = hanging.execute({}, { signal: controller.signal }, (event) => seen.push(event));
  kept?.('beside options the callback stands for onProgress');
  controller.abort('enough');
  kept?.('between');
  assert.deepEqual(await call, failure('enough'));
  kept?.('late');
  assert.equal(seen.includes('late'), false);
  assert.equal(seen[2], 'beside options the callback stands for onProgress');
});

test('X-08 what onProgress throws is reported, and disturbs nothing', { node: true }, async (t) => {
  /** @type {unknown[]} */
  const reported = [];
  const error = new Error('listener');
  if (t.env.engine === 'node') {
    const { error: print } = console;
    console.error = (...args) => reported.push(args[0]);
    t.after(() => {
      console.error = print;
    });
  } else {
    t.expectUnhandled();
    const listen = (/** @type {ErrorEvent} */ event) => reported.push(event.error);
    addEventListener('error', listen);
    t.after(() => removeEventListener('error', listen));
  }
  const plugin = toolOf((_input, _signal, emit) => {
    emit?.(1);
    emit?.(2);
    return 'done';
  });
  const onProgress = () => {
    throw error;
  };
  assert.equal(await plugin.execute({}, { onProgress }), 'done');
  assert.equal(reported.length, 2);
  assert.equal(reported[0], error);
});

test('X-08 with options and nobody who listens there is nothing to emit to', node, async () => {
  /** @type {unknown[][]} */
  const received = [];
  const plugin = toolOf((...args) => received.push(args));
  await plugin.execute({}, {});
  assert.deepEqual(received[0]?.slice(1), [undefined, undefined]);
  await plugin.execute({}, { signal: new AbortController().signal });
  assert.ok(received[1]?.[1]);
  assert.equal(received[1]?.[2], undefined);
});

test('X-08 options that are wrong: a failure that says so, and no call', node, async () => {
  const plugin = toolOf(() => assert.fail('it ran'));
  const unreadable = {
    get timeout() {
      throw new Error('hostile');
    },
  };
  for (const [options, text] of /** @type {[any, RegExp][]} */ ([
    [5, /^The options must be an object or an AbortSignal\.$/],
    ['x', /^The options must be an object or an AbortSignal\.$/],
    [{ signal: {} }, /^The option `signal` must be an AbortSignal\.$/],
    [{ timeout: -1 }, /^The option `timeout` must be a number of milliseconds, 0 or more\.$/],
    [{ timeout: Number.NaN }, /^The option `timeout` /],
    [{ timeout: '5' }, /^The option `timeout` /],
    [{ maxTotalTimeout: -5 }, /^The option `maxTotalTimeout` /],
    [{ onProgress: 5 }, /^The option `onProgress` must be a function\.$/],
    [unreadable, /^The options cannot be read: hostile$/],
  ])) {
    const { success, json, text: told } = /** @type {any} */ (await plugin.execute({}, options));
    assert.deepEqual([success, json], [false, null]);
    assert.match(told, text);
  }
});

test('X-08 timeouts that are none', node, async (t) => {
  const clock = fakeClock(t);
  const plugin = toolOf(() => new Promise((resolve) => setTimeout(resolve, 1e6, 'done')));
  const calls = [0, Number.POSITIVE_INFINITY, undefined, null, 3e9].map((timeout) =>
    plugin.execute({}, /** @type {any} */ ({ timeout })),
  );
  await clock.advance(1e6);
  assert.deepEqual(await Promise.all(calls), Array(5).fill('done'));
  assert.equal(clock.pending, 0);
});

test('X-08 an async generator: what it yields is progress, what it returns the result', node, async () => {
  const plugin = toolOf(async function* ({ steps }) {
    for (let step = 1; step <= steps; step++) yield { step };
    return { success: true, json: steps, text: 'Done' };
  });
  /** @type {unknown[]} */
  const seen = [];
  const result = await plugin.execute({ steps: 3 }, undefined, (event) => seen.push(event));
  assert.deepEqual(result, { success: true, json: 3, text: 'Done' });
  assert.deepEqual(seen, [{ step: 1 }, { step: 2 }, { step: 3 }]);
  await plugin.execute({ steps: 2 }, { onProgress: (event) => seen.push(event) });
  assert.equal(seen.length, 5);
  assert.deepEqual(await plugin.execute({ steps: 0 }), { success: true, json: 0, text: 'Done' });
  const empty = toolOf(async function* () {});
  assert.equal(await empty.execute({}), undefined);
  const nothing = toolOf(async function* () {
    yield undefined;
    return null;
  });
  assert.equal(await nothing.execute({}, undefined, (event) => seen.push(event)), null);
  assert.equal(seen.at(-1), undefined);
});

test('X-08 a generator that throws fails, before and after a word of progress', node, async () => {
  /** @type {unknown[]} */
  const seen = [];
  const plugin = toolOf(async function* ({ at }) {
    if (at === 0) throw new Error('at once');
    yield 'on the way';
    throw new Error('later');
  });
  const emit = (/** @type {any} */ event) => seen.push(event);
  assert.deepEqual(await plugin.execute({ at: 0 }, undefined, emit), failure('at once'));
  assert.deepEqual(await plugin.execute({ at: 1 }, undefined, emit), failure('later'));
  assert.deepEqual(seen, ['on the way']);
});

test('X-08 a generator that is given up runs its finally, and is asked for no more', node, async (t) => {
  /** @type {string[]} */
  const log = [];
  const plugin = toolOf(async function* () {
    try {
      for (let step = 0; ; step++) {
        log.push(`step ${step}`);
        yield step;
        await t.tick();
      }
    } finally {
      log.push('finally');
    }
  });
  const controller = new AbortController();
  const result = await plugin.execute({}, controller.signal, (event) => {
    if (event === 2) controller.abort('enough');
  });
  assert.deepEqual(result, failure('enough'));
  for (let wait = 0; wait < 5; wait++) await t.tick();
  assert.equal(log.at(-1), 'finally');
  assert.equal(log.filter((line) => line === 'finally').length, 1);
  assert.ok(log.length <= 5, log.join());
});

test('X-08 a timeout ends a generator, too', node, async (t) => {
  const clock = fakeClock(t);
  let ended = false;
  const plugin = toolOf(async function* () {
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 40));
        yield 'still here';
      }
    } finally {
      ended = true;
    }
  });
  const state = follow(plugin.execute({}, { timeout: 100 }));
  await clock.advance(100);
  assert.deepEqual(state.value, failure('The tool "lookup" did not answer within 100 ms.'));
  await clock.advance(40);
  assert.equal(ended, true);
  assert.equal(clock.pending, 0);
  const renewed = follow(
    plugin.execute({}, { timeout: 60, resetTimeoutOnProgress: true, maxTotalTimeout: 500 }),
  );
  await clock.advance(499);
  assert.equal(renewed.value, undefined, 'what it yields puts the timeout off');
  await clock.advance(1);
  assert.deepEqual(renewed.value, failure('The tool "lookup" did not answer within 500 ms.'));
});

test('X-08 a generator that ignores being given up is left to itself', node, async (t) => {
  let nexts = 0;
  let returns = 0;
  const stubborn = () => ({
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      nexts += 1;
      await t.tick();
      return { done: false, value: nexts };
    },
    async return() {
      returns += 1;
      throw new Error('never');
    },
  });
  const controller = new AbortController();
  const call = toolOf(stubborn).execute({}, controller.signal);
  await t.tick();
  controller.abort('enough');
  assert.deepEqual(await call, failure('enough'));
  const before = nexts;
  for (let wait = 0; wait < 5; wait++) await t.tick();
  assert.equal(nexts, before);
  assert.equal(returns, 1);
});

test('X-08 what only looks like a generator, and what one does wrong', node, async () => {
  // Something to go through, which is not under way, is a result like any other.
  const iterable = { [Symbol.asyncIterator]: () => ({}) };
  assert.equal(await toolOf(() => iterable).execute({}), iterable);
  const list = [1, 2];
  assert.equal(await toolOf(() => list).execute({}), list);
  const generator = (/** @type {any} */ next) => ({ [Symbol.asyncIterator]: () => {}, next });
  const failing = async (/** @type {any} */ next) =>
    /** @type {any} */ (await toolOf(() => generator(next)).execute({})).success;
  assert.equal(await failing(() => 5), false);
  assert.equal(await failing(() => undefined), false);
  assert.equal(
    await failing(() => {
      throw new Error('no');
    }),
    false,
  );
  const step = Object.defineProperty({}, 'done', {
    get() {
      throw new Error('hostile');
    },
  });
  assert.deepEqual(await toolOf(() => generator(() => step)).execute({}), failure('hostile'));
  const value = { answer: 42 };
  assert.equal(await toolOf(() => generator(() => ({ done: true, value }))).execute({}), value);
});

test('X-08 equal calls that overlap each have their own progress', node, async (t) => {
  const plugin = toolOf(async function* ({ id }) {
    for (let step = 0; step < 3; step++) {
      yield { id, step };
      await t.tick();
    }
    return id;
  });
  /** @type {any[][]} */
  const seen = [[], [], []];
  const ids = await Promise.all(
    seen.map((own, id) => plugin.execute({ id }, { onProgress: (event) => own.push(event) })),
  );
  assert.deepEqual(ids, [0, 1, 2]);
  for (const [id, own] of seen.entries()) {
    assert.deepEqual(
      own,
      [0, 1, 2].map((step) => ({ id, step })),
    );
  }
});
