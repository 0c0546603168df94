/** The command line of the test harness; `--help` says what it can. */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { coverageTable } from './coverage.mjs';
import { environmentIds, environments } from './environments.mjs';
import { runEnvironment } from './matrix.mjs';
import { repository } from './package.mjs';
import { printResult, summaryLine, timingLine, totalLine } from './report.mjs';

const help = `node tests/harness/run.mjs [options]

  --env c156,ff-poly    only these environments (${environmentIds.join(', ')})
  --files core          only test files whose path contains one of these texts (comma-separated)
  --quick               leaves out what is slow in an environment beside others, and says so
  --grep text           only tests whose title contains the text
  --jobs 2              environments side by side (1)
  --json file           write every result as JSON
  --coverage-table      print requirement x environment of the run, or with --from of an earlier one
  --from file           the JSON report of an earlier run; nothing is run
  --verbose             a line for every test, and where failing ones failed
  --timings             how long each environment took
  --headed              show the browsers
  --selftest            test the harness itself
`;

const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    files: { type: 'string' },
    quick: { type: 'boolean', default: false },
    grep: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    json: { type: 'string' },
    'coverage-table': { type: 'boolean', default: false },
    from: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    timings: { type: 'boolean', default: false },
    headed: { type: 'boolean', default: false },
    selftest: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

process.exit(await main());

/** @returns {Promise<number>} the exit code: 0 all passed, 1 something failed, 2 wrong usage */
async function main() {
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values.from !== undefined) {
    console.log(coverageTable(JSON.parse(readFileSync(values.from, 'utf8'))));
    return 0;
  }
  if (values.selftest) {
    const { selftest } = await import('./selftest.mjs');
    return selftest();
  }
  const wanted = values.env?.split(',') ?? environmentIds;
  const unknown = wanted.filter((id) => !environmentIds.includes(id));
  const files = testFiles(values.files?.split(','));
  if (unknown.length > 0) return wrong(`no such environment: ${unknown.join(', ')}`);
  if (files.length === 0) return wrong('no such test file');

  const chosen = environments.filter(({ id }) => wanted.includes(id));
  const options = {
    files,
    quick: values.quick,
    grep: values.grep,
    headed: values.headed,
    onResult: (/** @type {import('./types.d.ts').Result} */ result) => printResult(result, values),
  };
  const summaries = await sideBySide(Number(values.jobs), chosen, async (environment) => {
    const summary = await runEnvironment(environment, options);
    console.log(summaryLine(summary));
    return summary;
  });

  const results = summaries.flatMap((summary) => summary.results);
  if (values.json !== undefined) {
    await mkdir(path.dirname(path.resolve(values.json)), { recursive: true });
    await writeFile(values.json, `${JSON.stringify(results, null, 1)}\n`);
  }
  if (values['coverage-table']) console.log(`\n${coverageTable(results)}`);
  if (values.timings) console.log(`\n${summaries.map(timingLine).join('\n')}`);
  if (summaries.length > 1) console.log(`\n${summaries.map(summaryLine).join('\n')}`);
  console.log(totalLine(summaries));
  if (!results.some(({ status }) => status !== 'na')) return wrong('no test was run');
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

/** @param {string} message */
function wrong(message) {
  console.error(message);
  return 2;
}

/**
 * The files tests/<kind>/<name>.test.mjs.
 *
 * @param {string[] | undefined} parts
 */
function testFiles(parts) {
  const tests = path.join(repository, 'tests');
  return readdirSync(tests, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name }) => readdirSync(path.join(tests, name)).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith('.test.mjs') && (parts?.some((part) => file.includes(part)) ?? true))
    .sort();
}

/**
 * Runs a job for every item, at most so many at a time; results in the order of the items.
 *
 * @template T, R
 * @param {number} jobs
 * @param {T[]} items
 * @param {(item: T) => Promise<R>} job
 * @returns {Promise<R[]>}
 */
async function sideBySide(jobs, items, job) {
  /** @type {R[]} */
  const results = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await job(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  return results;
}
