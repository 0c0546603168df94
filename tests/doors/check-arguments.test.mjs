/** `checkArguments`: what `validate: true` says, without a call. */

import { checkArguments, executeTool, listTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const schema = {
  type: 'object',
  properties: { qty: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
  required: ['qty'],
};

test('S3-21 arguments that fit have no problem, in whatever form they and the schema come', {
  node: true,
}, async () => {
  for (const given of [schema, JSON.stringify(schema)])
    for (const args of [{ qty: 3 }, '{"qty":3}', { qty: 3, more: [1] }])
      assert.deepEqual(await checkArguments(given, args), []);
  for (const anything of [true, {}, undefined, '', ' '])
    for (const args of [undefined, null, '', {}, [1], { qty: 'three' }])
      assert.deepEqual(await checkArguments(anything, args), []);
});

test('S3-21 what does not fit is listed as the call would list it, and nothing runs', async (t) => {
  let runs = 0;
  await t.register({ name: 'add', inputSchema: schema, execute: () => void runs++ });
  const [tool] = await listTools();
  for (const args of [{ note: 5 }, undefined, '{"qty":"three"}', [], { qty: 0, note: null }]) {
    const problems = await checkArguments(tool?.inputSchema, args);
    const error = await t.rejects(executeTool('add', args, { validate: true }));
    assert.equal(problems.length > 0, true);
    assert.deepEqual(problems, /** @type {any} */ (error).errors);
  }
  assert.equal(runs, 0);
  assert.deepEqual(await checkArguments(false, {}), [
    { pointer: '', keyword: 'false', code: 'CONSTRAINT_VIOLATION', message: 'The value is not allowed.' },
  ]);
});

test('S3-21 the arguments are those of the moment of the call', { node: true }, async () => {
  const args = { qty: 'three' };
  const checking = checkArguments(schema, args);
  args.qty = /** @type {any} */ (3);
  assert.equal((await checking).length, 1);
});

test('S1-20 what no tool can be given rejects', { node: true }, async (t) => {
  const cyclic = /** @type {any} */ ({});
  cyclic.self = cyclic;
  const cases = /** @type {const} */ ([
    [5, /^The arguments must be an object, not a number\.$/],
    ['5', /^The arguments must be the JSON text of an object\.$/],
    ['{', /^The arguments are not valid JSON: /],
    [cyclic, /^The arguments cannot be written as JSON: /],
  ]);
  for (const [args, pattern] of cases) {
    const error = await t.rejects(checkArguments(schema, /** @type {any} */ (args)));
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.errorCode, 'INVALID_INPUT');
    assert.match(error.message, pattern);
  }
});

test('S3-21 a schema that cannot be used is not the fault of the arguments', { node: true }, async (t) => {
  const unusable = [
    null,
    '{',
    { properties: { a: { $ref: 'https://example.com/schema' } } },
    { properties: { a: { pattern: '^(a+)+$' } } },
  ];
  for (const one of unusable) {
    const error = /** @type {any} */ (await t.rejects(checkArguments(/** @type {any} */ (one), { a: 'x' })));
    assert.equal(error instanceof TypeError, false);
    assert.equal(error.errorCode, 'INTERNAL_ERROR');
    assert.match(error.message, /^The arguments could not be checked: /);
    assert.deepEqual(
      error.errors.map((/** @type {any} */ { code }) => code),
      ['INTERNAL_ERROR'],
    );
  }
});
