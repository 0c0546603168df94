/** Runs test files in one environment: each test in a freshly loaded page, or in a Node process of its own. */

/** @import {Environment, EnvironmentSummary, ListedTest, Report, Result} from './types.d.ts' */

import { findBrowser } from './browsers.mjs';
import { isNewerThanMeasured } from './environments.mjs';
import { startNodeRunner } from './node-runner.mjs';
import { startPageRunner } from './page-runner.mjs';

/**
 * What runs tests: the same for pages and Node.
 *
 * @typedef {object} Runner
 * @property {string} name
 * @property {string} version
 * @property {(file: string) => Promise<ListedTest[]>} list
 * @property {(file: string, test: ListedTest) => Promise<Report>} run
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} RunOptions
 * @property {string[]} files test files, relative to tests/
 * @property {boolean} [quick] leave out what is slow there, and say so
 * @property {string} [grep] run only tests whose title contains this text
 * @property {boolean} headed
 * @property {(result: Result) => void} onResult
 */

/**
 * @param {Environment} environment
 * @param {RunOptions} options
 * @returns {Promise<EnvironmentSummary>}
 */
export async function runEnvironment(environment, { files, quick, grep, headed, onResult }) {
  const began = performance.now();
  /** @type {EnvironmentSummary} */
  const summary = { env: environment.id, name: '', version: '', results: [], startMs: 0, ms: 0 };
  /** @param {Pick<Result, 'file' | 'title' | 'status'> & Partial<Result>} result */
  const add = (result) => {
    const complete = {
      env: environment.id,
      version: `${summary.name} ${summary.version}`.trim(),
      ids: idsOf(result.title),
      ms: 0,
      ...result,
    };
    summary.results.push(complete);
    onResult(complete);
  };

  const found = environment.browser ? findBrowser(environment.browser) : { paths: {} };
  if ('missing' in found) {
    summary.skipped = found.missing;
    add({ file: '', title: `environment ${environment.id}`, status: 'skipped', reason: found.missing });
    return summary;
  }

  /** @type {Runner | undefined} */
  let runner;
  try {
    runner =
      environment.engine === 'node'
        ? await startNodeRunner(environment)
        : await startPageRunner(environment, found.paths, { headed });
    summary.name = runner.name;
    summary.version = runner.version;
    summary.startMs = Math.round(performance.now() - began);
    const isIn = (/** @type {string} */ file) => (/** @type {string} */ folder) => file.startsWith(folder);
    const chosen = files.filter((file) => environment.folders?.some(isIn(file)) ?? true);
    const left = quick ? chosen.filter((file) => environment.slow?.some(isIn(file))) : [];
    for (const file of chosen) {
      if (!left.includes(file)) await runFile(file, runner);
    }
    if (left.length > 0) {
      const title = `${left.length} files of ${environment.slow?.join(', ')}`;
      add({ file: '', title, status: 'skipped', reason: `${title} run with --full` });
    }
  } catch (error) {
    // A browser that is there and cannot be used is a failure, not a skip.
    add({ file: '', title: `environment ${environment.id}`, status: 'failed', error: messageOf(error) });
  } finally {
    await runner?.close();
    summary.ms = Math.round(performance.now() - began);
  }
  return summary;

  /**
   * What was measured of a browser may be otherwise in a newer one: that is told, and nobody's failure.
   *
   * @param {Report} report
   * @param {ListedTest} test
   * @param {Runner} runner
   * @returns {Pick<Result, 'status' | 'ms' | 'error' | 'flaky'>}
   */
  function judged(report, { options }, { version }) {
    const drifted =
      report.status === 'failed' && options.measured && isNewerThanMeasured(environment, version);
    return drifted ? { ...report, status: 'drift' } : report;
  }

  /** @param {string} file @param {Runner} runner */
  async function runFile(file, runner) {
    /** @type {ListedTest[]} */
    let tests;
    try {
      tests = await runner.list(file);
      if (tests.length === 0) throw new Error('the file declares no test');
    } catch (error) {
      add({ file, title: 'the file can be read', status: 'failed', error: messageOf(error) });
      return;
    }
    for (const test of tests) {
      const { title } = test;
      if (grep !== undefined && !title.includes(grep)) continue;
      const reason = notApplicable(test, environment);
      if (reason !== undefined) add({ file, title, status: 'na', reason });
      else add({ file, title, ...judged(await runTwice(file, test, runner), test, runner) });
    }
  }

  /**
   * Browsers on a busy machine have bad moments of their own (a frame that native never hears of, a page that is not
   * drawn in time). A test that fails is run once more, in a new page; one that passes then is told by name and
   * counted as flaky, so that a race of ours does not hide in it.
   *
   * @param {string} file
   * @param {ListedTest} test
   * @param {Runner} runner
   * @returns {Promise<Report>}
   */
  async function runTwice(file, test, runner) {
    const first = await runner.run(file, test);
    if (first.status !== 'failed') return first;
    const second = await runner.run(file, test);
    return second.status === 'passed' ? { ...second, flaky: first.error ?? 'failed' } : first;
  }
}

/**
 * Why a test does not apply in an environment, if so.
 *
 * @param {ListedTest} test
 * @param {Environment} environment
 */
function notApplicable({ options }, { id, engine, like }) {
  /** @type {Record<string, string>} */
  const not = options.not ?? {};
  /** @type {Record<string, string>} */
  const only = options.only ?? {};
  if (engine === 'node' && !options.node) return 'needs a page';
  const reason = not[id] ?? (like && not[like]);
  if (reason) return reason;
  if (options.only && !only[id]) {
    return `only in ${Object.entries(only)
      .map(([env, reason]) => `${env}: ${reason}`)
      .join('; ')}`;
  }
  return undefined;
}

/**
 * The requirement ids at the beginning of a title.
 *
 * @param {string} title
 */
function idsOf(title) {
  const words = title.split(/\s+/);
  const end = words.findIndex((word) => !/^[A-Z]\d*-\d+$/.test(word));
  return words.slice(0, end === -1 ? words.length : end);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
