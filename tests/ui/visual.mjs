#!/usr/bin/env node
/**
 * How the panel looks in the demo page, beside pictures that somebody has looked at.
 *
 *   node tests/ui/visual.mjs            what differs is written to target/visual
 *   node tests/ui/visual.mjs --update   takes new pictures; look at each before it is kept
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pixelmatch from 'pixelmatch';
import { chromium } from 'playwright-core';
// @ts-expect-error: it has no types of its own
import { PNG } from 'pngjs';
import { serve } from '../../www/serve.mjs';
import { findBrowser } from '../harness/browsers.mjs';
import { packageFolder, repository } from '../harness/package.mjs';

/** @typedef {{ width: number, colorScheme: 'light' | 'dark', forcedColors?: 'active', dir?: 'rtl' }} Look */
/** @typedef {import('playwright-core').Page} Page */

const BASELINES = fileURLToPath(new URL('baselines/', import.meta.url));
const DIFFERENCES = join(repository, 'target/visual');
const NOW = new Date('2026-12-01T12:00:00Z');
/** How many pixels may differ: what fonts are rounded by, not what anybody sees. */
const MOST = 40;

/** @type {Look[]} */
const looks = [
  { width: 320, colorScheme: 'light' },
  { width: 600, colorScheme: 'dark' },
  { width: 1024, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'light', dir: 'rtl' },
  { width: 1024, colorScheme: 'light', forcedColors: 'active' },
];

/** How each state is reached from the one before. @type {Record<string, (page: Page) => Promise<void>>} */
const states = {
  list: async (page) => page.locator('webmcp-devtools .tool').first().waitFor(),
  form: async (page) => {
    await page.locator('webmcp-devtools .tool', { hasText: 'search_products' }).click();
    await page.locator('webmcp-devtools .run-button').waitFor();
  },
  result: async (page) => {
    await page.locator('webmcp-devtools .run-button').click();
    await page.locator('webmcp-devtools .outcome .status[data-status="completed"]').waitFor();
  },
  log: async (page) => {
    await page.locator('webmcp-devtools .log-toggle').click();
    await page.locator('webmcp-devtools .log-list li').first().waitFor();
  },
  empty: async (page) => {
    const back = page.getByRole('button', { name: 'Back to the list' });
    if (await back.isVisible()) await back.click();
    await page.locator('webmcp-devtools .list-pane [type="search"]').fill('zzzz');
    await page.locator('webmcp-devtools .list-pane .empty').waitFor();
  },
};

/** Writes the same over what differs from run to run; a mask would be as wide as the number. @param {Page} page */
const settle = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('webmcp-devtools')?.shadowRoot;
    for (const shown of root?.querySelectorAll('.outcome-head > .muted, .log-duration') ?? [])
      if (shown.firstChild instanceof Text) shown.firstChild.data = '5 ms';
  });

/** @param {Look} look */
const nameOf = ({ width, colorScheme, forcedColors, dir }) =>
  [width, colorScheme, forcedColors && 'forced', dir].filter(Boolean).join('-');

/** @param {string} name @param {Buffer} taken @param {boolean} update @returns {string | undefined} the problem */
function compare(name, taken, update) {
  const file = join(BASELINES, `${name}.png`);
  if (update) return void writeFileSync(file, taken);
  const actual = PNG.sync.read(taken);
  const keep = (/** @type {string} */ kind, /** @type {Buffer} */ png) => {
    const path = join(DIFFERENCES, `${name}.${kind}.png`);
    writeFileSync(path, png);
    return path;
  };
  let expected;
  try {
    expected = PNG.sync.read(readFileSync(file));
  } catch {
    return `there is no baseline; ${keep('actual', taken)}`;
  }
  const { width, height } = actual;
  if (expected.width !== width || expected.height !== height)
    return `it is ${width} × ${height}, not ${expected.width} × ${expected.height}: ${keep('actual', taken)}`;
  const diff = new PNG({ width, height });
  const count = pixelmatch(expected.data, actual.data, diff.data, width, height, { threshold: 0.15 });
  if (count <= MOST) return;
  return `${count} pixels differ: ${keep('actual', taken)}, ${keep('diff', PNG.sync.write(diff))}`;
}

/** @param {import('playwright-core').Browser} browser @param {string} url @param {Look} look */
async function open(browser, url, { width, colorScheme, forcedColors, dir }) {
  const page = await browser.newPage({
    ...{ viewport: { width, height: 720 }, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' },
    ...{ timezoneId: 'UTC', forcedColors: forcedColors ?? 'none' },
  });
  await page.clock.setFixedTime(NOW);
  await page.goto(url);
  await page.locator('#provider[data-provider="native"]').waitFor();
  await page.locator('[data-tool]').nth(6).waitFor();
  if (dir) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await page.locator('#open-panel').click();
  await page.locator('webmcp-devtools .tool').nth(6).waitFor();
  return page;
}

const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
const found = findBrowser('chromium');
if ('missing' in found) {
  console.log(`skipped: ${found.missing}`);
  process.exit(0);
}
rmSync(DIFFERENCES, { recursive: true, force: true });
for (const folder of [DIFFERENCES, BASELINES]) mkdirSync(folder, { recursive: true });
const server = await serve({ port: 0, pkg: packageFolder });
const browser = await chromium.launch({
  executablePath: found.paths.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--enable-features=WebMCP', '--font-render-hinting=none'],
});
let failed = 0;
try {
  for (const look of looks) {
    const page = await open(browser, server.url, look);
    for (const [state, reach] of Object.entries(states)) {
      const name = `${nameOf(look)}-${state}`;
      await reach(page);
      await page.mouse.move(0, 0);
      await settle(page);
      const taken = await page
        .locator('webmcp-devtools .panel')
        .screenshot({ animations: 'disabled', caret: 'hide' });
      const problem = compare(name, taken, values.update);
      if (problem) failed += 1;
      console.log(`${problem ? 'not ok' : 'ok'} ${name}${problem ? `: ${problem}` : ''}`);
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
if (failed > 0) process.exitCode = 1;
