/** The call in its plain form: what goes to the provider, what comes back, what the package exports. */

import * as webmcp from 'webmcp-exec';
import { executeTool, toolErrorCode } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { callMethod, installScripted, spy } from './scripted-provider.mjs';

test('S1-01 the package exports the call and the readers of results', { node: true }, () => {
  for (const name of ['executeTool', 'normalizeToolResult', 'toToolResult', 'toolErrorCode']) {
    assert.equal(typeof Reflect.get(webmcp, name), 'function', name);
  }
});

test('S1-01 the types have ExecuteToolOptions with a signal', {
  only: { node: 'the declarations are a file beside the package' },
  node: true,
}, async () => {
  const { readFile } = await import('node:fs/promises');
  const file = new URL('./index.d.ts', import.meta.resolve('webmcp-exec'));
  const declarations = await readFile(file, 'utf8');
  const [, options = ''] = declarations.match(/export interface CallLimits \{([\s\S]*?)^\}/m) ?? [];
  assert.match(options, /^ {2}signal\?: AbortSignal\b/m);
  assert.match(declarations, /^export interface ExecuteToolOptions extends CallLimits\b/m);
  assert.match(declarations, /^export interface ModelContextToolResult\b/m);
});

test('S1-02 two arguments, or the name alone, are enough', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({
    name: 'greet',
    execute: (/** @type {unknown} */ input) => inputs.push(input) && 'hello',
  });
  const promise = executeTool('greet', { to: 'Ann' });
  assert.ok(promise instanceof Promise);
  assert.equal((await promise)?.content.length, 1);
  assert.equal((await executeTool('greet'))?.content.length, 1);
  assert.deepEqual(inputs, [{ to: 'Ann' }, {}]);
});

test('S1-02 the three arguments work over a provider of the page’s own', { node: true }, async () => {
  const fake = installScripted();
  assert.ok(executeTool('greet') instanceof Promise);
  await executeTool('greet', { to: 'Ann' });
  await executeTool('greet', { to: 'Bob' }, { signal: new AbortController().signal });
  assert.deepEqual(
    fake.calls.map(({ args }) => args),
    [{}, { to: 'Ann' }, { to: 'Bob' }],
  );
});

test('S1-03 the provider is given the very object that its getTools() listed', {
  not: { 'ff-native': 'its invokeTool takes the name of the tool' },
}, async (t) => {
  await t.register({ name: 'greet', execute: () => 'hello' });
  await t.register({ name: 'other', execute: () => 'no' });
  const lookups = spy(t.modelContext(), 'getTools');
  const calls = spy(t.modelContext(), callMethod(t));
  const result = await executeTool('greet', {});
  assert.equal(result?.content.length, 1);
  assert.equal(calls.length, 1);
  const listed = /** @type {object[]} */ (await lookups.at(-1)?.returned);
  assert.equal(listed.includes(calls[0]?.args[0]), true);
  assert.equal(calls[0]?.args[0].name, 'greet');
});

test('S1-03 Firefox’s preview is given the name', {
  only: { 'ff-native': 'only its method takes names' },
}, async (t) => {
  await t.register({ name: 'greet', execute: () => 'hello' });
  const calls = spy(t.modelContext(), 'invokeTool');
  await executeTool('greet', { to: 'Ann' });
  assert.deepEqual(calls[0]?.args, ['greet', { to: 'Ann' }]);
});

test('S1-03 the look-up compares whole names', { node: true }, async () => {
  const fake = installScripted({ tools: ['greet_all', 'greet', 'Greet'] });
  await executeTool('greet', {});
  assert.equal(fake.lookups, 1);
  assert.equal(fake.calls[0]?.tool, fake.tools[1]);
});

test('S1-22 the answer of a tool is a result', async (t) => {
  const answer = {
    content: [
      { type: 'text', text: 'hi' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ],
    structuredContent: { greeting: 'hi' },
    _meta: { language: 'en' },
  };
  await t.register({ name: 'greet', execute: () => answer });
  await t.register({ name: 'greet_later', execute: async () => answer });
  for (const name of ['greet', 'greet_later']) {
    const result = await executeTool(name, {});
    assert.equal(/** @type {any} */ (result).content[0].text, 'hi');
    assert.deepEqual(result, answer);
  }
});

test('S1-22 text and other values become a result as well', async (t) => {
  const values = { text: 'hi', order: { id: 7 }, list: [1, 2], number: 5 };
  for (const [name, value] of Object.entries(values)) await t.register({ name, execute: () => value });
  assert.deepEqual(await executeTool('text'), { content: [{ type: 'text', text: 'hi' }] });
  assert.deepEqual(await executeTool('order'), {
    content: [{ type: 'text', text: '{"id":7}' }],
    structuredContent: { id: 7 },
  });
  assert.deepEqual(await executeTool('list'), { content: [{ type: 'text', text: '[1,2]' }] });
  assert.deepEqual(await executeTool('number'), { content: [{ type: 'text', text: '5' }] });
});

test('S1-29 a tool that returns nothing has no content', async (t) => {
  await t.register({ name: 'nothing', execute: () => undefined });
  assert.deepEqual(await executeTool('nothing'), { content: [] });
});

test('S1-25 a tool that fails gives a result that says so', async (t) => {
  // Chromium 150 reports what a tool throws as an error of the page.
  if (t.env.id === 'c150') t.expectUnhandled();
  const failures = {
    throws: () => {
      throw new Error('out of stock');
    },
    rejects: async () => {
      throw new Error('out of stock');
    },
    throws_text: () => {
      throw 'out of stock';
    },
    aborts: () => {
      throw new DOMException('out of stock', 'AbortError');
    },
  };
  for (const [name, execute] of Object.entries(failures)) {
    await t.register({ name, execute });
    const result = await executeTool(name, {});
    assert.equal(result?.isError, true, name);
    const [block] = result?.content ?? [];
    assert.equal(block?.type, 'text', name);
    assert.ok(/** @type {any} */ (block).text.length > 0, name);
    assert.equal(toolErrorCode(result), 'EXECUTION_ERROR', name);
  }
});

test('S1-25 the text is the tool’s own where the provider passes it on', {
  only: { 'ff-native': 'it rejects with the tool’s own error', mcpb: 'the tool’s text follows its own' },
}, async (t) => {
  await t.register({
    name: 'throws',
    execute: () => {
      throw new Error('out of stock');
    },
  });
  const result = await executeTool('throws', {});
  assert.deepEqual(result?.content, [{ type: 'text', text: 'out of stock' }]);
});

test('S1-26 a result with isError comes through as it is', async (t) => {
  const answer = {
    content: [{ type: 'text', text: 'sold out' }],
    isError: true,
    structuredContent: { code: 'RATE_LIMITED', left: 0 },
  };
  await t.register({ name: 'order', execute: () => answer });
  const result = await executeTool('order', {});
  assert.deepEqual(result, answer);
  assert.equal(toolErrorCode(result), 'RATE_LIMITED');
});

test('S1-26 a code in _meta comes through', async (t) => {
  const answer = { content: [], isError: true, _meta: { 'webmcp-exec/code': 'NOT_FOUND' } };
  await t.register({ name: 'order', execute: () => answer });
  assert.equal(toolErrorCode(await executeTool('order', {})), 'NOT_FOUND');
});

test('S1-37 five calls at once, the first of the page, run the tool once each', async (t) => {
  /** @type {unknown[]} */
  const ran = [];
  await t.register({ name: 'count', execute: (/** @type {{ n: number }} */ { n }) => ran.push(n) && { n } });
  const results = await Promise.all([0, 1, 2, 3, 4].map((n) => executeTool('count', { n })));
  assert.deepEqual(ran, [0, 1, 2, 3, 4]);
  assert.deepEqual(
    results.map((result) => result?.structuredContent),
    [0, 1, 2, 3, 4].map((n) => ({ n })),
  );
});

test('S1-37 five calls at once over a provider that takes JSON text', { node: true }, async () => {
  const fake = installScripted({ shape: 'json', executeTool: async ({ args }) => args });
  const results = await Promise.all([0, 1, 2, 3, 4].map((n) => executeTool('greet', { n })));
  assert.deepEqual(
    fake.calls.map(({ args }) => args),
    ['{"n":0}', '{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}'],
  );
  assert.deepEqual(
    results.map((result) => result?.structuredContent),
    [0, 1, 2, 3, 4].map((n) => ({ n })),
  );
});

const polyfilled = 'the polyfill stands for what the browser lacks';

test('S1-32 where the polyfill stands in, it is what these tests run over', {
  only: { 'c156-poly': polyfilled, 'ff-poly': polyfilled, 'wk-poly': polyfilled },
}, async (t) => {
  assert.equal(webmcp.provider(), 'polyfill');
  await t.register({ name: 'add', execute: (/** @type {{ qty: number }} */ { qty }) => ({ inCart: qty }) });
  const report = await webmcp.executeToolDetailed('add', { qty: 3 });
  assert.equal(report.provider, 'polyfill');
  assert.equal(report.argsShape, 'object');
  // As native gives it: text.
  assert.equal(report.raw, '{"inCart":3}');
  assert.deepEqual(report.result?.structuredContent, { inCart: 3 });
});
