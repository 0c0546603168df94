/** `validate: true`: the arguments are checked against the tool's own schema before anything runs. */

import { defineWebTool, executeTool, executeToolDetailed, executeTools, onToolCall } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */
/** @import {ToolCallError} from 'webmcp-exec' */

const schema = {
  type: 'object',
  properties: { qty: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
  required: ['qty'],
};

/** A tool that counts its runs. @param {TestContext} t @param {object} [more] */
async function counting(t, more) {
  const tool = { inputs: /** @type {any[]} */ ([]) };
  await t.register({
    name: 'add',
    inputSchema: schema,
    execute: (/** @type {any} */ input) => {
      tool.inputs.push(input);
      return { inCart: input.qty };
    },
    ...more,
  });
  return tool;
}

/** The problems that an error carries. @param {any} error @returns {import('webmcp-exec').Problem[]} */
const problemsOf = (error) => error.errors;

/** The files of the validator that the page has asked for. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /webmcp-exec\/.*(validat|json-schema)/.test(path));

test('S1-04 without the option the arguments are the business of the tool, and nothing is loaded', async (t) => {
  const tool = await counting(t);
  await executeTool('add', { qty: 'three' }, {}).catch(() => {});
  await executeTool('add', { qty: 1 }, { validate: false });
  assert.deepEqual(tool.inputs.at(-1), { qty: 1 });
  assert.deepEqual(loaded(), []);
});

test('S3-21 arguments that fit go out, in whatever form they come', async (t) => {
  const tool = await counting(t);
  for (const args of [{ qty: 3 }, '{"qty":3}', { qty: 3, note: 'x', more: [1] }]) {
    const result = await executeTool('add', args, { validate: true });
    assert.equal(result?.isError, undefined);
  }
  assert.equal(tool.inputs.length, 3);
  assert.equal(loaded().length > 0, true, 'the validator was loaded by now');
});

test('S3-21 arguments that do not fit reject with everything that is wrong, and nothing runs', async (t) => {
  const tool = await counting(t);
  const error = await t.rejects(executeTool('add', { note: 5 }, { validate: true }));
  assert.equal(error instanceof TypeError, true);
  assert.equal(error.errorCode, 'INVALID_INPUT');
  assert.equal(
    error.message,
    'The arguments for "add" do not fit its schema: "/qty" is missing: it is required. "/note" must be a string, not 5.',
  );
  assert.deepEqual(error.errors, [
    {
      pointer: '/qty',
      keyword: 'required',
      code: 'MISSING_REQUIRED',
      message: '"/qty" is missing: it is required.',
    },
    {
      pointer: '/note',
      keyword: 'type',
      code: 'TYPE_ERROR',
      message: '"/note" must be a string, not 5.',
    },
  ]);
  assert.equal(error.outcomeUnknown, undefined);
  for (const args of [undefined, '{}', [], '[1]', { qty: 0 }, { qty: null }])
    assert.equal((await t.rejects(executeTool('add', args, { validate: true }))).errorCode, 'INVALID_INPUT');
  assert.deepEqual(tool.inputs, []);
});

test('S3-21 many problems: the message tells some, `errors` all', async (t) => {
  const properties = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`p${index}`, { type: 'null' }]),
  );
  await counting(t, { inputSchema: { type: 'object', properties } });
  const args = Object.fromEntries(Object.keys(properties).map((name) => [name, 1]));
  const error = await t.rejects(executeTool('add', args, { validate: true }));
  assert.equal(problemsOf(error).length, 8);
  assert.match(error.message, /"\/p4" must be null, not 1\. \(3 more in `errors`\.\)$/);
});

test('S3-21 executeToolDetailed, invoke and executeTools check as well', async (t) => {
  /** @type {any[]} */
  const inputs = [];
  const tool = defineWebTool({
    name: 'add',
    description: 'Adds.',
    inputSchema: schema,
    execute: (input) => void inputs.push(input),
  });
  const unregister = await tool.register();
  t.after(unregister);
  const detailed = await t.rejects(executeToolDetailed('add', {}, { validate: true }));
  assert.deepEqual([detailed.errorCode, problemsOf(detailed).length], ['INVALID_INPUT', 1]);
  const invoked = await t.rejects(tool.invoke({}, { validate: true }));
  assert.deepEqual([invoked.errorCode, problemsOf(invoked).length], ['INVALID_INPUT', 1]);
  const [wrong, right] = await executeTools({
    toolCalls: [
      { name: 'add', input: {} },
      { name: 'add', input: { qty: 1 } },
    ],
    validate: true,
  });
  assert.deepEqual(wrong, {
    name: 'add',
    success: false,
    error: 'The arguments for "add" do not fit its schema: "/qty" is missing: it is required.',
  });
  assert.equal(right?.success, true);
  assert.deepEqual(inputs, [{ qty: 1 }]);
  const report = await executeToolDetailed('add', { qty: 2 }, { validate: true });
  assert.equal(report.status, 'completed');
});

test('S3-21 a tool without a schema takes anything', async (t) => {
  const tool = await counting(t, { inputSchema: undefined });
  await executeTool('add', { qty: 'three' }, { validate: true });
  assert.equal(tool.inputs.length, 1);
});

test('S3-21 a schema that cannot be used is not the fault of the arguments', async (t) => {
  const cases = /** @type {const} */ ([
    [{ type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } }, /refers to "https:/],
    [{ type: 'object', properties: { a: { pattern: '^(a+)+$' } } }, /can take time exponential/],
  ]);
  for (const [index, [inputSchema, pattern]] of cases.entries()) {
    const tool = await counting(t, { name: `add${index}`, inputSchema });
    const error = await t.rejects(executeTool(`add${index}`, { a: 'x' }, { validate: true }));
    assert.equal(error instanceof TypeError, false);
    assert.equal(error.errorCode, 'INTERNAL_ERROR');
    assert.match(error.message, /^The arguments for "add\d" could not be checked: The schema /);
    assert.match(error.message, pattern);
    assert.equal(problemsOf(error).length, 1);
    assert.deepEqual(tool.inputs, []);
  }
  assert.deepEqual(
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('example.com')),
    [],
  );
});

test('S1-20 a tool that is not there is unknown, whatever its arguments', async (t) => {
  const error = await t.rejects(executeTool('nope', { qty: 1 }, { validate: true }));
  assert.equal(error.message, 'Unknown tool "nope"');
  assert.deepEqual(loaded(), []);
});

test('S1-39 the option is true or false', async (t) => {
  const tool = await counting(t);
  for (const validate of ['yes', 1, {}, () => []]) {
    const options = /** @type {any} */ ({ validate });
    const error = await t.rejects(executeTool('add', { qty: 1 }, options));
    assert.equal(error.message, 'The option `validate` must be true or false.');
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  assert.deepEqual(tool.inputs, []);
  for (const validate of [undefined, null])
    await executeTool('add', { qty: 1 }, /** @type {any} */ ({ validate }));
  assert.equal(tool.inputs.length, 2);
});

test('S1-15 an abort while the validator loads ends the call', async (t) => {
  const tool = await counting(t);
  const controller = new AbortController();
  const call = executeTool('add', { qty: 1 }, { validate: true, signal: controller.signal });
  controller.abort('why');
  const error = await t.rejects(call);
  assert.deepEqual([error.name, error.message, error.outcomeUnknown], ['AbortError', 'why', undefined]);
  /** @type {number[]} */
  const notDispatched = [1];
  for (const qty of [2, 3, 4, 5]) {
    const late = new AbortController();
    const other = executeTool('add', { qty }, { validate: true, signal: late.signal }).catch(
      (/** @type {ToolCallError} */ { outcomeUnknown }) => {
        if (!outcomeUnknown) notDispatched.push(qty);
      },
    );
    await t.sleep(qty - 2);
    late.abort();
    await other;
  }
  await t.sleep(50);
  assert.deepEqual(
    tool.inputs.filter((input) => notDispatched.includes(input.qty)),
    [],
  );
});

test('S1-37 calls at once check each for itself', async (t) => {
  const tool = await counting(t);
  const outcomes = await Promise.allSettled(
    [1, 'x', 2, 0, 3].map((qty) => executeTool('add', { qty }, { validate: true })),
  );
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(tool.inputs.map(({ qty }) => qty).sort(), [1, 2, 3]);
});

test('X-09 listeners hear of a call whose arguments do not fit', async (t) => {
  await counting(t);
  /** @type {any[]} */
  const events = [];
  const stop = onToolCall((event) => events.push(event));
  t.after(stop);
  await executeTool('add', {}, { validate: true }).catch(() => {});
  const settled = events.find(({ type }) => type === 'settle');
  assert.equal(settled?.status, 'bad-arguments');
  assert.equal(settled?.errorCode, 'INVALID_INPUT');
});

test('S1-01 a strict policy allows it', {
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  },
}, async (t) => {
  await counting(t);
  const error = await t.rejects(executeTool('add', { qty: 1.5 }, { validate: true }));
  assert.deepEqual(
    problemsOf(error).map(({ pointer }) => pointer),
    ['/qty'],
  );
});

/** Lets the core import something else. @param {() => unknown} load */
async function importing(load) {
  await executeTool('none').catch(() => {});
  const glue = await import(new URL('./generated/exec.js', import.meta.resolve('webmcp-exec')).href);
  glue.offerValidator(load);
}

test('S3-21 a validator that cannot be loaded says so, and nothing runs', async (t) => {
  const tool = await counting(t);
  const loads = /** @type {[() => unknown, RegExp][]} */ ([
    [() => Promise.reject(new TypeError('Failed to fetch')), /could not be loaded: Failed to fetch\.$/],
    [
      () => {
        throw new Error('refused');
      },
      /could not be loaded: refused\.$/,
    ],
    [() => ({}), /could not be loaded/],
    [() => null, /could not be loaded/],
    [() => ({ validate: () => assert.fail('broken') }), /could not be loaded: broken\.$/],
  ]);
  for (const [load, pattern] of loads) {
    await importing(load);
    const error = await t.rejects(executeTool('add', { qty: 1 }, { validate: true }));
    assert.equal(error.errorCode, 'UNAVAILABLE');
    assert.match(error.message, /^The arguments for "add" could not be checked: The validator /);
    assert.match(error.message, pattern);
    assert.deepEqual(
      problemsOf(error).map(({ code }) => code),
      ['UNAVAILABLE'],
    );
  }
  assert.deepEqual(tool.inputs, []);
});

test('S1-15 X-08 a validator that never comes: an abort and a deadline end the call', async (t) => {
  const tool = await counting(t);
  await importing(() => new Promise(() => {}));
  const late = await t.rejects(executeTool('add', { qty: 1 }, { validate: true, timeout: 20 }));
  assert.deepEqual([late.errorCode, late.outcomeUnknown], ['TIMEOUT', undefined]);
  const controller = new AbortController();
  const call = executeTool('add', { qty: 1 }, { validate: true, signal: controller.signal });
  await t.sleep(20);
  controller.abort('enough');
  const aborted = await t.rejects(call);
  assert.deepEqual(
    [aborted.name, aborted.message, aborted.outcomeUnknown],
    ['AbortError', 'enough', undefined],
  );
  await executeTool('add', { qty: 2 });
  assert.deepEqual(tool.inputs, [{ qty: 2 }]);
});
