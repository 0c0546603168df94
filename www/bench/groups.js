/** What the page measures, one table after another, and what its rows are called. */

/** @import {Plan, Taken} from './measure/sampling.js' */

import { BASES as BYTES, measureBytes } from './measure/bytes.js';
import { BASES as CALLS, measureCalls } from './measure/calls.js';

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {Record<string, string>} ways the names of the rows, in their order
 * @property {Record<string, string[]>} bases
 * @property {number} share of the time that all groups take
 * @property {(exec: any, context: any, plan: Plan) => Promise<Record<string, Taken>>} measure
 */

const ways = {
  direct: 'The provider’s own call, tool in hand',
  'direct again': 'The same once more: the noise',
  'by hand': 'getTools, find and call by hand',
  executeTool: 'executeTool',
  'with a signal': 'executeTool with a signal',
  'with a timeout': 'executeTool with a timeout',
  detailed: 'executeToolDetailed',
  validated: 'executeTool, arguments validated',
  '100 at once': '100 of the provider’s own at once',
  'batch of 100': 'executeTools, a batch of 100',
};

const bytes = {
  'arguments by hand': 'Arguments, by hand',
  arguments: 'Arguments, by executeTool',
  'results by hand': 'Results, by hand',
  results: 'Results, by executeTool',
};

/** @param {number} tools @param {number} share @param {number} [part] of the samples */
const ofCalls = (tools, share, part = 1) => ({
  title: `A call in a page with ${tools.toLocaleString('en')} tools`,
  ways,
  bases: CALLS,
  share,
  measure: (/** @type {any} */ exec, /** @type {any} */ context, /** @type {Plan} */ plan) =>
    measureCalls(exec, context, tools, { ...plan, samples: Math.ceil(plan.samples * part) }),
});

/** @param {string} size @param {number} length @param {number} share */
const ofBytes = (size, length, share) => ({
  title: `${size} of arguments or results`,
  ways: bytes,
  bases: BYTES,
  share,
  measure: (/** @type {any} */ exec, /** @type {any} */ context, /** @type {Plan} */ plan) =>
    measureBytes(exec, context, length, { ...plan, samples: Math.ceil(plan.samples / 2) }),
});

/** @type {Group[]} */
export const groups = [
  ofCalls(10, 0.3),
  ofCalls(100, 0.3),
  ofCalls(1000, 0.2, 0.25),
  ofBytes('100 KB', 100_000, 0.1),
  ofBytes('1 MB', 1_000_000, 0.1),
];
