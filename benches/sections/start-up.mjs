/** What a page pays before and for its first call: a fresh page for every number. */

/** @import {BenchServer} from '../server.mjs' */
/** @import {Spread} from '../../www/bench/measure/statistics.js' */
/** @import {Browser, Engine} from '../../tests/harness/types.d.ts' */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../tests/harness/package.mjs';
import { rounded } from '../../www/bench/measure/rows.js';
import { spreadOf } from '../../www/bench/measure/statistics.js';
import { environmentOf, openPage } from '../browser.mjs';

const MODULE = '/benches/page/start-up.mjs';

/**
 * @typedef {object} Start
 * @property {Engine} engine
 * @property {Record<string, { imported: Spread, called: Spread, samples: number, compiled: number }>} entries in ms; the
 *   bytes of WebAssembly that the import alone compiled
 * @property {Record<string, Spread>} modules compiled and instantiated, in ms
 */

/**
 * @param {string} id
 * @param {Browser} browser
 * @param {BenchServer} server
 * @param {{ quick: boolean }} options
 * @returns {Promise<Start>}
 */
export async function startUp(id, browser, server, { quick }) {
  const { engine, provider } = environmentOf(id);
  const pages = quick ? 4 : 20;
  const tab = await browser.open();
  const native = provider === 'native';
  const entries = native ? ['none', 'webmcp-exec'] : ['webmcp-exec/polyfill', '@mcp-b/webmcp-polyfill'];
  /** @type {Record<string, { imported: number[], called: number[], compiled: number }>} */
  const times = Object.fromEntries(
    entries.map((entry) => [entry, { imported: [], called: [], compiled: 0 }]),
  );
  /** @type {Record<string, number[]>} */
  const modules = Object.fromEntries(moduleNames().map((name) => [name, []]));
  const fresh = () => openPage(tab, server, native ? 'native' : 'none');
  // The first page of a browser is like no other.
  for (let load = -1; load < pages; load++) {
    for (const entry of entries) {
      const { imported, called, compiled } = await (await fresh()).run(MODULE, 'firstCall', entry);
      if (load < 0) continue;
      times[entry].compiled = Math.max(times[entry].compiled, compiled);
      times[entry].imported.push(imported);
      times[entry].called.push(called);
    }
    for (const name of Object.keys(modules)) {
      const time = await (await fresh()).run(MODULE, 'instantiate', name);
      if (load >= 0) modules[name].push(time);
    }
  }
  const spread = (/** @type {number[]} */ values) => rounded(spreadOf(values));
  return {
    engine,
    entries: Object.fromEntries(
      Object.entries(times).map(([entry, { imported, called, compiled }]) => [
        entry === 'none' ? 'the browser’s own, without the package' : entry,
        { imported: spread(imported), called: spread(called), samples: pages, compiled },
      ]),
    ),
    modules: Object.fromEntries(Object.entries(modules).map(([name, values]) => [name, spread(values)])),
  };
}

/** The modules that the package has. */
function moduleNames() {
  const suffix = '.bytes.js';
  return readdirSync(path.join(packageFolder, 'generated'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
}
