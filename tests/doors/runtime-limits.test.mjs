/** How long a tool of a catalogue may run: time limits and aborts. */

import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, runtimeOf, thrown } from './runtime-of.mjs';

const node = { node: true };

test('S3-11 without an option a tool has 30 s', node, async (t) => {
  const clock = fakeClock(t);
  const call = runtimeOf({ tool: never }).execute('tool');
  await clock.advance(29_999);
  assert.equal(await hasSettled(t, call), false);
  await clock.advance(1);
  const result = await call;
  assert.equal(!result.success && result.errorCode, 'TIMEOUT');
  assert.equal(clock.pending, 0);
});

test('S3-12 S3-13 the time of the runtime, and that of a call, longer and shorter', node, async (t) => {
  const clock = fakeClock(t);
  const runtime = runtimeOf({ tool: never }, { timeout: 10_000 });
  const calls = {
    runtime: runtime.execute('tool'),
    longer: runtime.execute('tool', {}, { timeout: 60_000 }),
    shorter: runtime.execute('tool', {}, { timeout: 5000 }),
  };
  const settled = async () => {
    const all = await Promise.all(Object.values(calls).map((call) => hasSettled(t, call)));
    return Object.keys(calls).filter((_, index) => all[index]);
  };
  await clock.advance(4999);
  assert.deepEqual(await settled(), []);
  await clock.advance(1);
  assert.deepEqual(await settled(), ['shorter']);
  await clock.advance(4999);
  assert.deepEqual(await settled(), ['shorter']);
  await clock.advance(1);
  assert.deepEqual(await settled(), ['runtime', 'shorter']);
  await clock.advance(49_999);
  assert.deepEqual(await settled(), ['runtime', 'shorter']);
  await clock.advance(1);
  assert.deepEqual(await settled(), ['runtime', 'longer', 'shorter']);
  assert.equal(clock.pending, 0);
});

test('S3-14 time that is up is a result', node, async () => {
  const result = await runtimeOf({ 'slow-tool': never }).execute('slow-tool', {}, { timeout: 5 });
  const { metadata, ...rest } = /** @type {any} */ (result);
  assert.deepEqual(rest, {
    success: false,
    error: 'The tool "slow-tool" did not answer within 5 ms.',
    errorCode: 'TIMEOUT',
    outcomeUnknown: true,
  });
  assert.equal(metadata.executionTime >= 4, true);
});

test('S3-15 the tool is told, and what it gives later is dropped', node, async (t) => {
  /** @type {{ signal?: AbortSignal, resolve?: (value: any) => void, reject?: (error: any) => void }[]} */
  const running = [];
  const runtime = runtimeOf({
    tool: (/** @type {any} */ _params, /** @type {any} */ { abortSignal }) =>
      new Promise((resolve, reject) => running.push({ signal: abortSignal, resolve, reject })),
  });
  const results = await Promise.all([1, 2].map(() => runtime.execute('tool', {}, { timeout: 5 })));
  assert.deepEqual(
    running.map(({ signal }) => signal?.aborted),
    [true, true],
  );
  running[0]?.resolve?.({ success: true, data: 'late' });
  running[1]?.reject?.(new Error('late'));
  await t.sleep(20);
  for (const result of results) assert.equal(!result.success && result.errorCode, 'TIMEOUT');
});

test('S3-15 no timer is left when the tool ends, and its signal does not fire any more', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {AbortSignal[]} */
  const signals = [];
  const keep =
    (/** @type {any} */ value) =>
    (/** @type {any} */ _params, /** @type {any} */ { signal }) => {
      signals.push(signal);
      return value();
    };
  const runtime = runtimeOf({
    value: keep(() => ({ success: true, data: 1 })),
    promise: keep(async () => ({ success: true, data: 1 })),
    failure: keep(() => {
      throw new Error('no');
    }),
  });
  const controller = new AbortController();
  const options = { signal: controller.signal, maxTotalTimeout: 1000 };
  for (const id of ['value', 'promise', 'failure']) await runtime.execute(id, {}, options);
  assert.equal(clock.pending, 0);
  controller.abort();
  await clock.advance(100_000);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, false, false],
  );
});

test('S3-16 times that are none are refused before anything runs', node, async (t) => {
  let runs = 0;
  const tools = {
    tool: () => {
      runs += 1;
    },
  };
  const odd = [Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', true, {}, [], Symbol('5'), 5n, () => 5];
  for (const name of ['timeout', 'maxTotalTimeout']) {
    for (const value of odd) {
      const error = thrown(() => runtimeOf(tools, { [name]: value }));
      const rejection = await t.rejects(runtimeOf(tools).execute('tool', {}, { [name]: value }));
      for (const { errorCode, message } of [error, rejection]) {
        assert.equal(errorCode, 'INVALID_INPUT');
        assert.match(message, new RegExp(`\`${name}\` must be a number of milliseconds`));
      }
      assert.equal(error instanceof TypeError && rejection instanceof TypeError, true);
    }
  }
  assert.equal(runs, 0);
});

test('S3-16 0 and Infinity stand for ever, and long times do not end at once', node, async (t) => {
  const long = [0, Number.POSITIVE_INFINITY, 3e9, 2 ** 31, Number.MAX_VALUE];
  const calls = long.flatMap((timeout) => [
    runtimeOf({ tool: never }, { timeout, maxTotalTimeout: timeout }).execute('tool'),
    runtimeOf({ tool: never }, { timeout: 10, maxTotalTimeout: 10 }).execute(
      'tool',
      {},
      {
        timeout,
        maxTotalTimeout: timeout,
      },
    ),
  ]);
  await t.sleep(60);
  assert.equal((await Promise.all(calls.map((call) => hasSettled(t, call)))).includes(true), false);
});

test('X-08 progress renews the time where it is asked to, up to the total', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {((progress: any) => void)[]} */
  const emits = [];
  const runtime = runtimeOf({
    tool: (/** @type {any} */ _params, /** @type {any} */ { emit }) => {
      emits.push(emit);
      return never();
    },
  });
  const calls = [
    runtime.execute('tool', {}, { timeout: 100 }),
    runtime.execute('tool', {}, { timeout: 100, resetTimeoutOnProgress: true }),
    runtime.execute('tool', {}, { timeout: 100, resetTimeoutOnProgress: true, maxTotalTimeout: 150 }),
  ];
  const settled = () => Promise.all(calls.map((call) => hasSettled(t, call)));
  await clock.advance(90);
  for (const emit of emits) emit('so far');
  await clock.advance(50);
  assert.deepEqual(await settled(), [true, false, false]);
  await clock.advance(10);
  assert.deepEqual(await settled(), [true, false, true]);
  await clock.advance(40);
  assert.deepEqual(await settled(), [true, true, true]);
  assert.equal(clock.pending, 0);
});

test('X-08 the runtime may renew the time of all its calls', node, async (t) => {
  const clock = fakeClock(t);
  const tool = async (/** @type {any} */ _params, /** @type {any} */ { emit }) => {
    await new Promise((resolve) => setTimeout(resolve, 90));
    emit(1);
    await new Promise((resolve) => setTimeout(resolve, 90));
    return { success: true, data: 1 };
  };
  const runtime = runtimeOf({ tool }, { timeout: 100, resetTimeoutOnProgress: true });
  const calls = [runtime.execute('tool'), runtime.execute('tool', {}, { resetTimeoutOnProgress: false })];
  await clock.advance(200);
  assert.deepEqual(
    (await Promise.all(calls)).map(({ success }) => success),
    [true, false],
  );
});

test('S3-17 abort rejects at once with an AbortError, whatever the tool does', node, async (t) => {
  for (const name of ['signal', 'abortSignal']) {
    const controller = new AbortController();
    /** @type {AbortSignal | undefined} */
    let told;
    const runtime = runtimeOf({
      tool: (/** @type {any} */ _params, /** @type {any} */ { signal }) => {
        told = signal;
        return never();
      },
    });
    const call = runtime.execute('tool', {}, { [name]: controller.signal });
    assert.equal(await hasSettled(t, call), false);
    controller.abort('User cancelled');
    const error = await t.rejects(call);
    assert.equal(error instanceof DOMException, true);
    assert.deepEqual([error.name, error.message], ['AbortError', 'User cancelled']);
    assert.deepEqual([error.errorCode, error.outcomeUnknown], ['ABORTED', true]);
    assert.equal(error.cause, 'User cancelled');
    assert.equal(told?.aborted, true);
    assert.equal(told?.reason, 'User cancelled');
  }
});

test('S0-14 S3-17 the text of an abort without a reason', node, async (t) => {
  const controller = new AbortController();
  const call = runtimeOf({ tool: never }).execute('tool', {}, controller.signal);
  controller.abort();
  const error = await t.rejects(call);
  assert.deepEqual([error.name, error.message], ['AbortError', 'Aborted']);
  assert.equal(error === controller.signal.reason, false);
});

test('S3-18 a signal that has fired lets nothing begin', node, async (t) => {
  let runs = 0;
  const hooks = {
    beforeExecute: () => {
      runs += 1;
    },
  };
  const runtime = runtimeOf(
    {
      tool: () => {
        runs += 1;
      },
    },
    { hooks },
  );
  for (const options of [{ abortSignal: AbortSignal.abort('early') }, AbortSignal.abort('early')]) {
    const error = await t.rejects(runtime.execute('tool', {}, options));
    assert.deepEqual([error.name, error.message, error.outcomeUnknown], ['AbortError', 'early', undefined]);
  }
  assert.equal(runs, 0);
});

test('S3-17 either of two signals ends the call, for its own reason', node, async (t) => {
  const runtime = runtimeOf({ tool: never });
  for (const which of [0, 1]) {
    const controllers = [new AbortController(), new AbortController()];
    const [signal, abortSignal] = controllers.map((controller) => controller.signal);
    const counts = controllers.map((controller) => t.countListeners(controller.signal, 'abort'));
    const call = runtime.execute('tool', {}, { signal, abortSignal });
    controllers[which]?.abort(`by ${which}`);
    const error = await t.rejects(call);
    assert.deepEqual([error.message, error.cause], [`by ${which}`, `by ${which}`]);
    assert.deepEqual(
      counts.map(({ added, active }) => [added > 0, active]),
      [
        [true, 0],
        [true, 0],
      ],
    );
    const fired = { signal, abortSignal: new AbortController().signal };
    if (which === 0) assert.equal((await t.rejects(runtime.execute('tool', {}, fired))).message, 'by 0');
  }
});

test('S3-17 a signal of another realm, alone and beside one of this', async (t) => {
  const runtime = runtimeOf({ tool: never });
  for (const more of [{}, { signal: new AbortController().signal }]) {
    const { signal, abort } = await t.signalOfAnotherRealm();
    const call = runtime.execute('tool', {}, { ...more, abortSignal: signal });
    abort('from afar');
    const error = await t.rejects(call);
    assert.equal(error instanceof DOMException, true);
    assert.deepEqual([error.name, error.message], ['AbortError', 'from afar']);
  }
});

test('S3-17 a signal made by hand', node, async (t) => {
  const listeners = new Set();
  const made = {
    aborted: false,
    reason: undefined,
    addEventListener: (/** @type {string} */ _type, /** @type {any} */ listener) => listeners.add(listener),
    removeEventListener: (/** @type {string} */ _type, /** @type {any} */ listener) =>
      listeners.delete(listener),
  };
  const call = runtimeOf({ tool: never }).execute('tool', {}, { abortSignal: made });
  Object.assign(made, { aborted: true, reason: 'by hand' });
  for (const listener of [...listeners]) listener({});
  assert.equal((await t.rejects(call)).message, 'by hand');
  assert.equal(listeners.size, 0);
});

test('S3-19 whichever of abort and time comes first decides, and only that', node, async (t) => {
  const clock = fakeClock(t);
  const runtime = runtimeOf({ tool: never });
  const late = new AbortController();
  const timedOut = runtime.execute('tool', {}, { timeout: 10, signal: late.signal });
  await clock.advance(10);
  late.abort();
  const result = await timedOut;
  assert.equal(!result.success && result.errorCode, 'TIMEOUT');

  const early = new AbortController();
  const aborted = runtime.execute('tool', {}, { timeout: 10, signal: early.signal });
  await clock.advance(9);
  early.abort('first');
  assert.equal((await t.rejects(aborted)).message, 'first');
  await clock.advance(10);
  assert.equal(clock.pending, 0);
});

test('S3-19 an abort in the moment in which the tool ends wins', node, async (t) => {
  const controller = new AbortController();
  /** @type {(value: any) => void} */
  let resolve = () => {};
  const tool = () =>
    new Promise((settle) => {
      resolve = settle;
    });
  const call = runtimeOf({ tool }).execute('tool', {}, { signal: controller.signal });
  resolve({ success: true, data: 1 });
  controller.abort('post');
  assert.equal((await t.rejects(call)).message, 'post');
});
