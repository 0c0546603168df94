/**
 * Scripts that are bundled when a page asks for them: packages that the adapters are tested against, and the package
 * under test as applications bundle it, `/bundles/copy.mjs`, and as a classic script, `/bundles/copy.iife.js`, which
 * makes it `globalThis.bundledWebmcpExec`; and components of the panel by themselves, `/bundles/components.mjs`.
 */

import path from 'node:path';
import { build } from 'esbuild';
import { packageFolder, repository } from './package.mjs';

const packages = ['ai', 'ai/test', '@modelcontextprotocol/client', '@modelcontextprotocol/server'];

const prefix = '/bundles/';

/** What the sources of the panel and the chat import and browsers can load as it is. */
const plain = {
  'eventsource-parser': '/node_modules/eventsource-parser/dist/index.js',
  microdiff: '/node_modules/microdiff/dist/index.js',
  'streaming-markdown-html': '/node_modules/streaming-markdown-html/index.js',
};

/** Their entries of an import map. */
export const bundledImports = () => ({
  ...plain,
  ...Object.fromEntries(packages.map((name) => [name, `${prefix}${name}.js`])),
});

/** @type {Map<string, Promise<string>>} */
const bundles = new Map();

/**
 * The script at an address, if it is that of a package.
 *
 * @param {string} pathname
 * @returns {Promise<string> | undefined}
 */
export function bundleAt(pathname) {
  const name = packages.find((it) => pathname === `${prefix}${it}.js`);
  const make = name ? () => bundled(name) : ours.get(pathname);
  if (!make) return undefined;
  const bundle = bundles.get(pathname) ?? make();
  bundles.set(pathname, bundle);
  return bundle;
}

/** @type {Map<string, () => Promise<string>>} */
const ours = new Map([
  [`${prefix}copy.mjs`, () => copy('esm')],
  [`${prefix}copy.iife.js`, () => copy('iife')],
  [`${prefix}components.mjs`, components],
]);

async function components() {
  const { outputFiles } = await build({
    entryPoints: [path.join(repository, 'tests/ui/components.jsx')],
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'text' },
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** @param {'esm' | 'iife'} format */
async function copy(format) {
  const { outputFiles } = await build({
    entryPoints: [path.join(packageFolder, 'index.js')],
    bundle: true,
    format,
    globalName: format === 'iife' ? 'bundledWebmcpExec' : undefined,
    minify: true,
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** @param {string} name */
async function bundled(name) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: path.join(repository, 'tests') },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
