/**
 * The provider as the agent loop's model. The loop knows of tools, calls and results; what was said is read from the
 * conversation, which is what the person sees, too.
 */
import { ProviderError } from '../providers/errors.js';
import { hasUntrusted, messagesOf } from './entries.js';
import { systemPrompt } from './system-prompt.js';

/** @import {ModelContext} from 'webmcp-exec' */
/** @import {ChatRequest, Delta, Provider} from '../providers/types.js' */
/** @import {ChatHooks, Entry} from './types.js' */
/** @import {Settings} from './settings.js' */

/** How long an answer may be, in characters. */
const MOST = 4 * 1024 * 1024;

/**
 * @param {object} options
 * @param {Provider} options.provider
 * @param {Settings} options.settings
 * @param {() => readonly Entry[]} options.entries without the answer that begins
 * @param {{ title: string, origin: string }} options.page
 * @param {string} options.marker
 * @param {ChatHooks} options.hooks
 * @param {() => string} options.newCallId
 * @param {(signal: AbortSignal) => Promise<void>} options.beforeRound
 * @returns {(messages: unknown, context: ModelContext) => AsyncGenerator<any, void, void>}
 */
export function modelOfTurn({ provider, settings, entries, page, marker, hooks, newCallId, beforeRound }) {
  return async function* model(_, { tools, signal }) {
    await beforeRound(signal);
    const said = entries();
    const { title, origin } = page;
    const fence = hasUntrusted(said) ? marker : undefined;
    /** @type {ChatRequest} */
    const request = {
      system: systemPrompt({ own: settings.system, title, origin, marker: fence }),
      messages: messagesOf(said, marker),
      tools,
      ...(settings.model && { model: settings.model }),
    };
    const changed = (await hooks.beforeSend?.(request)) ?? request;
    let length = 0;
    for await (const delta of numbered(provider.chat(changed, { signal }), newCallId)) {
      if (delta.type === 'text') length += delta.delta.length;
      if (delta.type === 'tool') length += delta.argsDelta?.length ?? 0;
      if (length > MOST) throw new ProviderError('too-long');
      yield delta;
    }
  };
}

/**
 * Gives calls ids of ours and numbers from 0 on. Models repeat ids, within an answer and from one to the next; and by
 * their ids the calls of the chat are known to others who watch.
 *
 * @param {AsyncIterable<Delta>} deltas
 * @param {() => string} newCallId
 * @returns {AsyncGenerator<any, void, void>}
 */
async function* numbered(deltas, newCallId) {
  /** @type {Map<number, { index: number, id: string }>} */
  const calls = new Map();
  for await (const delta of deltas) {
    if (delta?.type !== 'tool') {
      yield delta;
      continue;
    }
    const call = calls.get(delta.index) ?? { index: calls.size, id: newCallId() };
    calls.set(delta.index, call);
    yield { ...delta, ...call };
  }
}
