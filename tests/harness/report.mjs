/** What a run prints. Every line names its environment, so lines of two that run side by side may mix. */

/** @import {EnvironmentSummary, Result} from './types.d.ts' */

/** @param {Result} result @param {{ verbose: boolean }} options */
export function printResult({ env, file, title, status, error, reason, flaky, ms }, { verbose }) {
  const name = `${env}  ${file ? `${file.replace(/\.test\.mjs$/, '')}: ` : ''}${title}`;
  if (status === 'failed' || status === 'drift') {
    const [headline, ...rest] = (error ?? 'failed').split('\n');
    console.log(`${status === 'failed' ? 'FAIL ' : 'DRIFT'} ${name}: ${headline}`);
    if (verbose) for (const line of rest) console.log(`      ${line}`);
  } else if (flaky !== undefined) {
    console.log(`FLAKY ${name}: passed when it was run again after: ${flaky.split('\n')[0]}`);
  } else if (verbose) {
    const label = { passed: 'ok   ', na: 'n/a  ', skipped: 'skip ' }[status];
    console.log(`${label} ${name}${reason ? ` (${reason})` : ` (${ms} ms)`}`);
  }
}

/** @param {EnvironmentSummary} summary */
export function summaryLine({ env, name, version, results, skipped }) {
  if (skipped !== undefined) return `${env}: skipped, ${skipped}`;
  const browser = name ? ` (${name} ${version})` : '';
  const drifted = count(results, 'drift');
  const flaky = results.filter((result) => result.flaky !== undefined).length;
  return `${env}${browser}: ${count(results, 'passed')} passed, ${count(results, 'failed')} failed, ${count(results, 'na')} not applicable${drifted ? `, ${drifted} drifted` : ''}${flaky ? `, ${flaky} flaky` : ''}`;
}

/** @param {EnvironmentSummary} summary */
export function timingLine({ env, results, startMs, ms }) {
  const run = results.filter(({ status }) => status !== 'na' && status !== 'skipped');
  const times = run.map((result) => result.ms).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return `${env}: ${seconds(ms)} in all, ${seconds(startMs)} to start, ${median} ms a test (median), ${times.at(-1) ?? 0} ms the longest`;
}

/**
 * The sums. Drift is counted in the lines of the environments: it is no result of this package.
 *
 * @param {EnvironmentSummary[]} summaries
 */
export function totalLine(summaries) {
  const results = summaries.flatMap((summary) => summary.results);
  const skipped = count(results, 'skipped');
  return `${count(results, 'passed')} passed, ${count(results, 'failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/** @param {Result[]} results @param {Result['status']} status */
const count = (results, status) => results.filter((result) => result.status === status).length;

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
