/** Runs tests in Node, each in a process of its own. */

/** @import {Environment, ListedTest, Report} from './types.d.ts' */
/** @import {Runner} from './matrix.mjs' */

import { fileURLToPath } from 'node:url';
import { infoOf } from './environments.mjs';
import { endGroup, spawnGroup, useTemporaryFolder } from './processes.mjs';
import { DEFAULT_TIMEOUT } from './run-test.mjs';

const script = fileURLToPath(new URL('node-start.mjs', import.meta.url));
const GRACE = 4000;
const LIST_TIMEOUT = 20_000;

/**
 * @param {Environment} environment
 * @returns {Promise<Runner>}
 */
export async function startNodeRunner(environment) {
  useTemporaryFolder();
  const version = process.versions.node;
  const info = infoOf(environment, version);
  return {
    name: 'Node',
    version,
    async list(file) {
      const { tests, error } = await runChild({ file, env: info }, LIST_TIMEOUT);
      if (error !== undefined) throw new Error(error);
      return tests;
    },
    async run(file, test) {
      const start = performance.now();
      const timeout = (test.options.timeout ?? DEFAULT_TIMEOUT) + GRACE;
      const report = await runChild({ file, env: info, test: test.title }, timeout);
      const ms = Math.round(performance.now() - start);
      return report.status ? { ...report, ms } : { status: 'failed', ms, error: report.error };
    },
    async close() {},
  };
}

/**
 * @param {object} task
 * @param {number} timeout
 * @returns {Promise<any>}
 */
function runChild(task, timeout) {
  return new Promise((resolve) => {
    const child = spawnGroup(process.execPath, ['--expose-gc', script, JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => {
      resolve({ error: `the process hung for ${timeout / 1000} s` });
      endGroup(child);
    }, timeout);
    child.once('message', (report) => {
      resolve(report);
      endGroup(child);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve({ error: `the process ended with ${signal ?? code} before its test did` });
    });
  });
}
