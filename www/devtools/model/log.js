/** The rows of the log: so many of them, and so many characters. The oldest go first, what is under way last. */

/** @import {CallEntry, LogEntry} from './types.js' */

/** @typedef {ReturnType<typeof createLog>} Log */

/** Arguments up to this size stay when a call's payload is let go of. */
const SMALL = 4096;

/**
 * @param {{ max: number, maxSize: number, changed: () => void }} options
 */
export function createLog({ max, maxSize, changed }) {
  /** @type {Map<string, LogEntry>} oldest first */
  const rows = new Map();
  /** @type {LogEntry[] | undefined} */
  let list;
  let dropped = 0;
  let size = 0;

  const touched = () => {
    list = undefined;
    changed();
  };

  /** @param {LogEntry} row */
  const remove = (row) => {
    rows.delete(row.id);
    size -= sizeOf(row);
  };

  const shorten = () => {
    if (rows.size <= max) return;
    for (const row of rows.values()) {
      if (rows.size <= max) return;
      if (isUnderWay(row)) continue;
      remove(row);
      dropped += 1;
    }
    // Calls that never end may not fill it either.
    for (const row of rows.values()) {
      if (rows.size <= 2 * max) return;
      remove(row);
      dropped += 1;
    }
  };

  /** Lets go of what the oldest calls hold; the newest is spared. */
  const lighten = () => {
    if (size <= maxSize) return;
    const newest = [...rows.keys()].at(-1);
    for (const row of rows.values()) {
      if (size <= maxSize || row.id === newest) return;
      if (row.type !== 'call' || row.dropped || row.size === 0) continue;
      const light = withoutPayload(row);
      size += light.size - row.size;
      rows.set(row.id, light);
    }
  };

  return {
    /** @param {LogEntry} row */
    add(row) {
      rows.set(row.id, row);
      size += sizeOf(row);
      shorten();
      lighten();
      touched();
    },

    /** Puts rows before all others. @param {LogEntry[]} earlier oldest first */
    addBefore(earlier) {
      if (earlier.length === 0) return;
      const later = [...rows.values()];
      rows.clear();
      for (const row of [...earlier, ...later]) rows.set(row.id, row);
      size += earlier.reduce((sum, row) => sum + sizeOf(row), 0);
      shorten();
      lighten();
      touched();
    },

    /**
     * Puts another row in a call's place.
     *
     * @param {string} id
     * @param {Partial<CallEntry>} members
     * @returns {CallEntry | undefined} `undefined` where the call is no longer there
     */
    update(id, members) {
      const before = rows.get(id);
      if (before?.type !== 'call') return undefined;
      const row = { ...before, ...members };
      rows.set(id, row);
      size += row.size - before.size;
      shorten();
      lighten();
      touched();
      return row;
    },

    /** @param {string} id */
    get: (id) => rows.get(id),

    /** @returns {LogEntry[]} oldest first; the same array until something changes */
    entries() {
      list ??= [...rows.values()];
      return list;
    },

    dropped: () => dropped,
    size: () => size,

    /** Takes all rows out but those of calls that are under way. */
    clear() {
      for (const row of rows.values()) if (!isUnderWay(row)) remove(row);
      dropped = 0;
      touched();
    },

    /** @param {number} rowsAtMost */
    setMax(rowsAtMost) {
      max = rowsAtMost;
      shorten();
      touched();
    },
  };
}

/** @param {LogEntry} row */
const sizeOf = (row) => (row.type === 'call' ? row.size : 0);

/** @param {LogEntry} row */
const isUnderWay = (row) => row.type === 'call' && row.status === 'running';

/** @param {CallEntry} call @returns {CallEntry} */
function withoutPayload(call) {
  const isSmall = JSON.stringify(call.args ?? null).length <= SMALL;
  const { arrivedWith, ...rest } = call;
  return {
    ...rest,
    result: null,
    raw: undefined,
    progress: [],
    size: 0,
    dropped: true,
    ...(!isSmall && { args: undefined, argsKnown: false }),
  };
}
