/** Makes the browser extension: `node xtask/src/extension.mjs <folder> <version>`, with the package in target/pkg. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const SOURCES = 'www/devtools/extension';
const PACKAGE = 'target/pkg';

/** What is shipped as it is. */
const AS_IT_IS = ['devtools.html', 'devtools.js', 'panel.html', 'panel.css', 'README.md'];

const ICONS = [16, 32, 48, 128];

/** The function that runs in pages, as a module: all that it needs is inside. @type {import('esbuild').Plugin} */
const inPage = {
  name: 'in-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/in-page\.js$/ }, () => ({ path: 'in-page', namespace: 'in-page' }));
    onLoad({ filter: /.*/, namespace: 'in-page' }, async () => {
      const { outputFiles } = await build({
        entryPoints: [`${SOURCES}/page/serve.js`],
        bundle: true,
        charset: 'ascii',
        format: 'iife',
        globalName: 'made',
        logLevel: 'warning',
        minify: true,
        target: 'es2022',
        write: false,
      });
      const [file] = outputFiles;
      return { contents: `export const inPage = (secret) => {\n${file?.text}\nmade.serve(secret);\n};` };
    });
  },
};

const [folder = '', version = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await build({
  entryPoints: [`${SOURCES}/panel.js`],
  alias: {
    'webmcp-exec/devtools': `./${PACKAGE}/devtools.js`,
    'webmcp-exec': `./${PACKAGE}/index.js`,
  },
  bundle: true,
  charset: 'ascii',
  chunkNames: 'parts/[name]-[hash]',
  format: 'esm',
  logLevel: 'warning',
  minify: true,
  outdir: folder,
  plugins: [inPage],
  splitting: true,
  target: 'es2022',
});
for (const name of AS_IT_IS) await cp(join(SOURCES, name), join(folder, name));
for (const size of ICONS) await cp(join(SOURCES, `icons/${size}.png`), join(folder, `icons/${size}.png`));
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) await cp(name, join(folder, name));
const manifest = JSON.parse(await readFile(join(SOURCES, 'manifest.json'), 'utf8'));
await writeFile(join(folder, 'manifest.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
