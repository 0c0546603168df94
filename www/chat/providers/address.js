/** Addresses of endpoints: where they are, and what is put behind them. */

/** @import {Surroundings} from './types.js' */

const NAMES_OF_THIS_DEVICE = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const NETWORK_NEARBY =
  /^(10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|169\.254(\.\d{1,3}){2}|\[f[cd].*\]|\[fe80.*\]|.+\.local)$/i;

/** @param {string} hostname */
export const isThisDevice = (hostname) => NAMES_OF_THIS_DEVICE.test(hostname);

/** @param {string} hostname */
export const isNearby = (hostname) => NETWORK_NEARBY.test(hostname);

/**
 * The absolute address of an endpoint, with a path behind it. An endpoint that has the whole path already is taken as
 * it is: people paste what the documentation of their provider shows.
 *
 * @param {string} endpoint
 * @param {string} path
 * @param {Surroundings} around
 */
export function addressOf(endpoint, path, around) {
  const url = new URL(endpoint, around.location?.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`No address: ${endpoint}`);
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(path) ? base : base + path;
  url.hash = '';
  return url;
}

/** Whether an endpoint belongs to the page's own origin. @param {string} endpoint @param {Surroundings} around */
export function isSameOrigin(endpoint, around) {
  try {
    return new URL(endpoint, around.location?.href).origin === around.location?.origin;
  } catch {
    return false;
  }
}

/** @returns {Surroundings} */
export const page = () => /** @type {any} */ (globalThis);
