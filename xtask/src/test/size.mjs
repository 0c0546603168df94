/**
 * Weighs the installed package: prints a JSON list of {name, raw, gzip, brotli}.
 *
 * An entry is weighed as an application pays for it: bundled with everything it imports, and minified.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const consumer = fileURLToPath(new URL('../../../target/consumer/', import.meta.url));
const installed = `${consumer}node_modules/webmcp-exec/`;

/** @param {string} entry */
async function bundle(entry) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${entry}';`, resolveDir: consumer },
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    minify: true,
    write: false,
  });
  return Buffer.concat(outputFiles.map((file) => file.contents));
}

/** @param {string} name */
async function inlined(name) {
  const { default: bytes } = await import(`${installed}generated/${name}.bytes.js`);
  return bytes();
}

/**
 * @param {string} name
 * @param {Uint8Array} content
 */
function weigh(name, content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    name,
    raw: content.length,
    gzip: gzipSync(content, { level: 9 }).length,
    brotli: brotliCompressSync(content, { params }).length,
  };
}

const weights = [
  weigh('webmcp-exec', await bundle('webmcp-exec')),
  weigh('webmcp-exec/polyfill', await bundle('webmcp-exec/polyfill')),
  weigh('webmcp-exec/core.wasm', await readFile(`${installed}core.wasm`)),
  weigh('the wasm in the polyfill', await inlined('polyfill')),
];
process.stdout.write(JSON.stringify(weights));
