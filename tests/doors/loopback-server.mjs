/** An MCP server of the official SDK on loopback, over Streamable HTTP, and a client of it. For tests in Node. */

import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** @import {TestContext} from '../harness/types.d.ts' */

/** The two generations of the protocol: with sessions, and with a stream for each request. */
export const eras = /** @type {const} */ (['legacy', 'modern']);

/**
 * @typedef {object} Running
 * @property {Client} client connected
 * @property {string[]} calls the names of the tools that ran, in order
 * @property {string[]} aborted the names of those whose signal fired
 * @property {(name: string) => Promise<void>} begun settles once a tool of that name runs
 * @property {(name: string) => Promise<void>} told settles once the signal of a tool of that name has fired
 * @property {() => void} cut breaks every connection that is open
 * @property {() => Promise<void>} stop
 */

/**
 * @param {TestContext} t
 * @param {(typeof eras)[number]} era
 * @returns {Promise<Running>}
 */
export async function startMcpServer(t, era) {
  const happened = /** @type {Map<string, (() => void)[]>} */ (new Map());
  const seen = /** @type {string[]} */ ([]);
  /** @param {string} what */
  const happens = (what) => {
    seen.push(what);
    for (const tell of happened.get(what) ?? []) tell();
  };
  /** @param {string} what @returns {Promise<void>} */
  const until = (what) =>
    seen.includes(what)
      ? Promise.resolve()
      : new Promise((resolve) => happened.set(what, [...(happened.get(what) ?? []), () => resolve()]));
  /** @param {string} prefix */
  const named = (prefix) =>
    seen.filter((what) => what.startsWith(prefix)).map((what) => what.slice(prefix.length));

  const serve = fetchHandler(era, () => makeServer(happens));
  const http = createServer(async (request, response) => {
    try {
      await answer(request, response, serve);
    } catch {
      response.destroy();
    }
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const stop = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(() => resolve(undefined)));
  };
  t.after(stop);

  const client = new Client(
    { name: 'test', version: '1.0.0' },
    era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  t.after(() => client.close());
  return {
    client,
    get calls() {
      return named('begun ');
    },
    get aborted() {
      return named('told ');
    },
    begun: (name) => until(`begun ${name}`),
    told: (name) => until(`told ${name}`),
    cut: () => http.closeAllConnections(),
    stop,
  };
}

/** @param {(what: string) => void} happens */
function makeServer(happens) {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  /** @type {(name: string, config: any, run: (input: any, context: any) => any) => void} */
  const tool = (name, config, run) =>
    server.registerTool(
      name,
      { inputSchema: z.object({}), ...config },
      /** @type {any} */ (
        async (/** @type {any} */ input, /** @type {any} */ context) => {
          happens(`begun ${name}`);
          context.mcpReq.signal.addEventListener('abort', () => happens(`told ${name}`));
          return run(input, context);
        }
      ),
    );
  const text = (/** @type {string} */ value) => ({ content: [{ type: 'text', text: value }] });
  tool(
    'read-stock',
    { inputSchema: z.object({ id: z.string() }), outputSchema: z.object({ stock: z.number() }) },
    () => ({ ...text('7'), structuredContent: { stock: 7 } }),
  );
  tool('say-hello', { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    content: [
      { type: 'text', text: 'hello' },
      { type: 'text', text: name },
    ],
  }));
  tool('draw-dot', {}, () => ({ content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }));
  tool('fail-plainly', {}, () => ({ ...text('no stock'), isError: true }));
  tool('fail-with-code', {}, () => ({
    ...text('slow down'),
    isError: true,
    _meta: { 'webmcp-exec/code': 'RATE_LIMITED' },
    structuredContent: { suggestion: 'wait' },
  }));
  tool('throw-error', {}, () => {
    throw new Error('the database is away');
  });
  tool('never-ends', {}, () => new Promise(() => {}));
  tool('report-steps', { inputSchema: z.object({ steps: z.number() }) }, async ({ steps }, context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= steps; progress += 1) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: steps };
        await context.mcpReq.notify({ method: 'notifications/progress', params });
      }
    }
    return text(progressToken === undefined ? 'nobody asked' : 'reported');
  });
  return server;
}

/**
 * @param {(typeof eras)[number]} era
 * @param {() => McpServer} make
 * @returns {(request: Request) => Promise<Response>}
 */
function fetchHandler(era, make) {
  if (era === 'modern') return createMcpHandler(make, { legacy: 'reject' }).fetch;
  /** @type {Map<string, WebStandardStreamableHTTPServerTransport>} */
  const sessions = new Map();
  return async (request) => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await make().connect(transport);
    return transport.handleRequest(request);
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {(request: Request) => Promise<Response>} serve
 */
async function answer(request, response, serve) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const hasBody = request.method === 'POST';
  const answered = await serve(
    new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method,
      headers: /** @type {any} */ (request.headers),
      body: hasBody ? /** @type {any} */ (Readable.toWeb(request)) : undefined,
      signal: gone.signal,
      .../** @type {object} */ (hasBody ? { duplex: 'half' } : {}),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.flushHeaders();
  if (answered.body)
    Readable.fromWeb(/** @type {any} */ (answered.body))
      .on('error', () => {})
      .pipe(response);
  else response.end();
}
