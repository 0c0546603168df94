/** What the panel costs the page that it is in, by the number of the page's tools: a fresh page for every opening. */

/** @import {BenchServer} from '../server.mjs' */
/** @import {Spread} from '../../www/bench/measure/statistics.js' */
/** @import {Browser} from '../../tests/harness/types.d.ts' */

import { rounded } from '../../www/bench/measure/rows.js';
import { spreadOf } from '../../www/bench/measure/statistics.js';
import { environmentOf, openPage } from '../browser.mjs';

const TOOLS = [10, 1000];

/**
 * In ms: until the first opening has shown the tools, with all that is loaded for it; the next opening; and a letter in
 * the search.
 *
 * @typedef {{ tools: number, first: Spread, again: Spread, filter: Spread, samples: number }} PanelTimes
 */

/**
 * @param {string} id
 * @param {Browser} browser
 * @param {BenchServer} server
 * @param {{ quick: boolean }} options
 * @returns {Promise<PanelTimes[]>}
 */
export async function panel(id, browser, server, { quick }) {
  const { provider } = environmentOf(id);
  const [pages, searches] = quick ? [3, 2] : [15, 10];
  const tab = await browser.open();
  /** @type {PanelTimes[]} */
  const times = [];
  for (const tools of TOOLS) {
    /** @type {{ first: number[], again: number[], filter: number[] }} */
    const taken = { first: [], again: [], filter: [] };
    // The first page of a browser is like no other.
    for (let load = -1; load < pages; load += 1) {
      const page = await openPage(tab, server, provider ?? '');
      const { first, again, filter } = await page.run('/benches/page/panel.mjs', 'panel', tools, searches);
      if (load < 0) continue;
      taken.first.push(first);
      taken.again.push(again);
      taken.filter.push(...filter);
    }
    const spread = (/** @type {number[]} */ values) => rounded(spreadOf(values));
    times.push({
      tools,
      first: spread(taken.first),
      again: spread(taken.again),
      filter: spread(taken.filter),
      samples: pages,
    });
  }
  await tab.close();
  return times;
}
