/**
 * Bundles the custom elements: `node xtask/src/elements.mjs <folder of the package>`.
 *
 * As modules, they load each other when they are needed, from the folder `ui`; as a classic script, each is one file.
 * Style sheets are imported as text. Preact's one way to write markup is taken out, so that no file of the package has
 * one.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parse } from 'acorn';
import { build, transform } from 'esbuild';

/** Each element: its name in the package, and where its sources begin. */
const ELEMENTS = { devtools: 'www/devtools/element.js' };

/** Where the package holds them, beside the entries that name the core. */
const FOLDER = 'ui';

/** How often Preact's file names the sink: where it writes markup, and where it compares before. */
const SINKS_OF_PREACT = 2;

/** Style sheets as texts without spaces. @type {import('esbuild').Plugin} */
const styles = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

/** Preact without `dangerouslySetInnerHTML`. @type {import('esbuild').Plugin} */
const sinks = {
  name: 'sinks',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]preact[\\/]dist[\\/]preact\.mjs$/ }, async ({ path }) => ({
      contents: withoutSinks(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/**
 * What each part that loads late can count on: it is there before. Each such part imports it, so that what they share is
 * one file with it, not many small ones.
 */
const THERE_BEFORE = { 'www/devtools/': 'www/devtools/panel/panel.js' };

/** @type {import('esbuild').Plugin} */
const lateParts = {
  name: 'late-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, importer, path, resolveDir }) => {
      const from = relative('', importer).split(sep).join('/');
      const [, there] = Object.entries(THERE_BEFORE).find(([folder]) => from.startsWith(folder)) ?? [];
      const file = resolve(resolveDir, path);
      if (kind !== 'dynamic-import' || there === undefined || file === resolve(there)) return undefined;
      return { path: file, namespace: 'late', pluginData: resolve(there) };
    });
    onLoad({ filter: /./, namespace: 'late' }, ({ path, pluginData }) => ({
      contents: `import ${JSON.stringify(pluginData)}; export * from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

/** Puts `0` where the code reads or writes `innerHTML`. @param {string} code */
function withoutSinks(code) {
  /** @type {any[]} */
  const found = [];
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const target = node.type === 'AssignmentExpression' ? node.left : node;
    const isSink = target.type === 'MemberExpression' && target.property.name === 'innerHTML';
    if (isSink) found.push(node);
    return !isSink;
  });
  if (found.length !== SINKS_OF_PREACT)
    throw new Error(`preact names innerHTML in ${found.length} places, not in ${SINKS_OF_PREACT}`);
  return found
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}0${text.slice(end)}`, code);
}

/** @param {any} node @param {(node: any) => boolean} enter says whether to go on below the node */
function visit(node, enter) {
  if (Array.isArray(node)) for (const one of node) visit(one, enter);
  else if (typeof node?.type === 'string' && enter(node)) visit(Object.values(node), enter);
}

/** Components are Preact's, and the result fits pages of any encoding. @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  charset: 'ascii',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  minify: true,
  plugins: [styles, sinks, lateParts],
  target: 'es2022',
};

const [folder] = process.argv.slice(2);
await build({
  ...common,
  entryPoints: ELEMENTS,
  format: 'esm',
  legalComments: 'none',
  splitting: true,
  chunkNames: '[name]-[hash]',
  outdir: join(folder, FOLDER),
});
for (const name of Object.keys(ELEMENTS)) {
  await build({
    ...common,
    entryPoints: [join(folder, `${name}.js`)],
    // What only pages need that refuse WebAssembly is twice as large as all the rest: it stays beside the script.
    external: ['./core.no-wasm.js'],
    format: 'iife',
    outfile: join(folder, `${name}.iife.js`),
  });
}
