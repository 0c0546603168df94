#!/usr/bin/env node
/**
 * Measures calls by name in real browsers and prints ratios, which are what can be compared: times depend on the
 * machine and on what else it does.
 *
 *   node benches/run.mjs [--env c156,ff-poly] [--tools 1,10,100] [--samples 40] [--json]
 */

/** @import {Environment} from '../tests/harness/types.d.ts' */
/** @import {Timing} from './call.mjs' */

import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../tests/harness/browsers.mjs';
import { environments } from '../tests/harness/environments.mjs';
import { packageFolder } from '../tests/harness/package.mjs';
import { useTemporaryFolder } from '../tests/harness/processes.mjs';

const PREFIX = '/node_modules/webmcp-exec/';
const LONGEST = 300_000;

/** @param {Environment} environment */
function page({ provider }) {
  const imports = { 'webmcp-exec': `${PREFIX}index.js`, 'webmcp-exec/polyfill': `${PREFIX}polyfill.js` };
  return `<!doctype html><title>Benchmark</title>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  ${provider === 'polyfill' ? "import 'webmcp-exec/polyfill';" : ''}
  import { measure } from '/benches/call.mjs';
  globalThis.measure = measure;
</script>`;
}

/** @param {Environment} environment */
async function serve(environment) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return response.setHeader('content-type', 'text/html').end(page(environment));
    const file = pathname.startsWith(PREFIX)
      ? path.join(packageFolder, pathname.slice(PREFIX.length))
      : path.join(import.meta.dirname, path.basename(pathname));
    response.setHeader('content-type', 'text/javascript');
    return createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

/**
 * @param {Environment} environment
 * @param {number[]} sizes
 * @param {number} samples
 * @returns {Promise<{ browser: string, timings: Timing[] } | { skipped: string }>}
 */
async function bench(environment, sizes, samples) {
  const found = findBrowser(/** @type {NonNullable<Environment['browser']>} */ (environment.browser));
  if ('missing' in found) return { skipped: found.missing };
  const { launch } = await import(`../tests/harness/drivers/${environment.engine}.mjs`);
  const server = await serve(environment);
  const browser = await launch(environment, found.paths, { headed: false });
  try {
    const tab = await browser.open();
    await tab.goto(server.url);
    // A page is there before its modules are.
    while (!(await tab.evaluate(() => 'measure' in globalThis))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await tab.evaluate(start, sizes, samples);
    for (const end = Date.now() + LONGEST; Date.now() < end; ) {
      const measured = await tab.evaluate(() => Reflect.get(globalThis, 'measured'));
      if (measured?.failure) throw new Error(measured.failure);
      if (measured) return { browser: `${browser.name} ${browser.version}`, timings: measured.timings };
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('the benchmark did not end');
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * Runs in the page, and leaves the result there: not every driver waits for promises.
 *
 * @param {number[]} sizes
 * @param {number} samples
 */
function start(sizes, samples) {
  /** @param {unknown} measured */
  const leave = (measured) => Reflect.set(globalThis, 'measured', measured);
  Reflect.get(globalThis, 'measure')(sizes, samples).then(
    (/** @type {Timing[]} */ timings) => leave({ timings }),
    (/** @type {unknown} */ error) => leave({ failure: String(error) }),
  );
}

/** @param {Record<string, Awaited<ReturnType<typeof bench>>>} results */
function print(results) {
  /** @type {string[][]} */
  const rows = [];
  for (const [env, result] of Object.entries(results)) {
    if ('skipped' in result) {
      console.log(`${env}: skipped, ${result.skipped}`);
      continue;
    }
    for (const { tools, direct, ratios } of result.timings) {
      const cells = Object.values(ratios).map((ratio) => `${ratio.toFixed(2)} ×`);
      rows.push([result.browser, env, String(tools), `${direct.toFixed(0)} µs`, ...cells]);
    }
  }
  if (rows.length === 0) return;
  const ways = ['by hand', 'executeTool', 'with a signal', 'with a timeout'];
  console.log(`| browser | environment | tools | direct | ${ways.join(' | ')} |`);
  console.log(`|---|---|--:|--:|${ways.map(() => '--:').join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      env: { type: 'string', default: 'c156,c150,c156-poly,ff-poly,wk-poly' },
      tools: { type: 'string', default: '1,10,100' },
      samples: { type: 'string', default: '40' },
      json: { type: 'boolean', default: false },
    },
  });
  useTemporaryFolder();
  /** @type {Record<string, Awaited<ReturnType<typeof bench>>>} */
  const results = {};
  for (const id of values.env.split(',')) {
    const environment = environments.find((one) => one.id === id && one.browser !== undefined);
    if (!environment) throw new Error(`There is no environment ${id} with a browser.`);
    if (!values.json) console.error(`${id} …`);
    results[id] = await bench(environment, values.tools.split(',').map(Number), Number(values.samples));
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else print(results);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
