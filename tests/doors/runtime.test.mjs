/** Running the tools of a catalogue: `createRuntime`. */

import { createRuntime, onToolCall, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, reported, runtimeOf, thrown } from './runtime-of.mjs';

const node = { node: true };
/** The result of a tool that returns this, without its metadata. @param {any} value @param {any} [options] */
async function resultOf(value, options) {
  const result = await runtimeOf({ tool: () => value }, options).execute('tool', {});
  if (typeof result !== 'object' || result === null) return result;
  const { metadata, ...rest } = result;
  assert.equal(typeof metadata, 'object');
  return rest;
}

test('S3-06 the options are optional', node, async () => {
  for (const options of [undefined, null, {}]) {
    const runtime = runtimeOf({ tool: () => ({ success: true, data: 1 }) }, options);
    assert.equal(Object.isFrozen(runtime), true);
    const { execute } = runtime;
    assert.equal((await execute('tool', {})).success, true);
    assert.equal((await execute('tool')).success, true);
    assert.equal((await execute('tool', null, null)).success, true);
  }
});

test('S3-07 S3-09 S3-10 functions that return, resolve and yield', node, async () => {
  const returned = { success: true, data: { hash: 'abc' } };
  const other = (/** @type {any} */ value) => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
    then: (/** @type {(value: any) => void} */ resolve) => resolve(value),
  });
  assert.deepEqual(await resultOf(returned), returned);
  assert.deepEqual(await resultOf(Promise.resolve(returned)), returned);
  assert.deepEqual(await resultOf(other(returned)), returned);
  /** @type {any[]} */
  const told = [];
  const runtime = runtimeOf({
    async *tool() {
      yield 'a';
      yield { done: 2 };
      return returned;
    },
  });
  const result = await runtime.execute('tool', {}, { onProgress: (progress) => told.push(progress) });
  assert.equal(result.success && result.data.hash, 'abc');
  assert.deepEqual(told, ['a', { done: 2 }]);
});

test('S3-07 it returns a promise of its own, and a tool runs in the turn of the call', node, async () => {
  let runs = 0;
  const runtime = runtimeOf({
    tool: () => {
      runs += 1;
      return { success: true, data: 1 };
    },
  });
  const promise = runtime.execute('tool', {});
  assert.equal(promise instanceof Promise, true);
  assert.equal(runs, 1);
  await promise;
});

test('S3-08 the function is given the input and the context', node, async () => {
  /** @type {any} */
  let given;
  const runtime = runtimeOf({
    'tool-id': (/** @type {any[]} */ ...args) => {
      given = args;
      return { success: true, data: 1 };
    },
  });
  const own = { userId: 'user-123', requestId: 'r-7', tenant: { id: 1 } };
  const input = { city: 'Karachi', list: [1] };
  await runtime.execute('tool-id', input, { context: own, timeout: 1234 });
  const [params, context] = given;
  assert.equal(given.length, 2);
  assert.deepEqual(params, input);
  assert.equal(params.list, input.list);
  assert.equal(context.toolId, 'tool-id');
  assert.equal(context.userId, 'user-123');
  assert.equal(context.requestId, 'r-7');
  assert.equal(context.tenant, own.tenant);
  assert.equal(context.timeout, 1234);
  assert.equal(context.abortSignal instanceof AbortSignal, true);
  assert.equal(context.signal, context.abortSignal);
  assert.equal(context.abortSignal.aborted, false);
  assert.equal(typeof context.emit, 'function');
  assert.deepEqual(own, { userId: 'user-123', requestId: 'r-7', tenant: { id: 1 } });

  await runtime.execute('tool-id');
  assert.deepEqual(given[0], {});
  assert.equal(given[1].timeout, 30_000);
  await runtime.execute('tool-id', {}, { timeout: 0 });
  assert.equal(given[1].timeout, undefined);
});

test("S3-08 the runtime's members of the context win over the caller's", node, async () => {
  /** @type {any} */
  let context;
  const runtime = runtimeOf({
    tool: (/** @type {any} */ _params, /** @type {any} */ given) => {
      context = given;
      return { success: true, data: 1 };
    },
  });
  const names = ['toolId', 'timeout', 'abortSignal', 'signal', 'emit'];
  const forged = Object.fromEntries(names.map((name) => [name, 'forged']));
  await runtime.execute('tool', {}, { context: forged, timeout: 0 });
  for (const name of names) assert.equal(context[name] === 'forged', false);
  const odd = JSON.parse('{"__proto__":{"admin":true},"constructor":5}');
  await runtime.execute('tool', {}, { context: odd });
  assert.equal(context.admin, undefined);
  assert.equal(Object.getPrototypeOf(context), Object.prototype);
  assert.equal(context.constructor, 5);
});

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

test('S3-17 signals made by hand and of other realms', node, async (t) => {
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

test('S3-20 calls in parallel, each with its own time and context', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {any[]} */
  const contexts = [];
  const tool = async (/** @type {any} */ { ms }, /** @type {any} */ context) => {
    contexts.push([context.userId, context.timeout]);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { success: true, data: ms };
  };
  const runtime = runtimeOf({ 'tool-1': tool, 'tool-2': tool, 'tool-3': tool });
  const all = Promise.all([
    runtime.execute('tool-1', { ms: 200 }, { context: { userId: 'a' } }),
    runtime.execute('tool-2', { ms: 50 }, { timeout: 60, context: { userId: 'b' } }),
    runtime.execute('tool-3', { ms: 120 }, { timeout: 100 }),
  ]);
  await clock.advance(200);
  const results = await all;
  assert.deepEqual(
    results.map((result) => (result.success ? result.data : result.errorCode)),
    [200, 50, 'TIMEOUT'],
  );
  assert.deepEqual(contexts, [
    ['a', 30_000],
    ['b', 60],
    [undefined, 100],
  ]);
});

test('S3-22 a result that is none is an internal error', node, async () => {
  /** @type {[any, RegExp][]} */
  const wrong = [
    [{ data: 1 }, /must have `success`/],
    [{ success: true }, /no `data`/],
    [{ success: true, data: undefined }, /no `data`/],
    [{ success: false }, /no `error`/],
    [{ success: false, error: '' }, /no `error`/],
    [{ success: false, error: new Error('x') }, /no `error`/],
    [{ success: 'true', data: 1 }, /must have `success`/],
    [{ success: 1, data: 1 }, /must have `success`/],
    [undefined, /must be an object/],
    [null, /must be an object/],
    [5, /must be an object/],
    ['done', /must be an object/],
    [Symbol('x'), /must be an object/],
    [() => ({ success: true, data: 1 }), /must be an object/],
    [[{ success: true, data: 1 }], /must be an object/],
    [{ content: [{ type: 'text', text: 'x' }] }, /must have `success`/],
    [new Proxy({}, { ownKeys: () => assert.fail('mine') }), /cannot be read/],
  ];
  for (const [value, text] of wrong) {
    const result = await resultOf(value);
    assert.deepEqual(Object.keys(result), ['success', 'error', 'errorCode']);
    assert.deepEqual([result.success, result.errorCode], [false, 'INTERNAL_ERROR']);
    assert.match(result.error, text);
  }
  for (const data of [null, 0, '', false, []]) {
    assert.deepEqual(await resultOf({ success: true, data }), { success: true, data });
  }
});

test('S3-22 unchecked results are passed through', node, async () => {
  const unchecked = { validateOutput: false };
  for (const value of [{ data: 1 }, { success: true }, { success: false }, { success: 'yes' }, {}]) {
    assert.deepEqual(await resultOf(value, unchecked), value);
  }
  for (const value of [5, 'text', null, undefined]) assert.equal(await resultOf(value, unchecked), value);
});

test('S3-23 what a tool throws is a failure', node, async () => {
  const thrower = async (/** @type {any} */ value) => {
    const tools = {
      sync: () => {
        throw value;
      },
      async: () => Promise.reject(value),
    };
    const runtime = runtimeOf(tools);
    const results = await Promise.all(Object.keys(tools).map((id) => runtime.execute(id)));
    const [first, second] = results.map(({ metadata, ...rest }) => rest);
    assert.deepEqual(first, second);
    return first;
  };
  const failed = (/** @type {string} */ error) => ({ success: false, error, errorCode: 'EXECUTION_ERROR' });
  assert.deepEqual(await thrower(new Error('x')), failed('x'));
  assert.deepEqual(await thrower('str'), failed('str'));
  assert.deepEqual(await thrower(42), failed('42'));
  assert.deepEqual(await thrower(undefined), failed('undefined'));
  assert.deepEqual(await thrower(null), failed('null'));
  assert.deepEqual(await thrower(Symbol('s')), failed('Symbol(s)'));
  assert.deepEqual(await thrower(new DOMException('dm', 'DataError')), failed('dm'));
  assert.deepEqual(await thrower(Object.create(null)), failed('a value without a text'));
  const coded = Object.assign(new Error('slow down'), { code: 'RATE_LIMITED', suggestion: 'Wait.' });
  assert.deepEqual(await thrower(coded), {
    success: false,
    error: 'slow down',
    errorCode: 'RATE_LIMITED',
    suggestion: 'Wait.',
  });
  assert.deepEqual(
    await thrower(Object.assign(new Error('x'), { code: 'ENOENT', suggestion: 5 })),
    failed('x'),
  );
});

test('S3-24 a failure of the tool reaches the caller as it is', node, async () => {
  const failure = { success: false, error: 'E', errorCode: 'INVALID_INPUT', suggestion: 'S', own: { a: 1 } };
  assert.deepEqual(await resultOf(failure), failure);
  assert.deepEqual(await resultOf({ success: false, error: 'E', errorCode: 'OUT_OF_STOCK' }), {
    success: false,
    error: 'E',
    errorCode: 'OUT_OF_STOCK',
  });
  assert.deepEqual(await resultOf({ success: false, error: 'E' }), {
    success: false,
    error: 'E',
    errorCode: 'EXECUTION_ERROR',
  });
});

test('S3-22 the result is the caller’s own, its data the very value', node, async () => {
  const data = { list: [1] };
  const returned = Object.freeze({ success: true, data });
  const runtime = runtimeOf({ tool: () => returned });
  const results = [await runtime.execute('tool'), await runtime.execute('tool')];
  assert.equal(results[0] === results[1], false);
  for (const result of results) assert.equal(result.success && result.data, data);
  assert.deepEqual(Object.keys(returned), ['success', 'data']);
});

test('S3-25 S3-26 an unknown id is a result, with the id that was probably meant', node, async () => {
  const tool = () => ({ success: true, data: 1 });
  const runtime = runtimeOf({ 'hash-text': tool, 'format-json': tool });
  const failure = async (/** @type {string} */ id) => {
    const { metadata, ...rest } = /** @type {any} */ (await runtime.execute(id, {}));
    return rest;
  };
  assert.deepEqual(await failure('hash-txt'), {
    success: false,
    error: 'Unknown tool "hash-txt"',
    errorCode: 'NOT_FOUND',
    suggestion: 'Did you mean "hash-text"?',
  });
  assert.equal((await failure('Format_JSON')).suggestion, 'Did you mean "format-json"?');
  for (const id of ['weather', 'constructor', '__proto__', '', '\ud800']) {
    assert.deepEqual(await failure(id), {
      success: false,
      error: `Unknown tool "${id}"`,
      errorCode: 'NOT_FOUND',
    });
  }
});

test('S3-26 an id that is no string is malformed', node, async (t) => {
  const runtime = runtimeOf({ tool: never });
  for (const id of /** @type {any[]} */ ([undefined, null, 5, {}, ['tool'], Symbol('tool')])) {
    const error = await t.rejects(runtime.execute(id));
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
});

test('S3-26 tools that come and go while a runtime is there', node, async () => {
  const registry = new ToolRegistry();
  const runtime = createRuntime(registry);
  const code = async () => {
    const result = await runtime.execute('tool');
    return result.success ? 'ok' : result.errorCode;
  };
  assert.equal(await code(), 'NOT_FOUND');
  /** @type {(value: any) => void} */
  let end = () => {};
  registry.register(
    { id: 'tool', description: 'x' },
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  const running = code();
  registry.unregister('tool');
  assert.equal(await code(), 'NOT_FOUND');
  end({ success: true, data: 1 });
  assert.equal(await running, 'ok');
});

test('S3-27 S3-29 client and hybrid tools run everywhere', node, async () => {
  const tool = () => ({ success: true, data: 'ran' });
  for (const more of [{}, { executionMode: 'client' }, { executionMode: 'hybrid' }]) {
    const result = await runtimeOf({ tool }, {}, more).execute('tool');
    assert.equal(result.success && result.data, 'ran');
  }
});

test('S3-28 a tool of a server runs in Node, and is refused in a browser', node, async (t) => {
  let runs = 0;
  const tool = () => {
    runs += 1;
    return { success: true, data: 'ran' };
  };
  const result = await runtimeOf({ tool }, {}, { executionMode: 'server' }).execute('tool');
  if (t.env.engine === 'node') {
    assert.deepEqual([result.success, runs], [true, 1]);
    return;
  }
  const { metadata, ...rest } = /** @type {any} */ (result);
  assert.deepEqual(Object.keys(rest), ['success', 'error', 'errorCode', 'suggestion']);
  assert.deepEqual([rest.success, rest.errorCode, runs], [false, 'UNAVAILABLE', 0]);
  assert.match(rest.error, /"tool" runs on a server/);
  assert.match(rest.suggestion, /`remote`/);
});

test('S3-28 a tool that only a server has', node, async () => {
  for (const executionMode of ['server', 'hybrid']) {
    const result = await runtimeOf({ tool: undefined }, {}, { executionMode }).execute('tool');
    assert.equal(!result.success && result.errorCode, 'UNAVAILABLE');
    assert.match(!result.success && result.suggestion, /`remote`/);
  }
});

test('S3-30 the runtime makes no request of its own', async (t) => {
  const runtime = runtimeOf({ tool: (/** @type {any} */ { text }) => ({ success: true, data: text }) });
  const tool = { id: 'tool', params: { text: 'private' } };
  await runtime.execute(tool.id, tool.params);
  const before = (await t.requests()).length;
  for (let time = 0; time < 5; time += 1) await runtime.execute(tool.id, tool.params);
  await runtime.executeAll([tool, { id: 'other' }]);
  await runtimeOf({ tool: never }, { timeout: 5 }).execute('tool');
  await t.sleep(50);
  assert.equal((await t.requests()).length, before);
});

test('S3-14 the metadata', node, async () => {
  const runtime = runtimeOf({
    tool: () => ({ success: true, data: { text: 'é€😀' } }),
    own: () => ({
      success: true,
      data: 1,
      metadata: { warnings: ['mine'], executionTime: -1, cached: true },
    }),
    failing: () => ({ success: false, error: 'E' }),
    cyclic: (/** @type {any} */ params) => ({ success: true, data: params }),
  });
  const { metadata } = await runtime.execute('tool', { a: 'ü' });
  assert.deepEqual(Object.keys(metadata), ['executionTime', 'inputSize', 'outputSize', 'warnings']);
  assert.equal(metadata.executionTime >= 0 && metadata.executionTime < 5000, true);
  assert.equal(metadata.inputSize, 10);
  assert.equal(metadata.outputSize, 20);
  assert.deepEqual(metadata.warnings, []);

  const own = (await runtime.execute('own')).metadata;
  assert.deepEqual(own.warnings, ['mine']);
  assert.equal(own.cached, true);
  assert.equal(own.executionTime >= 0, true);
  assert.deepEqual([own.inputSize, own.outputSize], [0, 1]);
  assert.equal((await runtime.execute('failing', [])).metadata.outputSize, 0);

  /** @type {any} */
  const cyclic = {};
  cyclic.self = cyclic;
  const result = await runtime.execute('cyclic', cyclic);
  assert.equal(result.success, true);
  assert.deepEqual(Object.keys(result.metadata), ['executionTime', 'warnings']);
  assert.equal(result.metadata.warnings.length, 2);
});

test('S3-14 a deprecated tool warns', node, async () => {
  const tool = () => ({ success: true, data: 1 });
  const runtime = runtimeOf({ tool }, {}, { deprecated: true, deprecationMessage: 'Use tool-2.' });
  assert.deepEqual((await runtime.execute('tool')).metadata.warnings, [
    'The tool "tool" is deprecated: Use tool-2.',
  ]);
  assert.match(
    (await runtimeOf({ tool }, {}, { deprecated: true }).execute('tool')).metadata.warnings[0],
    /deprecated/,
  );
});

test('S3-06 options that are wrong are named', node, async (t) => {
  const tools = { tool: never };
  /** @type {[any, RegExp][]} */
  const ofRuntime = [
    [5, /must be an object/],
    ['options', /must be an object/],
    [{ validateInput: 'yes' }, /`validateInput` must be true or false/],
    [{ validateOutput: 0 }, /`validateOutput` must be true or false/],
    [{ resetTimeoutOnProgress: 1 }, /`resetTimeoutOnProgress`/],
    [{ maxConcurrent: 0 }, /`maxConcurrent` must be a whole number, 1 or more/],
    [{ maxConcurrent: -1 }, /`maxConcurrent`/],
    [{ maxConcurrent: 1.5 }, /`maxConcurrent`/],
    [{ maxConcurrent: Number.NaN }, /`maxConcurrent`/],
    [{ maxConcurrent: '2' }, /`maxConcurrent`/],
    [{ hooks: 5 }, /`hooks` must be an object/],
    [{ hooks: { beforeExecute: true } }, /`hooks\.beforeExecute` must be a function/],
    [{ hooks: { onError: {} } }, /`hooks\.onError` must be a function/],
    [{ remote: {} }, /`remote` must have a `callTool`/],
    [{ remote: 'https://example.com' }, /`remote`/],
    [{ remote: { callTool: 5 } }, /`remote`/],
    [Object.defineProperty({}, 'hooks', { get: () => assert.fail('mine') }), /cannot be read: mine/],
  ];
  for (const [options, text] of ofRuntime) {
    const error = thrown(() => runtimeOf(tools, options));
    assert.equal(error instanceof TypeError, true);
    assert.match(error.message, text);
  }
  /** @type {[any, RegExp][]} */
  const ofCall = [
    [5, /must be an object or an AbortSignal/],
    ['options', /must be an object or an AbortSignal/],
    [{ signal: {} }, /`signal` must be an AbortSignal/],
    [{ abortSignal: {} }, /`abortSignal` must be an AbortSignal/],
    [{ context: 5 }, /`context` must be an object/],
    [{ context: 'user' }, /`context` must be an object/],
    [{ context: new Proxy({}, { ownKeys: () => assert.fail('mine') }) }, /cannot be read: mine/],
    [{ onProgress: 5 }, /`onProgress` must be a function/],
    [{ resetTimeoutOnProgress: 'yes' }, /`resetTimeoutOnProgress`/],
    [Object.defineProperty({}, 'timeout', { get: () => assert.fail('mine') }), /cannot be read: mine/],
  ];
  const runtime = runtimeOf(tools);
  for (const [options, text] of ofCall) {
    const error = await t.rejects(runtime.execute('tool', {}, options));
    assert.equal(error instanceof TypeError, true);
    assert.match(error.message, text);
  }
  const none = { signal: null, abortSignal: undefined, context: null, onProgress: null, timeout: null };
  const call = runtime.execute('tool', {}, /** @type {any} */ (none));
  assert.equal(await hasSettled(t, call), false);
});

test('S3-07 input of every kind leaves the runtime as it was', node, async () => {
  const runtime = runtimeOf({ tool: () => ({ success: true, data: 1 }) }, { validateInput: false });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const odd = [
    undefined,
    null,
    5,
    'text',
    Symbol('x'),
    5n,
    [],
    () => {},
    new Date(),
    Object.create(null),
    JSON.parse('{"__proto__":{"a":1}}'),
    proxy,
    new Proxy({}, { ownKeys: () => assert.fail('mine') }),
    Object.defineProperty({}, 'a', { enumerable: true, get: () => assert.fail('mine') }),
    { toJSON: () => assert.fail('mine') },
  ];
  for (const params of odd) assert.equal((await runtime.execute('tool', params)).success, true);
});

test('S3-21 input that is no object is refused, all that is wrong named', node, async () => {
  let runs = 0;
  const tool = () => {
    runs += 1;
    return { success: true, data: 1 };
  };
  const runtime = runtimeOf({ tool });
  for (const params of [5, 'text', [], true]) {
    const result = /** @type {any} */ (await runtime.execute('tool', params));
    assert.deepEqual([result.success, result.errorCode], [false, 'INVALID_INPUT']);
    assert.match(
      result.error,
      /^The arguments for "tool" do not fit its schema: The value must be an object, not /,
    );
    assert.deepEqual(
      result.errors.map((/** @type {any} */ { pointer, code }) => [pointer, code]),
      [['', 'TYPE_ERROR']],
    );
  }
  assert.equal(runs, 0);
});

test('S3-07 values are read as the definition means them', node, async () => {
  /** @type {any} */
  let given;
  const tool = (/** @type {any} */ params) => {
    given = params;
    return { success: true, data: 1 };
  };
  const parameters = [
    { name: 'qty', type: 'number' },
    { name: 'gift', type: 'boolean', default: false },
    { name: 'note', type: 'text' },
  ];
  const runtime = runtimeOf({ tool }, {}, { parameters });
  const input = { qty: '3', note: '', extra: 1 };
  assert.equal((await runtime.execute('tool', input)).success, true);
  assert.deepEqual(given, { qty: 3, gift: false, extra: 1 });
  assert.deepEqual(input, { qty: '3', note: '', extra: 1 });
});

test('X-09 listeners hear of each call once', node, async (t) => {
  /** @type {any[]} */
  const heard = [];
  t.after(onToolCall((event) => heard.push(event)));
  const runtime = runtimeOf({
    tool: (/** @type {any} */ _params, /** @type {any} */ { emit }) => {
      emit('half');
      return { success: true, data: 1 };
    },
    failing: () => ({ success: false, error: 'E', errorCode: 'RATE_LIMITED' }),
    never,
  });
  await runtime.execute('tool', { a: 1 }, { context: { requestId: 'r-7' } });
  await runtime.execute('failing');
  await runtime.execute('nothing');
  await runtime.execute('tool', 5);
  await t.rejects(runtime.execute('never', {}, AbortSignal.abort('early')));
  await t.rejects(runtime.execute('tool', {}, { timeout: -1 }));
  await runtime.executeAll([{ id: 'failing' }]);
  const told = heard.map(({ type, name, door, callId, status, errorCode }) =>
    [type, name, door, callId, status, errorCode].filter((member) => member !== undefined).join(' '),
  );
  assert.deepEqual(told, [
    'start tool runtime r-7',
    'progress tool runtime r-7',
    'settle tool runtime r-7 completed',
    'start failing runtime',
    'settle failing runtime failed RATE_LIMITED',
    'start nothing runtime',
    'settle nothing runtime not-found NOT_FOUND',
    'start tool runtime',
    'settle tool runtime bad-arguments INVALID_INPUT',
    'start never runtime',
    'settle never runtime aborted ABORTED',
    'start tool runtime',
    'settle tool runtime bad-arguments INVALID_INPUT',
    'start failing runtime',
    'settle failing runtime failed RATE_LIMITED',
  ]);
  assert.deepEqual(heard[0].args, { a: 1 });
});

test('X-08 progress after the end, and to a listener that throws', node, async (t) => {
  const errors = reported(t);
  /** @type {any} */
  let late;
  const runtime = runtimeOf({
    tool: (/** @type {any} */ _params, /** @type {any} */ { emit }) => {
      emit(1);
      late = emit;
      return { success: true, data: 1 };
    },
  });
  /** @type {any[]} */
  const told = [];
  const result = await runtime.execute(
    'tool',
    {},
    {
      onProgress: (progress) => {
        told.push(progress);
        throw new Error('of the listener');
      },
    },
  );
  late(2);
  await t.tick();
  assert.equal(result.success, true);
  assert.deepEqual(told, [1]);
  assert.equal(errors.length, 1);
  assert.match(errors[0], /of the listener/);
  // Without anybody who listens it is a function all the same.
  assert.equal((await runtime.execute('tool')).success, true);
});
