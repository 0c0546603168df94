#!/usr/bin/env node
/**
 * Uses the Leptos example as a person and as an agent would, headless, in every installed browser.
 *
 *   node www/examples/check.mjs [--env c156,ff-poly]
 *
 * Prints what each step came to, as JSON. Ends with 1 where that is not what is expected. `cargo xtask test --part
 * examples` builds what this needs.
 */

/** @import {Environment, Tab} from '../../tests/harness/types.d.ts' */
/** @import {Column} from '../checking.mjs' */

import { parseArgs } from 'node:util';
import { environments } from '../../tests/harness/environments.mjs';
import { packageFolder } from '../../tests/harness/package.mjs';
import { useTemporaryFolder } from '../../tests/harness/processes.mjs';
import { columnOf, problemsOf, until } from '../checking.mjs';
import { serve } from '../serve.mjs';

/** A machine that does other work, too, may take its time with a module that is not optimised. */
const LONGEST = 30_000;

/**
 * @typedef {object} Step
 * @property {string} label
 * @property {(tab: Tab) => Promise<unknown>} does
 * @property {string} expected what the page shows then
 */

/** @type {Step[]} */
const steps = [
  {
    label: 'the tools of the page are listed',
    does: async () => {},
    expected: '3 tools: clear_board count_words pin_note',
  },
  {
    label: 'a note is pinned by the form',
    does: async (tab) => {
      await tab.click('[data-tool="pin_note"]');
      await tab.type('#field-text', 'Buy three mugs');
      await tab.click('#run');
    },
    expected: 'completed, 3 notes: {"notes":3}',
  },
  {
    label: 'a tool that fails says why',
    does: async (tab) => {
      // The form is made anew, and empty.
      await tab.click('[data-tool="count_words"]');
      await tab.click('[data-tool="pin_note"]');
      await tab.click('#run');
    },
    expected: 'failed, 3 notes: The tool failed: INVALID_INPUT / A note needs a text.',
  },
  {
    label: 'a call that is cancelled stops its tool',
    does: async (tab) => {
      await tab.click('[data-tool="count_words"]');
      await tab.click('#run');
      await until(LONGEST, async () => {
        const text = await tab.evaluate(() => document.getElementById('text')?.textContent ?? '');
        return [text === '1 of 3 done', text];
      });
      await tab.click('#cancel');
    },
    expected: 'aborted, 3 notes: Counting was stopped.',
  },
  {
    label: 'a slow tool answers',
    does: (tab) => tab.click('#run'),
    expected: 'completed, 3 notes: 12 words on 3 notes.',
  },
  {
    label: 'a tool refuses without a word of consent',
    does: async (tab) => {
      await tab.click('[data-tool="clear_board"]');
      await tab.click('#run');
    },
    expected:
      'failed, 3 notes: The tool failed: CONSTRAINT_VIOLATION / Nothing was taken down: `confirm` has to be true.',
  },
  {
    label: 'an agent that knows nothing of the package uses a tool',
    does: (tab) => tab.evaluate(asAgent),
    expected: '4 notes, and the agent read {"notes":4}',
  },
];

/** Runs in the page: what a browser's agent does. */
async function asAgent() {
  const own = /** @type {any} */ (document).modelContext;
  const context = own?.getTools ? own : /** @type {any} */ (navigator).modelContext;
  const args = { text: 'From an agent', paper: 'blue' };
  let answer;
  if (context.executeTool) {
    const tools = await context.getTools();
    const tool = tools.find((/** @type {{ name: string }} */ { name }) => name === 'pin_note');
    answer = await context.executeTool(tool, context.executeTool.length === 2 ? JSON.stringify(args) : args);
  } else {
    answer = await context.invokeTool('pin_note', args);
  }
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  document.body.dataset.agent = `the agent read ${text}`;
}

/** What the page shows, in one line. Runs in the page. */
function look() {
  const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? '';
  const notes = `${document.querySelectorAll('#notes > li').length} notes`;
  const result = /** @type {HTMLElement | null} */ (document.getElementById('result'));
  const { agent } = document.body.dataset;
  if (!result) {
    const tools = [...document.querySelectorAll('[data-tool]')];
    const names = tools.map((tool) => /** @type {HTMLElement} */ (tool).dataset.tool);
    // Not every browser lists them in the order of their registration.
    return `${names.length} tools: ${names.sort().join(' ')}`;
  }
  if (agent) return `${notes}, and ${agent}`;
  const json = text('#structured');
  const { status } = result.dataset;
  const said = status === 'failed' ? `${text('#result h2')} / ${text('#text')}` : text('#text');
  const shown = status === 'aborted' ? text('#doing') : json ? JSON.stringify(JSON.parse(json)) : said;
  return `${status}, ${notes}: ${shown}`;
}

/** @param {Environment} environment @param {string} url */
function check(environment, url) {
  return columnOf(environment, steps, async (tab, column) => {
    await tab.goto(`${url}examples/leptos/`);
    for (const { label, does, expected } of steps) {
      await does(tab);
      const { reached, seen } = await until(LONGEST, async () => {
        const seen = await tab.evaluate(look);
        return [seen === expected, seen];
      });
      column.outcomes.push({ call: label, outcome: seen, expected, ...(!reached && { problem: 'not so' }) });
    }
  });
}

async function main() {
  const { values } = parseArgs({ options: { env: { type: 'string' } } });
  const wanted = values.env?.split(',') ?? ['c156', 'c150', 'c156-poly', 'ff-poly', 'wk-poly'];
  useTemporaryFolder();
  const server = await serve({ port: 0, pkg: packageFolder });
  /** @type {Column[]} */
  const columns = [];
  for (const environment of environments.filter(({ id }) => wanted.includes(id))) {
    columns.push(await check(environment, server.url));
  }
  await server.close();
  console.log(JSON.stringify(columns, null, 2));
  const problems = problemsOf(columns);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
