/** Packages that the adapters are tested against, for pages: bundled when a page asks for them. */

import path from 'node:path';
import { build } from 'esbuild';
import { repository } from './package.mjs';

const packages = ['ai', 'ai/test', '@modelcontextprotocol/client', '@modelcontextprotocol/server'];

const prefix = '/bundles/';

/** Their entries of an import map. */
export const bundledImports = () => Object.fromEntries(packages.map((name) => [name, `${prefix}${name}.js`]));

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
  if (!name) return undefined;
  const bundle = bundles.get(name) ?? bundled(name);
  bundles.set(name, bundle);
  return bundle;
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
