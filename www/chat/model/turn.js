/**
 * One turn: the agent loop of the package, and what it tells, written into the conversation. The loop lists the tools
 * anew for each round, names them for the model, makes the calls (those of read-only tools that follow each other
 * together, any other alone), cuts results and gives failures back to the model; none of that is done here.
 */
import { describeError, errorCodeOf } from '../../devtools/model/errors.js';
import { plain } from '../../devtools/model/plain.js';
import { ProviderError } from '../providers/errors.js';
import { STATUS_OF_CALL } from './call-status.js';
import { isOpen } from './entries.js';
import { createGate } from './gate.js';
import { modelOfTurn } from './model-of-turn.js';
import { isReadOnly } from './policy.js';
import { isUntrusted } from './untrusted.js';

/** @import {AgentEvent, OfferedTool, ToolCallEvent} from 'webmcp-exec' */
/** @import {Conversation} from './conversation.js' */
/** @import {Settings} from './settings.js' */
/** @import {AssistantEntry, ChatCall, ChatCore, ChatFailure, ChatHooks, ChatState} from './types.js' */
/** @import {Clock} from '../../devtools/model/types.js' */
/** @import {Provider, Usage} from '../providers/types.js' */

/**
 * @typedef {object} TurnOptions
 * @property {ChatCore} core
 * @property {Provider} provider
 * @property {Settings} settings
 * @property {Conversation} conversation
 * @property {ReturnType<typeof import('./approvals.js').createApprovals>} approvals
 * @property {ReturnType<typeof import('./policy.js').createMemory>} memory
 * @property {{ title: string, origin: string }} page
 * @property {string} marker
 * @property {Clock} clock
 * @property {ChatHooks} hooks
 * @property {() => string} newCallId
 * @property {AbortSignal} signal
 * @property {(state: ChatState) => void} state
 * @property {(usage: Usage) => void} used
 * @property {(call: ChatCall) => void} calling a call that may change something is about to be made
 * @property {(call: ChatCall) => void} called it has ended, and the page is still there
 * @property {(signal: AbortSignal) => Promise<void>} beforeRound
 */

/**
 * @param {TurnOptions} options
 * @returns {Promise<{ state: ChatState, failure?: ChatFailure }>}
 */
export async function runTurn(options) {
  const { core, conversation, settings, clock, hooks, signal, page } = options;
  /** @type {AssistantEntry | undefined} the answer that is being written */
  let answer;
  let wasLimited = false;
  /** What the package says of each call, by its id. @type {Map<string, any>} */
  const settled = new Map();

  // Once it is stopped, its calls are marked already.
  const updateCall = (/** @type {string} */ id, /** @type {Partial<ChatCall>} */ members) =>
    signal.aborted ? conversation.call(id) : conversation.updateCall(id, members);
  const entries = () => conversation.entries().filter((entry) => entry.id !== answer?.id);
  const gate = createGate({
    ...options,
    updateCall,
    tooMany() {
      if (!wasLimited)
        conversation.add('notice', { code: 'max-calls', values: { count: settings.maxCalls } });
      wasLimited = true;
    },
  });

  const stopHearing = core.onToolCall?.((/** @type {ToolCallEvent} */ event) => {
    if (event.type === 'settle' && typeof event.callId === 'string' && conversation.call(event.callId))
      settled.set(event.callId, event);
  });

  /** @param {AgentEvent} event */
  const onEvent = (event) => {
    // What an aborted loop still has to tell is of nobody's interest: its calls are marked already.
    if (signal.aborted) return;
    switch (event.type) {
      case 'step-start':
        options.state('sending');
        answer = conversation.add('assistant', { text: '', calls: [], status: 'streaming' });
        return;
      case 'delta':
        return deltaCame(event.delta);
      case 'message':
        return messageCame(event.message);
      case 'call':
        return callBegins(event.call, event.tool);
      case 'progress':
        return void updateCall(event.call.id, { progress: plain(event.progress) });
      case 'result':
        return callEnded(event.call, event.result);
      case 'step-end': {
        const { reason } = event;
        if (answer && (reason === 'length' || reason === 'filter'))
          conversation.update(answer.id, { reason });
      }
    }
  };

  /** @param {any} delta */
  const deltaCame = (delta) => {
    const now = answer && conversation.answer(answer.id);
    if (!now) return;
    if (delta.type === 'usage') return options.used(delta);
    options.state('streaming');
    if (delta.type === 'text') {
      conversation.update(now.id, { text: now.text + delta.delta });
      hooks.delta?.(delta.delta, now);
    }
    if (delta.type !== 'tool') return;
    const { index, id, name = '', argsDelta = '', signature } = delta;
    conversation.writeCall(
      now.id,
      index,
      (call) => ({
        ...call,
        alias: call.alias || name,
        name: call.name || name,
        argsText: (call.argsText ?? '') + argsDelta,
        ...(signature && { signature }),
      }),
      () => id,
    );
  };

  /** @param {any} message */
  const messageCame = (message) => {
    if (message.role === 'tool') {
      const { toolCallId: id, content, isError } = message;
      const call = updateCall(id, { content, ...(isError && { isError }) });
      const instead = call && hooks.afterResult?.(call, content);
      if (typeof instead === 'string') updateCall(id, { content: instead });
      return;
    }
    const now = answer && conversation.answer(answer.id);
    if (!now) return;
    const toolCalls = message.toolCalls ?? [];
    const calls = now.calls.map((call, index) => {
      const { argsText, ...rest } = call;
      return { ...rest, args: plain(toolCalls[index]?.input), status: /** @type {const} */ ('ready') };
    });
    conversation.update(now.id, { text: message.content, calls, status: 'done' });
    const entry = conversation.answer(now.id);
    if (entry) hooks.message?.(entry);
    // An answer without words and calls is nothing to look at.
    if (message.content === '' && calls.length === 0) conversation.remove(now.id);
    if (calls.length > 0) options.state('running');
  };

  /** @param {{ id: string, name: string, input: any }} requested @param {OfferedTool} tool */
  const callBegins = ({ id, name, input }, tool) => {
    const call = updateCall(id, {
      ...described(name, tool),
      args: plain(input),
      status: 'running',
      startedAt: clock.now(),
    });
    if (call) options.calling(call);
  };

  /** @param {string} name @param {OfferedTool} tool */
  const described = (name, tool) => ({
    name,
    title: tool.title ?? '',
    origin: tool.origin ?? page.origin,
    own: tool.own !== false,
    readOnly: isReadOnly(tool),
    untrusted: isUntrusted(tool, page.origin),
  });

  /** @param {{ id: string, name: string }} requested @param {any} result */
  const callEnded = ({ id, name }, result) => {
    const before = conversation.call(id);
    if (!before) return;
    const said = settled.get(id);
    const members = {
      name,
      ...(said?.durationMs !== undefined && { durationMs: said.durationMs }),
      ...(said?.errorCode && { errorCode: said.errorCode }),
      ...(result.success ? { result: plain(result.result) } : { result: result.error }),
    };
    const ended = updateCall(id, { ...members, ...statusOf(before, result, said) });
    if (!ended || signal.aborted) return;
    options.called(ended);
    hooks.result?.(ended);
  };

  try {
    const { stopReason } = await core.reActLoop({
      model: modelOfTurn({ ...options, entries }),
      messages: [{ role: 'user', content: '' }],
      filter: settings.isOffered,
      approve(call, tool, context) {
        updateCall(call.id, described(call.name, tool));
        return gate(call, tool, context);
      },
      onEvent,
      concurrency: 'auto',
      maxSteps: settings.maxRounds,
      maxResultLength: settings.resultLimit,
      timeout: settings.toolTimeout,
      ...(settings.fromOrigins && { fromOrigins: settings.fromOrigins }),
      signal,
    });
    if (stopReason === 'max-steps')
      conversation.add('notice', { code: 'max-rounds', values: { count: settings.maxRounds } });
    return { state: 'idle' };
  } catch (error) {
    if (signal.aborted) return { state: 'stopped' };
    return failureOf(error, clock.now());
  } finally {
    stopHearing?.();
  }
}

/** @param {any} error @param {number} now @returns {{ state: ChatState, failure: ChatFailure }} */
export function failureOf(error, now) {
  const cause = error?.cause instanceof ProviderError ? error.cause : error;
  const { message } = describeError(cause);
  const isOurs = cause instanceof ProviderError;
  const code = isOurs ? cause.code : (errorCodeOf(cause) ?? 'INTERNAL_ERROR');
  const retryAt = isOurs && cause.retryAfterMs !== undefined ? { retryAt: now + cause.retryAfterMs } : {};
  const failure = { code, message, values: isOurs ? cause.values : {}, ...retryAt };
  return { state: code === 'offline' ? 'offline' : 'failed', failure };
}

/**
 * What became of a call, as far as that is not known already.
 *
 * @param {ChatCall} before
 * @param {any} result
 * @param {any} said by the package
 * @returns {Partial<ChatCall>}
 */
function statusOf(before, result, said) {
  if (!isOpen(before)) return {};
  const status = said && STATUS_OF_CALL[said.status];
  if (said?.outcomeUnknown && !result.success && status !== 'timed-out') return { status: 'unknown' };
  if (status) return { status };
  if (result.success) return { status: 'completed' };
  // What was never settled was never made: wrong arguments, no such tool.
  return { status: /not found$/.test(result.error) ? 'not-found' : 'failed' };
}
