/** Runs tests in the pages of one browser, and survives pages that crash, hang or leave. */

/** @import {Paths} from './browsers.mjs' */
/** @import {Browser, Engine, Environment, ListedTest, Report, Tab} from './types.d.ts' */
/** @import {Runner} from './matrix.mjs' */

import { randomUUID } from 'node:crypto';
import * as chromium from './drivers/chromium.mjs';
import * as firefox from './drivers/firefox.mjs';
import * as webkit from './drivers/webkit.mjs';
import { infoOf } from './environments.mjs';
import { useTemporaryFolder } from './processes.mjs';
import { DEFAULT_TIMEOUT } from './run-test.mjs';
import { startServer } from './server.mjs';

/** @type {Record<Exclude<Engine, 'node'>, { launch: typeof chromium.launch }>} */
const drivers = { chromium, firefox, webkit };

/** A page reports a test that does not end by itself; this much later it counts as hanging. */
const GRACE = 4000;
const LIST_TIMEOUT = 20_000;
const CLOSE_TIMEOUT = 5000;
/** The page tells how it ended; now and then it is asked, in case it cannot tell. */
const ASK_INTERVAL = 700;

/**
 * @param {Environment} environment
 * @param {Paths} paths
 * @param {{ headed: boolean }} options
 * @returns {Promise<Runner>}
 */
export async function startPageRunner(environment, paths, options) {
  useTemporaryFolder();
  const driver = drivers[/** @type {Exclude<Engine, 'node'>} */ (environment.engine)];
  /** @type {Browser | undefined} */
  let browser = await driver.launch(environment, paths, options);
  const { name, version } = browser;
  const server = await startServer(infoOf(environment, version), environment);
  /** @type {Tab | undefined} */
  let tab;
  /** Whether a frame of the tab has crashed. */
  let isDamaged = false;

  server.onDrive(async (action, args) => {
    if (!tab) throw new Error('no tab');
    const [first = '', second = ''] = args;
    if (action === 'click') return tab.click(first);
    if (action === 'type') return tab.type(first, second);
    if (action === 'press') return tab.press(first);
    if (action === 'clickAt') return tab.clickAt(Number(first), Number(second));
    if (action === 'drag') {
      const [x, y, toX, toY] = args.map(Number);
      return tab.drag(x, y, toX, toY);
    }
    if (action === 'emulateMedia') return tab.emulateMedia?.(JSON.parse(first));
    if (action === 'ariaSnapshot') return tab.ariaSnapshot?.(first);
    if (action === 'screenshot') return (await tab.screenshot()).toString('base64');
    // For the self-test: the next thing the page knows is that it is no more. One that has lost a frame goes on.
    if (action === 'crash') {
      isDamaged = args.length > 0;
      return tab.crash(args[0]);
    }
    throw new Error(`unknown action ${action}`);
  });

  const closeTab = async () => {
    const closing = tab?.close();
    tab = undefined;
    await inTime(closing, CLOSE_TIMEOUT);
  };

  const closeBrowser = async () => {
    const closing = browser?.close();
    tab = undefined;
    browser = undefined;
    await inTime(closing, CLOSE_TIMEOUT);
  };

  /** A tab that works; after a crash a new one, if need be in a new browser. */
  const freshTab = async () => {
    if (isDamaged) await closeTab().catch(() => {});
    isDamaged = false;
    if (tab) return tab;
    try {
      browser ??= await driver.launch(environment, paths, options);
      tab = await inTime(browser.open(), CLOSE_TIMEOUT * 2);
    } catch {
      await closeBrowser().catch(() => {});
    }
    if (!tab) {
      browser = await driver.launch(environment, paths, options);
      tab = await browser.open();
    }
    return tab;
  };

  /**
   * Loads a page of the harness and waits for its report.
   *
   * @param {Record<string, string>} query
   * @param {[string, string][]} headers
   * @param {number} timeout
   * @returns {Promise<{ report: any } | { error: string }>}
   */
  const load = async (query, headers, timeout) => {
    const run = randomUUID();
    const url = new URL('/page', server.origins.same);
    url.search = new URLSearchParams([...Object.entries(query), ['run', run], ...headers]).toString();
    const current = await freshTab();
    const posted = server.report(run);
    const going = current.goto(url.href);
    let ended = false;
    /** @type {{ report: any } | { error: string, renew: 'tab' | 'browser' | null }} */
    const outcome = await Promise.race([
      posted.then((report) => ({ report })),
      // Not every way to lose a page makes goto fail, and the reasons it gives differ; what lost it is asked first.
      going.then(
        () => new Promise(() => {}),
        (error) =>
          wait(1000).then(() => ({ error: `the page could not be loaded: ${error.message}`, renew: 'tab' })),
      ),
      current.lost.then((reason) => ({ error: reason, renew: 'tab' })),
      wait(timeout).then(() => ({ error: `the page hung for ${timeout / 1000} s`, renew: 'browser' })),
      ask(current, run, () => ended),
    ]);
    ended = true;
    server.forget(run);
    if ('report' in outcome) {
      // The next order must wait for the end of this one.
      const taken = going.then(
        () => true,
        () => true,
      );
      if (!(await inTime(taken, CLOSE_TIMEOUT))) await closeBrowser().catch(() => {});
      return outcome;
    }
    going.catch(() => {});
    if (outcome.renew === 'browser') await closeBrowser().catch(() => {});
    if (outcome.renew === 'tab') await closeTab().catch(() => {});
    return outcome;
  };

  return {
    name,
    version,
    async list(file) {
      const outcome = await load({ file, list: '' }, [], LIST_TIMEOUT);
      const error = 'error' in outcome ? outcome.error : outcome.report.error;
      if (error !== undefined) throw new Error(error);
      return /** @type {any} */ (outcome).report.tests;
    },
    async run(file, test) {
      const start = performance.now();
      const headers = /** @type {[string, string][]} */ (
        Object.entries(test.options.headers ?? {}).map(([key, value]) => ['header', `${key}: ${value}`])
      );
      const timeout = (test.options.timeout ?? DEFAULT_TIMEOUT) + GRACE;
      const outcome = await load({ file, test: test.title }, headers, timeout);
      const ms = Math.round(performance.now() - start);
      return 'report' in outcome ? { ...outcome.report, ms } : { status: 'failed', ms, error: outcome.error };
    },
    async close() {
      await closeBrowser().catch(() => {});
      server.close();
    },
  };
}

/**
 * Asks the page from time to time: a report may not have come out, and a page may have been left.
 *
 * @param {Tab} tab
 * @param {string} run
 * @param {() => boolean} ended
 * @returns {Promise<{ report: Report } | { error: string, renew: null }>}
 */
async function ask(tab, run, ended) {
  let elsewhere = 0;
  while (!ended()) {
    await wait(ASK_INTERVAL);
    if (ended()) break;
    const state = await tab.evaluate(stateOfPage, run).catch(() => undefined);
    if (state?.report) return { report: state.report };
    elsewhere = state && !state.here ? elsewhere + 1 : 0;
    if (state && elsewhere === 3) return { error: `the page was left for ${state.url}`, renew: null };
  }
  return new Promise(() => {});
}

/** @param {string} run */
function stateOfPage(run) {
  const state = globalThis.webmcpTestState;
  const here = state?.run === run || location.href.includes(run);
  return { here, url: location.href, report: state?.run === run ? state.report : null };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/**
 * The promise's value, or undefined when it takes too long.
 *
 * @template T
 * @param {Promise<T> | undefined} promise
 * @param {number} ms
 * @returns {Promise<T | undefined>}
 */
function inTime(promise, ms) {
  return Promise.race([promise, wait(ms).then(() => undefined)]);
}
