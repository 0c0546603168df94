/**
 * The Chat Completions API of OpenAI, and the many that speak it: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter, a
 * server of the page's own. No headers but those that it needs: each further one is one more that CORS may refuse.
 */
import { Endpoint, endOf, inputOf } from './endpoint.js';
import { ProviderError } from './errors.js';
import { errorInStream } from './refused.js';

/** @import {ChatRequest, Delta, Message, Provider, ProviderOptions} from './types.js' */

const PATH = '/chat/completions';

/** @param {ProviderOptions} options @returns {Provider} */
export function openai(options) {
  const endpoint = new Endpoint(options, {
    home: 'https://api.openai.com/v1',
    headers: (key) => ({ ...(key && { Authorization: `Bearer ${key}` }) }),
  });

  return {
    id: 'openai',
    availability: () => endpoint.availability(),

    async *chat(request, { signal }) {
      const model = endpoint.model(request.model);
      const progress = { ended: false, done: false };
      const body = bodyOf(request, model, options);
      const calls = new Calls();
      let reason;
      for await (const { json } of endpoint.ask(PATH, { body, model, signal }, progress)) {
        if (json?.error) throw errorInStream(json, endpoint.url(PATH), model);
        const choice = json?.choices?.[0];
        const message = choice?.delta ?? choice?.message;
        yield* textOf(message?.content);
        for (const call of message?.tool_calls ?? []) yield calls.delta(call);
        if (choice?.finish_reason) {
          reason = endOf(choice.finish_reason);
          progress.ended = true;
        }
        if (json?.usage) yield usageOf(json.usage);
      }
      // Without a reason and without [DONE], nobody knows whether a call is whole.
      if (reason === undefined && !progress.done)
        throw new ProviderError('cut', { host: endpoint.url(PATH).host });
      yield { type: 'end', reason: reason ?? 'stop' };
    },

    listModels: ({ signal } = {}) =>
      endpoint.list('/models', signal, (json) =>
        // Ollama and llama.cpp have a list of their own beside it.
        (json?.data ?? json?.models ?? [])
          .map((/** @type {any} */ it) => ({ id: String(it?.id ?? it?.name ?? '') }))
          .filter((/** @type {any} */ it) => it.id !== ''),
      ),
  };
}

/** @param {ChatRequest} request @param {string | undefined} model @param {ProviderOptions} options */
function bodyOf({ system, messages, tools }, model, { core }) {
  const all = messages.map(messageOf);
  return {
    ...(model && { model }),
    messages: system ? [{ role: 'system', content: system }, ...all] : all,
    stream: true,
    // An empty list is refused by some.
    ...(tools?.length && { tools: core.toOpenAITools(tools) }),
  };
}

/** @param {Message} message */
function messageOf(message) {
  if (message.role === 'user') return { role: 'user', content: message.content };
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  const tool_calls = toolCalls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(inputOf(input)) },
  }));
  return { role: 'assistant', content: content || null, tool_calls };
}

/** @param {any} content text, or parts of it @returns {Generator<Delta>} */
function* textOf(content) {
  const parts = Array.isArray(content) ? content.map((part) => part?.text) : [content];
  for (const delta of parts) if (typeof delta === 'string' && delta !== '') yield { type: 'text', delta };
}

/**
 * Which call a piece belongs to. By its index, says the API; but there are servers that give every call the same one, or
 * none. There, another id begins another call.
 */
class Calls {
  /** By the server's index: where the call stands, and its id. @type {Map<number, { index: number, id?: string }>} */
  #open = new Map();
  #count = 0;
  #last = 0;

  /** @param {any} piece @returns {Delta} */
  delta(piece) {
    const id = typeof piece?.id === 'string' && piece.id !== '' ? piece.id : undefined;
    const { name, arguments: args } = piece?.function ?? {};
    const at = typeof piece?.index === 'number' ? piece.index : this.#place(id);
    let call = this.#open.get(at);
    if (!call || (id !== undefined && call.id !== undefined && id !== call.id)) {
      call = { index: this.#count, id };
      this.#count += 1;
      this.#open.set(at, call);
    }
    call.id ??= id;
    this.#last = at;
    /** @type {Delta} */
    const delta = { type: 'tool', index: call.index };
    if (id !== undefined) delta.id = id;
    if (typeof name === 'string' && name !== '') delta.name = name;
    // Some give the arguments as what they are.
    if (args !== undefined && args !== null)
      delta.argsDelta = typeof args === 'string' ? args : JSON.stringify(args);
    return delta;
  }

  /** @param {string | undefined} id */
  #place(id) {
    if (id === undefined || this.#open.get(this.#last)?.id === id) return this.#last;
    return this.#count;
  }
}

/** @param {any} usage @returns {Delta} */
const usageOf = ({ prompt_tokens, completion_tokens }) => ({
  type: 'usage',
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
});
