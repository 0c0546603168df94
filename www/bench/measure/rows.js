/** From samples to what is kept of them. */

/** @import {Ratio, Spread} from './statistics.js' */
/** @import {Taken} from './sampling.js' */

import { ratioOf, spreadOf } from './statistics.js';

/**
 * @typedef {object} Row one way
 * @property {Spread} us µs of one call
 * @property {number} calls how many a sample has
 * @property {number} samples
 * @property {Record<string, Ratio>} against what it was compared with
 */

/**
 * @param {Record<string, Taken>} taken
 * @param {Record<string, string[]>} bases what each way is compared with
 * @returns {Record<string, Row>}
 */
export function rowsOf(taken, bases) {
  const rows = Object.entries(taken).map(([way, { calls, times }]) => {
    const against = (bases[way] ?? [])
      .filter((base) => base in taken)
      .map((base) => [base, rounded(ratioOf(times, taken[base].times))]);
    const row = { us: rounded(spreadOf(times)), calls, samples: times.length };
    return [way, { ...row, against: Object.fromEntries(against) }];
  });
  return Object.fromEntries(rows);
}

/**
 * Four digits are more than any of it is worth.
 *
 * @template {Record<string, number>} T
 * @param {T} numbers
 * @returns {T}
 */
export function rounded(numbers) {
  const short = Object.entries(numbers).map(([name, number]) => [name, Number(number.toPrecision(4))]);
  return /** @type {T} */ (Object.fromEntries(short));
}
