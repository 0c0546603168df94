/**
 * What stands before each call of a turn: the count, the policy, the person, and at last whether the tool is still the
 * one that all of them meant.
 */
import { changeOf, definitionText } from './definition.js';
import { isConsequential, verdictOf } from './policy.js';

/** @import {OfferedTool, RequestedCall} from 'webmcp-exec' */
/** @import {createApprovals} from './approvals.js' */
/** @import {createMemory} from './policy.js' */
/** @import {Settings} from './settings.js' */
/** @import {ChatCall, ChatCore, ChatHooks} from './types.js' */

const REASONS = {
  'max-calls': 'no more calls are allowed in this turn. Tell the person what is done and what is not.',
  policy: 'this page does not allow it.',
  removed: 'the tool is not there any more.',
  changed: 'the tool has changed meanwhile. Look at it again before you call it.',
  unlisted: 'it could not be seen whether the tool is still the same.',
};

/**
 * @param {object} options
 * @param {ChatCore} options.core
 * @param {Settings} options.settings
 * @param {ReturnType<typeof createApprovals>} options.approvals
 * @param {ReturnType<typeof createMemory>} options.memory
 * @param {ChatHooks} options.hooks
 * @param {(id: string, members: Partial<ChatCall>) => ChatCall | undefined} options.updateCall
 * @param {() => void} options.tooMany told once there are too many calls
 */
export function createGate({ core, settings, approvals, memory, hooks, updateCall, tooMany }) {
  let count = 0;

  /** @param {OfferedTool} tool @param {AbortSignal} signal */
  const changed = async (tool, signal) => {
    try {
      return await changeOf(tool, { core, fromOrigins: settings.fromOrigins, signal });
    } catch {
      return 'unlisted';
    }
  };

  /** Cancels the question once the tool is not what it was. @param {OfferedTool} tool @param {string} id @param {AbortSignal} signal */
  const watch = (tool, id, signal) =>
    core.onToolChange?.(async () => {
      const change = await changed(tool, signal);
      if (change === 'removed' || change === 'changed') approvals.deny(id, REASONS[change]);
    });

  /**
   * @param {RequestedCall} requested
   * @param {OfferedTool} tool
   * @param {{ signal: AbortSignal }} context
   */
  return async ({ id, input }, tool, { signal }) => {
    const deny = (/** @type {string | undefined} */ reason, members = {}) => {
      updateCall(id, { status: 'denied', ...members });
      return { allow: /** @type {const} */ (false), ...(reason && { reason }) };
    };
    count += 1;
    if (count > settings.maxCalls) {
      tooMany();
      return deny(REASONS['max-calls'], { status: 'not-made' });
    }
    const call = updateCall(id, { args: input });
    if (!call || hooks.call?.(call) === false) return deny(REASONS.policy);

    const definition = definitionText(tool, core);
    const verdict = await verdictOf(call, tool, settings, memory.has(tool, definition));
    if (verdict === 'deny') return deny(REASONS.policy);
    let args;
    if (verdict === 'ask') {
      const consequential = isConsequential(tool);
      const waiting = updateCall(id, { status: 'waiting' }) ?? call;
      const request = { id, call: waiting, tool, consequential, rememberable: !consequential };
      const stop = watch(tool, id, signal);
      const answered = approvals.ask(request, signal);
      const [shown] = approvals.requests().filter((it) => it.id === id);
      if (shown) hooks.approval?.(shown);
      const answer = await answered;
      stop?.();
      if (!answer.allow) return deny(answer.reason);
      if (answer.remember) memory.add(tool, definition);
      if (answer.args !== undefined && JSON.stringify(answer.args) !== JSON.stringify(input))
        args = answer.args;
    }
    const change = await changed(tool, signal);
    if (change) return deny(REASONS[change]);
    updateCall(id, { status: 'ready', ...(args !== undefined && { args, edited: true }) });
    return { allow: /** @type {const} */ (true), ...(args !== undefined && { input: args }) };
  };
}
