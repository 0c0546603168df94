/** Thousands of checks, and neither module holds more than before: of arguments that fit, that do not, of schemas at fault. */

import { executeTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';

const TIMEOUT = 120_000;

test('S3-21 calls that are checked', { timeout: TIMEOUT }, async (t) => {
  const properties = {
    qty: { type: 'integer' },
    code: { type: 'string', pattern: '^[a-z]+$' },
    any: { anyOf: [{ type: 'string' }, { minimum: 5 }] },
  };
  const inputSchema = { type: 'object', properties, required: ['qty'], additionalProperties: false };
  await t.register({ name: 'add', inputSchema, execute: () => 'done' });
  let rejected = 0;
  await staysFlat(t, {
    times: 2000,
    validator: true,
    async step(index) {
      const args = index % 2 ? { qty: index } : { qty: 'x', code: '!', any: 1, more: index };
      await executeTool('add', args, { validate: true }).catch(() => {
        rejected += 1;
      });
    },
  });
  assert.equal(rejected >= 1000, true);
});

test('S3-21 schemas that come and go, values that throw', { timeout: TIMEOUT }, async (t) => {
  const { validate } = await import(new URL('./validator.js', import.meta.resolve('webmcp-exec')).href);
  const circle = /** @type {any} */ ({});
  circle.again = circle;
  let problems = 0;
  await staysFlat(t, {
    times: 3000,
    validator: true,
    step(index) {
      problems += validate({ properties: { a: { type: 'number', maximum: index } } }, { a: 'x' }).length;
      problems += validate({ pattern: '(' }, 'x').length;
      problems += validate({ $id: 'http://[' }, 'x').length;
      // These take engines some milliseconds.
      if (index % 50 === 0) problems += validate({ $ref: '#' }, 'x').length + validate({}, circle).length;
    },
  });
  assert.equal(problems >= 9000, true);
});
