/** What the project wants to reach, each goal beside what the same run measured. */

/** @import {Results} from './results.d.ts' */
/** @import {Row} from '../www/bench/measure/rows.js' */
/** @import {Sized} from './sections/in-page.mjs' */

import { times } from '../www/bench/measure/format.js';

/**
 * @typedef {object} Goal
 * @property {string} goal
 * @property {string} where
 * @property {string} measured
 * @property {string} limit
 * @property {boolean} met
 */

/** Only what was measured is judged. @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
export function goalsOf(results) {
  return [
    ...ofCalls(results),
    ...ofAborts(results),
    ...ofPolyfill(results),
    ...ofBytes(results),
    ...ofSizes(results),
    ...ofStartUp(results),
    ...ofPanel(results),
    ...ofMemory(results),
  ];
}

/**
 * A ratio with the most that it may be.
 *
 * @param {string} goal
 * @param {string} where
 * @param {number[]} ratios the worst of them counts
 * @param {number} limit
 * @returns {Goal[]}
 */
function ratio(goal, where, ratios, limit) {
  if (ratios.length === 0) return [];
  const worst = Math.max(...ratios);
  return [{ goal, where, measured: times(worst), limit: `≤ ${times(limit)}`, met: worst <= limit }];
}

/**
 * @param {Sized[]} sizes
 * @param {(size: number) => boolean} chosen
 * @param {string} way
 * @param {string} base
 */
function ratios(sizes, chosen, way, base) {
  return sizes.flatMap(({ size, rows }) => {
    const ratio = rows[way]?.against[base]?.ratio;
    return chosen(size) && ratio !== undefined ? [ratio] : [];
  });
}

/** @param {Omit<Results, 'goals'>} results */
function ofCalls({ call }) {
  return ['c156', 'c150'].flatMap((env) => {
    const { sizes = [] } = call[env] ?? {};
    const few = (/** @type {number} */ size) => size <= 100;
    const at = (/** @type {number} */ wanted) => (/** @type {number} */ size) => size === wanted;
    const direct = 'against the direct call with the tool in hand';
    const byHand = 'executeTool against getTools, find and executeTool by hand';
    const [most, mostOfMany] = env === 'c156' ? [1.1, 1.15] : [1.15, 1.25];
    return [
      ...ratio(
        `executeTool ${direct}, up to 100 tools`,
        env,
        ratios(sizes, few, 'executeTool', 'direct'),
        most,
      ),
      ...ratio(
        `executeTool ${direct}, 1,000 tools`,
        env,
        ratios(sizes, at(1000), 'executeTool', 'direct'),
        mostOfMany,
      ),
      ...ratio(`with a signal ${direct}`, env, ratios(sizes, few, 'with a signal', 'direct'), 1.2),
      ...ratio(`with a timeout ${direct}`, env, ratios(sizes, few, 'with a timeout', 'direct'), 1.35),
      ...[10, 100, 1000].flatMap((size, index) =>
        ratio(
          `${byHand}, ${size.toLocaleString('en')} tools`,
          env,
          ratios(sizes, at(size), 'executeTool', 'by hand'),
          [0.67, 0.3, 0.05][index],
        ),
      ),
    ];
  });
}

/** @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
function ofAborts({ call }) {
  return Object.entries(call).map(([where, { microtasks }]) => ({
    goal: 'an abort is seen by the caller before any task',
    where,
    measured: `${microtasks.executeTool} microtasks`,
    limit: '≤ 3 microtasks',
    met: microtasks.executeTool <= 3,
  }));
}

/** @param {Omit<Results, 'goals'>} results */
function ofPolyfill({ polyfill }) {
  return ['c156-poly', 'ff-poly'].flatMap((env) => {
    /** @param {string} step @param {string} base */
    const ours = (step, base) => {
      const ratio = polyfill[env]?.steps[step]?.polyfill?.against[base]?.ratio;
      return ratio === undefined ? [] : [ratio];
    };
    const peer = 'against @mcp-b/webmcp-polyfill';
    return [
      ...ratio('a call by the polyfill against native 156', env, ours('execute', 'native'), 1 / 6),
      ...ratio(
        `100 calls in parallel ${peer}`,
        env,
        ours('100 in parallel', 'mcpb'),
        env === 'ff-poly' ? 1 : 0.5,
      ),
      ...ratio(`100 registrations ${peer}`, env, ours('register 100', 'mcpb'), 1 / 30),
      ...ratio(`getTools with 100 tools ${peer}`, env, ours('getTools with 100 tools', 'mcpb'), 1 / 20),
    ];
  });
}

/** @param {Omit<Results, 'goals'>} results */
function ofBytes({ bytes }) {
  return Object.entries(bytes).flatMap(([env, { sizes }]) =>
    ['arguments', 'results'].flatMap((way) =>
      ratio(
        `${way} of 100 KB and 1 MB against plain JavaScript`,
        env,
        ratios(sizes, (size) => size >= 100_000, way, `${way} by hand`),
        1.05,
      ),
    ),
  );
}

/** @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
function ofSizes({ sizes = [] }) {
  const limits = Object.entries({ 'webmcp-exec/polyfill': 16, 'webmcp-exec': 26 });
  return limits.flatMap(([entry, limit]) => {
    const brotli = sizes.find(({ name }) => name === entry)?.brotli;
    if (brotli === undefined) return [];
    const measured = `${(brotli / 1000).toFixed(1)} KB`;
    const met = brotli <= limit * 1000;
    return [{ goal: `size of ${entry}, brotli`, where: 'package', measured, limit: `≤ ${limit} KB`, met }];
  });
}

/** @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
function ofStartUp({ startUp }) {
  return Object.entries(startUp).flatMap(([where, { engine, modules, entries }]) => {
    // The polyfill asks, by a module of eight bytes, whether the page may have any.
    const atImport = Object.entries({ 'webmcp-exec': 0, 'webmcp-exec/polyfill': 8 }).flatMap(
      ([entry, limit]) => {
        const { compiled } = entries[entry] ?? {};
        if (compiled === undefined) return [];
        const [goal, measured] = [`${entry} compiles nothing at import`, `${compiled} bytes`];
        return [{ goal, where, measured, limit: `≤ ${limit} bytes`, met: compiled <= limit }];
      },
    );
    const limit = engine === 'chromium' ? 2 : 5;
    if (engine === 'webkit') return atImport;
    const ofModules = Object.entries(modules).map(([name, { median }]) => ({
      goal: `compile and instantiate ${name}.wasm`,
      where,
      measured: `${median.toFixed(2)} ms`,
      limit: `≤ ${limit} ms`,
      met: median <= limit,
    }));
    return [...atImport, ...ofModules];
  });
}

/** @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
function ofPanel({ panel = {} }) {
  return Object.entries(panel).flatMap(([where, times]) =>
    times.flatMap(({ tools, first, filter }) => {
      const of = `${tools.toLocaleString('en')} tools`;
      const goal = (/** @type {string} */ what, /** @type {number} */ ms, /** @type {number} */ limit) => ({
        goal: what,
        where,
        measured: `${ms.toFixed(1)} ms`,
        limit: `≤ ${limit} ms`,
        met: ms <= limit,
      });
      return [
        goal(`the first opening of the panel, ${of}`, first.median, 100),
        goal(`a letter in the panel’s search, ${of}: within a frame`, filter.median, 16),
      ];
    }),
  );
}

/** @param {Omit<Results, 'goals'>} results @returns {Goal[]} */
function ofMemory({ memory }) {
  return Object.entries(memory).flatMap(([where, kinds]) =>
    kinds.map(({ kind, times, plateau, kib, listeners }) => ({
      goal: `${times.toLocaleString('en')} ${kind}: wasm memory on a plateau, tables too, no listener left at signals`,
      where,
      measured: `${kib} KiB, ${plateau ? 'plateau' : 'growing'}, ${listeners.added - listeners.removed} listeners left`,
      limit: '≤ 256 KiB a module',
      met: plateau && kib <= 256 && listeners.added === listeners.removed,
    })),
  );
}
