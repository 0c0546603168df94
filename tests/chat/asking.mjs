/** What the tests of providers have in common. */
import * as core from 'webmcp-exec';
import { createProvider } from '../../www/chat/providers/index.js';

/** @import {ChatRequest, Delta, ProviderOptions} from '../../www/chat/providers/types.js' */

/** @type {any} */
export const tools = [
  {
    name: 'add_to_cart',
    description: 'Puts mugs into the cart.',
    inputSchema: { type: 'object', properties: { qty: { type: 'integer' } }, required: ['qty'] },
  },
];

/** @param {Partial<ChatRequest>} [more] @returns {ChatRequest} */
export const hello = (more) => ({ messages: [{ role: 'user', content: 'Hello' }], ...more });

/** @param {string} name @param {Partial<ProviderOptions>} options */
export const providerOf = (name, options) => createProvider(name, { core, model: 'test-model', ...options });

/**
 * Everything that a provider gives, with the pieces of each text and each call joined.
 *
 * @param {AsyncIterable<Delta>} deltas
 */
export async function joined(deltas) {
  let text = '';
  /** @type {Record<number, any>} */
  const calls = {};
  /** @type {any} */
  const rest = {};
  for await (const delta of deltas) {
    if (delta.type === 'text') text += delta.delta;
    else if (delta.type === 'usage') rest.usage = delta;
    else if (delta.type === 'end') rest.end = delta.reason;
    else {
      const { index, id, name, argsDelta = '', signature } = delta;
      calls[index] ??= { args: '' };
      calls[index].id ??= id;
      calls[index].name ??= name;
      if (signature) calls[index].signature = signature;
      calls[index].args += argsDelta;
    }
  }
  return { text, calls: Object.values(calls), ...rest };
}

/**
 * A `fetch` that answers with these bytes, in these pieces.
 *
 * @param {() => { status?: number, headers?: Record<string, string>, chunks: Uint8Array[] }} reply
 * @returns {any}
 */
export function fakeFetch(reply) {
  /** @type {{ url: string, init: any }[]} */
  const asked = [];
  const fetch = async (/** @type {string} */ url, /** @type {any} */ init) => {
    asked.push({ url, init });
    const { status = 200, headers = { 'content-type': 'text/event-stream' }, chunks } = reply();
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return new Response(body, { status, headers });
  };
  return { fetch, asked };
}
