/** The entries of one conversation. None is ever changed: what changes gets another object. */
import { newCall } from './entries.js';

/** @import {AssistantEntry, ChatCall, Entry} from './types.js' */

/** @typedef {ReturnType<typeof createConversation>} Conversation */

/**
 * @param {object} options
 * @param {() => void} options.changed
 * @param {() => string} options.nextId
 * @param {() => number} options.now
 */
export function createConversation({ changed, nextId, now }) {
  /** @type {Entry[]} */
  let entries = [];

  /** @param {Entry[]} next */
  const set = (next) => {
    entries = next;
    changed();
  };

  /** @param {string} id @param {(entry: any) => Entry} change */
  const change = (id, change) => {
    const at = entries.findLastIndex((entry) => entry.id === id);
    const entry = entries[at];
    if (entry) set(entries.with(at, change(entry)));
  };

  return {
    entries: () => entries,
    set,

    /**
     * @template {Entry['type']} Type
     * @param {Type} type
     * @param {Omit<Extract<Entry, { type: Type }>, 'type' | 'id' | 'at'>} members
     * @returns {Extract<Entry, { type: Type }>}
     */
    add(type, members) {
      const entry = /** @type {any} */ ({ type, id: nextId(), at: now(), ...members });
      set([...entries, entry]);
      return entry;
    },

    /** @param {string} id @returns {AssistantEntry | undefined} */
    answer(id) {
      const entry = entries.findLast((it) => it.id === id);
      return entry?.type === 'assistant' ? entry : undefined;
    },

    /** @param {string} id @param {Partial<AssistantEntry>} members */
    update: (id, members) => change(id, (entry) => ({ ...entry, ...members })),

    /** @param {string} id */
    remove: (id) => set(entries.filter((entry) => entry.id !== id)),

    /** @param {string} callId @returns {ChatCall | undefined} */
    call(callId) {
      for (const entry of entries.toReversed()) {
        if (entry.type === 'command' && entry.call.id === callId) return entry.call;
        const call = entry.type === 'assistant' ? entry.calls.find(({ id }) => id === callId) : undefined;
        if (call) return call;
      }
      return undefined;
    },

    /** @param {string} callId @param {Partial<ChatCall>} members @returns {ChatCall | undefined} as it is then */
    updateCall(callId, members) {
      const at = entries.findLastIndex((entry) =>
        entry.type === 'command'
          ? entry.call.id === callId
          : entry.type === 'assistant' && entry.calls.some(({ id }) => id === callId),
      );
      const entry = entries[at];
      if (entry?.type === 'command') set(entries.with(at, { ...entry, call: { ...entry.call, ...members } }));
      else if (entry?.type === 'assistant') {
        const calls = entry.calls.map((call) => (call.id === callId ? { ...call, ...members } : call));
        set(entries.with(at, { ...entry, calls }));
      }
      return this.call(callId);
    },

    /** The call of an answer that is still being written, by its number there.
     * @param {string} id of the answer @param {number} index @param {(call: ChatCall) => ChatCall} written
     * @param {() => string} idOfCall
     */
    writeCall(id, index, written, idOfCall) {
      change(id, (/** @type {AssistantEntry} */ entry) => {
        const calls = [...entry.calls];
        calls[index] = written(calls[index] ?? newCall({ id: idOfCall() }));
        return { ...entry, calls };
      });
    },
  };
}
