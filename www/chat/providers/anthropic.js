/** The Messages API of Anthropic. */
import { Endpoint, endOf, inputOf } from './endpoint.js';
import { ProviderError } from './errors.js';
import { errorInStream } from './refused.js';

/** @import {ChatRequest, Delta, Message, Provider, ProviderOptions} from './types.js' */

const PATH = '/messages';
const MAX_TOKENS = 4096;

/** @param {ProviderOptions} options @returns {Provider} */
export function anthropic(options) {
  const endpoint = new Endpoint(options, {
    home: 'https://api.anthropic.com/v1',
    headers: (key) => ({
      'anthropic-version': '2023-06-01',
      // The API answers pages only where they say that they know what a key in a page means.
      ...(key && { 'x-api-key': key }),
      ...(!endpoint.isOwn && { 'anthropic-dangerous-direct-browser-access': 'true' }),
    }),
  });

  return {
    id: 'anthropic',
    availability: () => endpoint.availability(),

    async *chat(request, { signal }) {
      const model = endpoint.model(request.model);
      const progress = { ended: false };
      const body = bodyOf(request, model, options);
      let reason;
      let inputTokens;
      for await (const { event, json } of endpoint.ask(PATH, { body, model, signal }, progress)) {
        const type = json?.type ?? event;
        if (type === 'error' || json?.error) throw errorInStream(json, endpoint.url(PATH), model);
        if (type === 'message' && Array.isArray(json.content)) {
          yield* wholeOf(json.content);
          reason = endOf(json.stop_reason ?? 'end_turn');
        }
        if (type === 'message_start') inputTokens = json.message?.usage?.input_tokens;
        if (type === 'content_block_start') yield* blockOf(json.index, json.content_block);
        if (type === 'content_block_delta') yield* pieceOf(json.index, json.delta);
        if (type === 'message_delta') {
          if (json.delta?.stop_reason) reason = endOf(json.delta.stop_reason);
          yield { type: 'usage', inputTokens, outputTokens: json.usage?.output_tokens };
        }
        if (type === 'message_stop') {
          progress.ended = true;
          reason ??= 'stop';
        }
      }
      if (reason === undefined) throw new ProviderError('cut', { host: endpoint.url(PATH).host });
      yield { type: 'end', reason };
    },

    listModels: ({ signal } = {}) =>
      endpoint.list('/models', signal, (json) =>
        (json?.data ?? []).map((/** @type {any} */ it) => ({ id: String(it?.id), label: it?.display_name })),
      ),
  };
}

/** @param {ChatRequest} request @param {string | undefined} model @param {ProviderOptions} options */
function bodyOf({ system, messages, tools }, model, { core, maxTokens = MAX_TOKENS }) {
  return {
    ...(model && { model }),
    max_tokens: maxTokens,
    ...(system && { system }),
    messages: messagesOf(messages),
    stream: true,
    ...(tools?.length && { tools: core.toAnthropicTools(tools) }),
  };
}

/** Results belong into the user's message; those of one round into one. @param {Message[]} messages */
function messagesOf(messages) {
  /** @type {{ role: 'user' | 'assistant', content: any[] }[]} */
  const all = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = contentOf(message);
    const last = all.at(-1);
    if (last?.role === role) last.content.push(...content);
    // A message without content is refused.
    else if (content.length > 0) all.push({ role, content });
  }
  return all;
}

/** @param {Message} message */
function contentOf(message) {
  const text = message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }];
  if (message.role === 'user') return text;
  if (message.role === 'tool') {
    const { toolCallId, isError } = message;
    return [
      {
        type: 'tool_result',
        tool_use_id: idOf(toolCallId),
        content: text,
        ...(isError && { is_error: true }),
      },
    ];
  }
  const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({
    type: 'tool_use',
    id: idOf(id),
    name,
    input: inputOf(input),
  }));
  return [...text, ...calls];
}

/** Ids of another provider may have characters that this one refuses. @param {string} id */
const idOf = (id) => id.replace(/[^A-Za-z0-9_-]/g, '_');

/** @param {number} index @param {any} block @returns {Generator<Delta>} */
function* blockOf(index, block) {
  if (block?.type === 'text' && block.text) yield { type: 'text', delta: block.text };
  if (block?.type !== 'tool_use') return;
  const isWhole = Object.keys(block.input ?? {}).length > 0;
  const argsDelta = isWhole ? JSON.stringify(block.input) : undefined;
  yield { type: 'tool', index, id: block.id, name: block.name, ...(argsDelta && { argsDelta }) };
}

/** @param {number} index @param {any} delta @returns {Generator<Delta>} */
function* pieceOf(index, delta) {
  if (delta?.type === 'text_delta' && delta.text) yield { type: 'text', delta: delta.text };
  if (delta?.type === 'input_json_delta' && delta.partial_json)
    yield { type: 'tool', index, argsDelta: delta.partial_json };
}

/** An answer that does not stream. @param {any[]} content @returns {Generator<Delta>} */
function* wholeOf(content) {
  for (const [index, block] of content.entries()) yield* blockOf(index, block);
}
