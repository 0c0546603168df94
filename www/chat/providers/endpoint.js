/** What the providers with an endpoint have in common: asking it, listing its models, saying whether it can be asked. */
import { addressOf, isSameOrigin, page } from './address.js';
import { ProviderError } from './errors.js';
import { valuesOf } from './event-stream.js';
import { request } from './request.js';

/** @import {Availability, ModelName, ProviderOptions} from './types.js' */
/** @import {Progress, StreamedValue} from './event-stream.js' */

/** @typedef {object} Manners How an API wants to be spoken to.
 * @property {string} [home] its own address, for who has a key
 * @property {(key: string | undefined, url: URL) => Record<string, string>} headers
 */

export class Endpoint {
  /** @param {ProviderOptions} options @param {Manners} manners */
  constructor(options, manners) {
    this.options = options;
    this.manners = manners;
    this.around = options.around ?? page();
  }

  get address() {
    return this.options.endpoint || this.manners.home || '';
  }

  /** The page's own server may know which model and which key; anybody else has to be told. */
  get isOwn() {
    return isSameOrigin(this.address, this.around);
  }

  /** @returns {Promise<Availability>} */
  async availability() {
    const { endpoint, model, headers, key } = this.options;
    const missing = (/** @type {Availability['missing']} */ what) => ({
      state: /** @type {const} */ ('setup'),
      missing: what,
    });
    if (this.address === '') return missing('endpoint');
    if (!endpoint && !key?.() && !headers) return missing('key');
    if (!this.isOwn && !model) return missing('model');
    return { state: 'ready' };
  }

  /**
   * @param {string} path behind the endpoint
   * @param {object} how
   * @param {unknown} [how.body]
   * @param {string} [how.model]
   * @param {AbortSignal} [how.signal]
   * @param {string} [how.query]
   * @param {Progress} [progress]
   * @returns {AsyncGenerator<StreamedValue, void, void>}
   */
  async *ask(path, { body, model, signal, query }, progress) {
    const url = this.url(path);
    if (query) url.search = query;
    const key = this.options.key?.() || undefined;
    const headers = { ...this.manners.headers(key, url) };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const keySent = key !== undefined;
    const response = await request(url, this.options, { headers, keySent, body, model, signal });
    yield* valuesOf(response, { url, signal, limits: this.options.limits }, progress);
  }

  /** @param {string} path */
  url(path) {
    if (this.address === '') throw new ProviderError('setup', { missing: 'endpoint' });
    return addressOf(this.address, path, this.around);
  }

  /**
   * @param {string} path
   * @param {AbortSignal | undefined} signal
   * @param {(json: any) => ModelName[]} read
   */
  async list(path, signal, read) {
    for await (const { json } of this.ask(path, { signal })) return read(json);
    return [];
  }

  /** The model that is wanted, or the one that is set. @param {string} [model] */
  model(model) {
    return model || this.options.model || undefined;
  }
}

/** The arguments of a call for a model that gets them back: some servers fail at what is no JSON of an object.
 * @param {any} input
 * @returns {object}
 */
export const inputOf = (input) =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};

/** How APIs call the ends of an answer. @type {Record<string, string>} */
const REASONS = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  STOP: 'stop',
  tool_calls: 'tools',
  function_call: 'tools',
  tool_use: 'tools',
  length: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  MAX_TOKENS: 'length',
  content_filter: 'filter',
  refusal: 'filter',
  SAFETY: 'filter',
  RECITATION: 'filter',
  BLOCKLIST: 'filter',
  PROHIBITED_CONTENT: 'filter',
  SPII: 'filter',
};

/** @param {string} reason */
export const endOf = (reason) => REASONS[reason] ?? reason;
