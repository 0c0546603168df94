/** What a session file holds of calls and tools. */

/** @import {CallEntry, SessionCall, SessionTool, ToolEntry} from './types.js' */

export const FORMAT = 'webmcp-exec/session';
export const VERSION = 1;

/** @param {CallEntry} call @returns {SessionCall} */
export function callForFile(call) {
  const { id, key, name, origin, frame, source, startedAt, status, args, argsKnown, dropped } = call;
  const { durationMs, result, raw, errorCode, error, outcomeUnknown } = call;
  const { navigatedTo, argsShape, provider, signature } = call;
  return {
    ...{
      id,
      key,
      name,
      origin,
      frame: frame?.id ?? '',
      source,
      startedAt: new Date(startedAt).toISOString(),
    },
    status: /** @type {SessionCall['status']} */ (status),
    ...(argsKnown && { args }),
    ...(durationMs !== undefined && { durationMs }),
    ...(!dropped && { result }),
    ...(!dropped && raw !== undefined && { raw }),
    ...(errorCode !== undefined && { errorCode }),
    ...(error && { error: { name: error.name, message: error.message } }),
    ...(outcomeUnknown && { outcomeUnknown }),
    ...(navigatedTo !== undefined && { navigatedTo }),
    ...(argsShape && { argsShape }),
    ...(provider && { provider }),
    ...(signature !== undefined && { signature }),
  };
}

/** @param {ToolEntry} tool @returns {SessionTool} */
export function toolForFile({ key, frame, info }) {
  const { name, title, description, inputSchema, annotations, origin } = info;
  return {
    ...{ key, name, title, description },
    ...(inputSchema && { inputSchema }),
    ...(annotations && { annotations }),
    origin,
    frame: frame.id,
  };
}
