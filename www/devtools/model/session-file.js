/**
 * Reads session files: what is imported, taken over from the page before and replayed as a test. It is checked member by
 * member, and only the members that are known are taken. Nothing in a file is executed or fetched.
 */

import { PAGE } from './frames.js';
import { weight } from './plain.js';
import { FORMAT, VERSION } from './session-writer.js';

/** @import {CallEntry, CallSource, CallStatus, FrameEntry, SessionCall, SessionFile, SessionTool} from './types.js' */

/** What a file may hold: text, calls or tools, levels of nesting. */
const LONGEST = 64_000_000;
const MOST = 10_000;
const DEEPEST = 200;

/** @type {Set<string>} */
const SOURCES = new Set(['panel', 'page', 'agent', 'chat']);
/** @type {Set<string>} */
const STATUSES = new Set([
  ...['completed', 'failed', 'navigated', 'not-found', 'ambiguous', 'unavailable', 'refused', 'owner-gone'],
  ...['timed-out', 'aborted', 'bad-arguments', 'removed', 'activated', 'lost'],
]);
const PROVIDERS = new Set(['native', 'polyfill', 'preview', 'other']);

/** What is wrong with what should be a session file, in a sentence; `problem` and `where` say it to programs. */
export class SessionFileError extends Error {
  /** @param {string} problem @param {string} message @param {string} [where] a JSON pointer */
  constructor(problem, message, where = '') {
    super(message);
    this.name = 'SessionFileError';
    this.problem = problem;
    this.where = where;
  }
}

/**
 * @param {unknown} given a session file: its JSON text, or what was parsed from it
 * @returns {SessionFile}
 */
export function readSessionFile(given) {
  const file = record(parsed(given), '');
  if (file.format !== FORMAT) {
    throw new SessionFileError(
      'format',
      `This is no session file: its “format” is not “${FORMAT}”.`,
      '/format',
    );
  }
  if (file.version !== VERSION) {
    throw new SessionFileError(
      'version',
      `This panel reads version ${VERSION} of session files only.`,
      '/version',
    );
  }
  return {
    format: FORMAT,
    version: VERSION,
    url: text(file.url, '/url'),
    exportedAt: new Date(date(file.exportedAt, '/exportedAt')).toISOString(),
    provider: file.provider === null ? null : text(file.provider, '/provider'),
    tools: list(file.tools, '/tools').map((tool, index) => readTool(tool, `/tools/${index}`)),
    calls: list(file.calls, '/calls').map((call, index) => readCall(call, `/calls/${index}`)),
  };
}

/** @param {unknown} given @param {string} at @returns {SessionTool} */
function readTool(given, at) {
  const tool = record(given, at);
  return {
    key: text(tool.key, `${at}/key`),
    name: text(tool.name, `${at}/name`),
    title: text(tool.title, `${at}/title`),
    description: text(tool.description, `${at}/description`),
    ...optional(tool, at, 'inputSchema', record),
    ...optional(tool, at, 'annotations', record),
    origin: text(tool.origin, `${at}/origin`),
    frame: text(tool.frame, `${at}/frame`),
  };
}

/** @param {unknown} given @param {string} at @returns {SessionCall} */
export function readCall(given, at) {
  const call = record(given, at);
  return {
    id: text(call.id, `${at}/id`),
    key: text(call.key, `${at}/key`),
    name: text(call.name, `${at}/name`),
    origin: text(call.origin, `${at}/origin`),
    frame: text(call.frame, `${at}/frame`),
    source: /** @type {CallSource} */ (oneOf(SOURCES)(call.source, `${at}/source`)),
    startedAt: new Date(date(call.startedAt, `${at}/startedAt`)).toISOString(),
    status: /** @type {SessionCall['status']} */ (oneOf(STATUSES)(call.status, `${at}/status`)),
    ...optional(call, at, 'args', any),
    ...optional(call, at, 'durationMs', duration),
    ...optional(call, at, 'result', result),
    ...optional(call, at, 'raw', any),
    ...optional(call, at, 'errorCode', text),
    ...optional(call, at, 'error', error),
    ...optional(call, at, 'outcomeUnknown', flag),
    ...optional(call, at, 'navigatedTo', text),
    ...optional(call, at, 'argsShape', oneOf(new Set(['object', 'json']))),
    ...optional(call, at, 'provider', oneOf(PROVIDERS)),
    ...optional(call, at, 'signature', text),
  };
}

/**
 * The row of a call that was read.
 *
 * @param {SessionCall} call
 * @param {{ id: string, from: 'import' | 'earlier' }} row
 * @returns {CallEntry}
 */
export function callFromFile(call, { id, from }) {
  const { frame, startedAt, args, result, raw, ...members } = call;
  return {
    type: 'call',
    progress: [],
    progressCount: 0,
    outcomeUnknown: false,
    unchecked: true,
    ...members,
    status: /** @type {CallStatus} */ (members.status),
    id,
    from,
    ...(frame && { frame: frameOf(frame, call.origin) }),
    startedAt: Date.parse(startedAt),
    args,
    argsKnown: args !== undefined,
    result: result ?? null,
    raw,
    ...(result === undefined && { dropped: true }),
    size: weight(args) + weight(result) + weight(raw),
  };
}

/** @param {string} id @param {string} origin @returns {FrameEntry} */
const frameOf = (id, origin) => ({ id, label: id === PAGE ? '' : origin, origin, own: id === PAGE });

/** @param {unknown} given @returns {unknown} */
function parsed(given) {
  /** @type {string | undefined} */
  let source;
  try {
    source = typeof given === 'string' ? given : JSON.stringify(given);
  } catch {
    source = undefined;
  }
  if (source !== undefined && source.length > LONGEST)
    throw new SessionFileError('size', 'This session file is too large.');
  try {
    const value = JSON.parse(source ?? '');
    if (isTooDeep(value)) throw new SessionFileError('depth', 'This session file is nested too deeply.');
    return value;
  } catch (error) {
    if (error instanceof SessionFileError) throw error;
    throw new SessionFileError('json', 'This is no session file: it is not JSON.');
  }
}

/** @param {unknown} value */
function isTooDeep(value) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** @param {string} at @param {string} what @returns {never} */
function wrong(at, what) {
  throw new SessionFileError('member', `This is no session file: “${at || '/'}” must be ${what}.`, at);
}

/** @param {unknown} value @param {string} at @returns {any} */
const record = (value, at) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : wrong(at, 'an object');

/** @param {unknown} value @param {string} at @returns {unknown[]} */
function list(value, at) {
  if (!Array.isArray(value)) return wrong(at, 'an array');
  return value.length <= MOST ? value : wrong(at, `an array of at most ${MOST}`);
}

/** @param {unknown} value @param {string} at @returns {string} */
const text = (value, at) => (typeof value === 'string' ? value : wrong(at, 'a text'));

/** @param {unknown} value @param {string} at @returns {number} */
function date(value, at) {
  const at1970 = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at1970) ? wrong(at, 'a date and time') : at1970;
}

/** @param {unknown} value @param {string} at @returns {number} */
const duration = (value, at) =>
  typeof value === 'number' && value >= 0 ? value : wrong(at, 'a number of milliseconds');

/** @param {unknown} value @param {string} at @returns {boolean} */
const flag = (value, at) => (typeof value === 'boolean' ? value : wrong(at, 'true or false'));

/** @param {Set<string>} values @returns {(value: unknown, at: string) => any} */
const oneOf = (values) => (value, at) =>
  typeof value === 'string' && values.has(value) ? value : wrong(at, `one of ${[...values].join(', ')}`);

/** @param {unknown} value @returns {any} */
const any = (value) => value;

/** @param {unknown} value @param {string} at @returns {any} */
function result(value, at) {
  if (value === null) return null;
  // A tool may have put anything among its blocks: it is shown as it is.
  list(record(value, at).content, `${at}/content`);
  return value;
}

/** @param {unknown} value @param {string} at */
function error(value, at) {
  const { name, message } = record(value, at);
  return { name: text(name, `${at}/name`), message: text(message, `${at}/message`) };
}

/**
 * A member, if it is there.
 *
 * @template {string} Name
 * @template Value
 * @param {any} from
 * @param {string} at
 * @param {Name} name
 * @param {(value: unknown, at: string) => Value} read
 * @returns {{ [name in Name]?: Value }}
 */
const optional = (from, at, name, read) =>
  /** @type {{ [name in Name]?: Value }} */ (
    Object.hasOwn(from, name) ? { [name]: read(from[name], `${at}/${name}`) } : {}
  );
