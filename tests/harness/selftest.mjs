/**
 * Tests the harness itself: whatever goes wrong in a test is reported as that test's failure, the run goes on, and
 * nothing that was started stays.
 */

/** @import {Environment, Result} from './types.d.ts' */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { coverageTable } from './coverage.mjs';
import { environments } from './environments.mjs';
import { runEnvironment } from './matrix.mjs';
import { remaining } from './processes.mjs';
import { summaryLine } from './report.mjs';

/** One environment of each engine. Without our polyfill: the harness is tested before the package is built. */
const subjects = environments
  .filter(({ id }) => ['c156', 'ff-native', 'wk-poly', 'node'].includes(id))
  .map((environment) =>
    environment.provider === 'polyfill' ? { ...environment, provider: null } : environment,
  );

const files = [
  'harness/selftest/failures.test.mjs',
  'harness/selftest/empty.test.mjs',
  'harness/selftest/broken.test.mjs',
];

const measuredFile = 'harness/selftest/measured.test.mjs';

/** How each test has to end: its status and, where it fails, what the report says. @type {Record<string, RegExp | Result['status']>} */
const expected = {
  passes: 'passed',
  'fails by an assertion': /^expected 2, got 1/,
  'fails by a throw': /^RangeError: out of range/,
  'asserts nothing': /^no assertion was made/,
  'leaves a rejection unhandled': /^unhandled rejection: Error: left alone/,
  'leaves an error in a task': /^(error event|uncaught exception): Error: left in a task/,
  'fails after its end': /^after the test: Error: could not tidy up/,
  'never ends': /did not end within 0.3 s/,
  hangs: /hung for/,
  'passes after a hang': 'passed',
  crashes: /crashed/,
  'passes after a crash': 'passed',
  'crashes the renderer by a tool that returns a symbol': /crashed/,
  'leaves its page': /^the page was left for .*blank\.html/,
  'ends its process': /^the process ended with 0 before its test did/,
  'does not apply': 'na',
  'passes at last': 'passed',
};

/** @returns {Promise<number>} the exit code */
export async function selftest() {
  /** @type {string[]} */
  const wrong = [];
  for (const environment of subjects) {
    const summary = await runEnvironment(environment, { files, headed: false, onResult: () => {} });
    const found = summary.skipped ? [] : check(summary.results);
    wrong.push(...found.map((line) => `${environment.id}: ${line}`));
    console.log(`${found.length === 0 ? 'ok   ' : 'WRONG'} ${summaryLine(summary)}`);
  }
  wrong.push(...(await newerBrowser()), ...(await missingBrowser()), ...(await interrupted()));
  const left = remaining();
  if (left.length > 0)
    wrong.push(`still running: ${left.map(({ command }) => command.slice(0, 100)).join('; ')}`);
  for (const line of wrong) console.log(`FAIL  ${line}`);
  console.log(wrong.length === 0 ? 'the harness reports what it should' : `${wrong.length} wrong`);
  return wrong.length === 0 ? 0 : 1;
}

/** @param {Result[]} results */
function check(results) {
  const byTitle = new Map(
    results.filter(({ file }) => file === files[0]).map((result) => [result.title, result]),
  );
  const wrong = Object.entries(expected).flatMap(([title, end]) => {
    const { status = 'missing', error = '' } = byTitle.get(title) ?? {};
    // What does not apply in this environment has nothing to be compared.
    if (status === end || (status === 'na' && title !== 'passes')) return [];
    if (end instanceof RegExp && status === 'failed' && end.test(error)) return [];
    return [`"${title}" is ${status}: ${error.split('\n')[0]}`];
  });
  for (const [file, text] of [
    [files[1], /declares no test/],
    [files[2], /names "c999", no environment/],
  ]) {
    const [result, ...more] = results.filter((other) => other.file === file);
    const good = result?.status === 'failed' && /** @type {RegExp} */ (text).test(result.error ?? '');
    if (!good || more.length > 0) wrong.push(`${file} is ${result?.status}: ${result?.error}`);
  }
  return wrong;
}

/** What was measured of an older browser and is otherwise now is drift; of this very one it is a failure. */
async function newerBrowser() {
  /** @type {string[]} */
  const wrong = [];
  for (const subject of subjects.filter(({ id }) => id === 'c156' || id === 'node')) {
    /** @param {number} measured */
    const run = (measured) =>
      runEnvironment({ ...subject, measured }, { files: [measuredFile], headed: false, onResult: () => {} });
    const newer = await run(1);
    if (newer.skipped) continue;
    const same = await run(Number.parseInt(newer.version, 10));
    for (const [summary, otherwise] of /** @type {const} */ ([
      [newer, 'drift'],
      [same, 'failed'],
    ])) {
      const ends = summary.results.map(({ status, error = '' }) => `${status} ${error.split('\n')[0]}`);
      const expected = [
        'passed ',
        `${otherwise} expected "Tool not found", got "No such tool"`,
        'failed expected 2, got 1',
      ];
      const line = summaryLine(summary);
      const counted = line.endsWith(', 1 drifted') === (otherwise === 'drift');
      const good = counted && ends.join() === expected.join();
      if (!good) wrong.push(`${subject.id}, measured as ${otherwise}: ${ends.join('; ')}`);
      console.log(`${good ? 'ok   ' : 'WRONG'} ${line}`);
    }
    const table = coverageTable(newer.results);
    if (!/^S0-01 +drift\nS0-02 +FAIL$/m.test(table)) wrong.push(`the coverage table is ${table}`);
  }
  return wrong;
}

/** A browser that is not there is one named skip, and no test of it passes. */
async function missingBrowser() {
  const before = process.env.WEBMCP_CHROMIUM_150;
  process.env.WEBMCP_CHROMIUM_150 = '/nowhere/chromium';
  const environment = /** @type {Environment} */ (environments.find(({ id }) => id === 'c150'));
  const summary = await runEnvironment(environment, { files, headed: false, onResult: () => {} });
  if (before === undefined) delete process.env.WEBMCP_CHROMIUM_150;
  else process.env.WEBMCP_CHROMIUM_150 = before;
  const line = summaryLine(summary);
  const [result, ...more] = summary.results;
  const good = result?.status === 'skipped' && more.length === 0 && /^c150: skipped, .*\/nowhere/.test(line);
  console.log(`${good ? 'ok   ' : 'WRONG'} ${line}`);
  return good ? [] : [`a missing browser is ${line}`];
}

/** Ctrl-C and an error of the harness leave neither browsers nor profiles. */
async function interrupted() {
  /** @type {string[]} */
  const wrong = [];
  for (const how of ['SIGINT', 'error']) {
    for (const environment of subjects.filter(({ engine }) => engine !== 'node')) {
      const problem = await interrupt(environment.id, how);
      if (problem) wrong.push(`${environment.id} after ${how}: ${problem}`);
    }
  }
  console.log(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} an interrupted run leaves nothing behind`);
  return wrong;
}

/**
 * @param {string} id
 * @param {string} how
 * @returns {Promise<string | undefined>}
 */
async function interrupt(id, how) {
  const script = fileURLToPath(new URL('selftest/interrupted.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, id, how], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const folder = await new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', () => resolve(''));
  });
  if (folder === '') return 'no browser was started';
  if (how !== 'error') child.kill(/** @type {NodeJS.Signals} */ (how));
  await ended;
  // A killed browser takes a moment to go.
  await new Promise((resolve) => setTimeout(resolve, 500));
  if (readdirSync(os.tmpdir()).some((name) => name === folder.split('/').at(-1)))
    return `${folder} is still there`;
  return remaining(folder).length > 0 ? 'processes are still running' : undefined;
}
