/** Shows what was measured: a table with a bar for each way, and the same as Markdown. */

/** @import {Group} from './groups.js' */
/** @import {Row} from './measure/rows.js' */

import { element } from '../dom.js';
import { long, micros, short, table } from './measure/format.js';

/** @typedef {{ group: Group, rows: Record<string, Row> }} Measured */

/** The ratio of a way that is shown, and what it is compared with: the first of its bases. @param {Row} row */
const comparison = ({ against }) => Object.entries(against)[0];

/** @param {Measured} measured @returns {HTMLElement} */
export function tableOf({ group, rows }) {
  const longest = Math.max(1, ...Object.values(rows).map((row) => comparison(row)?.[1].ratio ?? 1));
  const shown = /** @type {HTMLTableElement} */ (element('table'));
  const caption = element('caption', '', group.title);
  const head = element('thead');
  const titles = element('tr');
  for (const [text, kind] of [
    ['Way', ''],
    ['Ratio', 'number'],
    ['µs', 'number'],
  ]) {
    const cell = element('th', kind, text);
    cell.setAttribute('scope', 'col');
    titles.append(cell);
  }
  head.append(titles);
  const body = element('tbody');
  for (const [way, name] of Object.entries(group.ways)) {
    if (rows[way]) body.append(rowOf(name, rows[way], longest, group));
  }
  shown.append(caption, head, body);
  return shown;
}

/**
 * @param {string} name
 * @param {Row} row
 * @param {number} longest ratio of the table
 * @param {Group} group
 */
function rowOf(name, row, longest, group) {
  const [base, ratio] = comparison(row) ?? [];
  const line = element('tr', ratio ? '' : 'base');
  const way = element('th', '', name);
  way.setAttribute('scope', 'row');
  const bar = element('span', 'bar-of');
  bar.setAttribute('aria-hidden', 'true');
  bar.style.inlineSize = `${((ratio?.ratio ?? 1) / longest) * 100}%`;
  way.append(bar);
  const cell = element('td', 'number', ratio ? short(ratio) : '1');
  if (ratio && base) {
    cell.append(element('small', '', long(ratio).replace(/^[^[]*/, '')));
    cell.title = `against: ${group.ways[base]}`;
  }
  const [median = '', quartiles = ''] = micros(row.us).split(/ (?=\[)/);
  const time = element('td', 'number', median);
  time.append(element('small', '', quartiles));
  line.append(way, cell, time);
  return line;
}

/**
 * @param {Measured[]} all
 * @param {string} where the browser and its provider, in words
 */
export function markdownOf(all, where) {
  const parts = all.map(({ group, rows }) => {
    const lines = Object.entries(group.ways).flatMap(([way, name]) => {
      const row = rows[way];
      if (!row) return [];
      const [base, ratio] = comparison(row) ?? [];
      return [[name, base ? group.ways[base] : '', ratio ? long(ratio) : '1', micros(row.us)]];
    });
    const samples = Object.values(rows)[0]?.samples ?? 0;
    return `## ${group.title}\n\n${table(['way', 'against', 'ratio', 'µs'], lines)}\n\n${samples} samples.`;
  });
  return `# webmcp-exec: what a call costs\n\n${where}\n\n${navigator.userAgent}\n\n${parts.join('\n\n')}\n`;
}
