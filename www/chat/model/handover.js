/**
 * A turn that survives a navigation. Before a call that may lead away, the conversation is put down for the next page; the
 * chat there takes it up, tells the model where the call has led, and goes on.
 */
import { readEntries, VERSION } from './chat-file.js';
import { slim } from './keep.js';

/** @import {NavigationResult} from 'webmcp-exec' */
/** @import {ChatCall, Entry, SafeStorage} from './types.js' */

/** How long it counts. */
export const EXPIRES_MS = 120_000;

/** @typedef {{ entries: Entry[], callId: string, url: string }} Handover */

/**
 * @param {SafeStorage | null | undefined} session
 * @param {string} key
 * @param {() => number} now
 */
export function createHandover(session, key, now) {
  return {
    /** @param {Handover} handover */
    save({ entries, callId, url }) {
      const kept = { version: VERSION, at: now(), callId, url };
      return (
        session?.write(key, { ...kept, entries }) ||
        session?.write(key, { ...kept, entries: entries.map(slim) })
      );
    },

    clear: () => session?.write(key, undefined),

    /** What the page before has put down, once. @returns {Handover | undefined} */
    take() {
      const kept = session?.read(key);
      if (kept === undefined) return undefined;
      session?.write(key, undefined);
      const age = now() - kept?.at;
      if (kept?.version !== VERSION || !(age >= 0 && age <= EXPIRES_MS)) return undefined;
      if (typeof kept.callId !== 'string' || typeof kept.url !== 'string') return undefined;
      try {
        return { entries: readEntries(kept.entries), callId: kept.callId, url: kept.url };
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * What became of the call that was under way when its page was left.
 *
 * @param {ChatCall} call
 * @param {object} after
 * @param {string} after.href where the page is now
 * @param {string} after.from where it was
 * @param {NavigationResult | null | undefined} after.arrival
 * @param {number} after.limit characters
 * @returns {Partial<ChatCall>}
 */
export function arrived(call, { href, from, arrival, limit }) {
  const isOurs = arrival && (arrival.callId === call.id || (!arrival.callId && arrival.name === call.name));
  if (!isOurs && href === from)
    return {
      status: 'unknown',
      isError: true,
      content:
        'The page was loaded anew while this call ran. It is not known whether it has done its work: find out before you call it again.',
    };
  const data = isOurs && arrival.data.length > 0 ? JSON.stringify(arrival.data) : '';
  const more = data && `\nThe page says of itself:\n${data.slice(0, limit)}`;
  return {
    status: 'navigated',
    isError: undefined,
    navigatedTo: href,
    content: `The call navigated to ${href}.${more}`,
    // What a page says of itself may be what others have written there.
    ...(more && { untrusted: true }),
  };
}
