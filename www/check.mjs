#!/usr/bin/env node
/**
 * Runs the demo page headless in every installed browser, pressing its own
 * buttons, and prints what each call came to; then the benchmark's page.
 *
 *   node www/check.mjs [--env c156,ff-poly] [--json]
 *
 * Ends with 1 where an outcome is not the expected one. A missing browser is a
 * named skip.
 */

/** @import {Environment, Tab} from '../tests/harness/types.d.ts' */
/** @import {Column, Outcome} from './checking.mjs' */

import { parseArgs, styleText } from 'node:util';
import { environments } from '../tests/harness/environments.mjs';
import { packageFolder } from '../tests/harness/package.mjs';
import { useTemporaryFolder } from '../tests/harness/processes.mjs';
import { benchStepsWith, checkBench } from './bench/check.mjs';
import { readyMadeCalls } from './calls.js';
import { columnOf, problemsOf, until } from './checking.mjs';
import { serve } from './serve.mjs';

/** How many tools the page offers; Firefox's preview takes those of the top page only. */
const TOOLS = 7;
const TOOLS_IN_PREVIEW = 5;
const LONGEST_START = 30_000;
const LONGEST_CALL = 20_000;
/** The slow report takes five seconds: an abort that is shown within one was not awaited (requirement S1-34). */
const AT_ONCE = 1000;

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} label
 * @property {string} expected
 * @property {boolean} [cancel] Cancel is pressed while it runs
 * @property {{ selector: string, frame?: string, text: string }} [shows] what the page has to say afterwards
 */

/** What else must be seen after a call: its effect in the shop, or its text in the runner. */
/** @type {Record<string, Step['shows']>} */
const shows = {
  add: { selector: '#basket-link', text: 'Basket: 2, €36' },
  search: { selector: '#shelf-note', text: '2 of 6 match “poster”' },
  all: { selector: '#shelf-note', text: '' },
  shipping: { selector: '#normalised', text: '€38 to Japan, 8 days' },
  slow: { selector: '#normalised', text: '214 pieces' },
  order: { selector: '#done', frame: '#order-frame', text: 'Ordered: 2 × Moon poster, for Ada.' },
  fail: { selector: '#normalised', text: 'stock is 0' },
  'no-product': { selector: '#normalised', text: 'There is no product' },
  unknown: { selector: '#outcome-facts', text: 'Unknown tool "fly_to_the_moon"' },
  'bad-arguments': { selector: '#outcome-facts', text: 'TypeError' },
};

/** The tool was told, and stopped. */
const stopped = { selector: '#report-text', text: 'Stopped on request.' };

/**
 * What is pressed in this environment; the same rows in each.
 *
 * @param {Environment['provider']} provider
 * @returns {Step[]}
 */
function stepsWith(provider) {
  return readyMadeCalls.flatMap(({ id, label, expected, expectedInPreview }) => {
    if (provider === 'preview' && expectedInPreview) return { id, label, expected: expectedInPreview };
    const step = { id, label, expected, shows: shows[id] };
    return id === 'slow'
      ? [step, { id, label: `${label}, cancelled`, expected: 'aborted', cancel: true, shows: stopped }]
      : step;
  });
}

/** @param {Environment} environment @param {string} url @returns {Promise<Column>} */
function check(environment, url) {
  const steps = [...stepsWith(environment.provider), ...benchStepsWith(environment.provider)];
  return columnOf(environment, steps, async (tab, column) => {
    await press(tab, environment, url, column);
    await checkBench(tab, environment, url, (outcome) => column.outcomes.push(outcome));
  });
}

/** @param {Tab} tab @param {Environment} environment @param {string} url @param {Column} column */
async function press(tab, environment, url, column) {
  await tab.goto(url);
  const tools = environment.provider === 'preview' ? TOOLS_IN_PREVIEW : TOOLS;
  const start = await until(LONGEST_START, async () => {
    const seen = await tab.evaluate(() => {
      const line = document.getElementById('provider');
      const tools = [...document.querySelectorAll('[data-tool]')];
      return {
        provider: line?.dataset.provider,
        words: [...(line?.children ?? [])].map((part) => part.textContent).join(': '),
        tools: tools.map((tool) => /** @type {HTMLElement} */ (tool).dataset.tool),
      };
    });
    const started = seen.provider !== undefined && seen.provider !== 'asking';
    return [started && (seen.tools.length >= tools || seen.provider === 'broken'), seen];
  });
  column.provider = start.seen.words;
  if (start.seen.provider !== environment.provider) {
    column.problem = `the provider is ${start.seen.provider}, not ${environment.provider}`;
    if (start.seen.provider === 'broken') return;
  } else if (!start.reached) {
    column.problem = `the page lists only ${start.seen.tools.join(', ') || 'no tools'}`;
  }
  for (const step of stepsWith(environment.provider)) column.outcomes.push(await outcomeOf(tab, step));
}

/** @param {Tab} tab @param {Step} step @returns {Promise<Outcome>} */
async function outcomeOf(tab, step) {
  const { label: call, expected } = step;
  const before = await newestCall(tab);
  await tab.click(`[data-ready="${step.id}"]`);
  if (step.cancel) {
    await until(LONGEST_CALL, async () => {
      const { number, status } = await newestCall(tab);
      return [number > before.number && status === 'running', status];
    });
    await tab.click('#cancel');
  }
  const ended = await until(step.cancel ? AT_ONCE : LONGEST_CALL, async () => {
    const { number, status } = await newestCall(tab);
    return [number > before.number && status !== 'running', status];
  });
  /** @type {Outcome} */
  const outcome = { call, expected, outcome: ended.seen };
  if (outcome.outcome !== expected) {
    outcome.problem = await tab.evaluate(() => document.getElementById('outcome-facts')?.textContent ?? '');
  } else if (step.shows) {
    const { selector, frame, text } = step.shows;
    const shown = await until(LONGEST_CALL, async () => {
      const seen = await tab.evaluate(readText, selector, frame ?? '');
      return [text === '' ? seen === '' : seen.includes(text), seen];
    });
    if (!shown.reached) outcome.problem = `the page shows “${shown.seen}”, not “${text}”`;
  }
  return outcome;
}

/**
 * Runs in the page.
 *
 * @param {string} selector
 * @param {string} frame the frame to look in, if any
 */
function readText(selector, frame) {
  const owner = /** @type {HTMLIFrameElement | null} */ (frame ? document.querySelector(frame) : null);
  const element = (owner?.contentDocument ?? document).querySelector(selector);
  return element?.textContent ?? '';
}

/** @param {Tab} tab */
function newestCall(tab) {
  return tab.evaluate(() => {
    const row = /** @type {HTMLElement | null} */ (document.querySelector('#log > li'));
    return { number: document.querySelectorAll('#log > li').length, status: row?.dataset.status ?? 'none' };
  });
}

/** @param {Column[]} columns */
function print(columns) {
  const ran = columns.filter(({ outcomes }) => outcomes.length > 0);
  if (ran.length > 0) {
    const rows = [...stepsWith(null), ...benchStepsWith(null)].map(({ label }, row) => [
      label,
      ...ran.map(({ outcomes }) => cell(outcomes[row])),
    ]);
    printTable([['', ...ran.map(({ env }) => env)], ...rows]);
  }
  for (const { env, browser, provider, skipped } of columns) {
    console.log(skipped ? `${env}: skipped, ${skipped}` : `${env}: ${browser}. ${provider ?? ''}`);
  }
  for (const problem of problemsOf(columns)) console.log(paint('red', problem));
}

/** @param {Outcome | undefined} outcome */
function cell(outcome) {
  if (!outcome) return '-';
  return outcome.problem === undefined ? outcome.outcome : `${outcome.outcome} (!)`;
}

/** @param {string[][]} rows */
function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const [index, row] of rows.entries()) {
    const cells = row.map((text, column) => {
      const padded = text.padEnd(widths[column]);
      if (index === 0) return paint('bold', padded);
      return text.endsWith('(!)') || text === '-' ? paint('red', padded) : padded;
    });
    console.log(cells.join('  ').trimEnd());
  }
  console.log();
}

/** @param {'bold' | 'red'} format @param {string} text */
function paint(format, text) {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(format, text) : text;
}

async function main() {
  const { values } = parseArgs({
    options: { env: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  // The page chooses its provider by itself, so a peer's polyfill has no place here.
  const possible = environments.filter(
    ({ browser, provider }) => browser !== undefined && provider !== 'mcpb' && provider !== null,
  );
  const wanted = values.env?.split(',');
  const unknown = wanted?.filter((id) => !possible.some((environment) => environment.id === id)) ?? [];
  if (unknown.length > 0) {
    throw new Error(
      `No environment ${unknown.join(', ')}: there are ${possible.map(({ id }) => id).join(', ')}.`,
    );
  }
  useTemporaryFolder();
  const server = await serve({ port: 0, pkg: packageFolder });
  /** @type {Column[]} */
  const columns = [];
  for (const environment of possible.filter(({ id }) => wanted?.includes(id) ?? true)) {
    if (!values.json) console.error(`${environment.id} …`);
    columns.push(await check(environment, server.url));
  }
  await server.close();
  if (values.json) console.log(JSON.stringify(columns, null, 2));
  else print(columns);
  const outcomes = columns.flatMap((column) => column.outcomes);
  const problems = problemsOf(columns);
  const skipped = columns.filter((column) => column.skipped !== undefined).length;
  if (!values.json) {
    console.log(
      `${outcomes.length} checks, ${problems.length} problems, ${skipped} of ${columns.length} browsers skipped`,
    );
  }
  if (problems.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
