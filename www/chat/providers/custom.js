/** A provider of the page's own: a function of the request, or an object with one. */

/** @import {ChatRequest, Delta, ModelName, Provider} from './types.js' */

/**
 * @typedef {(request: ChatRequest, options: { signal: AbortSignal }) =>
 *   AsyncIterable<Delta> | PromiseLike<AsyncIterable<Delta> | CustomAnswer> | CustomAnswer} CustomChat
 */

/** An answer that does not stream.
 * @typedef {string | { content?: string | null, toolCalls?: { id?: string, name: string, input?: any }[], reason?: string }} CustomAnswer
 */

/** @typedef {CustomChat | (Partial<Omit<Provider, 'chat'>> & { chat: CustomChat })} CustomProvider */

/** @param {CustomProvider} implementation @returns {Provider} */
export function custom(implementation) {
  const whole = /** @type {any} */ (
    typeof implementation === 'function' ? { chat: implementation } : implementation
  );
  if (typeof whole?.chat !== 'function')
    throw new TypeError('providerImpl must be a function, or an object with a function chat.');
  return {
    id: typeof whole.id === 'string' ? whole.id : 'custom',
    availability: async () => (await whole.availability?.()) ?? { state: 'ready' },
    listModels: async (options) => (await whole.listModels?.(options)) ?? [],
    ...(whole.download && { download: (/** @type {any} */ options) => whole.download(options) }),
    async *chat(request, options) {
      const answer = await whole.chat(request, options);
      if (typeof answer?.[Symbol.asyncIterator] === 'function') yield* answer;
      else yield* deltasOf(answer);
    },
  };
}

/** @param {any} answer @returns {Generator<Delta>} */
function* deltasOf(answer) {
  const { content, toolCalls, reason } = typeof answer === 'string' ? { content: answer } : (answer ?? {});
  if (typeof content === 'string') yield { type: 'text', delta: content };
  for (const [index, { id, name, input }] of (toolCalls ?? []).entries()) {
    const argsDelta = typeof input === 'string' ? input : JSON.stringify(input ?? {});
    yield { type: 'tool', index, ...(id && { id }), name, argsDelta };
  }
  yield { type: 'end', reason: reason ?? (toolCalls?.length ? 'tools' : 'stop') };
}
