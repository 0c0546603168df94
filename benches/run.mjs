#!/usr/bin/env node
/**
 * Measures the package in real browsers and in Node, beside what its calls are made of and beside its peers; `--help`
 * says what it can.
 */

/** @import {Results} from './results.d.ts' */

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { packageFolder, repository } from '../tests/harness/package.mjs';
import { useTemporaryFolder } from '../tests/harness/processes.mjs';
import { environmentOf, launch, missingFor, openPage } from './browser.mjs';
import { goalsOf } from './goals.mjs';
import { markdownOf } from './markdown.mjs';
import { record } from './recorded.mjs';
import { bytes, call, growth } from './sections/in-page.mjs';
import { memory } from './sections/memory.mjs';
import { panel } from './sections/panel.mjs';
import { polyfill } from './sections/polyfill.mjs';
import { startUp } from './sections/start-up.mjs';
import { startServer } from './server.mjs';

const help = `cargo xtask bench [options]

  --quick                   few samples, in three minutes instead of fifteen: whether it runs, not what it costs
  --env c156,ff-poly        only these environments (c156, c150, c156-poly, ff-poly, wk-poly, node)
  --section call,polyfill   only these parts (call, bytes, growth, polyfill, node, start-up, panel, memory, sizes)
  --json FILE               writes the results as JSON
  --markdown FILE           writes the tables there instead of printing them
  --record                  writes benches/results.json, benches/RESULTS.md and the README's table
  --from FILE               the results of an earlier run; nothing is measured
`;

const ENVIRONMENTS = ['c156', 'c150', 'c156-poly', 'ff-poly', 'wk-poly', 'node'];
const SECTIONS = ['call', 'bytes', 'growth', 'polyfill', 'node', 'start-up', 'panel', 'memory', 'sizes'];

/** The parts that are measured in a page of each environment. */
const IN_PAGE = Object.entries({ call, bytes, growth });

/** Where memory is looked at: once for each engine, and native. */
const MEMORY = ['c156', 'c156-poly', 'ff-poly'];

const run = promisify(execFile);

/** @param {string} text */
const tell = (text) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/**
 * @param {{ quick: boolean, env: string[], sections: string[] }} options
 * @returns {Promise<Results>}
 */
async function measure({ quick, env, sections }) {
  /** @type {Results} */
  const results = {
    date: new Date().toISOString().slice(0, 10),
    quick,
    machine: {
      cores: os.cpus().length,
      processor: os.cpus()[0]?.model ?? 'unknown',
      load: Number(os.loadavg()[0].toFixed(1)),
    },
    browsers: {},
    skipped: {},
    call: {},
    bytes: {},
    growth: {},
    polyfill: {},
    startUp: {},
    panel: {},
    memory: {},
    goals: [],
  };
  const server = await startServer();
  try {
    for (const id of env.filter((id) => id !== 'node')) {
      const missing = missingFor(id);
      if (missing !== undefined) {
        results.skipped[id] = missing;
        tell(`${id}: skipped, ${missing}`);
      } else await inBrowser(id);
    }
  } finally {
    server.close();
  }
  if (env.includes('node') && sections.includes('node')) {
    tell('node');
    const { stdout } = await run(process.execPath, [
      path.join(import.meta.dirname, 'node.mjs'),
      quick ? '20' : '300',
    ]);
    results.node = JSON.parse(stdout);
  }
  if (sections.includes('sizes')) {
    const { stdout } = await run(process.execPath, [path.join(repository, 'xtask/src/test/size.mjs')]);
    results.sizes = JSON.parse(stdout);
  }
  results.goals = goalsOf(results);
  return results;

  /** @param {string} id */
  async function inBrowser(id) {
    const browser = await launch(id);
    results.browsers[id] = `${browser.name} ${browser.version}`;
    /** @param {string} text */
    const say = (text) => tell(`${id}: ${text}`);
    /** One part that fails takes no other with it. @param {string} name @param {() => Promise<unknown>} section */
    const part = async (name, section) => {
      if (!sections.includes(name)) return;
      say(name);
      try {
        await section();
      } catch (error) {
        results.skipped[`${id}, ${name}`] =
          error instanceof Error ? error.message.split('\n')[0] : String(error);
        say(`${name} failed: ${error instanceof Error ? error.stack : error}`);
      }
    };
    const { provider } = environmentOf(id);
    try {
      for (const [name, section] of IN_PAGE) {
        await part(name, async () => {
          const tab = await browser.open();
          const page = await openPage(tab, server, provider ?? '');
          Reflect.get(results, name)[id] = await section(page, { quick });
          await tab.close();
        });
      }
      await part('start-up', async () => {
        results.startUp[id] = await startUp(id, browser, server, { quick });
      });
      await part('panel', async () => {
        Object.assign(results.panel ?? {}, { [id]: await panel(id, browser, server, { quick }) });
      });
      if (MEMORY.includes(id)) {
        await part('memory', async () => {
          results.memory[id] = await memory(id, browser, server, { quick, tell: say });
        });
      }
    } finally {
      await browser.close();
    }
    if (provider === 'polyfill') {
      await part('polyfill', async () => {
        results.polyfill[id] = await polyfill(id, server, { quick, tell: say });
      });
    }
  }
}

/** @param {string} list @param {string[]} known @param {string} what */
function chosen(list, known, what) {
  const names = list.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No ${what} ${unknown.join(', ')}: there are ${known.join(', ')}.`);
  return names;
}

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      env: { type: 'string', default: ENVIRONMENTS.join(',') },
      section: { type: 'string', default: SECTIONS.join(',') },
      json: { type: 'string' },
      markdown: { type: 'string' },
      record: { type: 'boolean', default: false },
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const env = chosen(values.env, ENVIRONMENTS, 'environment');
  const sections = chosen(values.section, SECTIONS, 'section');
  useTemporaryFolder();
  tell(`the package in ${path.relative(repository, packageFolder)}`);
  /** @type {Results} */
  const results = values.from
    ? JSON.parse(readFileSync(values.from, 'utf8'))
    : await measure({ quick: values.quick, env, sections });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
  if (values.record) record(results);
  const markdown = markdownOf(results);
  if (values.markdown !== undefined) writeFileSync(values.markdown, markdown);
  else if (!values.record) console.log(markdown);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
