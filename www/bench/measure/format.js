/** How numbers are written, and tables of them. */

/** @import {Ratio, Spread} from './statistics.js' */

/** @param {number} number */
export const times = (number) => `${number < 0.1 ? number.toPrecision(2) : number.toFixed(2)} ×`;

/** @param {number} size */
export function sizeName(size) {
  return size >= 1_000_000 ? `${size / 1_000_000} MB` : `${size / 1000} KB`;
}

/** @param {Ratio | undefined} ratio */
export const short = (ratio) => (ratio ? times(ratio.ratio) : '–');

/** @param {Ratio | undefined} ratio */
export const long = (ratio) =>
  ratio ? `${times(ratio.ratio)} [${bare(ratio.low)}, ${bare(ratio.high)}]` : '–';

/** @param {number} number */
const bare = (number) => times(number).replace(' ×', '');

/** @param {Spread | undefined} spread */
export const micros = (spread) =>
  spread ? `${digits(spread.median)} [${digits(spread.low)}, ${digits(spread.high)}]` : '–';

export const millis = micros;

/** @param {number} number */
function digits(number) {
  if (number >= 100) return Math.round(number).toLocaleString('en');
  return number >= 10 ? number.toFixed(1) : number.toFixed(2);
}

/** @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${head
    .slice(1)
    .map((_, index) => (/^-?[\d–*]/.test(rows[0]?.[index + 1] ?? '') ? '--:' : '---'))
    .join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
