/** What stays behind of very many calls, aborts and frames, looked at on the way: it has to stop growing. */

/** @import {BenchServer} from '../server.mjs' */
/** @import {Browser, Tab} from '../../tests/harness/types.d.ts' */

import { environmentOf, openPage } from '../browser.mjs';

const MODULE = '/benches/page/memory.mjs';

/**
 * @typedef {object} Checkpoint
 * @property {number} done
 * @property {Record<string, { kib: number, used?: number, slots?: number }>} modules
 * @property {number} [heapKiB] the page's JavaScript heap, where the browser tells
 *
 * @typedef {object} Kept
 * @property {string} kind
 * @property {number} times
 * @property {Checkpoint[]} checkpoints
 * @property {boolean} plateau after the first checkpoint no module has grown, and none holds more values
 * @property {number} kib of the biggest module
 * @property {{ added: number, removed: number }} listeners
 */

/** How often each is done, and how many at once. @type {[kind: string, times: number, together: number][]} */
const KINDS = [
  ['calls', 100_000, 100],
  ['aborts', 10_000, 50],
  ['frames', 1_000, 1],
];

/** How many values more may be held: those of a call or two that are not quite through. */
const SLACK = 8;
const CHECKPOINTS = 3;

/**
 * @param {string} id
 * @param {Browser} browser
 * @param {BenchServer} server
 * @param {{ quick: boolean, tell: (text: string) => void }} options
 * @returns {Promise<Kept[]>}
 */
export async function memory(id, browser, server, { quick, tell }) {
  /** @type {Kept[]} */
  const kept = [];
  for (const [kind, all, together] of KINDS) {
    const times = quick ? all / 50 : all;
    const tab = await browser.open();
    const page = await openPage(tab, server, environmentOf(id).provider ?? '');
    await page.run(MODULE, 'prepare', kind);
    /** @type {Checkpoint[]} */
    const checkpoints = [];
    let listeners = { added: 0, removed: 0 };
    // Memory and tables never shrink: as much as is ever needed at once is needed in the warm-up.
    const warm = Math.min(1000, times / 2);
    let done = 0;
    for (let point = 0; point <= CHECKPOINTS; point++) {
      const until = warm + Math.round(((times - warm) * point) / CHECKPOINTS);
      await page.run(MODULE, 'repeat', done, until, point === 0 ? Math.max(1, 2 * (together - 1)) : together);
      done = until;
      tell(`${done} of ${times} ${kind}`);
      const held = await page.run(MODULE, 'held');
      ({ listeners } = held);
      const modules = Object.entries(held.modules).map(([name, { memory, slots, used }]) => [
        name,
        { kib: memory / 1024, used, slots },
      ]);
      checkpoints.push({ done, modules: Object.fromEntries(modules), heapKiB: await heapOf(tab) });
    }
    await tab.close();
    const [first, ...later] = checkpoints;
    const plateau = later.every(({ modules }) =>
      Object.entries(first.modules).every(
        ([name, { kib, used = 0 }]) => modules[name].kib === kib && (modules[name].used ?? 0) - used <= SLACK,
      ),
    );
    const kib = Math.max(
      ...checkpoints.flatMap(({ modules }) => Object.values(modules).map(({ kib }) => kib)),
    );
    kept.push({ kind, times, checkpoints, plateau, kib, listeners });
  }
  return kept;
}

/** Only Chromium's protocol tells. @param {Tab} tab */
async function heapOf(tab) {
  const session = await tab.cdp?.();
  if (!session) return undefined;
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return Math.round(usedSize / 1024);
}
