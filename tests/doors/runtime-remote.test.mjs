/** Tools of a server: a runtime with a `remote`, made by hand here; by the official packages in the next file. */

import { createRuntime, onToolCall, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, thrown } from './runtime-of.mjs';

const node = { node: true };
const LONGEST = 2 ** 31 - 1;

/** A runtime whose tools are all on the remote. @param {any} remote @param {object} [options] */
function runtimeWith(remote, options) {
  const registry = new ToolRegistry();
  for (const id of ['read-stock', 'never-ends']) {
    registry.register({ id, description: 'A tool of the tests.', executionMode: 'server' });
  }
  return createRuntime(registry, { ...options, remote });
}

/** The result of a call with this answer of the remote, without its metadata. @param {() => any} answer */
async function resultOf(answer) {
  const runtime = runtimeWith({ callTool: async () => answer() });
  const { metadata, ...result } = /** @type {any} */ (
    await runtime.execute('read-stock', {}, { timeout: 5000 })
  );
  assert.equal(typeof metadata.executionTime, 'number');
  return result;
}

const text = (/** @type {string} */ value) => ({ type: 'text', text: value });

test('S3-28 a tool of a server runs on the remote, also where this is a server itself', node, async () => {
  /** @type {any[]} */
  let given = [];
  const remote = {
    /** @this {unknown} @param {any} params @param {any} options */
    async callTool(params, options) {
      given = [this, params, options];
      return { content: [text('7')], structuredContent: { stock: 7 } };
    },
  };
  const registry = new ToolRegistry();
  const local = () => assert.fail('it is not for here');
  registry.register({ id: 'read-stock', description: 'x', executionMode: 'server' }, local);
  const result = await createRuntime(registry, { remote }).execute('read-stock', { id: 'mug' });
  assert.deepEqual(result.success && result.data, { stock: 7 });
  assert.equal(result.metadata.outputSize, 11);
  const [self, params, options] = given;
  assert.equal(self, remote);
  assert.deepEqual(params, { name: 'read-stock', arguments: { id: 'mug' } });
  assert.equal(options.signal instanceof AbortSignal, true);
  assert.equal(options.signal.aborted, false);
  assert.equal(options.timeout, 30_000);
  assert.equal(options.resetTimeoutOnProgress, false);
  assert.deepEqual(Object.keys(options), ['signal', 'timeout', 'resetTimeoutOnProgress']);
});

test('S3-27 S3-29 client tools stay here, hybrid ones if they have a function', node, async () => {
  /** @type {string[]} */
  const asked = [];
  const remote = {
    callTool: async (/** @type {any} */ { name }) => {
      asked.push(name);
      return { content: [text('there')] };
    },
  };
  const registry = new ToolRegistry();
  const here = () => ({ success: /** @type {const} */ (true), data: 'here' });
  registry.register({ id: 'client', description: 'x' }, here);
  registry.register({ id: 'hybrid', description: 'x', executionMode: 'hybrid' }, here);
  registry.register({ id: 'bare', description: 'x', executionMode: 'hybrid' });
  const runtime = createRuntime(registry, { remote });
  const results = await runtime.executeAll(['client', 'hybrid', 'bare'].map((id) => ({ id })));
  assert.deepEqual(
    results.map((result) => result.success && result.data),
    ['here', 'here', 'there'],
  );
  assert.deepEqual(asked, ['bare']);
});

test('S3-13 the limits of a call are handed on', node, async () => {
  /** @type {any} */
  let options;
  const remote = {
    callTool: async (/** @type {any} */ _params, /** @type {any} */ given) => {
      options = given;
      return { content: [] };
    },
  };
  const runtime = runtimeWith(remote, { timeout: 10_000 });
  await runtime.execute('read-stock');
  assert.equal(options.timeout, 10_000);
  await runtime.execute('read-stock', {}, { timeout: 0 });
  assert.equal(options.timeout, LONGEST);
  await runtime.execute('read-stock', {}, { timeout: 3e9 });
  assert.equal(options.timeout, LONGEST);
  const onProgress = () => {};
  await runtime.execute('read-stock', {}, { maxTotalTimeout: 500, resetTimeoutOnProgress: true, onProgress });
  assert.deepEqual([options.maxTotalTimeout, options.resetTimeoutOnProgress], [500, true]);
  assert.equal(typeof options.onprogress, 'function');
});

test('S3-28 clients that take a schema before the options', node, async () => {
  /** @type {any[]} */
  let given = [];
  const answer = { content: [text('ok')] };
  class FirstVersion {
    request() {}

    /** @param {any} params */
    async callTool(params, schema = { passthrough: true }, options = undefined) {
      given = [params, schema, options];
      return answer;
    }
  }
  const three = {
    /** @param {any} params @param {any} schema @param {any} options */
    async callTool(params, schema, options) {
      given = [params, schema ?? { passthrough: true }, options];
      return answer;
    },
  };
  for (const remote of [new FirstVersion(), three]) {
    const result = await runtimeWith(remote).execute('read-stock', { a: 1 });
    assert.equal(result.success && result.data, 'ok');
    assert.deepEqual(given[0], { name: 'read-stock', arguments: { a: 1 } });
    assert.deepEqual(given[1], { passthrough: true });
    assert.equal(given[2].timeout, 30_000);
  }
  // One made by hand, whose options have a default.
  const byHand = {
    /** @param {any} params */
    async callTool(params, options = {}) {
      given = [params, options];
      return answer;
    },
  };
  await runtimeWith(byHand).execute('read-stock');
  assert.equal(given[1].timeout, 30_000);
});

test('S3-24 answers of the server as results', node, async () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  /** @type {[any, any][]} */
  const data = [
    [{ content: [text('a')] }, 'a'],
    [{ content: [text('a'), text('b')] }, 'a\nb'],
    [{ content: [text('')] }, ''],
    [{ content: [] }, null],
    [{ content: [text('a'), image] }, [text('a'), image]],
    [{ content: [text('a')], structuredContent: { b: 1 } }, { b: 1 }],
    [{ content: [], structuredContent: null }, null],
    [{ structuredContent: [1] }, [1]],
    [{ content: [text('a')], isError: false }, 'a'],
    [{}, null],
    [{ content: [null, 5] }, [null, 5]],
  ];
  for (const [answer, expected] of data) {
    assert.deepEqual(await resultOf(() => answer), { success: true, data: expected });
  }
  /** @type {[any, any][]} */
  const failures = [
    [{ content: [text('no stock')] }, { error: 'no stock', errorCode: 'EXECUTION_ERROR' }],
    [
      { content: [text('slow'), text('down')], _meta: { 'webmcp-exec/code': 'RATE_LIMITED' } },
      { error: 'slow\ndown', errorCode: 'RATE_LIMITED' },
    ],
    [
      { content: [text('no')], structuredContent: { code: 'UNAUTHORIZED', suggestion: 'Log in.' } },
      { error: 'no', errorCode: 'UNAUTHORIZED', suggestion: 'Log in.' },
    ],
    [{ content: [] }, { error: "The server's tool failed without a word.", errorCode: 'EXECUTION_ERROR' }],
    [
      { content: [image] },
      { error: "The server's tool failed without a word.", errorCode: 'EXECUTION_ERROR' },
    ],
  ];
  for (const [answer, expected] of failures) {
    assert.deepEqual(await resultOf(() => ({ ...answer, isError: true })), { success: false, ...expected });
  }
  for (const answer of [undefined, null, 5, 'text', [], Symbol('x')]) {
    assert.deepEqual(await resultOf(() => answer), {
      success: false,
      error: "The server's answer is no result of a tool.",
      errorCode: 'INTERNAL_ERROR',
    });
  }
});

/** An error as the SDK makes it. @param {object} members @param {string} [message] */
const errorOf = (members, message = 'of the client') => Object.assign(new Error(message), members);

test('S3-23 errors of the client by what they say of the call', node, async () => {
  const typeError = (/** @type {any} */ cause) => new TypeError('fetch failed', { cause });
  const first = { name: 'McpError' };
  /** @type {[any, string, true?][]} */
  const cases = [
    [errorOf({ name: 'SdkError', code: 'REQUEST_TIMEOUT' }), 'TIMEOUT', true],
    [errorOf({ ...first, code: -32001 }), 'TIMEOUT', true],
    [errorOf({ name: 'SdkError', code: 'CONNECTION_CLOSED' }), 'OUTCOME_UNKNOWN', true],
    [errorOf({ ...first, code: -32000 }), 'OUTCOME_UNKNOWN', true],
    [typeError(undefined), 'OUTCOME_UNKNOWN', true],
    [typeError({ code: 'ECONNRESET' }), 'OUTCOME_UNKNOWN', true],
    [new DOMException('aborted', 'AbortError'), 'OUTCOME_UNKNOWN', true],
    [typeError({ code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
    [errorOf({ name: 'SdkError', code: 'NOT_CONNECTED' }), 'UNAVAILABLE'],
    [errorOf({}, 'Not connected'), 'UNAVAILABLE'],
    [
      errorOf({ name: 'SdkError', code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 404 } }),
      'UNAVAILABLE',
    ],
    [errorOf({ code: 404 }), 'UNAVAILABLE'],
    [
      errorOf({ name: 'SdkError', code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 502 } }),
      'OUTCOME_UNKNOWN',
      true,
    ],
    [errorOf({ code: 500 }), 'OUTCOME_UNKNOWN', true],
    [
      errorOf({ name: 'SdkError', code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 429 } }),
      'RATE_LIMITED',
    ],
    [errorOf({ name: 'SdkError', code: 'CLIENT_HTTP_FORBIDDEN', data: { status: 403 } }), 'UNAUTHORIZED'],
    [errorOf({ name: 'UnauthorizedError' }), 'UNAUTHORIZED'],
    [errorOf({ name: 'ProtocolError', code: -32602 }, 'Tool read-stock not found'), 'NOT_FOUND'],
    [errorOf({ name: 'ProtocolError', code: -32601 }), 'NOT_FOUND'],
    [errorOf({ name: 'ProtocolError', code: -32602 }, 'id is missing'), 'INVALID_INPUT'],
    [errorOf({ name: 'ProtocolError', code: -32602 }, 'Structured content does not match'), 'INTERNAL_ERROR'],
    [errorOf({ name: 'ProtocolError', code: -32603 }), 'INTERNAL_ERROR'],
    [errorOf({ name: 'SdkError', code: 'INVALID_RESULT' }), 'INTERNAL_ERROR'],
    [errorOf({}), 'EXECUTION_ERROR'],
    [errorOf({ code: 'RATE_LIMITED' }), 'RATE_LIMITED'],
    ['text', 'EXECUTION_ERROR'],
    [undefined, 'EXECUTION_ERROR'],
    [null, 'EXECUTION_ERROR'],
  ];
  for (const [error, code, unknown] of cases) {
    const result = await resultOf(() => {
      throw error;
    });
    const said = error instanceof Error ? error.message : String(error);
    assert.equal(`${said}: ${result.errorCode}`, `${said}: ${code}`);
    assert.equal(result.outcomeUnknown, unknown);
    assert.equal(typeof result.error === 'string' && result.error !== '', true);
  }
  const hostile = await resultOf(() => {
    throw new Proxy({}, { get: () => assert.fail('mine') });
  });
  assert.equal(hostile.errorCode, 'EXECUTION_ERROR');
});

test('S3-14 S3-17 the remote is told when a call is given up', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {AbortSignal[]} */
  const signals = [];
  const remote = {
    callTool: (/** @type {any} */ _params, /** @type {any} */ { signal }) => {
      signals.push(signal);
      // As the SDK does: what it rejects with comes too late for anybody.
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))));
    },
  };
  const runtime = runtimeWith(remote, { timeout: 100 });
  const controller = new AbortController();
  const timedOut = runtime.execute('never-ends');
  const aborted = runtime.execute('never-ends', {}, { signal: controller.signal });
  controller.abort('enough');
  const error = await t.rejects(aborted);
  assert.deepEqual([error.name, error.message, error.outcomeUnknown], ['AbortError', 'enough', true]);
  assert.equal(signals[1]?.reason, 'enough');
  assert.equal(signals[0]?.aborted, false);
  await clock.advance(100);
  const result = /** @type {any} */ (await timedOut);
  assert.deepEqual([result.errorCode, result.outcomeUnknown], ['TIMEOUT', true]);
  assert.equal(signals[0]?.aborted, true);
  assert.equal(clock.pending, 0);
});

test('X-08 progress of the server', node, async (t) => {
  const clock = fakeClock(t);
  /** @type {any[]} */
  const told = [];
  t.after(onToolCall((event) => event.type === 'progress' && told.push(event.progress)));
  const remote = {
    callTool: async (/** @type {any} */ _params, /** @type {any} */ { onprogress }) => {
      for (const progress of [1, 2]) {
        await new Promise((resolve) => setTimeout(resolve, 90));
        onprogress({ progress, total: 2 });
      }
      return { content: [text('done')] };
    },
  };
  const runtime = runtimeWith(remote, { timeout: 100 });
  const heard = /** @type {any[]} */ ([]);
  const onProgress = (/** @type {any} */ progress) => heard.push(progress);
  const call = runtime.execute('read-stock', {}, { onProgress, resetTimeoutOnProgress: true });
  await clock.advance(180);
  assert.equal((await call).success, true);
  assert.deepEqual(heard, [
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  assert.deepEqual(told, heard);
});

test('S3-28 remotes that are none, and remotes that misbehave', node, async (t) => {
  const odd = { callTool: 'call' };
  for (const remote of [{}, odd, [], () => {}, 'x', true]) {
    assert.match(thrown(() => runtimeWith(remote)).message, /`remote` must have a `callTool`/);
  }
  const hostile = Object.defineProperty({}, 'callTool', { get: () => assert.fail('mine') });
  assert.match(thrown(() => runtimeWith(hostile)).message, /cannot be read: mine/);
  const synchronous = {
    callTool() {
      throw new Error('at once');
    },
  };
  const result = await runtimeWith(synchronous).execute('read-stock');
  assert.equal(!result.success && result.error, 'at once');
  const plain = await runtimeWith({ callTool: () => ({ content: [text('plain')] }) }).execute('read-stock');
  assert.equal(plain.success && plain.data, 'plain');
  const hanging = runtimeWith({ callTool: never }).execute('read-stock', {}, { timeout: 0 });
  assert.equal(await hasSettled(t, hanging), false);
});
