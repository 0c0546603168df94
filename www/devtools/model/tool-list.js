/** The page's tools, with what has changed since somebody looked. */

import { createDefinitions, definitionOf, definitionText, differences } from './definitions.js';
import { createFrames } from './frames.js';

/** @import {ToolInfo} from 'webmcp-exec' */
/** @import {CallStatus, ChangedTool, Core, Difference, ToolDefinition, ToolEntry} from './types.js' */

/** How many removed tools are shown. */
const MOST_REMOVED = 20;

/** What stands for the window of a frame that is gone. */
const GONE = Object.freeze({});

/** @typedef {{ added: ChangedTool[], removed: ChangedTool[], changed: ChangedTool[] }} Changes */

/** @typedef {ReturnType<typeof createToolList>} ToolList */

/** @param {Core} core */
export function createToolList(core) {
  const frames = createFrames(core);
  /** @type {Map<string, { entry: ToolEntry, text: string }>} in the order in which they are shown */
  let all = new Map();
  /** @type {Map<string, string>} the texts that marked tools had when the marks were cleared */
  const unmarked = new Map();
  const definitions = createDefinitions();
  /** @type {Map<string, ToolEntry['counts']>} */
  const counts = new Map();
  /** @type {ToolEntry[] | undefined} */
  let entries;
  /** Whether the list is the first, or one of a page that is still beginning: nothing in it is news. */
  let isFirst = true;

  /** @param {string} key @param {Partial<ToolEntry>} members */
  const patch = (key, members) => {
    const one = all.get(key);
    if (!one) return;
    all.set(key, { ...one, entry: { ...one.entry, ...members } });
    entries = undefined;
  };

  /** The entry of a tool that is there. @param {string} key @param {string} text @param {ToolEntry} entry */
  const merged = (key, text, entry) => {
    const before = all.get(key);
    if (!before) return { ...entry, change: isFirst ? undefined : /** @type {const} */ ('added') };
    const { change } = before.entry;
    if (before.text === text && change !== 'removed') {
      const next = { ...entry, change, differences: before.entry.differences };
      return isSame(before.entry, next) ? before.entry : next;
    }
    const base = unmarked.get(key) ?? before.text;
    if (!isFirst && change !== 'added' && base !== text) {
      unmarked.set(key, base);
      const fields = differences(definitionOf(base), definitionOf(text));
      return { ...entry, change: /** @type {const} */ ('changed'), differences: fields };
    }
    if (change !== 'added') unmarked.delete(key);
    return { ...entry, change: change === 'added' ? change : undefined };
  };

  return {
    /**
     * Takes a new list.
     *
     * @param {ToolInfo[]} infos
     * @param {{ isBeginning?: boolean }} [options] whether the page still begins
     * @returns {Changes | null} what differs from the list before; `null` for the first, and where nothing does
     */
    take(infos, { isBeginning = false } = {}) {
      isFirst ||= isBeginning;
      const places = frames.read(infos);
      const names = new Map();
      for (const { name } of infos) names.set(name, (names.get(name) ?? 0) + 1);
      /** @type {typeof all} */
      const next = new Map();
      /** @type {Changes} */
      const changes = { added: [], removed: [], changed: [] };

      for (const [index, frame] of [...places.entries()].sort(byDocument(places))) {
        const info = /** @type {ToolInfo} */ (infos[index]);
        const text = definitionText(info);
        let key = `${frame.id}/${info.name}`;
        while (next.has(key)) key += '~';
        const before = all.get(key);
        const isBack = before?.entry.change === 'removed';
        const signature = before?.text === text ? before.entry.signature : definitions.add(text);
        const { inputSchema, annotations } = before?.text === text ? before.entry.info : definitionOf(text);
        const entry = merged(key, text, {
          key,
          name: info.name,
          info: { ...info, inputSchema, annotations },
          frame,
          signature,
          differences: [],
          counts: counts.get(key) ?? {},
          namesakes: names.get(info.name) - 1,
        });
        next.set(key, { entry, text });
        if (!before || isBack) changes.added.push(changed(entry));
        else if (before.text !== text)
          changes.changed.push(changed(entry, differences(definitionOf(before.text), definitionOf(text))));
      }

      const gone = [...all].filter(([key]) => !next.has(key));
      for (const [, { entry }] of gone) if (entry.change !== 'removed') changes.removed.push(changed(entry));
      const shown = isFirst
        ? []
        : gone.filter(([, { entry }]) => entry.change !== 'added').slice(-MOST_REMOVED);
      for (const [key] of gone) if (!shown.some(([other]) => other === key)) unmarked.delete(key);
      for (const [key, { entry, text }] of shown) {
        // The window of a frame that is gone is let go of.
        const info = { ...entry.info, window: GONE, tool: GONE };
        next.set(key, { entry: { ...entry, info, change: 'removed', differences: [] }, text });
      }

      const isQuiet = isFirst || changes.added.length + changes.removed.length + changes.changed.length === 0;
      all = next;
      isFirst = false;
      entries = undefined;
      return isQuiet ? null : changes;
    },

    /** @returns {ToolEntry[]} the same array until something changes; those of one document stand together */
    entries() {
      if (!entries) {
        const list = [...all.values()].map(({ entry }) => entry);
        const frameIds = [...new Set(list.map(({ frame }) => frame.id))];
        // Those that were removed stand with their document's.
        entries = frameIds.flatMap((id) => list.filter(({ frame }) => frame.id === id));
      }
      return entries;
    },

    /** @param {string} key */
    get: (key) => all.get(key)?.entry,

    /** Whether the tool is there now. @param {string} key */
    has: (key) => isThere(all.get(key)?.entry),

    /**
     * The tool that a call named: in the document it was in, or the page's own, or the only one there is.
     *
     * @param {{ key?: string, name: string, origin?: string }} call
     * @returns {ToolEntry | undefined}
     */
    find({ key, name, origin }) {
      const exact = key === undefined ? undefined : all.get(key)?.entry;
      if (exact && isThere(exact)) return exact;
      const named = this.entries().filter((entry) => entry.name === name && isThere(entry));
      const there = origin ? named.filter(({ info }) => info.origin === origin) : named;
      return there.find(({ frame }) => frame.own) ?? there[0] ?? exact;
    },

    /** Counts how a call ended. @param {string} key @param {CallStatus} status */
    count(key, status) {
      const now = counts.get(key) ?? {};
      const next = { ...now, [status]: (now[status] ?? 0) + 1 };
      counts.set(key, next);
      patch(key, { counts: next });
    },

    clearCounts() {
      counts.clear();
      for (const key of all.keys()) patch(key, { counts: {} });
    },

    /** @param {string} [key] */
    clearMarks(key) {
      for (const one of key === undefined ? [...all.keys()] : [key]) {
        unmarked.delete(one);
        const change = all.get(one)?.entry.change;
        if (change === 'removed') {
          all.delete(one);
          entries = undefined;
        } else if (change) patch(one, { change: undefined, differences: [] });
      }
    },

    /**
     * How a tool has changed since it had that signature; `[]` where that is not known.
     *
     * @param {string} key
     * @param {string | undefined} signature
     * @returns {Difference[] | null}
     */
    changedSince(key, signature) {
      const now = all.get(key);
      if (!now || signature === undefined || now.entry.signature === signature) return null;
      const before = definitions.get(signature);
      return before === undefined ? [] : differences(definitionOf(before), definitionOf(now.text));
    },

    /** Keeps a definition that a session file brings. @param {ToolDefinition} definition */
    remember: (definition) => void definitions.add(definitionText(definition)),

    /** No tools, because they cannot be read. */
    lose() {
      all = new Map();
      entries = undefined;
      isFirst = true;
      unmarked.clear();
    },
  };
}

/** @param {ToolEntry | undefined} entry */
const isThere = (entry) => entry !== undefined && entry.change !== 'removed';

/** The page first, then the frames in the order in which they are listed. @param {{ id: string, own: boolean }[]} places */
function byDocument(places) {
  const ids = [...new Set(places.map(({ id }) => id))];
  const ranks = new Map(ids.map((id, index) => [id, index]));
  const rank = (/** @type {{ id: string, own: boolean }} */ { id, own }) => (own ? -1 : (ranks.get(id) ?? 0));
  return (
    /** @type {[number, { id: string, own: boolean }]} */ [one, its],
    /** @type {[number, { id: string, own: boolean }]} */ [other, others],
  ) => rank(its) - rank(others) || one - other;
}

/** @param {ToolEntry} one @param {ToolEntry} other */
const isSame = (one, other) =>
  one.signature === other.signature &&
  one.change === other.change &&
  one.frame === other.frame &&
  one.info.window === other.info.window &&
  one.counts === other.counts &&
  one.namesakes === other.namesakes;

/** @param {ToolEntry} entry @param {Difference[]} [fields] @returns {ChangedTool} */
const changed = ({ key, name, frame }, fields = []) => ({
  key,
  name,
  frame: frame.own ? '' : frame.label,
  differences: fields,
});
