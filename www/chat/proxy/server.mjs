/**
 * A small server between `<webmcp-chat>` and a model API: it keeps the key. Copy it, and change what you need.
 *
 * ```sh
 * UPSTREAM=https://api.openai.com/v1 API_KEY=sk-… MODELS=gpt-4o-mini ORIGINS=https://shop.example node server.mjs
 * ```
 *
 * The page then has `<webmcp-chat endpoint="https://chat.shop.example" model="gpt-4o-mini">`; where your web server hands
 * `/api/chat/` on to it, `endpoint="/api/chat"`.
 *
 * Whoever can load the page can ask the model at your expense: that is what the limits are for. Where people sign in,
 * check that first (`authorize`).
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { createRateLimit } from './rate-limit.mjs';
import { UPSTREAMS } from './upstreams.mjs';

/** @import {IncomingMessage, ServerResponse} from 'node:http' */

/**
 * @typedef {object} ProxyOptions
 * @property {string} upstream the address of the API, up to its version: `https://api.openai.com/v1`
 * @property {keyof typeof UPSTREAMS} [provider] Default: `openai`
 * @property {string} apiKey
 * @property {string[]} [models] that may be asked for; the first is asked where none is named. Default: any
 * @property {string[]} [origins] of the pages that may ask. Default: pages of the proxy's own origin alone
 * @property {number} [maxBody] bytes of a request. Default: 1 Mi
 * @property {number} [perMinute] requests of one address. Default: 20
 * @property {boolean} [trustProxy] the address of the asker is the last of `X-Forwarded-For`. Default: `false`
 * @property {(request: IncomingMessage) => boolean | Promise<boolean>} [authorize]
 * @property {() => number} [now]
 */

/** How long the API may take to begin its answer. */
const PATIENCE_MS = 120_000;

/** @param {ProxyOptions} options */
export function createProxy(options) {
  const { origins = [], maxBody = 1024 * 1024, perMinute = 20, trustProxy = false, now = Date.now } = options;
  const api = UPSTREAMS[options.provider ?? 'openai'];
  const limit = createRateLimit({ perMinute, now });

  return createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent)
        refuse(response, error.status ?? 500, error.status ? error.message : 'It failed.');
      else response.destroy();
    });
  });

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function answer(request, response) {
    const origin = request.headers.origin;
    const isAllowed = origin === undefined || origins.includes(origin) || isOwn(origin, request);
    response.setHeader('Vary', 'Origin');
    if (!isAllowed) return refuse(response, 403, 'This page may not ask.');
    if (origin !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    }
    if (request.method === 'OPTIONS') return preflight(response);

    const wait = limit.take(addressOf(request));
    if (wait > 0) {
      response.setHeader('Retry-After', String(Math.ceil(wait / 1000)));
      return refuse(response, 429, 'Too many requests.');
    }
    if (options.authorize && !(await options.authorize(request)))
      return refuse(response, 401, 'Sign in first.');
    const route = api.route(request.method ?? '', new URL(request.url ?? '/', 'http://proxy').pathname);
    if (!route) return refuse(response, 404, 'There is nothing here.');
    if (route.isList) return list(response);
    await pass(request, response, route.path);
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {(model: string) => string} path */
  async function pass(request, response, path) {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'Only JSON is taken.');
    const body = parsed(await read(request, maxBody));
    const model = api.modelOf(body, request.url ?? '') || options.models?.[0] || '';
    if (options.models && !options.models.includes(model))
      return refuse(response, 404, `The model ${model} does not exist here.`);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const begun = setTimeout(() => gone.abort(), PATIENCE_MS);
    const upstream = await fetch(options.upstream.replace(/\/+$/, '') + path(model), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...api.headers(options.apiKey) },
      body: JSON.stringify(api.bodyOf(body, model)),
      redirect: 'error',
      signal: gone.signal,
    }).catch(() => undefined);
    clearTimeout(begun);
    if (!upstream) return refuse(response, 502, 'The model cannot be reached.');
    // A key that is wrong is a mistake of the server's, not of the person's: nothing of it is told.
    if (upstream.status === 401 || upstream.status === 403) {
      await upstream.body?.cancel();
      return refuse(response, 502, 'The model refused the server.');
    }
    await stream(upstream, response);
  }

  /** @param {ServerResponse} response */
  function list(response) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(api.list(options.models ?? [])));
  }

  /** @param {IncomingMessage} request */
  function addressOf(request) {
    const forwarded = trustProxy ? String(request.headers['x-forwarded-for'] ?? '') : '';
    return forwarded.split(',').at(-1)?.trim() || request.socket.remoteAddress || '';
  }
}

/** Whether a page was served by the very host that it asks. @param {string} origin @param {IncomingMessage} request */
function isOwn(origin, { headers }) {
  try {
    return new URL(origin).host === headers.host;
  } catch {
    return false;
  }
}

/** @param {ServerResponse} response */
function preflight(response) {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers':
      'Content-Type, anthropic-version, anthropic-dangerous-direct-browser-access',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}

/** An error in the shape in which all of the APIs have theirs. @param {ServerResponse} response @param {number} status @param {string} message */
function refuse(response, status, message) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { message } }));
}

/** @param {number} status @param {string} message */
const failure = (status, message) => Object.assign(new Error(message), { status });

/** @param {IncomingMessage} request @param {number} most bytes */
async function read(request, most) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > most) throw failure(413, 'The conversation is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} text */
function parsed(text) {
  try {
    const body = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Told below.
  }
  throw failure(400, 'This is no JSON of an object.');
}

/** Passes an answer on as it comes. @param {Response} upstream @param {ServerResponse} response */
async function stream(upstream, response) {
  const headers = ['content-type', 'retry-after'].flatMap((name) => {
    const value = upstream.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  // Web servers in between would collect the pieces of a stream.
  response.writeHead(upstream.status, {
    ...Object.fromEntries(headers),
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  for await (const chunk of upstream.body ?? []) {
    if (!response.write(chunk))
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  }
  response.end();
}

/** Started by itself, it reads its settings from the environment. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { UPSTREAM, PROVIDER, API_KEY, MODELS, ORIGINS, PORT = '8787', HOST = '127.0.0.1' } = process.env;
  if (!UPSTREAM || !API_KEY) {
    console.error('UPSTREAM and API_KEY are needed; see the beginning of server.mjs.');
    process.exit(2);
  }
  const list = (/** @type {string | undefined} */ text) => text?.split(/[\s,]+/).filter(Boolean);
  createProxy({
    upstream: UPSTREAM,
    provider: /** @type {any} */ (PROVIDER),
    apiKey: API_KEY,
    models: list(MODELS),
    origins: list(ORIGINS),
  }).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
}
