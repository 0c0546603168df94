/** Serves the pages in which the time is taken, the package, and the peers, each bundled as an application would. */

/** @import {IncomingMessage, ServerResponse} from 'node:http' */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { packageFolder, repository } from '../tests/harness/package.mjs';

const BUNDLED = '/bundled/';
const PACKAGE = '/node_modules/webmcp-exec/';

/** Where the files of an address are. @type {[prefix: string, folder: string][]} */
const FOLDERS = [
  [PACKAGE, packageFolder],
  ['/benches/', import.meta.dirname],
  ['/www/', path.join(repository, 'www')],
  ['/tests/', path.join(repository, 'tests')],
];

const PEERS = [
  '@mcp-b/webmcp-polyfill',
  '@mcp-b/global',
  '@mcp-b/transports',
  '@modelcontextprotocol/client',
];

/** The names that pages import: the package file by file, the peers bundled. */
const IMPORTS = {
  'webmcp-exec': `${PACKAGE}index.js`,
  'webmcp-exec/polyfill': `${PACKAGE}polyfill.js`,
  ...Object.fromEntries(PEERS.map((name) => [name, `${BUNDLED}${name}.js`])),
};

/** What there are bundles of; a name that begins with another comes first. */
const PACKAGES = ['webmcp-exec/polyfill', 'webmcp-exec', ...PEERS];

/**
 * Isolated from other sites' pages, a page has a finer clock: its step is 5 µs in Chromium, 20 µs in Firefox, where it
 * is 100 and 1,000 otherwise.
 */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Pages come back for the same files, but what the start-up loads is to be new; the port is, in every run. @param {string} pathname */
const caching = (pathname) => (pathname.startsWith(BUNDLED) ? 'no-store' : 'max-age=3600');

/** @param {string} provider */
const page = (provider) => `<!doctype html>
<meta charset="utf-8">
<title>Benchmark: ${provider.replace(/[^a-z-]/g, '')}</title>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module" src="/benches/page/start.mjs"></script>`;

/**
 * @typedef {object} BenchServer
 * @property {(provider: string, load: string) => string} page the address of a page with that provider
 * @property {(id: string) => Promise<{ value?: any, error?: string }>} done what a page sends home
 * @property {() => void} close
 *
 * @returns {Promise<BenchServer>}
 */
export async function startServer() {
  /** @type {Map<string, (answer: any) => void>} */
  const waiting = new Map();

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  const answer = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    /** @param {string} type @param {string | Buffer} body */
    const send = (type, body) =>
      void response
        .writeHead(200, {
          ...ISOLATED,
          'content-type': `${type}; charset=utf-8`,
          'cache-control': caching(pathname),
        })
        .end(body);
    if (pathname === '/page') return send('text/html', page(searchParams.get('provider') ?? ''));
    if (pathname === '/done') {
      waiting.get(searchParams.get('id') ?? '')?.(JSON.parse(await bodyOf(request)));
      return void response.writeHead(204).end();
    }
    const found = pathname.startsWith(BUNDLED)
      ? await bundled(pathname.slice(BUNDLED.length))
      : await fileAt(pathname);
    if (found === undefined) return void response.writeHead(404).end();
    send(pathname.endsWith('.html') ? 'text/html' : 'text/javascript', found);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    page: (provider, load) => `http://localhost:${port}/page?provider=${provider}&load=${load}`,
    done: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} pathname */
async function fileAt(pathname) {
  const [prefix, folder] = FOLDERS.find(([start]) => pathname.startsWith(start)) ?? [];
  if (prefix === undefined || folder === undefined) return undefined;
  const file = path.join(folder, decodeURIComponent(pathname.slice(prefix.length)));
  return file.startsWith(folder) ? readFile(file).catch(() => undefined) : undefined;
}

/** @type {Map<string, Promise<Map<string, string>>>} */
const bundles = new Map();

/**
 * A file of a package as an application would have it: minified, with all that it needs; what is loaded when it is
 * asked for is in files of its own.
 *
 * @param {string} address below BUNDLED: a package's name with `.js`, or one of its further files
 */
async function bundled(address) {
  const name = PACKAGES.find((one) => address.startsWith(one));
  if (name === undefined) return undefined;
  const bundle = bundles.get(name) ?? bundleOf(name);
  bundles.set(name, bundle);
  return (await bundle).get(address);
}

/** @param {string} name */
async function bundleOf(name) {
  const outdir = path.join('/', path.dirname(name));
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '${name}';`,
      resolveDir: name.startsWith('webmcp-exec') ? path.dirname(path.dirname(packageFolder)) : repository,
    },
    bundle: true,
    chunkNames: `${path.basename(name)}-[hash]`,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: path.basename(name),
    format: 'esm',
    logLevel: 'error',
    minify: true,
    outdir,
    platform: 'browser',
    splitting: true,
    write: false,
  });
  return new Map(outputFiles.map((file) => [file.path.slice(1), file.text]));
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
