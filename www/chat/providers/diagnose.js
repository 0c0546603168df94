/**
 * Why a request came to nothing. Browsers say "Failed to fetch" and no more, whatever the reason; what the page can
 * find out by itself tells them apart.
 */
import { isNearby, isThisDevice } from './address.js';
import { ProviderError } from './errors.js';

/** @import {Surroundings} from './types.js' */

/** Where local servers listen, as far as their help differs. @type {Record<string, string>} */
const SERVER_AT_PORT = { 11434: 'ollama', 1234: 'lmstudio' };

/** How long a server has to show that it is there. */
const PROBE_MS = 3000;

/**
 * @param {unknown} error what `fetch` threw
 * @param {URL} url
 * @param {Surroundings} around
 * @param {{ blocked?: boolean }} [seen] `blocked`: the page's policy said no
 * @returns {Promise<ProviderError>}
 */
export async function diagnose(error, url, around, { blocked } = {}) {
  const { host, hostname, origin } = url;
  const { location, navigator } = around;
  const here = location?.origin ?? 'null';
  const values = { host, origin, url: url.href };
  const because = (/** @type {string} */ code, more = {}) =>
    new ProviderError(code, { ...values, ...more }, { cause: error });

  if (blocked) return because('blocked');
  const local = isThisDevice(hostname);
  if (navigator?.onLine === false && !local && !isNearby(hostname)) return because('offline');
  if (location?.protocol === 'https:' && url.protocol === 'http:' && !local) return because('mixed-content');

  const permission = await localPermission(hostname, around);
  if (permission) return because(permission.code, { permission: permission.name });

  if (origin === here || !(await answers(url, around))) return because('unreachable');
  const server = local || isNearby(hostname) ? SERVER_AT_PORT[url.port] : undefined;
  // The origin of a file or a sandbox is "null", which no list can hold.
  const allow = here === 'null' ? '*' : here;
  return because(server ? `cors.${server}` : 'cors', { origin: here, allow });
}

/**
 * The permission that stands in the way to this device or its network, if one does. Chromium has had one name for it
 * since 142, and later two; other browsers have none.
 *
 * @param {string} hostname
 * @param {Surroundings} around
 */
export async function localPermission(hostname, { location, navigator }) {
  const local = isThisDevice(hostname);
  if (!local && !isNearby(hostname)) return undefined;
  // A page that is local itself needs no leave.
  if (location && (isThisDevice(location.hostname) || (!local && isNearby(location.hostname))))
    return undefined;
  for (const name of [local ? 'loopback-network' : 'local-network', 'local-network-access']) {
    try {
      const { state } = (await navigator?.permissions?.query({ name })) ?? { state: 'granted' };
      if (state === 'granted') return undefined;
      return { name, code: state === 'denied' ? 'permission-denied' : 'permission' };
    } catch {
      // A browser that does not know the name.
    }
  }
  return undefined;
}

/**
 * Whether anything answers there, readable or not. It is a request to the endpoint's own origin, without credentials.
 *
 * @param {URL} url
 * @param {Surroundings} around
 */
async function answers(url, { fetch }) {
  try {
    await fetch(url.origin, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    return true;
  } catch {
    return false;
  }
}
