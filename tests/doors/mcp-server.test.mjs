/** Tools of a page behind an MCP server, by the official packages. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { createMcpToolHandlers, defineWebTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */
/** @import {McpToolHandlersOptions} from 'webmcp-exec' */

/**
 * A client that is connected to a server with our handlers.
 *
 * @param {TestContext} t
 * @param {McpToolHandlersOptions} [options]
 */
async function connected(t, options) {
  const server = new Server({ name: 'page', version: '1.0.0' }, { capabilities: { tools: {} } });
  const handlers = createMcpToolHandlers(options);
  server.setRequestHandler('tools/list', handlers['tools/list']);
  server.setRequestHandler('tools/call', handlers['tools/call']);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(/** @type {any} */ (ours)), client.connect(theirs)]);
  t.after(() => client.close());
  return client;
}

const add = {
  name: 'cart.add',
  title: 'Add',
  description: 'Puts something in the cart.',
  inputSchema: { type: 'object', properties: { qty: { type: 'number' } } },
  annotations: { readOnlyHint: false },
};

test('S4-17 an MCP client lists tools and calls them', { node: true }, async (t) => {
  /** @type {any[]} */
  const calls = [];
  const client = await connected(t, {
    tools: [add, { name: 'bare', inputSchema: { type: ['object', 'null'] } }],
    timeout: 5000,
    execute: (call, options) => {
      calls.push([call, options]);
      return { inCart: call.input.qty };
    },
  });
  const { tools } = await client.listTools();
  assert.deepEqual(tools, [add, { name: 'bare', inputSchema: { type: 'object', properties: {} } }]);
  const result = await client.callTool({ name: 'cart.add', arguments: { qty: 3 } });
  assert.deepEqual(
    [result.content, result.structuredContent, result.isError],
    [[{ type: 'text', text: '{"inCart":3}' }], { inCart: 3 }, undefined],
  );
  const [[call, options]] = calls;
  assert.deepEqual(call, { name: 'cart.add', input: { qty: 3 }, alias: 'cart.add' });
  assert.equal(options.timeout, 5000);
  assert.equal(options.signal instanceof AbortSignal, true);
  await client.callTool({ name: 'bare' });
  assert.equal(calls[1][0].input, undefined);
});

test('S4-17 a tool that fails is a result, a tool that is none an error of the protocol', {
  node: true,
}, async (t) => {
  const timeout = Object.assign(new DOMException('It took too long.', 'TimeoutError'), {
    errorCode: 'TIMEOUT',
  });
  const client = await connected(t, {
    tools: ['fails', 'throws', 'late', 'gone'].map((name) => ({ name })),
    execute: ({ name }) => {
      if (name === 'throws') throw new RangeError('no such thing');
      if (name === 'late') return Promise.reject(timeout);
      if (name === 'gone')
        return Promise.reject(Object.assign(new Error('Unknown'), { errorCode: 'NOT_FOUND' }));
      return { content: [{ type: 'text', text: 'stock is 0' }], isError: true };
    },
  });
  const outcome = async (/** @type {string} */ name) => {
    const { content, isError, _meta } = /** @type {any} */ (await client.callTool({ name }));
    return [content[0].text, isError, _meta?.['webmcp-exec/code']];
  };
  assert.deepEqual(await outcome('fails'), ['stock is 0', true, undefined]);
  assert.deepEqual(await outcome('throws'), ['no such thing', true, 'EXECUTION_ERROR']);
  assert.deepEqual(await outcome('late'), ['It took too long.', true, 'TIMEOUT']);
  for (const name of ['gone', 'never_was', '__proto__', '']) {
    const error = await t.rejects(client.callTool({ name }));
    assert.deepEqual([error.code, error.message], [-32602, `Unknown tool "${name}"`]);
  }
});

test('S4-17 X-08 progress reaches the client that asked for it', { node: true }, async (t) => {
  const events = [
    1,
    { progress: 2.5, total: 4, message: 'half' },
    'still going',
    { stage: 'last' },
    1,
    undefined,
  ];
  const client = await connected(t, {
    tools: [{ name: 'work' }],
    execute: (_, { onProgress }) => {
      for (const event of events) onProgress?.(event);
      return onProgress ? 'with progress' : 'without';
    },
  });
  /** @type {any[]} */
  const heard = [];
  const onprogress = (/** @type {any} */ progress) => heard.push(progress);
  const result = await client.callTool({ name: 'work' }, { onprogress });
  assert.deepEqual(result.content, [{ type: 'text', text: 'with progress' }]);
  assert.deepEqual(heard, [
    { progress: 1 },
    { progress: 2.5, total: 4, message: 'half' },
    { progress: 3.5, message: 'still going' },
    { progress: 4.5, message: '{"stage":"last"}' },
    { progress: 5.5 },
    { progress: 6.5 },
  ]);
  const { content } = await client.callTool({ name: 'work' });
  assert.deepEqual(content, [{ type: 'text', text: 'without' }]);
});

test('S4-17 S1-11 a client that cancels ends the call', { node: true }, async (t) => {
  /** @type {AbortSignal[]} */
  const signals = [];
  const client = await connected(t, {
    tools: [{ name: 'never' }],
    execute: (_, { signal }) => {
      signals.push(/** @type {AbortSignal} */ (signal));
      return new Promise(() => {});
    },
  });
  const controller = new AbortController();
  const calling = client.callTool({ name: 'never' }, { signal: controller.signal });
  while (signals.length === 0) await t.sleep(1);
  controller.abort('enough');
  await t.rejects(calling);
  while (!signals[0]?.aborted) await t.sleep(1);
  assert.equal(signals.length, 1);
});

test('S4-17 content that the protocol has no place for does not cost the rest', { node: true }, async (t) => {
  /** @type {any} */
  const cyclic = { type: 'text', text: 'a' };
  cyclic.self = cyclic;
  const results = [
    { content: [{ type: 'later', x: 1 }, { type: 'text' }, null, { type: 'text', text: 'kept' }] },
    { content: [], structuredContent: [1, 2] },
    { content: [{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }], _meta: 5 },
    { content: [cyclic] },
    undefined,
    null,
  ];
  const client = await connected(t, {
    tools: results.map((_, index) => ({ name: `tool_${index}` })),
    execute: ({ name }) => results[Number(name.slice(5))],
  });
  const answers = [];
  for (const index of results.keys()) {
    answers.push(/** @type {any} */ (await client.callTool({ name: `tool_${index}` })));
  }
  const texts = answers.map(({ content }) =>
    content.map((/** @type {any} */ block) => block.text ?? block.type),
  );
  assert.deepEqual(texts[0], ['{"type":"later","x":1}', '{"type":"text"}', 'undefined', 'kept']);
  assert.deepEqual([texts[1], answers[1].structuredContent], [['[1,2]'], undefined]);
  assert.deepEqual(texts[2], ['image']);
  assert.match(texts[3][0], /cannot be written as JSON/);
  assert.equal(answers[3].isError, true);
  const navigated = 'The call navigated to another page.';
  assert.deepEqual(texts.slice(4), [[navigated], [navigated]]);
});

test('S4-17 one name in several documents, and lists that change', { node: true }, async (t) => {
  const [own, shop] = [{}, {}];
  /** @type {any[]} */
  let listed = [{ name: 'search', origin: 'https://shop.example', window: shop }];
  /** @type {any[]} */
  const calls = [];
  const client = await connected(t, {
    tools: async () => listed,
    execute: (call) => {
      calls.push([call.name, call.alias, call.window]);
    },
  });
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(await names(), ['search']);
  listed = [{ name: 'search', origin: 'https://page.example', own: true, window: own }, ...listed];
  // What the client knows by that name stays what it was.
  assert.deepEqual(await names(), ['search_page_example', 'search']);
  await client.callTool({ name: 'search' });
  await client.callTool({ name: 'search_page_example' });
  assert.deepEqual(calls, [
    ['search', 'search', shop],
    ['search', 'search_page_example', own],
  ]);
  // A tool that has come since the last list.
  listed = [...listed, { name: 'pay' }];
  await client.callTool({ name: 'pay' });
  listed = listed.slice(0, 1);
  assert.deepEqual(await names(), ['search_page_example']);
  assert.equal((await t.rejects(client.callTool({ name: 'search' }))).code, -32602);
});

test('S4-17 bad options and bad lists', { node: true }, async (t) => {
  for (const [options, text] of /** @type {[any, RegExp][]} */ ([
    [5, /must be an object/],
    [{ tools: 5 }, /^The option `tools` must be an array, or a function that gives one\.$/],
    [{ execute: {} }, /`execute`/],
    [{ timeout: -1 }, /`timeout`/],
    [{ fromOrigins: 5 }, /`fromOrigins`/],
  ])) {
    const error = await t.rejects((async () => createMcpToolHandlers(options))());
    assert.equal(error instanceof TypeError, true);
    assert.match(error.message, text);
  }
  for (const tools of /** @type {any[]} */ ([() => 5, () => Promise.reject(new Error('gone')), [null]])) {
    const client = await connected(t, { tools });
    const error = await t.rejects(client.listTools());
    assert.match(error.message, /^The tools must be an array\.$|^gone$|^The tool at index 0 is no object\.$/);
  }
  const { 'tools/call': call } = createMcpToolHandlers({ tools: [] });
  for (const request of /** @type {any[]} */ ([undefined, null, {}, { params: { name: Symbol('a') } }])) {
    assert.equal((await t.rejects(call(request))).code, -32602);
  }
});

test('S4-17 version 1 of the SDK hands its handlers another context', { node: true }, async () => {
  /** @type {any[]} */
  const sent = [];
  const { 'tools/call': call } = createMcpToolHandlers({
    tools: [{ name: 'work' }],
    execute: (_, { signal, onProgress }) => {
      onProgress?.(1);
      return String(signal?.aborted);
    },
  });
  const { signal } = new AbortController();
  const sendNotification = async (/** @type {any} */ notification) => void sent.push(notification);
  const request = { params: { name: 'work', _meta: { progressToken: 7 } } };
  const result = await call(request, { signal, sendNotification });
  assert.equal(result.content[0].text, 'false');
  assert.deepEqual(sent, [{ method: 'notifications/progress', params: { progressToken: 7, progress: 1 } }]);
});

test("S4-17 S1-11 X-08 the page's own tools behind a server", async (t) => {
  const unregister = await defineWebTool({
    ...add,
    execute: async (/** @type {any} */ { qty }, { emit }) => {
      emit({ progress: 1, total: 1 });
      return { inCart: qty };
    },
  }).register();
  t.after(unregister);
  await defineWebTool({
    name: 'fails',
    description: 'Fails.',
    execute: () => {
      throw new Error('stock is 0');
    },
  }).register();
  await defineWebTool({
    name: 'never',
    description: 'Never ends.',
    execute: () => new Promise(() => {}),
  }).register();
  if (t.env.id === 'c150') t.expectUnhandled();
  const client = await connected(t);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ['cart.add', 'fails', 'never']);
  /** @type {any[]} */
  const heard = [];
  const onprogress = (/** @type {any} */ progress) => heard.push(progress);
  const added = await client.callTool({ name: 'cart.add', arguments: { qty: 3 } }, { onprogress });
  assert.deepEqual(added.structuredContent, { inCart: 3 });
  assert.deepEqual(heard, [{ progress: 1, total: 1 }]);
  const failed = await client.callTool({ name: 'fails' });
  assert.deepEqual([failed.content, failed.isError], [[{ type: 'text', text: 'stock is 0' }], true]);
  const controller = new AbortController();
  const calling = client.callTool({ name: 'never' }, { signal: controller.signal });
  controller.abort();
  await t.rejects(calling);
});
