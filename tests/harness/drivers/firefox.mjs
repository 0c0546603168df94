/** Firefox, through puppeteer-core over WebDriver BiDi. */

/** @import {Paths} from '../browsers.mjs' */
/** @import {Browser, Environment, Tab} from '../types.d.ts' */

import puppeteer from 'puppeteer-core';
import { endInGroup } from '../processes.mjs';
import { drag } from './drag.mjs';

/** Keeps the browser from talking to anyone, and every page from being kept alive after it was left. */
const QUIET = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.sessionhistory.max_total_viewers': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
};

/**
 * @param {Environment} environment
 * @param {Paths} paths
 * @param {{ headed: boolean }} options
 * @returns {Promise<Browser>}
 */
export async function launch(environment, paths, { headed }) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: paths.firefox,
    headless: !headed,
    extraPrefsFirefox: { ...QUIET, ...environment.prefs },
    // Signals are answered by processes.mjs, for all browsers at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const group = browser.process()?.pid ?? 0;
  const version = await browser.version();
  return {
    name: 'Firefox',
    version: version.replace(/^firefox\//, ''),
    async open() {
      return tabOf(await browser.newPage(), group);
    },
    close: () => browser.close(),
  };
}

/**
 * @param {import('puppeteer-core').Page} page
 * @param {number} group the browser's processes
 * @returns {Tab}
 */
function tabOf(page, group) {
  /** @type {(reason: string) => void} */
  let lose;
  const lost = new Promise((resolve) => {
    lose = resolve;
  });
  page.on('close', () => lose('the tab was closed'));
  page.browser().on('disconnected', () => lose('the browser ended'));
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  return {
    lost: /** @type {Promise<string>} */ (lost),
    // Without waiting for the page: puppeteer would wait for its load event.
    goto: async (url) => void (await page.goto(url, { waitUntil: [] })),
    async evaluate(fn, ...args) {
      try {
        return await page.evaluate(/** @type {any} */ (fn), ...args);
      } catch (error) {
        // After a crash the tab shows a page of the browser itself. There is no event for it.
        if (/parent process browsing context/.test(String(error))) lose("the page's process crashed");
        throw error;
      }
    },
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    async press(combination) {
      const held = /** @type {any[]} */ (combination.split(/\+(?=.)/));
      const key = held.pop();
      for (const modifier of held) await page.keyboard.down(modifier);
      await page.keyboard.press(key);
      for (const modifier of held.reverse()) await page.keyboard.up(modifier);
    },
    clickAt: (x, y) => page.mouse.click(x, y),
    drag: (...way) => drag(page.mouse, ...way),
    screenshot: async () => Buffer.from(await page.screenshot()),
    crash: async () => endInGroup(group, / -isForBrowser /),
    close: () => page.close(),
  };
}
