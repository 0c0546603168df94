/** What a runtime checks: input before a tool runs, data after it. */

import { createRuntime, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, runtimeOf } from './runtime-of.mjs';

const node = { node: true };

const parameters = [
  { name: 'text', type: 'textarea', required: true, minLength: 2 },
  { name: 'rounds', type: 'number', min: 1, max: 9, step: 1, default: 1 },
  { name: 'code', type: 'text', pattern: '^[A-Z]+$', patternError: 'must be upper case.' },
];

/** A tool with these parameters that counts its runs. */
function counting() {
  /** @type {any[]} */
  const runs = [];
  const tool = (/** @type {any} */ params) => {
    runs.push(params);
    return { success: true, data: params };
  };
  return { runs, tool };
}

/** A result without its metadata. @param {Promise<any>} call @returns {Promise<any>} */
const told = async (call) => {
  const { metadata, ...result } = await call;
  assert.equal(Array.isArray(metadata.warnings), true);
  return result;
};

test(
  'S3-21 a required parameter that is missing is invalid input, and the tool does not run',
  node,
  async () => {
    const { runs, tool } = counting();
    const runtime = runtimeOf({ tool }, { validateInput: true }, { parameters });
    const result = await told(runtime.execute('tool', {}));
    assert.deepEqual([result.success, result.errorCode], [false, 'INVALID_INPUT']);
    assert.match(result.error, /^The arguments for "tool" do not fit its schema: .*text/);
    assert.deepEqual(
      result.errors.map((/** @type {any} */ { pointer, keyword, code }) => [pointer, keyword, code]),
      [['/text', 'required', 'MISSING_REQUIRED']],
    );
    assert.deepEqual(runs, []);
    assert.equal((await runtime.execute('tool', { text: 'abc' })).success, true);
    assert.deepEqual(runs, [{ text: 'abc', rounds: 1 }]);
  },
);

test('S3-21 input is checked unless the runtime is told not to', node, async () => {
  const { runs, tool } = counting();
  assert.equal((await runtimeOf({ tool }, {}, { parameters }).execute('tool', {})).success, false);
  assert.deepEqual(runs, []);
  const unchecked = runtimeOf({ tool }, { validateInput: false }, { parameters });
  assert.equal((await unchecked.execute('tool', { rounds: 'many' })).success, true);
  assert.equal((await unchecked.execute('tool', 'text')).success, true);
  assert.deepEqual(runs, [{ rounds: 'many' }, 'text']);
});

test('S3-21 everything that is wrong is told, with finer codes and own words', node, async () => {
  const { runs, tool } = counting();
  const runtime = runtimeOf({ tool }, {}, { parameters });
  const { errors, error } = await told(runtime.execute('tool', { text: 'a', rounds: 2.5, code: 'abc' }));
  assert.deepEqual(
    errors.map((/** @type {any} */ { pointer, code }) => [pointer, code]),
    [
      ['/text', 'CONSTRAINT_VIOLATION'],
      ['/rounds', 'CONSTRAINT_VIOLATION'],
      ['/code', 'CONSTRAINT_VIOLATION'],
    ],
  );
  for (const { message } of errors) assert.equal(error.includes(message), true);
  assert.match(errors[2].message, /must be upper case/);
  const types = await told(runtime.execute('tool', { text: 5, rounds: 'many' }));
  assert.deepEqual(
    types.errors.map((/** @type {any} */ { pointer, code }) => [pointer, code]),
    [
      ['/text', 'TYPE_ERROR'],
      ['/rounds', 'TYPE_ERROR'],
    ],
  );
  assert.deepEqual(runs, []);
});

test('S3-21 values are read before they are checked', node, async () => {
  const { runs, tool } = counting();
  const runtime = runtimeOf({ tool }, {}, { parameters });
  const result = await runtime.execute('tool', { text: 'abc', rounds: '3', code: '' });
  assert.equal(result.success, true);
  assert.deepEqual(runs, [{ text: 'abc', rounds: 3 }]);
});

test('S3-21 a tool that is described by a schema', node, async () => {
  const { runs, tool } = counting();
  const inputSchema = {
    type: 'object',
    properties: { qty: { type: 'integer' }, note: { $ref: '#/$defs/note' } },
    required: ['qty'],
    additionalProperties: false,
    $defs: { note: { type: 'string', maxLength: 3 } },
  };
  const runtime = runtimeOf({ tool }, {}, { inputSchema });
  assert.equal((await runtime.execute('tool', { qty: 3 })).success, true);
  const { errors } = await told(runtime.execute('tool', { qty: '3', note: 'long', extra: 1 }));
  assert.deepEqual(errors.map((/** @type {any} */ { pointer }) => pointer).sort(), [
    '/extra',
    '/note',
    '/qty',
  ]);
  assert.deepEqual(runs, [{ qty: 3 }]);
});

test('S3-21 a schema that is at fault is no fault of the input', node, async () => {
  const { runs, tool } = counting();
  const inputSchema = { type: 'object', properties: { a: { pattern: '^(a+)+$' } } };
  const result = await told(runtimeOf({ tool }, {}, { inputSchema }).execute('tool', { a: 'aaa' }));
  assert.deepEqual([result.success, result.errorCode], [false, 'INTERNAL_ERROR']);
  assert.match(result.error, /could not be checked/);
  assert.deepEqual(runs, []);
});

test('S3-22 data are checked against the schema that the definition has for them', node, async () => {
  const outputSchema = { type: 'object', properties: { hash: { type: 'string' } }, required: ['hash'] };
  const tool = (/** @type {any} */ { data }) => ({ success: true, data });
  const runtime = runtimeOf({ tool }, {}, { outputSchema });
  assert.equal((await runtime.execute('tool', { data: { hash: 'abc' } })).success, true);
  const result = await told(runtime.execute('tool', { data: { hash: 5 } }));
  assert.deepEqual([result.success, result.errorCode], [false, 'INTERNAL_ERROR']);
  assert.match(result.error, /^The tool's data do not fit its schema: /);
  assert.deepEqual(
    result.errors.map((/** @type {any} */ { pointer, code }) => [pointer, code]),
    [['/hash', 'TYPE_ERROR']],
  );
  const unchecked = runtimeOf({ tool }, { validateOutput: false }, { outputSchema });
  assert.equal((await unchecked.execute('tool', { data: 5 })).success, true);
  // A failure has no data to check.
  const failing = runtimeOf({ tool: () => ({ success: false, error: 'E' }) }, {}, { outputSchema });
  assert.equal((await told(failing.execute('tool'))).error, 'E');
});

test("S3-22 a server's data are checked, too", node, async () => {
  const registry = new ToolRegistry();
  const outputSchema = { type: 'object', required: ['stock'] };
  registry.register({ id: 'tool', description: 'x', executionMode: 'server', outputSchema });
  const remote = { callTool: async () => ({ content: [{ type: 'text', text: 'seven' }] }) };
  const result = await told(createRuntime(registry, { remote }).execute('tool'));
  assert.equal(result.errorCode, 'INTERNAL_ERROR');
});

test('S3-21 what does not fit does not wait for its turn', node, async (t) => {
  const runtime = runtimeOf(
    { tool: () => new Promise(() => {}) },
    { maxConcurrent: 1 },
    { inputSchema: { type: 'object', required: ['a'] } },
  );
  const running = runtime.execute('tool', { a: 1 });
  const refused = await told(runtime.execute('tool', {}));
  assert.equal(refused.errorCode, 'INVALID_INPUT');
  assert.equal(await hasSettled(t, running), false);
});

test('S3-21 calls with input to check run in the order of their calls', node, async () => {
  /** @type {any[]} */
  const order = [];
  const registry = new ToolRegistry();
  const tool = (/** @type {any} */ { name }) => {
    order.push(name);
    return { success: /** @type {const} */ (true), data: name };
  };
  const inputSchema = { type: 'object', required: ['name'] };
  registry.register({ id: 'checked', description: 'x', inputSchema }, tool);
  registry.register({ id: 'plain', description: 'x' }, tool);
  const runtime = createRuntime(registry, { maxConcurrent: 1 });
  await Promise.all([
    runtime.execute('checked', { name: 'a' }),
    runtime.execute('plain', { name: 'b' }),
    runtime.execute('checked', {}),
    runtime.execute('checked', { name: 'c' }),
  ]);
  assert.deepEqual(order, ['a', 'b', 'c']);
});

test('S3-17 an abort ends a check, and the input is that of the call', node, async (t) => {
  const { runs, tool } = counting();
  const runtime = runtimeOf({ tool }, {}, { parameters });
  const controller = new AbortController();
  const call = runtime.execute('tool', { text: 'abc' }, controller.signal);
  controller.abort('enough');
  const error = await t.rejects(call);
  assert.deepEqual([error.message, error.outcomeUnknown], ['enough', undefined]);
  assert.deepEqual(runs, []);
  const input = { text: 'abc' };
  const later = runtime.execute('tool', input);
  input.text = '';
  assert.equal((await later).success, true);
});

test('S3-11 the time of a tool counts from its turn, checks aside', node, async (t) => {
  const runtime = runtimeOf({ tool: () => new Promise(() => {}) }, {}, { parameters });
  // The validator is loaded first: that takes real time.
  await runtime.execute('tool', {});
  const clock = fakeClock(t);
  const call = runtime.execute('tool', { text: 'abc' });
  await clock.advance(29_999);
  assert.equal(await hasSettled(t, call), false);
  await clock.advance(1);
  assert.equal((await told(call)).errorCode, 'TIMEOUT');
  assert.equal(clock.pending, 0);
});

test('S3-30 calls make no request, since the validator is loaded with the runtime', async (t) => {
  const { runs, tool } = counting();
  const [first, last] = t.env.id.endsWith('no-wasm')
    ? ['/validator.no-wasm.js', '/validate.translated.js']
    : ['/validator.js', '/validate.bytes.js'];
  const entries = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const loaded = (/** @type {string} */ name) => entries().some((path) => path.endsWith(name));
  assert.equal(loaded(first), false);
  runtimeOf({ tool });
  runtimeOf({ tool }, { validateInput: false }, { parameters });
  await t.sleep(50);
  assert.equal(loaded(first), false);
  const runtime = runtimeOf({ tool }, {}, { parameters });
  while (!loaded(last)) await t.sleep(20);
  await t.sleep(50);
  const before = entries().length;
  assert.equal((await runtime.execute('tool', { text: 'abc' })).success, true);
  assert.equal((await runtime.execute('tool', {})).success, false);
  assert.equal(runs.length, 1);
  assert.equal(entries().length, before);
});
