/** The settings of a turn, with their defaults, whatever was given. */

/** @import {ApproveMode, ChatSettings} from './types.js' */

const DEFAULTS = { maxRounds: 10, maxCalls: 30, toolTimeout: 60_000, resultLimit: 8000 };

/** @param {ChatSettings} [given] */
export function settingsOf(given = {}) {
  const number = (/** @type {keyof typeof DEFAULTS} */ name, least = 1) => {
    const value = given[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= least
      ? Math.floor(value)
      : DEFAULTS[name];
  };
  return {
    ...given,
    approve: approveOf(given.approve),
    maxRounds: number('maxRounds'),
    maxCalls: number('maxCalls'),
    toolTimeout: number('toolTimeout', 0),
    resultLimit: number('resultLimit'),
    isOffered: offerOf(given),
  };
}

/** @typedef {ReturnType<typeof settingsOf>} Settings */

/** @param {unknown} given @returns {ApproveMode} */
const approveOf = (given) => (given === 'always' || given === 'never' ? given : 'auto');

/**
 * Which tools there are for the chat. A filter that throws says no.
 *
 * @param {ChatSettings} settings
 * @returns {(tool: any) => boolean}
 */
function offerOf({ include, exclude, toolFilter }) {
  const [isIncluded, isExcluded] = [matcher(include), matcher(exclude)];
  return (tool) => {
    if (isIncluded?.(tool.name) === false || isExcluded?.(tool.name)) return false;
    try {
      return toolFilter ? Boolean(toolFilter(tool)) : true;
    } catch {
      return false;
    }
  };
}

/** @param {string | undefined} patterns @returns {((name: string) => boolean) | undefined} */
function matcher(patterns) {
  const list = (patterns ?? '').split(/[\s,]+/).filter(Boolean);
  if (list.length === 0) return undefined;
  return (name) => list.some((pattern) => matches(pattern.split('*'), name));
}

/** Whether a name has these parts in their order: a pattern by which nothing can be made slow.
 * @param {string[]} parts @param {string} name
 */
function matches(parts, name) {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
