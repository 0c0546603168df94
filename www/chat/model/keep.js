/** The conversation in storage that may be forbidden, full, or written by somebody else. */
import { readEntries, VERSION } from './chat-file.js';

/** @import {Entry, SafeStorage} from './types.js' */

/** What is kept where there is no room for all of it. */
const LAST = 40;

/** @param {SafeStorage | null | undefined} storage @param {string} key */
export function createKeep(storage, key) {
  /** @param {readonly Entry[]} entries */
  const write = (entries) => storage?.write(key, { version: VERSION, entries }) ?? true;

  return {
    /** @returns {Entry[]} none where there is nothing, or nothing that can be read */
    load() {
      try {
        const kept = storage?.read(key);
        return kept?.version === VERSION ? readEntries(kept.entries) : [];
      } catch {
        return [];
      }
    },

    /** @param {readonly Entry[]} entries @returns {boolean} whether it is kept, at least the end of it */
    save(entries) {
      if (entries.length === 0) return storage?.write(key, undefined) ?? true;
      return write(entries) || write(entries.map(slim)) || write(entries.slice(-LAST).map(slim));
    },
  };
}

/** Without the results: what the model was told of them stays. @param {Entry} entry @returns {Entry} */
export function slim(entry) {
  if (entry.type === 'command') return { ...entry, call: slimCall(entry.call) };
  return entry.type === 'assistant' ? { ...entry, calls: entry.calls.map(slimCall) } : entry;
}

/** @param {import('./types.js').ChatCall} call */
function slimCall({ result, progress, ...call }) {
  return call;
}
