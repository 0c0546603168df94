/**
 * The browser's own model, by the Prompt API. Where it knows of tool calls it is given the tools; elsewhere it is made to
 * answer in JSON, either with words or with one call.
 */
import { page } from './address.js';
import { ProviderError } from './errors.js';
import { answerSchema, instructions, readAnswer, spoken } from './prompt-json.js';

/** @import {OfferedTool} from 'webmcp-exec' */
/** @import {Availability, ChatRequest, Delta, Message, Provider, ProviderOptions, Surroundings} from './types.js' */

/** @type {Record<string, Availability['state']>} */
const STATES = { available: 'ready', downloadable: 'download', downloading: 'downloading' };

/** @param {Pick<ProviderOptions, 'around'>} options @returns {Provider} */
export function prompt({ around = page() } = {}) {
  const api = () => {
    if (typeof around.LanguageModel?.create !== 'function') throw new ProviderError('unavailable');
    return around.LanguageModel;
  };
  return {
    id: 'prompt',

    async availability() {
      if (typeof around.LanguageModel?.availability !== 'function') return { state: 'unavailable' };
      const said = await around.LanguageModel.availability(expected([])).catch(() => 'unavailable');
      return { state: STATES[said] ?? 'unavailable' };
    },

    async download({ signal, onProgress }) {
      const session = await created(api(), {
        ...expected([]),
        signal,
        monitor: (/** @type {EventTarget} */ monitor) =>
          monitor.addEventListener('downloadprogress', (/** @type {any} */ { loaded }) =>
            onProgress?.(loaded),
          ),
      });
      session.destroy?.();
    },

    listModels: async () => [],

    async *chat(request, { signal }) {
      const knowsTools =
        typeof (/** @type {any} */ (around).LanguageModelToolCall) === 'function' &&
        typeof (/** @type {any} */ (around).LanguageModelToolSuccess) === 'function';
      const tools = request.tools ?? [];
      const speak = knowsTools || tools.length === 0 ? withTools : inJson;
      yield* speak(api(), { ...request, tools }, signal, around);
    },
  };
}

/**
 * @param {any} api
 * @param {ChatRequest & { tools: OfferedTool[] }} request
 * @param {AbortSignal} signal
 * @param {Surroundings} around
 * @returns {AsyncGenerator<Delta>}
 */
async function* withTools(api, { system, messages, tools }, signal, around) {
  const all = messages.map((message) => messageOf(message, around));
  const session = await created(api, {
    ...expected(tools),
    initialPrompts: beginning(system, all),
    signal,
  });
  try {
    const calls = yield* read(session, last(all), { signal });
    yield usageOf(session);
    yield* calls;
    yield { type: 'end', reason: calls.length > 0 ? 'tools' : 'stop' };
  } finally {
    session.destroy?.();
  }
}

/**
 * @param {any} api
 * @param {ChatRequest & { tools: OfferedTool[] }} request
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Delta>}
 */
async function* inJson(api, { system, messages, tools }, signal) {
  const all = messages.map((message) => ({
    role: message.role === 'assistant' ? 'assistant' : 'user',
    content: spoken(message),
  }));
  const session = await created(api, {
    ...expected([]),
    initialPrompts: beginning([system, instructions(tools)].filter(Boolean).join('\n\n'), all),
    signal,
  });
  try {
    const stream = session.promptStreaming(last(all), { signal, responseConstraint: answerSchema(tools) });
    const { calls } = yield* readAnswer(pieces(stream));
    yield usageOf(session);
    yield { type: 'end', reason: calls > 0 ? 'tools' : 'stop' };
  } catch (error) {
    throw told(error, signal);
  } finally {
    session.destroy?.();
  }
}

/** @param {OfferedTool[]} tools */
function expected(tools) {
  if (tools.length === 0) return { expectedInputs: [{ type: 'text' }], expectedOutputs: [{ type: 'text' }] };
  return {
    expectedInputs: [{ type: 'text' }, { type: 'tool-call' }, { type: 'tool-response' }],
    expectedOutputs: [{ type: 'text' }, { type: 'tool-call' }],
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description: description ?? '',
      inputSchema,
    })),
  };
}

/** The answer of a model that knows of tools: texts as they come, then its calls.
 * @param {any} session @param {any} input @param {{ signal: AbortSignal }} options
 * @returns {AsyncGenerator<Delta, Delta[]>}
 */
async function* read(session, input, options) {
  /** @type {Delta[]} */
  const calls = [];
  try {
    for await (const piece of pieces(session.promptStreaming(input, options))) {
      // A stream of texts, among them the contents that are no text.
      for (const part of Array.isArray(piece) ? piece : [piece]) {
        const text = typeof part === 'string' ? part : part?.type === 'text' ? part.value : '';
        if (text) yield { type: 'text', delta: text };
        if (part?.type !== 'tool-call') continue;
        const { callId, name, arguments: args } = part.value;
        const argsDelta = JSON.stringify(args ?? {});
        calls.push({ type: 'tool', index: calls.length, id: callId, name, argsDelta });
      }
    }
  } catch (error) {
    throw told(error, options.signal);
  }
  return calls;
}

/** @param {Message} message @param {any} around */
function messageOf(message, around) {
  if (message.role === 'user') return { role: 'user', content: message.content };
  if (message.role === 'assistant') {
    const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({
      type: 'tool-call',
      value: new around.LanguageModelToolCall({ callId: id, name, arguments: input }),
    }));
    const text = message.content ? [{ type: 'text', value: message.content }] : [];
    return {
      role: 'assistant',
      content: calls.length > 0 ? [...text, ...calls] : message.content,
    };
  }
  const { toolCallId: callId, name, content, isError } = message;
  const value = isError
    ? new around.LanguageModelToolError({ callId, name, errorMessage: content })
    : new around.LanguageModelToolSuccess({ callId, name, result: [{ type: 'text', value: content }] });
  return { role: 'user', content: [{ type: 'tool-response', value }] };
}

/** What is said before: all but the messages that are answered now. @param {string | undefined} system @param {any[]} all */
const beginning = (system, all) => [
  ...(system ? [{ role: 'system', content: system }] : []),
  ...all.slice(0, all.length - last(all).length),
];

/** The messages since the model's last. @param {any[]} all */
const last = (all) => all.slice(all.findLastIndex(({ role }) => role === 'assistant') + 1);

/** @param {any} api @param {object} options */
async function created(api, options) {
  try {
    return await api.create(options);
  } catch (error) {
    throw told(error, /** @type {any} */ (options).signal);
  }
}

/** @param {any} error @param {AbortSignal | undefined} signal */
function told(error, signal) {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ProviderError) return error;
  if (error?.name === 'QuotaExceededError') return new ProviderError('context-full', {}, { cause: error });
  if (error?.name === 'NotSupportedError' || error?.name === 'NotAllowedError')
    return new ProviderError('unavailable', {}, { cause: error });
  return new ProviderError('model-error', { detail: String(error?.message ?? error) }, { cause: error });
}

/** Readable streams are not iterable everywhere. @param {any} stream */
async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The window was a quota once. @param {any} session @returns {Delta} */
const usageOf = (session) => ({
  type: 'usage',
  inputTokens: session.contextUsage ?? session.inputUsage,
  contextWindow: session.contextWindow ?? session.inputQuota,
});
