/** Finds tools by what people remember of them: part of a name or title, a slip of the finger, a word of the text. */
import uFuzzy from '@leeoniya/ufuzzy';

/** @import {ToolEntry} from '../model/types.js' */
/** @import {Match, Ranges} from './groups.js' */

// Of words in any script.
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** How many are ranked; of more than that, nobody looks at the last ones. */
const RANKED = 1000;

const SEPARATOR = ' \u2014 ';

/** @type {WeakMap<ToolEntry, string>} */
const texts = new WeakMap();

/** @param {ToolEntry} tool */
function textOf(tool) {
  const text = texts.get(tool) ?? `${tool.info.title}${SEPARATOR}${tool.name}`;
  texts.set(tool, text);
  return text;
}

/**
 * The tools that match, best first; those that match by their description alone come last.
 *
 * @param {ToolEntry[]} tools
 * @param {string} query
 * @returns {Match[]}
 */
export function search(tools, query) {
  const needle = query.trim();
  if (needle === '') return tools.map((tool) => ({ tool, title: [], name: [] }));
  const haystack = tools.map(textOf);
  const [indexes, info, order] = fuzzy.search(haystack, needle, 1, RANKED);
  /** @type {Match[]} */
  const matches = [];
  const found = new Set();
  /** @param {number} index @param {number[]} [ranges] */
  const add = (index, ranges = []) => {
    const tool = tools[index];
    found.add(index);
    matches.push({ tool, ...split(ranges, tool.info.title.length) });
  };
  if (info && order) for (const at of order) add(info.idx[at], info.ranges[at]);
  else for (const index of indexes ?? []) add(index);
  const lower = needle.toLowerCase();
  for (const [index, { info }] of tools.entries()) {
    if (!found.has(index) && info.description.toLowerCase().includes(lower)) add(index);
  }
  return matches;
}

/** @param {number[]} ranges @param {number} length of the title */
function split(ranges, length) {
  /** @type {Ranges} */
  const title = [];
  /** @type {Ranges} */
  const name = [];
  const begin = length + SEPARATOR.length;
  for (let at = 0; at < ranges.length; at += 2) {
    const [from, to] = [ranges[at], ranges[at + 1]];
    if (from < length) title.push(from, Math.min(to, length));
    if (to > begin) name.push(Math.max(from, begin) - begin, to - begin);
  }
  return { title, name };
}
