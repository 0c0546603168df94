/** Requirement × environment, from the JSON report of a run. */

/** @import {Result} from './types.d.ts' */

import { environmentIds } from './environments.mjs';

/**
 * One row a requirement id. A cell says how many of its tests passed, `FAIL`, `drift` where only a newer browser differs
 * from the measured one, `n/a` where all of them do not apply, and `-` where nothing was run.
 *
 * @param {Result[]} results
 * @returns {string}
 */
export function coverageTable(results) {
  const ids = [...new Set(results.flatMap((result) => result.ids))].sort(byNumber);
  const columns = environmentIds.filter((id) => results.some(({ env }) => env === id));
  const rows = ids.map((id) => {
    const own = results.filter((result) => result.ids.includes(id));
    return [id, ...columns.map((env) => cell(own.filter((result) => result.env === env)))];
  });
  return align([['', ...columns], ...rows]);
}

/** @param {Result[]} results */
function cell(results) {
  if (results.length === 0) return '-';
  if (results.some(({ status }) => status === 'failed')) return 'FAIL';
  if (results.some(({ status }) => status === 'drift')) return 'drift';
  const passed = results.filter(({ status }) => status === 'passed').length;
  return passed > 0 ? String(passed) : 'n/a';
}

/** @param {string[][]} rows */
function align(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {string} a @param {string} b */
function byNumber(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}
