/** How pages are checked in every installed browser: the demo's and the examples'. */

/** @import {Environment, Tab} from '../tests/harness/types.d.ts' */

import { findBrowser } from '../tests/harness/browsers.mjs';

/**
 * @typedef {object} Outcome
 * @property {string} call
 * @property {string} outcome
 * @property {string} expected
 * @property {string} [problem]
 *
 * @typedef {object} Column
 * @property {string} env
 * @property {string} [browser]
 * @property {string} [provider] the provider line of the page
 * @property {Outcome[]} outcomes
 * @property {string} [problem]
 * @property {string} [skipped]
 */

/**
 * Starts a browser, runs a check in a tab and closes it; what throws is the column's problem.
 *
 * @param {Environment} environment
 * @param {{ label: string }[]} steps what is done one after the other, to name the one that threw
 * @param {(tab: Tab, column: Column) => Promise<void>} run
 * @returns {Promise<Column>}
 */
export async function columnOf(environment, steps, run) {
  const env = environment.id;
  const found = findBrowser(/** @type {NonNullable<Environment['browser']>} */ (environment.browser));
  if ('missing' in found) return { env, outcomes: [], skipped: found.missing };
  const { launch } = await import(`../tests/harness/drivers/${environment.engine}.mjs`);
  const browser = await launch(environment, found.paths, { headed: false });
  /** @type {Column} */
  const column = { env, browser: `${browser.name} ${browser.version}`, outcomes: [] };
  try {
    const tab = await browser.open();
    const lost = tab.lost.then((/** @type {string} */ reason) => {
      throw new Error(reason);
    });
    await Promise.race([run(tab, column), lost]);
  } catch (error) {
    const next = steps[column.outcomes.length]?.label;
    column.problem = `${next}: ${error instanceof Error ? error.message : error}`;
  } finally {
    await browser.close();
  }
  return column;
}

/**
 * Looks until it is reached or the time is over; gives what was seen last.
 *
 * @template T
 * @param {number} ms
 * @param {() => Promise<[boolean, T]>} look
 * @returns {Promise<{ reached: boolean, seen: T }>}
 */
export async function until(ms, look) {
  const end = Date.now() + ms;
  for (;;) {
    let failure;
    try {
      const [reached, seen] = await look();
      if (reached || Date.now() > end) return { reached, seen };
    } catch (error) {
      // The page may still be on its way.
      failure = error;
    }
    if (Date.now() > end) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** @param {Column[]} columns */
export function problemsOf(columns) {
  return columns.flatMap(({ env, problem, outcomes }) => [
    ...(problem === undefined ? [] : [`${env}: ${problem}`]),
    ...outcomes.flatMap(({ call, outcome, expected, problem }) =>
      problem === undefined
        ? []
        : [`${env}: ${call}: ${outcome}, expected ${expected}: ${problem.replace(/\s+/g, ' ')}`],
    ),
  ]);
}
