/**
 * Module resolution for tests in Node: `webmcp-exec` and its entries are asked for as if from inside the package under
 * test, which resolves its own name through its own `exports`. So Node's resolution does the work, conditions and all,
 * and the test files can stay where they are.
 */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from './package.mjs';

const parentURL = pathToFileURL(path.join(packageFolder, 'package.json')).href;

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  return /^webmcp-exec(\/|$)/.test(specifier)
    ? nextResolve(specifier, { ...context, parentURL })
    : nextResolve(specifier, context);
}
