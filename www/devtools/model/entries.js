/** How rows of the log are made. */

import { describeError, errorCodeOf, read } from './errors.js';
import { plain, plainCopy, weight } from './plain.js';

/** @import {ModelContextToolResult, Problem} from 'webmcp-exec' */
/** @import {CallEntry, CallReport, CallSource, FrameEntry, ToolEntry} from './types.js' */

/** How many of the values that a tool tells while it runs are kept. */
const MOST_PROGRESS = 100;

/** How many values a result that is not the browser's own text is copied of. */
const MOST_OF_RESULT = 50_000;

/**
 * @param {object} call
 * @param {string} call.id
 * @param {string} call.name
 * @param {CallSource} call.source
 * @param {number} call.startedAt
 * @param {ToolEntry} [call.tool]
 * @param {string} [call.key]
 * @param {any} [call.args] plain
 * @param {boolean} [call.argsKnown]
 * @param {boolean} [call.unchecked]
 * @returns {CallEntry} a call that is under way
 */
export function startedCall({ tool, key, args, argsKnown = true, unchecked = true, ...call }) {
  /** @type {FrameEntry | undefined} */
  const frame = tool?.frame;
  return {
    type: 'call',
    ...call,
    key: key ?? tool?.key ?? '',
    ...(tool?.info.title && { title: tool.info.title }),
    origin: frame?.origin ?? '',
    frame,
    args,
    argsKnown,
    status: 'running',
    progress: [],
    progressCount: 0,
    result: null,
    size: weight(args),
    outcomeUnknown: false,
    signature: tool?.signature,
    unchecked,
  };
}

/**
 * What a report adds to a call.
 *
 * @param {CallEntry} call
 * @param {CallReport} report
 * @returns {Partial<CallEntry>}
 */
export function reported(call, report) {
  const { raw } = report;
  // From text comes plain data; what providers give instead may be anything.
  const isText = !report.valueKnown && (typeof raw !== 'object' || raw === null);
  const result = isText ? report.result : plain(report.result, MOST_OF_RESULT);
  const keptRaw = plain(raw, MOST_OF_RESULT);
  return {
    status: report.status,
    durationMs: report.durationMs,
    result: result ?? null,
    raw: keptRaw,
    size: call.size + (typeof raw === 'string' ? 2 * raw.length : weight(result) + weight(keptRaw)),
    errorCode: report.errorCode,
    ...(report.error !== undefined && { error: describeError(report.error) }),
    argsShape: report.argsShape,
    provider: report.provider,
    outcomeUnknown: report.outcomeUnknown,
    origin: report.origin ?? call.origin,
    ...(report.navigatedTo !== undefined && { navigatedTo: report.navigatedTo }),
  };
}

/**
 * What a call adds that was refused before anything ran.
 *
 * @param {unknown} error
 * @returns {Partial<CallEntry>}
 */
export function refused(error) {
  const errorCode = errorCodeOf(error);
  const problems = problemsOf(error);
  return {
    status: errorCode === 'UNAVAILABLE' && !problems ? 'unavailable' : 'bad-arguments',
    errorCode: errorCode ?? 'INTERNAL_ERROR',
    error: describeError(error),
    ...(problems && { problems }),
  };
}

/** @param {any} error @returns {Problem[] | undefined} */
export function problemsOf(error) {
  const problems = typeof error === 'object' && error !== null ? read(error, 'errors') : undefined;
  return Array.isArray(problems) && problems.length > 0 ? plain(problems) : undefined;
}

/**
 * What a word of progress adds.
 *
 * @param {CallEntry} call
 * @param {unknown} value
 * @returns {Partial<CallEntry>}
 */
export function progressed(call, value) {
  const kept = plain(value, 1000);
  const added = weight(kept);
  return {
    progress: [...call.progress.slice(1 - MOST_PROGRESS), kept],
    progressCount: call.progressCount + 1,
    size: call.size + added,
  };
}

/**
 * What is told of the end of a call that somebody else made.
 *
 * @param {CallEntry} call
 * @param {any} event `settle` or `ended`
 * @returns {Partial<CallEntry>}
 */
export function settled(call, event) {
  const result = event.result === undefined ? null : resultOf(event.result);
  const problems = problemsOf(event.error);
  return {
    status: event.status,
    durationMs: event.durationMs,
    result,
    size: call.size + weight(result),
    errorCode: event.errorCode,
    ...(event.error !== undefined && { error: describeError(event.error) }),
    ...(problems && { problems }),
    outcomeUnknown: event.outcomeUnknown === true,
    origin: event.origin ?? call.origin,
  };
}

/** A result as one of WebMCP: tools that run here give any value. @param {unknown} given @returns {ModelContextToolResult | null} */
function resultOf(given) {
  const { value } = plainCopy(given, MOST_OF_RESULT);
  if (Array.isArray(value?.content)) return value;
  if (value === null) return null;
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] };
}
