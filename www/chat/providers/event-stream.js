/** The JSON values of an answer that streams: server-sent events, or all at once where a server does not stream. */
import { createParser } from 'eventsource-parser';
import { ProviderError } from './errors.js';
import { isWebPage } from './refused.js';

/** @import {Limits} from './types.js' */

/** @type {Limits} */
const DEFAULTS = { firstMs: 300_000, stallMs: 60_000, maxEvent: 8 * 1024 * 1024 };

/** @typedef {object} StreamedValue
 * @property {string} [event]
 * @property {any} json
 */

/**
 * What has come of an answer, and how long one waits for more.
 *
 * @typedef {object} Progress
 * @property {boolean} [ended] the answer is whole, whatever the connection does: a silence then is its end
 * @property {boolean} [done] the server has said `[DONE]`
 */

/** How long a server has to close the stream of an answer that is whole. */
const CLOSING_MS = 2000;

/**
 * @param {Response} response
 * @param {object} options
 * @param {URL} options.url
 * @param {AbortSignal} [options.signal]
 * @param {Partial<Limits>} [options.limits]
 * @param {Progress} [progress]
 * @returns {AsyncGenerator<StreamedValue, void, void>} ends at `[DONE]`
 */
export async function* valuesOf(response, { url, signal, limits }, progress = {}) {
  const { firstMs, stallMs, maxEvent } = { ...DEFAULTS, ...limits };
  const values = { host: url.host, url: url.origin + url.pathname };
  const tooLong = () => new ProviderError('too-long', values);
  /** @type {{ event?: string, data: string }[]} */
  const events = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: maxEvent,
    onEvent(event) {
      // One that comes in a single chunk was never in the parser's buffer.
      isTooLong ||= event.data.length > maxEvent;
      events.push(event);
    },
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
  });

  const decoder = new TextDecoder();
  /** What there is before it is known what it is; then what is no event stream. @type {string | undefined} */
  let beginning = '';
  /** @type {'events' | 'whole' | undefined} */
  let kind;
  let patience = firstMs;
  const type = response.headers.get('content-type') ?? '';
  const isPage = () => isWebPage(type, beginning ?? '');

  /** @param {string} text */
  const take = (text) => {
    if (kind === 'events') return parser.feed(text);
    beginning += text;
    // An event stream begins with the name of a field: what begins with a bracket is none, whatever its type says.
    const first = /\S/.exec(beginning?.slice(0, 1024) ?? '')?.[0];
    if (kind !== 'whole' && first !== undefined) kind = /[[{<]/.test(first) ? 'whole' : 'events';
    if (kind !== 'events') {
      isTooLong ||= (beginning?.length ?? 0) > maxEvent;
      return;
    }
    parser.feed(beginning ?? '');
    beginning = undefined;
  };

  for await (const chunk of chunksOf(response, signal, () => (progress.ended ? CLOSING_MS : patience))) {
    if (chunk === undefined) {
      if (progress.ended) return;
      throw new ProviderError('stalled', { ...values, seconds: Math.round(patience / 1000) });
    }
    patience = stallMs;
    take(decoder.decode(chunk, { stream: true }));
    if (isTooLong) throw tooLong();
    for (const { event, data } of events.splice(0)) {
      progress.done = data === '[DONE]';
      if (progress.done) return;
      yield { event, json: json(data, values) };
    }
  }
  signal?.throwIfAborted();
  const last = decoder.decode();
  if (kind === 'events') {
    // Some servers leave out the blank line behind the last event.
    parser.feed(`${last}\n\n`);
    for (const { event, data } of events) {
      progress.done = data === '[DONE]';
      if (progress.done) return;
      yield { event, json: json(data, values, 'cut') };
    }
    return;
  }
  take(last);
  if (isPage()) throw new ProviderError('html', values);
  if (kind === undefined) throw new ProviderError('cut', values);
  yield { json: json(beginning ?? '', values, 'not-json') };
}

/** @param {string} text @param {Record<string, string>} values */
function json(text, values, code = 'not-json') {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError(code, values, { cause });
  }
}

/**
 * The chunks of a body; `undefined` where none has come in time.
 *
 * @param {Response} response
 * @param {AbortSignal | undefined} signal
 * @param {() => number} patience in milliseconds; 0: for ever
 */
async function* chunksOf(response, signal, patience) {
  const reader = response.body?.getReader();
  if (!reader) return;
  /** @type {any} */
  let timer;
  try {
    for (;;) {
      const silence = new Promise((resolve) => {
        if (patience() > 0) timer = setTimeout(resolve, patience(), undefined);
      });
      const read = await Promise.race([reader.read(), silence]);
      clearTimeout(timer);
      if (read === undefined) yield undefined;
      if (read === undefined || read.done) return;
      yield/** @type {Uint8Array} */ (read.value);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof ProviderError ? cause : new ProviderError('cut', {}, { cause });
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}
