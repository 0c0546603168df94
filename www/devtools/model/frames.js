/** The documents that tools live in, by ids that are the same after a reload and names for people. */

/** @import {ToolInfo} from 'webmcp-exec' */
/** @import {Core, FrameEntry} from './types.js' */

/** The id of the page itself. */
export const PAGE = 'page';

/** @param {Core} core */
export function createFrames(core) {
  /** @type {Map<string, { window: object, entry: FrameEntry }>} by their ids */
  let known = new Map();
  /** @type {Map<string, { window: object, entry: FrameEntry }>} those that the list being read has named */
  let seen = new Map();
  /** @type {Set<unknown>} the windows of that list */
  let present = new Set();

  /** @param {string} id */
  const isFree = (id) => !seen.has(id) && !present.has(known.get(id)?.window ?? id);

  /** The first number of the origin that no other document has. @param {string} origin @param {object} window */
  const idOf = (origin, window) => {
    for (const [id, one] of known) if (one.window === window && one.entry.origin === origin) return id;
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? origin : `${origin}#${number}`;
      if (isFree(id)) return id;
    }
  };

  return {
    /**
     * Reads a whole list: documents that are no longer in it give their ids back.
     *
     * @param {ToolInfo[]} infos
     * @returns {FrameEntry[]} that of each tool
     */
    read(infos) {
      seen = new Map();
      present = new Set(infos.map(({ window }) => window));
      /** @type {Map<object, FrameEntry>} */
      const windows = new Map();
      const entries = infos.map(({ window, origin, own }) => {
        const place = window ?? infos;
        const entry = windows.get(place);
        if (entry && entry.origin === origin) return entry;
        const id = own ? PAGE : idOf(origin, place);
        const before = known.get(id)?.entry;
        const made = { id, label: own ? '' : labelOf(core, window, origin), origin, own };
        const same = before && before.label === made.label && before.origin === origin;
        const current = same ? before : made;
        seen.set(id, { window: place, entry: current });
        windows.set(place, current);
        return current;
      });
      known = seen;
      present = new Set();
      return entries;
    },
  };
}

/** @param {Core} core @param {object} window @param {string} origin */
function labelOf(core, window, origin) {
  try {
    return core.describeFrame?.(window)?.label || origin;
  } catch {
    return origin;
  }
}
