/**
 * Keys in a page. Whoever can run a script in it can read them, so the page's own server is the place for a key. Where it
 * is in the page all the same, it is kept for the tab alone, for one endpoint alone, and never in what is exported,
 * remembered of the conversation or told in events.
 */
import { safeStorage } from '../../ui/element/storage.js';
import { isThisDevice, page } from './address.js';

/** @import {Surroundings} from './types.js' */
/** @import {SafeStorage} from '../../ui/element/storage.js' */

const PREFIX = 'webmcp-chat-key:';

/**
 * Whether a key that stands in the page's markup counts: on this device, or where the page says that it knows.
 *
 * @param {boolean} allowed the attribute `allow-browser-key`
 * @param {Surroundings} [around]
 */
export const mayHoldKey = (allowed, { location } = page()) =>
  allowed || (location !== undefined && isThisDevice(location.hostname));

/**
 * @param {object} options
 * @param {string} options.provider
 * @param {string} [options.endpoint]
 * @param {string} [options.attribute] the attribute `api-key`
 * @param {boolean} [options.allowed] the attribute `allow-browser-key`
 * @param {SafeStorage} [options.storage]
 * @param {Surroundings} [options.around]
 */
export function createKey({ provider, endpoint, attribute, allowed = false, storage, around = page() }) {
  const kept = storage ?? safeStorage('sessionStorage');
  const name = `${PREFIX}${provider}:${originOf(endpoint, around)}`;
  /** Where storage is forbidden, for as long as the page is there. @type {string | undefined} */
  let held;
  return {
    /** @returns {string | undefined} what the person gave counts before what the page says */
    get() {
      const own = held ?? kept.read(name);
      if (typeof own === 'string' && own !== '') return own;
      return attribute && mayHoldKey(allowed, around) ? attribute : undefined;
    },
    /** Whether the page's markup has one that is not used. */
    get isIgnored() {
      return Boolean(attribute) && !mayHoldKey(allowed, around);
    },
    /** @param {string | undefined} key by the person; nothing takes it away. Gives whether it is kept for the tab. */
    set(key) {
      const value = key?.trim() || undefined;
      const isKept = kept.write(name, value);
      held = isKept ? undefined : value;
      return isKept;
    },
  };
}

/** @param {string | undefined} endpoint @param {Surroundings} around */
function originOf(endpoint, around) {
  try {
    return endpoint ? new URL(endpoint, around.location?.href).origin : 'home';
  } catch {
    return 'home';
  }
}
