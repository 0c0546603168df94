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

/**
 * What loads with an entry, or with what an application imports from it. What that imports only when it is asked for
 * is weighed by itself.
 *
 * @param {string} entry
 * @param {string} [names] all of them, unless they are given
 */
async function bundle(entry, names = '*') {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from '${entry}';`, resolveDir: consumer },
    absWorkingDir: consumer,
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    metafile: true,
    minify: true,
    outdir: '.',
    splitting: true,
    write: false,
  });
  /** @type {Set<string>} */
  const loaded = new Set(['stdin.js']);
  for (const name of loaded) {
    const { imports } = metafile.outputs[name] ?? { imports: [] };
    for (const { kind, path } of imports) if (kind === 'import-statement') loaded.add(path);
  }
  const files = outputFiles.filter(({ path }) => loaded.has(path.slice(consumer.length)));
  if (files.length !== loaded.size) throw new Error(`${entry} has parts that were not found`);
  return Buffer.concat(files.map(({ contents }) => contents));
}

/** What each file of the elements names to be loaded with it. */
const STATIC = /(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g;

/**
 * Files of the elements with all that loads with them, beside what is there already. They are weighed one by one, as they
 * are served.
 *
 * @param {string[]} names
 * @param {Set<string>} there
 */
async function parts(names, there) {
  const files = new Set(names);
  let gzip = 0;
  let brotli = 0;
  let raw = 0;
  for (const name of files) {
    if (there.has(name)) continue;
    const content = await readFile(`${installed}ui/${name}`);
    for (const [, other] of content.toString().matchAll(STATIC)) files.add(other);
    const weight = weigh(name, content);
    raw += weight.raw;
    gzip += weight.gzip;
    brotli += weight.brotli;
  }
  return { files: new Set([...there, ...files]), raw, gzip, brotli };
}

/** The panel: what loads with the page, and what loads when it is first opened. */
async function panel() {
  const eager = await parts(['devtools.js'], new Set());
  const text = (await readFile(`${installed}ui/devtools.js`)).toString();
  const later = [...text.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => name);
  const first = await parts(later, eager.files);
  return [
    { ...eager, name: 'devtools, with the page' },
    { ...first, name: 'devtools, at first open' },
  ].map(({ files: _, ...weight }) => weight);
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

/** What an application bundles that imports only these. */
const doors = {
  'only executeTool': 'executeTool',
  'only defineWebTool': 'defineWebTool',
  'only toOpenAITools': 'toOpenAITools',
  'only executeTools': 'executeTools',
  'only ToolRegistry, createRuntime': 'ToolRegistry, createRuntime',
};

const weights = [
  weigh('webmcp-exec', await bundle('webmcp-exec')),
  ...(await Promise.all(
    Object.entries(doors).map(async ([name, names]) =>
      weigh(name, await bundle('webmcp-exec', `{ ${names} }`)),
    ),
  )),
  weigh('webmcp-exec/polyfill', await bundle('webmcp-exec/polyfill')),
  weigh('webmcp-exec/polyfill/no-wasm', await bundle('webmcp-exec/polyfill/no-wasm')),
  weigh('validation, when asked for', await bundle('./node_modules/webmcp-exec/validator.js')),
  weigh('webmcp-exec/no-wasm', await bundle('webmcp-exec/no-wasm')),
  ...(await panel()),
  weigh('webmcp-exec/core.wasm', await readFile(`${installed}core.wasm`)),
  weigh('the wasm in the polyfill', await inlined('polyfill')),
  weigh('the wasm in validation', await inlined('validate')),
];
process.stdout.write(JSON.stringify(weights));
