/** Checks the benchmark's page in a browser, for www/check.mjs: a short run ends, Cancel works, nothing goes wrong. */

/** @import {Environment, Tab} from '../../tests/harness/types.d.ts' */
/** @import {Outcome} from '../checking.mjs' */

import { until } from '../checking.mjs';

const LONGEST_START = 30_000;
/** Two samples of each way; on a busy machine some take long. */
const LONGEST_RUN = 120_000;
const AT_ONCE = 15_000;

/** Firefox's preview has no call to compare with: the page says so. @param {Environment['provider']} provider */
const isMeasured = (provider) => provider !== 'preview';

/** @param {Environment['provider']} provider @returns {{ label: string, expected: string }[]} */
export function benchStepsWith(provider) {
  const [short, stopped] = isMeasured(provider) ? ['done', 'cancelled'] : ['not possible', 'not possible'];
  return [
    { label: 'Benchmark, a short run', expected: short },
    { label: 'Benchmark, cancelled', expected: stopped },
  ];
}

/**
 * @param {Tab} tab
 * @param {Environment} environment
 * @param {string} site
 * @param {(outcome: Outcome) => void} tell
 */
export async function checkBench(tab, { provider }, site, tell) {
  const [short, stopped] = benchStepsWith(provider);
  await tab.goto(`${site}bench/?samples=2`);
  const start = await until(LONGEST_START, async () => {
    const seen = await look(tab);
    return [seen.provider === provider && (seen.canStart || !isMeasured(provider)), seen];
  });
  if (!isMeasured(provider)) {
    const isSaid = /no executeTool/.test(start.seen.status) && !start.seen.canStart;
    for (const { label, expected } of [short, stopped]) {
      tell({ call: label, expected, outcome: isSaid ? expected : start.seen.status });
    }
    return;
  }
  await tab.evaluate(listen);
  // As wide as a phone, where the driver can.
  const session = await tab.cdp?.();
  await session?.send('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });

  await tab.click('#start');
  const ended = await until(LONGEST_RUN, async () => {
    const seen = await look(tab);
    return [!['running', ''].includes(seen.state), seen];
  });
  const problems = [...ended.seen.problems, ...ended.seen.foreign.map((url) => `it asked for ${url}`)];
  if (ended.seen.tables < 5) problems.push(`there are only ${ended.seen.tables} tables`);
  if (ended.seen.ratios.some((ratio) => !/^\d+(\.\d+)?( ×.*)?$/.test(ratio))) {
    problems.push(`a ratio is no number: ${ended.seen.ratios.join(', ')}`);
  }
  if (ended.seen.wide) problems.push('it is wider than the window');
  tell(outcomeOf(short, ended.seen, problems));

  await tab.click('#start');
  await until(AT_ONCE, async () => {
    const seen = await look(tab);
    return [seen.state === 'running' && seen.progress > 0, seen];
  });
  await tab.click('#cancel');
  const cancelled = await until(AT_ONCE, async () => {
    const seen = await look(tab);
    return [seen.state === 'cancelled', seen];
  });
  const after = [...cancelled.seen.problems];
  if (!cancelled.seen.canStart) after.push('it cannot be started again');
  tell(outcomeOf(stopped, cancelled.seen, after));
}

/**
 * @param {{ label: string, expected: string }} step
 * @param {{ state: string, status: string }} seen
 * @param {string[]} problems
 * @returns {Outcome}
 */
function outcomeOf({ label, expected }, { state, status }, problems) {
  const all = state === expected ? problems : [`the page says “${status}”`, ...problems];
  return { call: label, expected, outcome: state, ...(all.length > 0 && { problem: all.join('; ') }) };
}

/** What the page shows now. @param {Tab} tab */
function look(tab) {
  return tab.evaluate(() => {
    const find = (/** @type {string} */ id) => document.getElementById(id);
    const texts = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
    return {
      provider: find('provider')?.dataset.provider ?? '',
      status: find('status')?.textContent ?? '',
      state: find('controls')?.dataset.state ?? '',
      progress: /** @type {HTMLProgressElement | null} */ (find('progress'))?.value ?? 0,
      canStart: find('start')?.hasAttribute('disabled') === false,
      tables: document.querySelectorAll('#groups table').length,
      ratios: texts('#groups tbody td:nth-of-type(1)'),
      wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      foreign: performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => !name.startsWith(location.origin)),
      problems: /** @type {string[]} */ (Reflect.get(globalThis, 'seenProblems') ?? []),
    };
  });
}

/** Runs in the page: notes whatever would stand in the console. */
function listen() {
  /** @type {string[]} */
  const seen = [];
  Reflect.set(globalThis, 'seenProblems', seen);
  addEventListener('error', ({ message }) => seen.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => seen.push(`unhandled rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
    seen.push(`the policy's ${violatedDirective}`),
  );
  for (const level of /** @type {const} */ (['error', 'warn', 'log'])) {
    const write = console[level];
    console[level] = (...args) => {
      seen.push(`console.${level}: ${args.join(' ')}`);
      write.apply(console, args);
    };
  }
}
