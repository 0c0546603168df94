/** Which rows of the log are shown. */

import { brief } from '../model/brief.js';

/** @import {CallStatus, LogEntry} from '../model/types.js' */

/** @typedef {'all' | 'running' | 'completed' | 'problems' | 'aborted' | 'navigated'} StatusFilter */
/** @typedef {'all' | 'panel' | 'page' | 'agent' | 'chat' | 'changes'} SourceFilter */

/**
 * @typedef {object} LogFilter
 * @property {string} query
 * @property {StatusFilter} status
 * @property {SourceFilter} source
 */

/** @type {readonly StatusFilter[]} */
export const STATUSES = ['all', 'running', 'completed', 'problems', 'aborted', 'navigated'];
/** @type {readonly SourceFilter[]} */
export const SOURCES = ['all', 'panel', 'page', 'agent', 'chat', 'changes'];

/** @type {Set<CallStatus>} how calls end that nobody wants */
const PROBLEMS = new Set(
  /** @type {CallStatus[]} */ ([
    ...['failed', 'not-found', 'ambiguous', 'unavailable', 'refused', 'owner-gone', 'timed-out'],
    ...['bad-arguments', 'removed', 'lost'],
  ]),
);

/** @param {CallStatus} status */
export const isProblem = (status) => PROBLEMS.has(status);

/** How much of a row is searched. */
const SEARCHED = 2000;

/** @type {WeakMap<LogEntry, string>} */
const texts = new WeakMap();

/** @param {LogEntry} row */
function textOf(row) {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = wordsOf(row).join('\n').toLowerCase();
  texts.set(row, text);
  return text;
}

/** @param {LogEntry} row @returns {string[]} */
function wordsOf(row) {
  if (row.type === 'change') return [...row.added, ...row.removed, ...row.changed].map(({ name }) => name);
  const { name, title = '', status, errorCode = '', error, args, origin, result } = row;
  return [
    ...[name, title, status, errorCode, origin, error?.message ?? ''],
    ...[brief(args, SEARCHED), brief(result?.content, SEARCHED)],
  ];
}

/**
 * @param {LogEntry[]} rows
 * @param {LogFilter} filter
 * @returns {LogEntry[]} newest first
 */
export function filtered(rows, { query, status, source }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter((row) => {
      const isChange = row.type === 'change';
      if (source !== 'all' && source !== (isChange ? 'changes' : row.source)) return false;
      if (status !== 'all' && (isChange || !hasStatus(row.status, status))) return false;
      return words.every((word) => textOf(row).includes(word));
    })
    .reverse();
}

/** @param {CallStatus} status @param {StatusFilter} wanted */
const hasStatus = (status, wanted) => (wanted === 'problems' ? isProblem(status) : status === wanted);
