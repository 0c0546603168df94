/** Tools of an MCP server as tools of a page, by the official packages. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer, Server } from '@modelcontextprotocol/server';
import { defineWebTool, executeTool, fromMcpTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** A client of a server. @param {TestContext} t @param {Server | McpServer} server */
async function clientOf(t, server) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(/** @type {any} */ (ours)), client.connect(theirs)]);
  t.after(() => client.close());
  return client;
}

/**
 * A server with handlers by hand.
 *
 * @param {(params: any) => any} list
 * @param {(params: any, context: any) => any} [call]
 */
function serverWith(list, call = () => ({ content: [] })) {
  const server = new Server({ name: 'remote', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async ({ params }) => list(params));
  server.setRequestHandler('tools/call', async ({ params }, context) => call(params, context));
  return server;
}

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };

/** What a page's provider or a registry would hand to a tool. */
const context = (/** @type {object} */ more = {}) =>
  /** @type {any} */ ({ signal: new AbortController().signal, emit() {}, ...more });

test('S4-17 the tools of a server, page by page, as definitions', { node: true }, async (t) => {
  const pages = [
    {
      tools: [{ name: 'weather', title: 'Weather', description: 'Says the weather.', inputSchema }],
      nextCursor: '1',
    },
    { tools: [{ name: 'time', title: 'Time', inputSchema }], nextCursor: '2' },
    { tools: [{ name: 'bare', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
  ];
  const client = await clientOf(
    t,
    serverWith((params) => pages[Number(params?.cursor ?? 0)]),
  );
  const byHand = {
    listTools: (/** @type {any} */ params, /** @type {any} */ options) =>
      client.listTools(params ?? { cursor: '0' }, options),
    callTool: client.callTool.bind(client),
  };
  for (const from of [client, byHand]) {
    const tools = await fromMcpTools(from);
    assert.deepEqual(
      tools.map(({ execute, ...rest }) => rest),
      [
        { name: 'weather', title: 'Weather', description: 'Says the weather.', inputSchema },
        { name: 'time', title: 'Time', description: 'Time', inputSchema },
        {
          name: 'bare',
          description: 'bare',
          inputSchema: { type: 'object', properties: {} },
          annotations: { readOnlyHint: true },
        },
      ],
    );
    for (const { execute } of tools) assert.equal(typeof execute, 'function');
  }
});

test('S4-17 names that a page does not have are changed, and the server is called by its own', {
  node: true,
}, async (t) => {
  const names = ['files/read', 'files_read', 'git.log', 'größe'];
  /** @type {string[]} */
  const called = [];
  const server = serverWith(
    () => ({ tools: names.map((name) => ({ name, inputSchema })) }),
    ({ name }) => {
      called.push(name);
      return { content: [] };
    },
  );
  const tools = await fromMcpTools(await clientOf(t, server));
  const given = tools.map(({ name }) => name);
  assert.deepEqual([given[1], given[2], given[3]], ['files_read', 'git.log', 'gr__e']);
  assert.match(given[0] ?? '', /^files_read_[a-z0-9]{6}$/);
  for (const tool of tools) await tool.execute({}, context());
  assert.deepEqual(called, names);
});

test('S4-17 X-08 S1-11 a call with progress, a failure, a cancellation', { node: true }, async (t) => {
  const server = new McpServer({ name: 'remote', version: '1.0.0' });
  /** @type {AbortSignal[]} */
  const signals = [];
  server.registerTool('work', { description: 'Works.' }, async (/** @type {any} */ ctx) => {
    const { progressToken } = ctx.mcpReq._meta ?? {};
    const params = { progressToken, progress: 1, total: 2 };
    if (progressToken !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    return { content: [{ type: /** @type {const} */ ('text'), text: 'worked' }] };
  });
  server.registerTool('fails', { description: 'Fails.' }, async () => {
    throw new Error('stock is 0');
  });
  server.registerTool('never', { description: 'Never ends.' }, (/** @type {any} */ ctx) => {
    signals.push(ctx.mcpReq.signal);
    return new Promise(() => {});
  });
  const client = await clientOf(t, server);
  const [work, fails, never] = await fromMcpTools(client, { timeout: 20_000 });
  /** @type {any[]} */
  const heard = [];
  const worked = await work?.execute({}, context({ emit: (/** @type {any} */ it) => heard.push(it) }));
  assert.deepEqual(/** @type {any} */ (worked).content, [{ type: 'text', text: 'worked' }]);
  assert.deepEqual(heard, [{ progress: 1, total: 2 }]);
  // Without anything at all, as registries that have no signal call it.
  const alone = await work?.execute({}, /** @type {any} */ (undefined));
  assert.deepEqual(/** @type {any} */ (alone)?.content, /** @type {any} */ (worked)?.content);
  const failed = /** @type {any} */ (await fails?.execute({}, context()));
  assert.deepEqual([failed.isError, failed.content[0].text], [true, 'stock is 0']);
  const controller = new AbortController();
  const calling = never?.execute({}, context({ signal: controller.signal }));
  while (signals.length === 0) await t.sleep(1);
  controller.abort('enough');
  await t.rejects(/** @type {Promise<unknown>} */ (calling));
  while (!signals[0]?.aborted) await t.sleep(1);
  await client.close();
  await t.rejects(/** @type {Promise<unknown>} */ (work?.execute({}, context())));
});

test('S4-17 version 1 of the SDK has the schema of the result in between', { node: true }, async () => {
  /** @type {any[][]} */
  const calls = [];
  class Version1 {
    async listTools() {
      return { tools: [{ name: 'work' }] };
    }
    /** @param {any} params @param {any} resultSchema @param {any} options */
    async callTool(params, resultSchema = 'default', options = undefined) {
      calls.push([params, resultSchema, options]);
      return { content: [] };
    }
  }
  const [work] = await fromMcpTools(new Version1(), { timeout: 7 });
  const { signal } = new AbortController();
  await work?.execute({ a: 1 }, context({ signal, emit: undefined }));
  assert.deepEqual(calls, [[{ name: 'work', arguments: { a: 1 } }, 'default', { timeout: 7, signal }]]);
});

test('S4-17 what is no client, and lists that are none', { node: true }, async (t) => {
  for (const client of /** @type {any[]} */ ([
    undefined,
    null,
    5,
    {},
    { listTools() {} },
    { callTool() {} },
  ])) {
    const error = await t.rejects(fromMcpTools(client));
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.message, 'The client must have the methods `listTools` and `callTool`.');
  }
  const client = (/** @type {() => any} */ listTools) => ({ listTools, callTool: async () => {} });
  assert.match(
    (
      await t.rejects(
        fromMcpTools(
          client(() => {}),
          /** @type {any} */ (5),
        ),
      )
    ).message,
    /options/,
  );
  const refusals = /** @type {[() => any, RegExp][]} */ ([
    [() => undefined, /^The tools of the server must be an array\.$/],
    [() => ({ tools: [null] }), /^The tool at index 0 is no object\.$/],
    [() => ({ tools: [{ name: 'a', inputSchema: 5 }] }), /^The `inputSchema` of the tool at index 0/],
    [() => Promise.reject(new Error('no connection')), /^no connection$/],
    [
      () => {
        throw new Error('at once');
      },
      /^at once$/,
    ],
  ]);
  for (const [listTools, text] of refusals) {
    assert.match((await t.rejects(fromMcpTools(client(listTools)))).message, text);
  }
  let pages = 0;
  const endless = client(() => ({ tools: [], nextCursor: String(pages++) }));
  assert.match((await t.rejects(fromMcpTools(endless))).message, /does not end/);
  // A server that says the same cursor for ever has said all.
  assert.deepEqual(await fromMcpTools(client(() => ({ tools: [], nextCursor: 'same' }))), []);
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  const remote = await clientOf(
    t,
    serverWith(() => ({ tools: [] })),
  );
  assert.match((await t.rejects(fromMcpTools(remote, { signal: controller.signal }))).message, /enough/);
});

test("S4-17 S1-11 X-08 a server's tools in a page", async (t) => {
  /** @type {AbortSignal[]} */
  const signals = [];
  const server = serverWith(
    () => ({ tools: ['weather', 'never'].map((name) => ({ name, description: 'Says it.', inputSchema })) }),
    async ({ name, arguments: input, _meta }, { mcpReq }) => {
      if (name === 'never') {
        signals.push(mcpReq.signal);
        return new Promise(() => {});
      }
      const params = { progressToken: _meta?.progressToken, progress: 1 };
      if (params.progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params });
      return { content: [{ type: 'text', text: `sunny in ${input.city}` }] };
    },
  );
  // Chromium 150 has an error event in the page where a tool rejects.
  if (t.env.id === 'c150') t.expectUnhandled();
  for (const tool of await fromMcpTools(await clientOf(t, server))) await defineWebTool(tool).register();
  /** @type {any[]} */
  const heard = [];
  const onProgress = (/** @type {any} */ it) => heard.push(it);
  const result = await executeTool('weather', { city: 'Karachi' }, { onProgress });
  assert.equal(result?.content[0]?.text, 'sunny in Karachi');
  assert.deepEqual(heard, [{ progress: 1 }]);
  const controller = new AbortController();
  const calling = executeTool('never', {}, controller.signal);
  while (signals.length === 0) await t.sleep(1);
  controller.abort();
  assert.equal((await t.rejects(calling)).name, 'AbortError');
  while (!signals[0]?.aborted) await t.sleep(1);
});
