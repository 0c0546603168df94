/** Chromium, through playwright-core. */

/** @import {Paths} from '../browsers.mjs' */
/** @import {Browser, Environment, Tab} from '../types.d.ts' */

import { chromium } from 'playwright-core';
import { drag } from './drag.mjs';

/** Keeps the browser from talking to anyone: pages, times and logs are the tests' alone. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @param {Environment} environment
 * @param {Paths} paths
 * @param {{ headed: boolean }} options
 * @returns {Promise<Browser>}
 */
export async function launch(environment, paths, { headed }) {
  const browser = await chromium.launch({
    executablePath: environment.browser === 'chromium-150' ? paths['chromium-150'] : paths.chromium,
    args: [...QUIET, '--js-flags=--expose-gc', ...(environment.args ?? [])],
    headless: !headed,
    // Signals are answered by processes.mjs, for all browsers at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const context = await browser.newContext();
  return {
    name: 'Chromium',
    version: browser.version(),
    async open() {
      return tabOf(await context.newPage());
    },
    close: () => browser.close(),
  };
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Tab}
 */
function tabOf(page) {
  /** Of a frame's crash playwright says that the page has crashed, and does nothing with it any more. */
  let hasLostFrame = false;
  const lost = new Promise((resolve) => {
    page.on('crash', () => hasLostFrame || resolve("the page's process crashed"));
    page.on('close', () => resolve('the tab was closed'));
    page
      .context()
      .browser()
      ?.on('disconnected', () => resolve('the browser ended'));
  });
  // A dialog nobody answers would stop the page.
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  const cdp = () => page.context().newCDPSession(page);
  /** @type {ReturnType<typeof cdp> | undefined} */
  let session;
  return {
    lost: /** @type {Promise<string>} */ (lost),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    evaluate: async (fn, ...args) => {
      // Not page.evaluate: it needs eval(), which a page's policy may forbid.
      session ??= cdp();
      const { result, exceptionDetails } = await (await session).send('Runtime.evaluate', {
        expression: `(${fn})(...${JSON.stringify(args)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
    click: (selector) => page.click(selector, { timeout: 5000 }),
    type: async (selector, text) => {
      await page.focus(selector, { timeout: 5000 });
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    clickAt: (x, y) => page.mouse.click(x, y),
    drag: (...way) => drag(page.mouse, ...way),
    screenshot: () => page.screenshot(),
    emulateMedia: (media) => page.emulateMedia({ forcedColors: null, colorScheme: null, ...media }),
    ariaSnapshot: (selector) => page.locator(selector).ariaSnapshot({ timeout: 5000 }),
    async crash(origin) {
      session ??= cdp();
      let crashing = await session;
      if (origin !== undefined) {
        const frame = page.frames().find((one) => one.url().startsWith(`${origin}/`));
        if (frame === undefined) throw new Error(`no frame of ${origin}`);
        crashing = await page.context().newCDPSession(frame);
        hasLostFrame = true;
      }
      // It is never answered.
      crashing.send('Page.crash').catch(() => {});
    },
    close: () => page.close({ runBeforeUnload: false }),
    cdp,
  };
}
