/**
 * What a page's provider has to do, by ours, the peers', the browser's own and a floor in plain JavaScript. Two of them
 * cannot share a document: each has a tab, and rounds are made in all of them in turn.
 */

/** @import {BenchServer} from '../server.mjs' */
/** @import {Row} from '../../www/bench/measure/rows.js' */
/** @import {Taken} from '../../www/bench/measure/sampling.js' */

import { rowsOf } from '../../www/bench/measure/rows.js';
import { launch, missingFor, openPage } from '../browser.mjs';

const MODULE = '/benches/page/providers.mjs';

/** In the browser without a provider of its own. */
const PROVIDERS = ['polyfill', 'mcpb', 'mcpb-global', 'floor'];

/** How long a sample of one step takes at least, in ms. */
const TARGET = 10;

/**
 * @param {string} id of an environment without a provider of its own
 * @param {BenchServer} server
 * @param {{ quick: boolean, tell: (text: string) => void }} options
 * @returns {Promise<{ steps: Record<string, Record<string, Row>>, skipped: Record<string, string> }>}
 */
export async function polyfill(id, server, { quick, tell }) {
  /** @type {Record<string, string>} */
  const skipped = {};
  /** @type {{ close(): Promise<void> }[]} */
  const browsers = [];
  /** @type {{ provider: string, round: () => Promise<Record<string, number[]>> }[]} */
  let tabs = [];
  /** @param {import('../../tests/harness/types.d.ts').Browser} browser @param {string} provider */
  const add = async (browser, provider) => {
    const page = await openPage(await browser.open(), server, provider);
    tabs.push({ provider, round: () => page.run(MODULE, 'round', provider, TARGET) });
  };
  try {
    let browser = await launch(id);
    browsers.push(browser);
    for (const provider of PROVIDERS) {
      // WebKit's driver has one window only.
      if (browser.name === 'WebKitGTK' && tabs.length > 0) {
        browser = await launch(id);
        browsers.push(browser);
      }
      await add(browser, provider);
    }
    // Native has to be asked for when the browser starts, so it is in another.
    if (id !== 'c156-poly') skipped.native = 'this browser has none';
    else if (missingFor('c156')) skipped.native = missingFor('c156') ?? '';
    else {
      const other = await launch('c156');
      browsers.push(other);
      await add(other, 'native');
    }

    /** @type {Record<string, Record<string, Taken>>} */
    const steps = {};
    const rounds = quick ? 3 : 16;
    // The first round warms up.
    for (let count = -1; count < rounds; count++) {
      tell(`round ${count + 1} of ${rounds}`);
      // Another begins each time.
      tabs = [...tabs.slice(1), tabs[0]];
      for (const { provider, round } of [...tabs]) {
        let times;
        try {
          times = await round();
        } catch (error) {
          skipped[provider] = (error instanceof Error ? error.message : String(error)).split('\n')[0];
          tabs = tabs.filter((tab) => tab.provider !== provider);
          for (const taken of Object.values(steps)) delete taken[provider];
          continue;
        }
        if (count < 0) continue;
        for (const [step, few] of Object.entries(times)) {
          steps[step] ??= {};
          steps[step][provider] ??= { calls: 1, times: [] };
          steps[step][provider].times.push(...few);
        }
      }
    }
    // Ours against each of the others.
    const bases = { polyfill: ['mcpb', 'mcpb-global', 'native', 'floor'] };
    const rows = Object.entries(steps).map(([step, taken]) => [step, rowsOf(taken, bases)]);
    return { steps: Object.fromEntries(rows), skipped };
  } finally {
    for (const browser of browsers) await browser.close();
  }
}
