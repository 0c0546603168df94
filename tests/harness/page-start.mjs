/** Runs in the page of a test: sets up the provider, imports the test file named in the address, runs one test. */

/** @import {Report} from './types.d.ts' */

import { createContext } from './context.mjs';
import { declared } from './page.mjs';
import { describe, list, runTest } from './run-test.mjs';

// Held from the beginning: a test may replace the page's own functions.
const { fetch } = globalThis;

const query = new URLSearchParams(location.search);
const run = query.get('run') ?? '';
const file = query.get('file');
const running = createContext(globalThis.webmcpTests.env);

addEventListener('error', (event) => {
  running.sawUnhandled(`error event: ${event.error ? firstLine(event.error) : event.message}`);
});
addEventListener('unhandledrejection', (event) => {
  running.sawUnhandled(`unhandled rejection: ${firstLine(event.reason)}`);
});

globalThis.webmcpTestState = { run, report: null };

if (query.has('list')) {
  send(await collect());
} else {
  const report = await runOne();
  globalThis.webmcpTestState = { run, report };
  send(report);
}

/** What the file declares, or why nothing of it can run. */
async function collect() {
  try {
    await import('./provider.mjs');
    await import(`/tests/${file}`);
    return { tests: list(declared) };
  } catch (error) {
    return { error: describe(error) };
  }
}

/** @returns {Promise<Report>} */
async function runOne() {
  try {
    await import('./provider.mjs');
    const { addPageContext } = await import('./page-context.mjs');
    addPageContext(running.t, run);
    await import(`/tests/${file}`);
  } catch (error) {
    return { status: 'failed', ms: 0, error: `${file} could not be started: ${describe(error)}` };
  }
  const test = declared.find(({ title }) => title === query.get('test'));
  if (!test) return { status: 'failed', ms: 0, error: `${file} no longer declares this test` };
  return runTest(test, running);
}

/**
 * The report goes out by itself, which is much quicker than being asked for; where a policy of the page forbids that,
 * the runner finds it in webmcpTestState.
 *
 * @param {object} report
 */
function send(report) {
  fetch(`/report?run=${run}`, { method: 'POST', body: JSON.stringify(report) }).catch(() => {});
}

/** @param {unknown} error */
function firstLine(error) {
  return describe(error).split('\n')[0];
}
