/** The browser, by Playwright, which is not a dependency: who replays sessions installs it. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, reasonOf } from './failure.js';

/** @import {Browser, BrowserType} from 'playwright-core' */
/** @import {Options} from './options.js' */

/** The packages of Playwright that have browsers. */
const PACKAGES = ['playwright-core', 'playwright', '@playwright/test'];

/** What each browser is started with: WebMCP where it is a feature that has to be asked for, and no talk with anybody. */
const ARGS = {
  chromium: [
    '--enable-features=WebMCP',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
  firefox: [],
  webkit: [],
};

/**
 * Starts a browser, and ends it whatever happens.
 *
 * @template Result
 * @param {Options} options
 * @param {(browser: Browser) => Promise<Result>} use
 */
export async function withBrowser({ browser: name, executable, headed }, use) {
  const type = await browserType(name);
  const browser = await type
    .launch({ executablePath: executable, headless: !headed, args: ARGS[name] })
    .catch((error) => {
      const way = `npx playwright install ${name}, or name a program with --executable`;
      throw new Failure(`${name} could not be started (${reasonOf(error)}): ${way}`);
    });
  try {
    return await use(browser);
  } finally {
    await browser.close().catch(() => {});
  }
}

/** @param {Options['browser']} name @returns {Promise<BrowserType>} */
async function browserType(name) {
  // Beside this package, or in the project where the command is run: npx may have put the package elsewhere.
  for (const base of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    for (const one of PACKAGES) {
      const file = resolved(base, one);
      if (file === undefined) continue;
      const found = await import(pathToFileURL(file).href);
      return found[name] ?? found.default[name];
    }
  }
  throw new Failure(
    'playwright-core drives the browser and is not installed: npm install --save-dev playwright-core',
  );
}

/** @param {string | URL} base @param {string} name */
function resolved(base, name) {
  try {
    return createRequire(base).resolve(name);
  } catch {
    return undefined;
  }
}
