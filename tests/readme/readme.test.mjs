/**
 * Runs the examples of the README as they stand: every block that begins with ```js, in a page that has the tools of a
 * small shop. Words after `js`, which a reader does not see, say otherwise: `no-run` leaves a block out, `node` runs it
 * in Node too, `not:ff-native` names an environment where it does not apply.
 */

import { createShop } from '../fixtures/shop.mjs';
import { assert, test } from '../harness/page.mjs';

/** @import {TestOptions} from '../harness/types.d.ts' */

const readme = await read(new URL('../../README.md', import.meta.url));
const blocks = [...readme.matchAll(/^```js\b([^\n]*)\n([\s\S]*?)^```$/gm)].map(
  ([, words = '', code = '']) => ({
    words: words.trim().split(/\s+/),
    code,
  }),
);
const examples = blocks.filter(({ words }) => !words.includes('no-run'));

test('the README has an example that runs', { node: true }, () => {
  assert.ok(examples.length > 0);
});

for (const [index, { words, code }] of examples.entries()) {
  test(`README example ${index + 1}: ${headline(code)}`, optionsOf(words), async (t) => {
    if (t.env.engine !== 'node') {
      for (const tool of createShop().tools) await t.register(tool);
    }
    await importText(code);
    assert.ok(true, 'it ran to its end');
  });
}

/**
 * @param {string[]} words
 * @returns {TestOptions}
 */
function optionsOf(words) {
  const not = words
    .filter((word) => word.startsWith('not:'))
    .map((word) => [word.slice(4), 'so the README says']);
  return { node: words.includes('node'), not: Object.fromEntries(not) };
}

/**
 * The first line that says what an example does.
 *
 * @param {string} code
 */
function headline(code) {
  const line = code.split('\n').find((text) => text.trim() !== '' && !text.startsWith('import '));
  return line?.replace(/^\/\/\s*/, '') ?? 'an import';
}

/**
 * Runs a text as a module; bare names in it resolve as in any other.
 *
 * @param {string} code
 */
async function importText(code) {
  if (typeof URL.createObjectURL !== 'function' || typeof document === 'undefined') {
    return import(`data:text/javascript,${encodeURIComponent(code)}`);
  }
  return import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
}

/** @param {URL} url */
async function read(url) {
  if (url.protocol !== 'file:') return (await fetch(url)).text();
  const { readFile } = await import('node:fs/promises');
  return readFile(url, 'utf8').catch(() => '');
}
