/**
 * Asks native Chromium 156 and the polyfill, in the same browser without the flag, the same questions, and compares
 * the answers: the probes by which the native API was measured. They are not in this repository; WEBMCP_PROBES names
 * their folder, else it is `../shared/probes`.
 *
 * probe-differences.json says of each answer that differs why it does; one that differs and is not there is a failure.
 * (Some differ only sometimes: those that are a race.)
 *
 *     node tests/polyfill/probes.mjs [area ...]
 */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../harness/browsers.mjs';
import { packageFolder, repository } from '../harness/package.mjs';

const folder = path.resolve(process.env.WEBMCP_PROBES ?? path.join(repository, '../shared/probes'));

/** What is asked beside that, by name. @type {Record<string, URL>} */
const own = { 'back-forward-cache': new URL('./back-forward-cache.mjs', import.meta.url) };

/** Stands among the answers where a probe broke. */
const BROKEN = 'the probe';

/** What is measured in times, which nobody expects to be equal. */
const NOT_COMPARED = ['11-timing'];

/** @type {Record<string, Record<string, string>>} */
const explained = JSON.parse(readFileSync(new URL('./probe-differences.json', import.meta.url), 'utf8'));

/**
 * An answer without what is another one in every run, and without the word that `input` and `change` of forms are not
 * trusted, which those of a script never are.
 * @param {unknown} answer
 */
const text = (answer) =>
  (typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'no answer'))
    .replace(/((input|change):\w+) untrusted/g, '$1')
    .replace(/:\d{4,5}\b/g, ':PORT')
    .replace(/<?\d+(\.\d+)? ?ms\b/g, 'TIME');

/** In pages: the attributes that stand for the pseudo-classes, by the names that the probes ask for. */
function understandPseudoClasses() {
  /** @type {any} */
  const { prototype } = Element;
  const { matches } = prototype;
  /** @this {Element} @param {string} selector */
  prototype.matches = function (selector) {
    return matches.call(this, selector.replace(/^:(tool-(form|submit)-active)$/, '[data-$1]'));
  };
}

/**
 * The answers of one area.
 * @param {any} lib
 * @param {any} area
 * @param {boolean} isNative
 * @returns {Promise<Record<string, unknown>>}
 */
async function ask(lib, area, isNative) {
  const context = await lib.makeCtx('c156', isNative ? 'WebMCP' : '', area.flags ?? [], area.launch ?? {});
  try {
    if (!isNative) {
      const { browser } = context;
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (/** @type {any[]} */ ...args) => {
        const made = await newContext(...args);
        await made.addInitScript({ path: path.join(packageFolder, 'polyfill.iife.js') });
        await made.addInitScript(understandPseudoClasses);
        return made;
      };
    }
    return await area.default(context);
  } catch (error) {
    return { [BROKEN]: String(error) };
  } finally {
    await context.close();
  }
}

/** @param {string} folder @param {string} name */
async function compare(folder, name) {
  const lib = await import(pathToFileURL(path.join(folder, 'lib.mjs')).href);
  const area = await import((own[name] ?? pathToFileURL(path.join(folder, 'areas', `${name}.mjs`))).href);
  const [native, polyfill] = [await ask(lib, area, true), await ask(lib, area, false)];
  const reasons = explained[name] ?? {};
  const ids = [...new Set([...Object.keys(native), ...Object.keys(polyfill), ...Object.keys(reasons)])];
  let wrong = 0;
  let equal = 0;
  for (const id of ids) {
    const [theirs, ours] = [text(native[id]), text(polyfill[id])];
    // Two probes that both broke have said nothing.
    const isEqual = theirs === ours && id !== BROKEN;
    if (isEqual) equal++;
    if (isEqual || id in reasons) continue;
    wrong++;
    console.log(`WRONG ${name}: ${id}: differs\n    native:   ${theirs}\n    polyfill: ${ours}`);
  }
  const result = wrong === 0 ? 'ok' : 'FAIL';
  console.log(
    `${result} ${name}: ${equal} of ${ids.length} answers are equal, ${wrong} differ without a reason`,
  );
  return wrong;
}

const found = findBrowser('chromium');
if (!existsSync(path.join(folder, 'lib.mjs'))) {
  console.log(`skipped: there are no probes in ${path.relative(repository, folder)}`);
} else if ('missing' in found) {
  console.log(`skipped: ${found.missing}`);
} else {
  // By this name the probes find the browser.
  process.env.CHROMIUM_156 = found.paths.chromium;
  // A copy, since they write files beside themselves.
  const copy = mkdtempSync(path.join(tmpdir(), 'webmcp-probes-'));
  for (const place of ['areas', 'out']) mkdirSync(path.join(copy, place));
  for (const file of ['lib.mjs', ...readdirSync(path.join(folder, 'areas')).map((name) => `areas/${name}`)])
    copyFileSync(path.join(folder, file), path.join(copy, file));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const asked = process.argv.slice(2);
  const names = readdirSync(path.join(folder, 'areas'))
    .map((file) => path.basename(file, '.mjs'))
    .filter((name) => !NOT_COMPARED.includes(name))
    .concat(Object.keys(own))
    .filter((name) => asked.length === 0 || asked.some((part) => name.includes(part)));
  let wrong = 0;
  for (const name of names) wrong += await compare(copy, name);
  process.exitCode = wrong === 0 ? 0 : 1;
}
