/** One request to an endpoint, and nothing elsewhere: no redirect is followed, no referrer leaves the origin. */
import { isThisDevice, page } from './address.js';
import { diagnose } from './diagnose.js';
import { ProviderError } from './errors.js';
import { refusal } from './refused.js';

/** @import {ProviderOptions} from './types.js' */

/**
 * @param {URL} url
 * @param {ProviderOptions} options
 * @param {object} how
 * @param {Record<string, string>} how.headers
 * @param {boolean} how.keySent whether a key is among them
 * @param {unknown} [how.body]
 * @param {string} [how.model] for the words of an error
 * @param {AbortSignal} [how.signal]
 * @returns {Promise<Response>} one that is ok
 */
export async function request(url, options, { headers, keySent, body, model, signal }) {
  const around = options.around ?? page();
  if (keySent && url.protocol === 'http:' && !isThisDevice(url.hostname))
    throw new ProviderError('insecure-key', { host: url.host });
  const own = (await options.headers?.()) ?? {};
  signal?.throwIfAborted();
  const watch = watchPolicy(around.document, url);
  let response;
  try {
    response = await around.fetch(url.href, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...own },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      redirect: 'manual',
      referrerPolicy: 'same-origin',
      cache: 'no-store',
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw await diagnose(error, url, around, { blocked: await watch.blocked() });
  } finally {
    watch.end();
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new ProviderError('redirect', { host: url.host }, { status: response.status });
  if (response.ok) return response;
  const refused = await refusal(response, { url, model, keySent });
  signal?.throwIfAborted();
  throw refused;
}

/**
 * Whether the page's policy refuses requests to an address: the only word of it is an event.
 *
 * @param {EventTarget | undefined} document
 * @param {URL} url
 */
function watchPolicy(document, url) {
  let seen = false;
  const listener = (/** @type {any} */ event) => {
    const blocked = String(event.blockedURI ?? '');
    if (event.disposition !== 'report' && (blocked === url.href || blocked.startsWith(url.origin)))
      seen = true;
  };
  document?.addEventListener('securitypolicyviolation', listener);
  return {
    // The event is fired in a task of its own, which may come after the rejection.
    async blocked() {
      if (document && !seen) await new Promise((resolve) => setTimeout(resolve));
      return seen;
    },
    end: () => document?.removeEventListener('securitypolicyviolation', listener),
  };
}
