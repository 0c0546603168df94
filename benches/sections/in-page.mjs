/** Calls by name, big values, and calls at once: what an application's page pays. */

/** @import {Page} from '../browser.mjs' */
/** @import {Row} from '../../www/bench/measure/rows.js' */

import { BASES as BYTES } from '../../www/bench/measure/bytes.js';
import { BASES as CALLS } from '../../www/bench/measure/calls.js';
import { BASES as FLIGHTS } from '../../www/bench/measure/flights.js';
import { rowsOf } from '../../www/bench/measure/rows.js';

const MODULE = '/benches/page/calls.mjs';

/**
 * @typedef {object} Sized
 * @property {number} size how many tools, bytes or calls
 * @property {Record<string, Row>} rows
 */

/**
 * @param {Page} page
 * @param {{ quick: boolean }} options
 * @returns {Promise<{ sizes: Sized[], microtasks: { direct: number, executeTool: number } }>}
 */
export async function call(page, { quick }) {
  const sizes = await each([1, 10, 100, 1000], CALLS, (tools) => {
    const samples = tools === 1000 ? (quick ? 3 : 40) : quick ? 12 : 120;
    return page.run(MODULE, 'measureCalls', tools, { samples });
  });
  return { sizes, microtasks: await page.run(MODULE, 'countMicrotasks') };
}

/**
 * @param {Page} page
 * @param {{ quick: boolean }} options
 */
export async function bytes(page, { quick }) {
  return {
    sizes: await each([1_000, 100_000, 1_000_000], BYTES, (size) =>
      page.run(MODULE, 'measureBytes', size, { samples: quick ? 6 : 60 }),
    ),
  };
}

/**
 * @param {Page} page
 * @param {{ quick: boolean }} options
 */
export async function growth(page, { quick }) {
  return {
    sizes: await each([1, 10, 100, 1000], FLIGHTS, (flights) =>
      page.run(MODULE, 'measureFlights', flights, { samples: quick ? 4 : 24 }),
    ),
  };
}

/**
 * @param {number[]} sizes
 * @param {Record<string, string[]>} bases
 * @param {(size: number) => Promise<any>} measure
 */
async function each(sizes, bases, measure) {
  /** @type {Sized[]} */
  const measured = [];
  for (const size of sizes) measured.push({ size, rows: rowsOf(await measure(size), bases) });
  return measured;
}
