/** Calls that others make: every call of the package, by whichever copy, and what browsers tell of agents. */

import { progressed, settled, startedCall } from './entries.js';
import { plainCopy } from './plain.js';

/** @import {ToolCallEvent} from 'webmcp-exec' */
/** @import {Log} from './log.js' */
/** @import {ToolList} from './tool-list.js' */
/** @import {CallEntry, CallSource, Clock} from './types.js' */

/** What the ids that the panel and the chat give their calls begin with. */
export const PANEL_CALL = 'webmcp-devtools:';
export const CHAT_CALL = 'webmcp-chat:';

/** How many calls of others may be under way and still be followed. */
const MOST_OPEN = 2000;

/**
 * @param {object} options
 * @param {Clock} options.clock
 * @param {Log} options.log
 * @param {ToolList} options.tools
 * @param {() => string} options.nextId
 * @param {(event: ToolCallEvent) => boolean} options.isOwn whether the panel itself makes the call that begins
 * @param {(source: CallSource) => boolean} options.isWanted
 * @param {(call: CallEntry) => void} options.ended
 */
export function createObserver({ clock, log, tools, nextId, isOwn, isWanted, ended }) {
  /** @type {Map<number, string>} rows by the numbers of the calls that are under way */
  const open = new Map();

  /** @param {ToolCallEvent} event @param {CallSource} source @param {any} args @param {Partial<CallEntry>} [members] */
  const begin = (event, source, args, members) => {
    const { name } = event;
    const tool = tools.find({ name });
    const { value, whole } = plainCopy(args);
    const call = startedCall({
      id: nextId(),
      name,
      source,
      startedAt: clock.now(),
      tool,
      key: tool?.key ?? '',
      args: value,
      argsKnown: args !== undefined && whole,
    });
    log.add({ ...call, ...members });
    if (event.id === undefined) return;
    open.set(event.id, call.id);
    const [oldest] = open.keys();
    if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
  };

  /** @param {string | undefined} id @param {(call: CallEntry) => Partial<CallEntry>} members */
  const end = (id, members) => {
    const before = id === undefined ? undefined : log.get(id);
    if (before?.type !== 'call' || id === undefined) return;
    const after = log.update(id, members(before));
    if (!after) return;
    tools.count(after.key, after.status);
    ended(after);
  };

  /** The newest call of an agent to that tool whose end is not known. @param {string} name */
  const lastOf = (name) =>
    log
      .entries()
      .findLast(
        (row) =>
          row.type === 'call' &&
          row.name === name &&
          row.source === 'agent' &&
          (row.status === 'running' || row.status === 'activated'),
      )?.id;

  return {
    /** @param {ToolCallEvent} event */
    hear(event) {
      switch (event.type) {
        case 'start': {
          const source = sourceOf(event);
          if (!isOwn(event) && isWanted(source)) begin(event, source, event.args, { door: event.door });
          return;
        }
        case 'activated': {
          if (!isWanted('agent')) return;
          // Where the arguments are not told, the end is not, either.
          const isFollowed = event.args !== undefined;
          begin(event, 'agent', event.args, isFollowed ? {} : { status: 'activated' });
          return;
        }
        case 'progress': {
          const id = open.get(event.id);
          const call = id === undefined ? undefined : log.get(id);
          if (call?.type === 'call') log.update(call.id, progressed(call, event.progress));
          return;
        }
        case 'settle':
        case 'ended': {
          const id = open.get(event.id);
          open.delete(event.id);
          end(id, (call) => settled(call, event));
          return;
        }
        case 'cancelled':
          end(lastOf(event.name), () => ({ status: 'aborted', errorCode: 'ABORTED', outcomeUnknown: true }));
      }
    },

    /** Follows no call any longer. */
    stop: () => open.clear(),
  };
}

/** @param {{ callId?: unknown }} event @returns {CallSource} */
function sourceOf({ callId }) {
  if (typeof callId !== 'string') return 'page';
  if (callId.startsWith(PANEL_CALL)) return 'panel';
  return callId.startsWith(CHAT_CALL) ? 'chat' : 'page';
}
