/** Running the tools of a catalogue: `createRuntime`. */

import { createRuntime, onToolCall, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, reported, resultOf, runtimeOf, thrown } from './runtime-of.mjs';

const node = { node: true };

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
