/** The calls of the page before: what is handed over in the storage of the session, and taken up after the load. */

import { plain, weight } from './plain.js';
import { callForFile, FORMAT, VERSION } from './session-writer.js';

/** @import {NavigationResult} from 'webmcp-exec' */
/** @import {SafeStorage} from '../../ui/element/storage.js' */
/** @import {CallEntry, Clock, Core, LogEntry} from './types.js' */

/** How many calls are handed over, how many characters of one, and of all. */
const MOST = 200;
const MOST_OF_ONE = 32_000;
const MOST_OF_ALL = 500_000;

/** How long a call is known that took the page away. */
const KNOWN_FOR = 120_000;

/**
 * @param {object} options
 * @param {SafeStorage | null | undefined} options.storage
 * @param {string} options.key
 * @param {Clock} options.clock
 * @param {() => void} options.failed the storage is forbidden or full
 */
export function createHistory({ storage, key, clock, failed }) {
  const place = key === '' || !storage ? undefined : `${key}.calls`;
  return {
    /** @param {LogEntry[]} rows oldest first */
    save(rows) {
      if (place === undefined || !storage) return;
      const calls = rows.filter((row) => row.type === 'call').slice(-MOST);
      /** @type {object[]} */
      const kept = [];
      let size = 0;
      for (const call of calls.reverse()) {
        const small = handedOver(call);
        size += small.size;
        if (size > MOST_OF_ALL) break;
        kept.unshift(small.call);
      }
      const isKept =
        kept.length === 0
          ? storage.write(place, undefined)
          : storage.write(place, { format: FORMAT, version: VERSION, savedAt: clock.now(), calls: kept });
      if (!isKept) failed();
    },

    /** @returns {Promise<CallEntry[]>} oldest first; what is no history is none */
    async read() {
      const saved = place === undefined ? undefined : storage?.read(place);
      if (saved?.format !== FORMAT || saved.version !== VERSION || !Array.isArray(saved.calls)) return [];
      // Only a page that comes after another one needs it.
      const { callFromFile, readCall } = await import('./session-file.js');
      return saved.calls.slice(-MOST).flatMap((/** @type {any} */ one) => {
        try {
          // What was under way went with the page.
          const isLost = one?.status === 'running';
          const call = readCall(isLost ? { ...one, status: 'lost', outcomeUnknown: true } : one, '');
          return [callFromFile(call, { id: call.id, from: 'earlier' })];
        } catch {
          return [];
        }
      });
    },
  };
}

/**
 * Finds out whether one of the panel's calls led to this page. Only then the page is asked, for it tells that once, and
 * may want to know itself.
 *
 * @param {Core} core
 * @param {CallEntry[]} calls of the page before
 * @param {{ now: number, callIdOf: (id: string) => string }} options
 * @returns {Promise<{ id: string, members: Partial<CallEntry> } | undefined>}
 */
export async function arrival(core, calls, { now, callIdOf }) {
  const pending = calls.filter(
    ({ source, status, navigatedTo, startedAt }) =>
      source === 'panel' &&
      (status === 'lost' || (status === 'navigated' && navigatedTo === undefined)) &&
      now - startedAt < KNOWN_FOR,
  );
  if (pending.length === 0 || !core.takeNavigationResult) return undefined;
  const arrived = await core.takeNavigationResult();
  if (!arrived) return undefined;
  const call =
    pending.find(({ id }) => arrived.callId === callIdOf(id)) ??
    pending.findLast((one) => arrived.callId === undefined && isCallOf(one, arrived));
  if (!call) return undefined;
  const navigatedTo = core.url?.();
  const members = {
    status: /** @type {const} */ ('navigated'),
    outcomeUnknown: false,
    arrivedWith: plain(arrived.data),
    ...(navigatedTo !== undefined && { navigatedTo }),
  };
  return { id: call.id, members };
}

/** @param {CallEntry} call @param {NavigationResult} arrived */
const isCallOf = (call, { name, args }) =>
  call.name === name && (args === undefined || JSON.stringify(args) === JSON.stringify(call.args));

/** A call without what would fill the storage. @param {CallEntry} call */
function handedOver(call) {
  const { raw, ...file } = callForFile(call);
  for (const name of /** @type {const} */ (['args', 'result'])) {
    if (weight(file[name]) > MOST_OF_ONE) delete file[name];
  }
  return { call: file, size: weight(file) };
}
