/**
 * The web servers of one environment: the test page, the harness and the test files, the package under test and the
 * fixtures, on three origins. Two ports of one machine are enough: localhost:A is the page, localhost:B another origin
 * of the same site, 127.0.0.1:B another site.
 *
 * Every fixture address understands, in its query, `delay` (milliseconds), `status` (a response code) and `header`
 * (`Name: value`, as often as needed), and takes a POST, whose body `t.requests()` gives back.
 */

/** @import {Environment, EnvironmentInfo, LoggedRequest, Origins} from './types.d.ts' */
/** @import {IncomingMessage, Server, ServerResponse} from 'node:http' */

import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { bundleAt, bundledImports } from './bundles.mjs';
import { importMap, packageFolder, repository } from './package.mjs';

const types = new Map(
  Object.entries({
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.md': 'text/markdown; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.wasm': 'application/wasm',
  }),
);

/** Where the files of an address are; the longest prefix wins. */
const folders = [
  { prefix: '/node_modules/webmcp-exec/', folder: packageFolder },
  // The same files at another address: what they hold is a second copy of the package.
  { prefix: '/another-copy/webmcp-exec/', folder: packageFolder },
  { prefix: '/node_modules/', folder: path.join(repository, 'node_modules') },
  { prefix: '/fixtures/', folder: path.join(repository, 'tests/fixtures') },
  { prefix: '/tests/', folder: path.join(repository, 'tests') },
  { prefix: '/www/', folder: path.join(repository, 'www') },
];

/** The nonce that the harness's own inline scripts carry: a test with a Content-Security-Policy allows it. */
const NONCE = 'harness';

/**
 * @typedef {object} TestServer
 * @property {Origins} origins
 * @property {(run: string) => Promise<any>} report what the page of this run posts
 * @property {(run: string) => void} forget
 * @property {(drive: (action: string, args: string[]) => Promise<unknown>) => void} onDrive
 * @property {() => void} close
 */

/**
 * @param {EnvironmentInfo} env
 * @param {Pick<Environment, 'imports' | 'policy'>} [options]
 * @returns {Promise<TestServer>}
 */
export async function startServer(env, { imports = {}, policy } = {}) {
  /** @type {Map<string, (report: any) => void>} */
  const waiting = new Map();
  /** @type {LoggedRequest[]} */
  let log = [];
  /** @type {(action: string, args: string[]) => Promise<unknown>} */
  let drive = async () => {
    throw new Error('no tab');
  };

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  const answer = async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const run = url.searchParams.get('run') ?? '';
    const body = await bodyOf(request);
    switch (url.pathname) {
      case '/report':
        response.writeHead(204).end();
        waiting.get(run)?.(JSON.parse(body));
        return;
      case '/drive':
        return json(response, waiting.has(run) ? await driven(body) : { error: 'the test has ended' });
      case '/requests':
        return json(response, log);
      case '/page':
        log = [];
        return html(response, testPage(url), { ...policies, ...headersOf(url) });
      case '/README.md':
        return file(response, path.join(repository, 'README.md'));
    }
    const bundle = await bundleAt(url.pathname);
    if (bundle !== undefined) {
      response.writeHead(200, { 'content-type': types.get('.js'), 'cache-control': 'max-age=3600' });
      return void response.end(bundle);
    }
    const fixture = url.pathname.startsWith('/fixtures/');
    if (fixture) log.push(logged(request, url, body));
    const found = folders.find(({ prefix }) => url.pathname.startsWith(prefix));
    const local =
      found && path.join(found.folder, decodeURIComponent(url.pathname.slice(found.prefix.length)));
    if (!found || !local?.startsWith(found.folder)) return notFound(response, url);
    return fixture ? answerFixture(response, url, local) : file(response, local);
  };

  /** @param {string} body */
  const driven = async (body) => {
    const { action, args } = JSON.parse(body);
    try {
      return { value: await drive(action, args) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  /** @param {URL} url */
  const testPage = (url) =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>${escapeText(`${url.searchParams.get('file')}: ${url.searchParams.get('test') ?? 'list'}`)}</title>
${environment()}
<script type="module" src="/tests/harness/page-start.mjs"></script>
</head>
<body></body>
</html>
`;

  const policies = policy === undefined ? {} : { 'content-security-policy': policy };

  /** The import map of the pages. */
  const allImports = () => {
    /** @type {Record<string, string>} */
    const all = { ...importMap(), ...bundledImports() };
    const replaced = Object.entries(imports).map(([name, other]) => [name, all[other]]);
    return { imports: { ...all, ...Object.fromEntries(replaced) } };
  };

  /** What `<!-- environment -->` stands for: the import map, and who the page is. */
  const environment = () => {
    const value = JSON.stringify({ env, origins });
    return `<script type="importmap" nonce="${NONCE}">${JSON.stringify(allImports())}</script>
<script nonce="${NONCE}">
globalThis.webmcpTests = ${value};
if (parent !== self) parent.postMessage({ webmcpFixture: 'loading' }, '*');
</script>`;
  };

  /** @param {ServerResponse} response @param {URL} url @param {string} local */
  const answerFixture = async (response, url, local) => {
    const delay = Number(url.searchParams.get('delay') ?? 0);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const status = Number(url.searchParams.get('status') ?? 200);
    const headers = { ...policies, ...headersOf(url), 'cache-control': 'no-store' };
    if (status !== 200) return void response.writeHead(status, headers).end();
    if (!local.endsWith('.html')) return file(response, local, headers);
    const text = await readFile(local, 'utf8').catch(() => undefined);
    if (text === undefined) return notFound(response, url);
    return html(response, text.replace('<!-- environment -->', environment), headers);
  };

  const [a, b] = await Promise.all([listen(answer), listen(answer)]);
  /** @type {Origins} */
  const origins = {
    same: `http://localhost:${a.port}`,
    'cross-port': `http://localhost:${b.port}`,
    'cross-site': `http://127.0.0.1:${b.port}`,
  };

  return {
    origins,
    report: (run) => new Promise((resolve) => waiting.set(run, resolve)),
    forget: (run) => void waiting.delete(run),
    onDrive(handler) {
      drive = handler;
    },
    close() {
      for (const { server } of [a, b]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/**
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} answer
 * @returns {Promise<{ server: Server, port: number }>}
 */
function listen(answer) {
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error?.stack ?? error));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve({ server, port: address.port });
    });
  });
}

/** @param {URL} url */
function headersOf(url) {
  const pairs = url.searchParams.getAll('header').map((header) => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

/** @param {ServerResponse} response @param {string} text @param {Record<string, string>} headers */
function html(response, text, headers) {
  // no-store also keeps the page of the last test out of the back/forward cache.
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(text);
}

/** @param {ServerResponse} response @param {unknown} value */
function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

/** @param {ServerResponse} response @param {string} local @param {Record<string, string>} [headers] */
async function file(response, local, headers) {
  const type = types.get(path.extname(local)) ?? 'application/octet-stream';
  const bytes = await readFile(local).catch(() => undefined);
  if (bytes === undefined)
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  // The ports are new in every run, so what is cached cannot be out of date.
  const always = {
    'content-type': type,
    'cache-control': 'max-age=3600',
    'access-control-allow-origin': '*',
  };
  response.writeHead(200, { ...always, ...headers }).end(bytes);
}

/** @param {ServerResponse} response @param {URL} url */
function notFound(response, url) {
  response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not found: ${url.pathname}`);
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

/** @param {IncomingMessage} request @param {URL} url @param {string} body @returns {LoggedRequest} */
function logged(request, url, body) {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    url: url.href,
    origin: url.origin,
    headers: Object.fromEntries(headers),
    body,
  };
}

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
