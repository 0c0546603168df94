/** The Gemini API of Google. */
import { Endpoint, endOf, inputOf } from './endpoint.js';
import { ProviderError } from './errors.js';
import { errorInStream } from './refused.js';

/** @import {ChatRequest, Delta, Message, Provider, ProviderOptions} from './types.js' */

/** @param {ProviderOptions} options @returns {Provider} */
export function gemini(options) {
  const endpoint = new Endpoint(options, {
    home: 'https://generativelanguage.googleapis.com/v1beta',
    // Not in the address, where logs and histories would keep it.
    headers: (key) => ({ ...(key && { 'x-goog-api-key': key }) }),
  });

  return {
    id: 'gemini',
    availability: () => endpoint.availability(),

    async *chat(request, { signal }) {
      const model = endpoint.model(request.model) ?? 'default';
      const path = `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent`;
      const { host } = endpoint.url(path);
      const progress = { ended: false };
      const body = bodyOf(request, options);
      let calls = 0;
      let reason;
      for await (const { json } of endpoint.ask(path, { body, model, signal, query: 'alt=sse' }, progress)) {
        // A server that does not stream sends all of it as one array.
        for (const chunk of Array.isArray(json) ? json : [json]) {
          if (chunk?.error) throw errorInStream(chunk, endpoint.url(path), model);
          const blocked = chunk?.promptFeedback?.blockReason;
          if (blocked) throw new ProviderError('filtered', { host, detail: blocked });
          const candidate = chunk?.candidates?.[0];
          for (const part of candidate?.content?.parts ?? []) {
            if (typeof part?.text === 'string' && part.text !== '' && !part.thought)
              yield { type: 'text', delta: part.text };
            if (part?.functionCall) yield callOf(part, calls++);
          }
          const finish = candidate?.finishReason;
          if (finish) reason = endOf(finish);
          if (chunk?.usageMetadata) yield usageOf(chunk.usageMetadata);
          if (finish === 'MALFORMED_FUNCTION_CALL' && calls === 0)
            throw new ProviderError('model-error', { host, detail: candidate.finishMessage ?? finish });
        }
        progress.ended = reason !== undefined;
      }
      if (reason === undefined) throw new ProviderError('cut', { host });
      yield { type: 'end', reason: calls > 0 && reason === 'stop' ? 'tools' : reason };
    },

    listModels: ({ signal } = {}) =>
      endpoint.list('/models', signal, (json) =>
        (json?.models ?? [])
          .filter((/** @type {any} */ it) =>
            (it?.supportedGenerationMethods ?? ['generateContent']).includes('generateContent'),
          )
          .map((/** @type {any} */ it) => ({
            id: String(it?.name).replace(/^models\//, ''),
            label: it?.displayName,
          })),
      ),
  };
}

/** @param {ChatRequest} request @param {ProviderOptions} options */
function bodyOf({ system, messages, tools }, { core }) {
  return {
    contents: contentsOf(messages),
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    ...(tools?.length && { tools: [{ functionDeclarations: core.toGeminiTools(tools) }] }),
  };
}

/** Answers to the calls of one message belong into one content. @param {Message[]} messages */
function contentsOf(messages) {
  /** @type {{ role: 'user' | 'model', parts: any[] }[]} */
  const all = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(message);
    const last = all.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) all.push({ role, parts });
  }
  return all;
}

/** @param {Message} message @returns {any[]} */
function partsOf(message) {
  const text = message.content === '' ? [] : [{ text: message.content }];
  if (message.role === 'user') return text;
  if (message.role === 'tool') {
    const { toolCallId, name, content, isError } = message;
    const response = isError ? { error: content } : { output: content };
    return [{ functionResponse: { id: toolCallId, name, response } }];
  }
  const calls = (message.toolCalls ?? []).map(({ id, name, input, signature }) => ({
    functionCall: { id, name, args: inputOf(input) },
    ...(signature && { thoughtSignature: signature }),
  }));
  return [...text, ...calls];
}

/** @param {any} part @param {number} index @returns {Delta} */
function callOf({ functionCall, thoughtSignature }, index) {
  const { id, name, args } = functionCall;
  return {
    type: 'tool',
    index,
    ...(typeof id === 'string' && id !== '' && { id }),
    name,
    argsDelta: JSON.stringify(args ?? {}),
    // Without it, models from Gemini 3 on refuse the next request.
    ...(typeof thoughtSignature === 'string' && { signature: thoughtSignature }),
  };
}

/** @param {any} usage @returns {Delta} */
const usageOf = ({ promptTokenCount, candidatesTokenCount }) => ({
  type: 'usage',
  inputTokens: promptTokenCount,
  outputTokens: candidatesTokenCount,
});
