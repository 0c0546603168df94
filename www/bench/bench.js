/** Measures this browser when asked to: the same modules take the time that `cargo xtask bench` takes it with. */

/** @import {Measured} from './report.js' */

import { byId } from '../dom.js';
import { modelContext, provideModelContext } from '../model-context.js';
import * as exec from '../node_modules/webmcp-exec/index.js';
import { describeProvider } from '../provider.js';
import { groups } from './groups.js';
import { rowsOf } from './measure/rows.js';
import { markdownOf, tableOf } from './report.js';

const start = /** @type {HTMLButtonElement} */ (byId('start'));
const cancel = /** @type {HTMLButtonElement} */ (byId('cancel'));
const copy = /** @type {HTMLButtonElement} */ (byId('copy'));
const samples = /** @type {HTMLSelectElement} */ (byId('samples'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));

/** @type {Measured[]} */
let measured = [];
let where = '';
/** @type {AbortController | undefined} */
let running;

try {
  const provider = await provideModelContext();
  const { name, text } = describeProvider(provider);
  show(provider ?? 'none', name, text);
  where = `${name}: ${text}`;
  if (typeof modelContext()?.executeTool === 'function') start.disabled = false;
  else say('This browser’s WebMCP has no executeTool, so there is nothing to compare with.');
} catch (error) {
  show('broken', 'Not started', `The package could not be started: ${textOf(error)}`);
  throw error;
}

byId('controls').addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
cancel.addEventListener('click', () => running?.abort());
copy.addEventListener('click', copyMarkdown);

async function run() {
  if (running) return;
  running = new AbortController();
  const { signal } = running;
  // Of the address, for those who check this page.
  const count = Number(new URLSearchParams(location.search).get('samples') ?? samples.value);
  measured = [];
  byId('groups').replaceChildren();
  byId('by-hand').hidden = true;
  busy(true);
  let before = 0;
  try {
    for (const group of groups) {
      say(`${group.title}…`);
      const onProgress = async (/** @type {number} */ share) => {
        progress.value = before + share * group.share;
        // The page has to draw, and to hear of a click.
        await new Promise((resolve) => setTimeout(resolve));
      };
      const taken = await group.measure(exec, modelContext(), { samples: count, signal, onProgress });
      before += group.share;
      measured.push({ group, rows: rowsOf(taken, group.bases) });
      byId('groups').append(tableOf(measured[measured.length - 1]));
    }
    end('done', 'Done.');
  } catch (error) {
    if (signal.aborted)
      end('cancelled', measured.length > 0 ? 'Cancelled; what was done is below.' : 'Cancelled.');
    else end('failed', `It stopped: ${textOf(error)}`);
  }
}

/** @param {boolean} is */
function busy(is) {
  start.disabled = is;
  cancel.disabled = !is;
  samples.disabled = is;
  copy.disabled = is || measured.length === 0;
  byId('controls').dataset.state = is ? 'running' : 'idle';
}

/** @param {string} outcome @param {string} text */
function end(outcome, text) {
  running = undefined;
  progress.value = outcome === 'done' ? 1 : 0;
  busy(false);
  byId('controls').dataset.state = outcome;
  say(text);
  start.focus({ preventScroll: true });
}

async function copyMarkdown() {
  const text = markdownOf(measured, where);
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (byId('markdown'));
    field.value = text;
    byId('by-hand').hidden = false;
    field.select();
  }
}

/** @param {string} text */
function say(text) {
  byId('status').textContent = text;
}

/** @param {string} provider @param {string} name @param {string} text */
function show(provider, name, text) {
  byId('provider').dataset.provider = provider;
  byId('provider-name').textContent = name;
  byId('provider-text').textContent = text;
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}
