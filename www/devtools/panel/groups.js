/** Which tools the list shows, and under which document. */

/** @import {FrameEntry, ToolEntry} from '../model/types.js' */
/** @import {Filter} from './view.js' */

/** Where a text matches: pairs of beginning and end. @typedef {number[]} Ranges */

/**
 * @typedef {object} Match
 * @property {ToolEntry} tool
 * @property {Ranges} title
 * @property {Ranges} name
 */

/** @typedef {{ frame: FrameEntry, matches: Match[] }} Group */

const FAILED = /** @type {const} */ (['failed', 'bad-arguments', 'refused', 'timed-out', 'owner-gone']);

/** @type {Record<Filter, (tool: ToolEntry) => boolean>} */
export const filters = {
  all: () => true,
  changed: ({ change }) => change !== undefined,
  called: ({ counts }) => Object.keys(counts).length > 0,
  failed: ({ counts }) => FAILED.some((status) => counts[status]),
  readOnly: ({ info }) => info.annotations?.readOnlyHint === true,
  consequential: ({ info }) => info.annotations?.consequentialHint === true,
};

/** Groups in the order in which they are first met. @param {Match[]} matches @returns {Group[]} */
export function groupsOf(matches) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const match of matches) {
    const { frame } = match.tool;
    const group = groups.get(frame.id) ?? { frame, matches: [] };
    groups.set(frame.id, group);
    group.matches.push(match);
  }
  return [...groups.values()];
}
