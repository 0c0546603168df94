#!/usr/bin/env node
/**
 * Serves the demo site on localhost.
 *
 *   node www/serve.mjs [--port 8787] [--pkg target/consumer/node_modules/webmcp-exec]
 *
 * The built package appears below `/node_modules/webmcp-exec/`, so that the
 * pages import it by path: an import map would need an inline script, which
 * their Content-Security-Policy refuses. What `cargo xtask demo --examples`
 * makes of the examples appears beside their own files below `/examples/`.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const SITE = fileURLToPath(new URL('.', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../target/examples/', import.meta.url));
const PACKAGE_PATH = '/node_modules/webmcp-exec/';
const EXAMPLES_PATH = '/examples/';

/** Where `cargo xtask pkg` installs the package. */
export const PACKAGE = fileURLToPath(new URL('../target/consumer/node_modules/webmcp-exec', import.meta.url));

/** @type {Record<string, string>} */
const MEDIA_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Starts the server; resolves once it listens.
 *
 * @param {{ port?: number, pkg?: string }} [options] `port` 0 takes any free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve({ port = 8787, pkg = PACKAGE } = {}) {
  if (!(await stat(join(pkg, 'index.js')).catch(() => undefined))) {
    throw new Error(`No package in ${pkg}: build it first with \`cargo xtask pkg\`.`);
  }
  const roots = { site: await realpath(SITE), pkg: await realpath(pkg) };
  const server = createServer((request, response) => {
    answer(roots, request, response).catch(() => refuse(response, 500));
  });
  await new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, 'localhost', () => listening(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${address.port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {{ site: string, pkg: string }} roots
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(roots, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const path = decodedPath(request.url ?? '/');
  if (path === undefined) return refuse(response, 400);
  const file = path.startsWith(PACKAGE_PATH)
    ? await fileIn(roots.pkg, path.slice(PACKAGE_PATH.length))
    : ((await fileIn(roots.site, path.slice(1).replace(/(^|\/)$/, '$1index.html'))) ??
      (await exampleAt(path)));
  if (file === undefined) return refuse(response, 404);
  response.writeHead(200, {
    'content-type': MEDIA_TYPES[extname(file.path)] ?? 'application/octet-stream',
    'content-length': file.size,
    'x-content-type-options': 'nosniff',
    // The package is rebuilt while the server runs: never show yesterday's.
    'cache-control': 'no-store',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * A built part of an example.
 *
 * @param {string} path
 */
async function exampleAt(path) {
  if (!path.startsWith(EXAMPLES_PATH)) return undefined;
  const root = await realpath(EXAMPLES).catch(() => undefined);
  return root === undefined ? undefined : fileIn(root, path.slice(EXAMPLES_PATH.length));
}

/**
 * The path of a request without its query, or undefined where it is malformed.
 *
 * @param {string} url
 */
function decodedPath(url) {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/, ''));
    return path.startsWith('/') && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A file inside a folder. Links are followed before the comparison, so neither
 * `..` nor a symbolic link leads out of the folder.
 *
 * @param {string} root
 * @param {string} path
 */
async function fileIn(root, path) {
  try {
    const found = await realpath(join(root, path));
    if (!found.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const info = await stat(found);
    return info.isFile() ? { path: found, size: info.size } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 */
function refuse(response, status) {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  }
  response.end(`${status}\n`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      pkg: { type: 'string', default: PACKAGE },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535) {
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  }
  const { url } = await serve({ port, pkg: values.pkg });
  console.log(url);
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href) {
  main().catch((error) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${error.port} is taken: choose another with --port, or --port 0 for any free one.`
        : error.message,
    );
    process.exit(1);
  });
}
