/** What the panel costs in a page with so many tools: to open it, to open it again, to search. */

import { registerTools } from '../../www/bench/measure/tools.js';
import { modelContext } from './provide.mjs';

/** What is typed, letter by letter, and then taken back. */
const TYPED = 'tool_9';

/**
 * @param {number} tools
 * @param {number} searches
 * @returns {Promise<{ first: number, again: number, filter: number[] }>} in ms; `filter` is that of each letter
 */
export async function panel(tools, searches) {
  await registerTools(modelContext(), tools);
  const start = performance.now();
  await import(/** @type {any} */ ('/node_modules/webmcp-exec/devtools.js'));
  const element = /** @type {any} */ (document.createElement('webmcp-devtools'));
  element.setAttribute('storage-key', '');
  document.body.append(element);
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  const rows = () => root.querySelectorAll('[role="option"]').length;
  /** Once as many rows are there, and laid out. @param {() => boolean} isDone */
  const shown = async (isDone) => {
    do await task();
    while (!isDone());
    root.querySelector('.panes')?.getBoundingClientRect();
  };
  await element.show();
  await shown(() => rows() > 0);
  const first = performance.now() - start;

  element.hide();
  await shown(() => rows() === 0);
  const between = performance.now();
  await element.show();
  await shown(() => rows() > 0);
  const again = performance.now() - between;

  const search = /** @type {HTMLInputElement} */ (root.querySelector('[type="search"]'));
  /** A letter, until what it finds is drawn and laid out. @param {string} query */
  const filter = async (query) => {
    const began = performance.now();
    search.value = query;
    search.dispatchEvent(new Event('input', { bubbles: true }));
    await shown(() => true);
    return performance.now() - began;
  };
  // What searches, and marks what it finds, is loaded with the first letter.
  await filter('tool');
  while (root.querySelectorAll('mark').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  /** @type {number[]} */
  const times = [];
  for (let time = 0; time < searches; time += 1) {
    for (let letters = 0; letters <= TYPED.length; letters += 1)
      times.push(await filter(TYPED.slice(0, letters)));
  }
  return { first, again, filter: times };
}

/** One task. @returns {Promise<void>} */
function task() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
