/** The browsers in which the time is taken, and how a page of theirs is told what to do. */

/** @import {BenchServer} from './server.mjs' */
/** @import {Browser, Environment, Tab} from '../tests/harness/types.d.ts' */

import { randomUUID } from 'node:crypto';
import { findBrowser } from '../tests/harness/browsers.mjs';
import { environments } from '../tests/harness/environments.mjs';

/** A page takes minutes for some of it; none should need so long. */
const LONGEST = 600_000;

/** Firefox makes tabs in the background slow, by their timers and by the priority of their process: here all are alike. */
const PREFERENCES = {
  'dom.ipc.processPriorityManager.enabled': false,
  'dom.min_background_timeout_value': 4,
  'dom.min_background_timeout_value_without_budget_throttling': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
  // Garbage can be asked to be collected.
  'dom.testing.testutils.enabled': true,
};

/**
 * @param {string} id
 * @returns {Environment}
 */
export function environmentOf(id) {
  const environment = environments.find((one) => one.id === id && one.browser !== undefined);
  if (!environment) throw new Error(`There is no environment ${id} with a browser.`);
  return { ...environment, prefs: { ...environment.prefs, ...PREFERENCES } };
}

/**
 * Why there is no browser for an environment, if there is none.
 *
 * @param {string} id
 */
export function missingFor(id) {
  const found = findBrowser(/** @type {NonNullable<Environment['browser']>} */ (environmentOf(id).browser));
  return 'missing' in found ? found.missing : undefined;
}

/**
 * @param {string} id
 * @returns {Promise<Browser>}
 */
export async function launch(id) {
  const environment = environmentOf(id);
  const found = findBrowser(/** @type {NonNullable<Environment['browser']>} */ (environment.browser));
  if ('missing' in found) throw new Error(found.missing);
  const driver = await import(`../tests/harness/drivers/${environment.engine}.mjs`);
  return driver.launch(environment, found.paths, { headed: false });
}

/**
 * @typedef {object} Page
 * @property {Tab} tab
 * @property {(file: string, name: string, ...args: unknown[]) => Promise<any>} run calls a function of a module there
 */

/**
 * Loads a page with this provider.
 *
 * @param {Tab} tab
 * @param {BenchServer} server
 * @param {string} provider
 * @returns {Promise<Page>}
 */
export async function openPage(tab, server, provider) {
  const load = randomUUID();
  await tab.goto(server.page(provider, load));
  // A page is there before its modules are, and the last page may still be there.
  const isReady = () =>
    tab.evaluate((load) => Reflect.get(globalThis, 'load') === load, load).catch(() => false);
  for (let wait = 0; !(await isReady()); wait++) {
    if (wait === 200) throw new Error('the page does not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    tab,
    async run(file, name, ...args) {
      const id = randomUUID();
      const done = server.done(id);
      await tab.evaluate(
        (...order) => {
          Reflect.get(globalThis, 'run')(...order);
        },
        id,
        file,
        name,
        args,
      );
      const answer = await Promise.race([done, tab.lost.then((error) => ({ error })), late()]);
      if ('error' in answer && answer.error !== undefined) throw new Error(answer.error);
      return 'value' in answer ? answer.value : undefined;
    },
  };
}

/** @returns {Promise<{ error: string }>} */
const late = () =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ error: 'the page does not end' }), LONGEST).unref();
  });
