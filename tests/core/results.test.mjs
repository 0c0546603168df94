/** Reading what a provider resolved with: `normalizeToolResult`, `toToolResult`, `toolErrorCode`. */

import { executeTool, normalizeToolResult, toolErrorCode, toToolResult } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { installScripted } from './scripted-provider.mjs';

/** @param {string} text */
const textResult = (text) => ({ content: [{ type: 'text', text }] });

test('S1-24 a tool that returns null did not navigate', async (t) => {
  await t.register({ name: 'nothing_found', execute: () => null });
  const result = await executeTool('nothing_found', {});
  assert.ok(result !== null);
  assert.deepEqual(result, textResult('null'));
});

test('S1-24 nor did a provider that resolves with the text', { node: true }, async () => {
  installScripted({ executeTool: async () => 'null' });
  assert.deepEqual(await executeTool('greet', {}), textResult('null'));
});

for (const nothing of [null, undefined]) {
  test(`S1-23 a provider that resolves with ${nothing} navigated`, { node: true }, async () => {
    for (const shape of /** @type {const} */ (['object', 'json'])) {
      installScripted({ shape, executeTool: async () => nothing });
      assert.equal(await executeTool('greet', {}), null);
    }
  });
}

test('S1-27 an object passes through', { node: true }, () => {
  for (const value of [{ content: [] }, { a: 1 }, {}, Object.create(null), { content: 'text' }]) {
    assert.equal(normalizeToolResult(value), value);
  }
});

test('S1-28 JSON text is read, and what it holds is made a result', { node: true }, () => {
  const result = { content: [{ type: 'text', text: 'a' }], isError: true, structuredContent: { n: 1 } };
  assert.deepEqual(normalizeToolResult(JSON.stringify(result)), result);
  assert.deepEqual(normalizeToolResult('{"a":1}'), { ...textResult('{"a":1}'), structuredContent: { a: 1 } });
  assert.deepEqual(normalizeToolResult('{"a":1}'), toToolResult({ a: 1 }));
  assert.deepEqual(normalizeToolResult(' {"content": []} '), { content: [] });
});

test('S1-29 text that is no JSON becomes a text block', { node: true }, () => {
  const texts = ['plain text', '', ' ', '{"a":', 'Operation succeeded', 'NaN', '[object Object]', 'a\ud83d'];
  for (const text of texts) {
    assert.deepEqual(normalizeToolResult(text), textResult(text));
  }
});

test('S1-29 exactly undefined, as text or as itself, is no content', { node: true }, () => {
  assert.deepEqual(normalizeToolResult('undefined'), { content: [] });
  assert.deepEqual(normalizeToolResult(undefined), { content: [] });
  assert.deepEqual(normalizeToolResult('undefined '), textResult('undefined '));
  assert.deepEqual(normalizeToolResult('"undefined"'), textResult('undefined'));
});

/** JSON text that holds no object, and what is read from it. */
const scalars = {
  42: 42,
  true: true,
  false: false,
  null: null,
  '"q"': 'q',
  '""': '',
  '[1]': [1],
  '[]': [],
  '-0.5': -0.5,
};

for (const [text, value] of Object.entries(scalars)) {
  test(`S1-30 JSON that holds no object gives content too: ${text}`, { node: true }, () => {
    const result = normalizeToolResult(text);
    assert.ok(Array.isArray(result.content));
    assert.deepEqual(result, toToolResult(value));
    assert.deepEqual(result, textResult(typeof value === 'string' ? value : text));
  });
}

test('S1-30 values that are no text do not throw', { node: true }, () => {
  const cyclic = {};
  Reflect.set(cyclic, 'self', cyclic);
  const values = [5, true, null, 5n, Symbol('x'), () => 1, [1, 2], [cyclic], [5n], Number.NaN, new Date(0)];
  for (const value of values) {
    const result = normalizeToolResult(value);
    assert.ok(typeof result === 'object' && result !== null);
    if (!(value instanceof Date)) assert.ok(Array.isArray(result.content));
  }
});

test('S1-31 a result that is no failure has no code', { node: true }, () => {
  for (const result of [
    { content: [] },
    { content: [], isError: false },
    { content: [], structuredContent: { code: 'TIMEOUT' } },
    { content: [], _meta: { 'webmcp-exec/code': 'TIMEOUT' } },
    null,
    undefined,
  ]) {
    assert.equal(toolErrorCode(/** @type {any} */ (result)), undefined);
  }
});

test('S1-25 S1-26 the code of a failure', { node: true }, () => {
  const meta = { 'webmcp-exec/code': 'OUT_OF_MUGS' };
  /** @type {[object, string][]} */
  const failures = [
    [{}, 'EXECUTION_ERROR'],
    [{ _meta: meta }, 'OUT_OF_MUGS'],
    [{ _meta: meta, structuredContent: { code: 'TIMEOUT' } }, 'OUT_OF_MUGS'],
    [{ structuredContent: { code: 'TIMEOUT' } }, 'TIMEOUT'],
    [{ structuredContent: { code: 'OUT_OF_MUGS' } }, 'EXECUTION_ERROR'],
    [{ structuredContent: { code: 5 }, _meta: {} }, 'EXECUTION_ERROR'],
    [{ structuredContent: null, _meta: { 'webmcp-exec/code': 5 } }, 'EXECUTION_ERROR'],
  ];
  for (const [members, code] of failures) {
    assert.equal(toolErrorCode(/** @type {any} */ ({ content: [], isError: true, ...members })), code);
  }
});

test('S1-28 a result is returned unchanged', { node: true }, () => {
  const result = { content: [{ type: 'new_kind', data: 1 }], isError: true, more: 1 };
  assert.equal(toToolResult(result), result);
});

test('S1-28 an object without content gets a text block', { node: true }, () => {
  const structured = toToolResult({ structuredContent: { n: 1 }, _meta: { a: 1 } });
  assert.deepEqual(structured, { ...textResult('{"n":1}'), structuredContent: { n: 1 }, _meta: { a: 1 } });
  assert.deepEqual(toToolResult({ isError: true, message: 'sold out' }), {
    ...textResult('sold out'),
    isError: true,
    message: 'sold out',
  });
  assert.deepEqual(
    toToolResult({ isError: true, error: new Error('sold out') }).content,
    textResult('sold out').content,
  );
  assert.equal(toToolResult({ isError: true }).isError, true);
  assert.ok(Array.isArray(toToolResult({ isError: true }).content));
});

test('S1-28 the object given is not changed', { node: true }, () => {
  const value = Object.freeze({ structuredContent: Object.freeze({ n: 1 }) });
  toToolResult(value);
  assert.deepEqual(Object.keys(value), ['structuredContent']);
});

test('S1-30 whatever a tool returns becomes a result', { node: true }, () => {
  assert.deepEqual(toToolResult('text'), textResult('text'));
  assert.deepEqual(toToolResult('{"a":1}'), textResult('{"a":1}'), 'text is not parsed');
  assert.deepEqual(toToolResult([1, 'a']), textResult('[1,"a"]'));
  assert.deepEqual(toToolResult(undefined), { content: [] });
  assert.deepEqual(toToolResult(null), textResult('null'));
  assert.deepEqual(toToolResult(Number.NaN), textResult('NaN'));
  assert.deepEqual(toToolResult(5n), textResult('5'));
  const value = { total: 3 };
  const result = toToolResult(value);
  assert.deepEqual(result.content, textResult('{"total":3}').content);
  assert.equal(result.structuredContent, value);
});

test('S1-30 what has no JSON becomes a failure that says so', { node: true }, () => {
  /** @type {Record<string, unknown>} */
  const circle = {};
  circle.again = circle;
  const throwing = {
    toJSON() {
      throw new Error('no JSON today');
    },
  };
  for (const value of [circle, { n: 1n }, throwing, [circle]]) {
    const result = toToolResult(value);
    assert.equal(result.isError, true);
    assert.equal(toolErrorCode(result), 'EXECUTION_ERROR');
    assert.match(/** @type {any} */ (result).content[0].text, /JSON/);
  }
});

test('S1-30 hostile values do not throw', { node: true }, () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = {
    get content() {
      throw new Error('no content');
    },
    get isError() {
      throw new Error('no flag');
    },
  };
  for (const value of [
    proxy,
    hostile,
    Object.create(null),
    new Proxy(
      {},
      {
        get: () => {
          throw 'get';
        },
      },
    ),
  ]) {
    assert.ok(Array.isArray(toToolResult(value).content));
    assert.equal(toolErrorCode(/** @type {any} */ (value)), undefined);
  }
});
