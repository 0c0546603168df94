/** Where the package under test is, and how its names resolve in a page. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The installed tarball. WEBMCP_PKG_DIR points the tests to another copy. */
export const packageFolder = path.resolve(
  process.env.WEBMCP_PKG_DIR ?? path.join(repository, 'target/consumer/node_modules/webmcp-exec'),
);

/** @type {Record<string, string> | undefined} */
let imports;

/** The entries of an import map for the package and for the peer's polyfill, from their own `exports`. */
export function importMap() {
  imports ??= {
    ...entriesOf('webmcp-exec', packageFolder),
    ...entriesOf('@mcp-b/webmcp-polyfill', path.join(repository, 'node_modules/@mcp-b/webmcp-polyfill')),
  };
  return imports;
}

/**
 * @param {string} name
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function entriesOf(name, folder) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    // Tests that import it fail with its name; those that do not can run.
    return {};
  }
  const entries = Object.entries(manifest.exports).map(([entry, target]) => {
    const file = typeof target === 'string' ? target : (target.import ?? target.default);
    return [path.posix.join(name, entry), `/node_modules/${path.posix.join(name, file)}`];
  });
  return Object.fromEntries(entries);
}
