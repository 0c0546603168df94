/** What a runtime gives for what its tools return and throw, and what it tells beside it. */

import { assert, test } from '../harness/page.mjs';
import { resultOf, runtimeOf } from './runtime-of.mjs';

const node = { node: true };

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
  const own = [5, 'text', null, undefined, [1], () => 5, new Map(), new Date(), Symbol('x')];
  for (const value of own) assert.equal(await resultOf(value, unchecked), value);
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
