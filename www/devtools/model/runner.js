/** The panel's own calls: run, given up, settled. */

import { progressed, refused, reported, startedCall } from './entries.js';
import { describeError } from './errors.js';
import { plainArguments } from './plain.js';

/** @import {CallEntry, Clock, Core, RunSettings, SessionHooks, ToolEntry} from './types.js' */
/** @import {Log} from './log.js' */
/** @import {ToolList} from './tool-list.js' */

/**
 * @param {object} options
 * @param {Core} options.core
 * @param {Clock} options.clock
 * @param {Log} options.log
 * @param {ToolList} options.tools
 * @param {() => string} options.nextId
 * @param {(id: string) => string} options.callIdOf by which a call's events are known to be the panel's
 * @param {() => string[] | undefined} options.fromOrigins
 * @param {SessionHooks} options.hooks
 * @param {(call: CallEntry) => CallEntry} options.ended gives the row as it is then
 * @param {() => void} options.starting before anything goes out: the call may take the page away
 */
export function createRunner({
  core,
  clock,
  log,
  tools,
  nextId,
  callIdOf,
  fromOrigins,
  hooks,
  ended,
  starting,
}) {
  /** @type {Map<string, AbortController>} */
  const running = new Map();
  /** @type {string | undefined} the tool that is being called in this very turn */
  let outgoing;

  return {
    /** How many calls are under way. */
    count: () => running.size,

    /** The name of the tool that is being called in this very turn. */
    outgoing: () => outgoing,

    /**
     * @param {ToolEntry} tool
     * @param {unknown} args
     * @param {RunSettings} [settings]
     * @returns {{ id: string, done: Promise<CallEntry> }}
     */
    run(tool, args, { signal, timeout, validate = true, replayOf } = {}) {
      const id = nextId();
      const sent = plainArguments(args);
      const startedAt = clock.now();
      const call = startedCall({
        id,
        name: tool.name,
        source: 'panel',
        startedAt,
        tool,
        args: sent,
        unchecked: !validate,
      });
      log.add(replayOf === undefined ? call : { ...call, replayOf });

      const controller = new AbortController();
      const follow = () => controller.abort(signal?.reason);
      /** @type {(entry: CallEntry) => void} */
      let resolve = () => {};
      /** @type {Promise<CallEntry>} */
      const done = new Promise((fulfil) => {
        resolve = fulfil;
      });

      /** @param {Partial<CallEntry>} members */
      const settle = (members) => {
        if (!running.delete(id)) return;
        signal?.removeEventListener('abort', follow);
        const before = /** @type {CallEntry} */ (log.get(id) ?? call);
        const durationMs = members.durationMs ?? clock.now() - startedAt;
        const after = { ...members, durationMs, status: statusOf(before, members) };
        const entry = log.update(id, after) ?? { ...before, ...after };
        tools.count(entry.key, entry.status);
        resolve(ended(entry));
      };
      running.set(id, controller);
      let isOut = false;
      const aborted = () =>
        settle({
          status: 'aborted',
          errorCode: 'ABORTED',
          error: describeError(controller.signal.reason),
          outcomeUnknown: isOut,
        });
      // Ours is the first listener: the call is over at once, whoever else is slow to hear of it.
      controller.signal.addEventListener('abort', aborted, { once: true });
      signal?.addEventListener('abort', follow, { once: true });

      if (signal?.aborted || hooks.call?.(call) === false) controller.abort(signal?.reason);
      if (!running.has(id)) return { id, done };

      starting();
      isOut = true;
      const { info, frame } = tool;
      const report = dispatch(tool.name, args, {
        signal: controller.signal,
        callId: callIdOf(id),
        ...(info.window && { window: info.window }),
        ...(timeout && { timeout }),
        ...(validate && { validate }),
        ...(!frame.own && fromOrigins() && { fromOrigins: fromOrigins() }),
        onProgress(/** @type {unknown} */ value) {
          const now = log.get(id);
          if (running.has(id) && now?.type === 'call') log.update(id, progressed(now, value));
        },
      });
      report.then(
        (known) => {
          const now = log.get(id);
          if (running.has(id)) return settle(reported(now?.type === 'call' ? now : call, known));
          // It was given up before; whether it had gone out is known by now.
          const { provider, argsShape, outcomeUnknown } = known;
          if (known.status === 'aborted') log.update(id, { provider, argsShape, outcomeUnknown });
        },
        (error) => settle(refused(error)),
      );
      return { id, done };
    },

    /** @param {string} id @param {unknown} [reason] */
    cancel: (id, reason) => running.get(id)?.abort(reason),

    /** Marks the calls whose tools are gone. */
    toolsChanged() {
      for (const id of running.keys()) {
        const call = log.get(id);
        if (call?.type === 'call' && !call.toolRemoved && !tools.has(call.key))
          log.update(id, { toolRemoved: true });
      }
    },
  };

  /** @param {string} name @param {any} args @param {object} options */
  function dispatch(name, args, options) {
    outgoing = name;
    try {
      return Promise.resolve(core.executeToolDetailed(name, args, options));
    } catch (error) {
      return Promise.reject(error);
    } finally {
      outgoing = undefined;
    }
  }
}

/** What became of a call; a tool that was taken away while it ran says nothing. @param {CallEntry} call @param {Partial<CallEntry>} members */
function statusOf({ toolRemoved, status }, members) {
  const isLost =
    members.status === 'not-found' || (members.status === 'failed' && members.outcomeUnknown === true);
  return toolRemoved && isLost ? 'removed' : (members.status ?? status);
}
