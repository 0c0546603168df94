/** What may be wrong with a tool, by rules in files of their own. */
import { cost } from './cost.js';
import { names, similarNames } from './names.js';
import { argumentsOf, keywords, references, root } from './schemas.js';
import { argumentDescriptions, description, hints, unseen } from './texts.js';

/** @import {ToolEntry} from '../model/types.js' */

/**
 * @typedef {object} Finding
 * @property {string} id its text is the message `check.<id>`
 * @property {'error' | 'warn' | 'info'} level
 * @property {Record<string, string | number>} [values] in the text
 */

/** @typedef {(tool: ToolEntry, tools: readonly ToolEntry[]) => Finding[]} Rule */

/** @type {Rule[]} */
const RULES = [
  names,
  similarNames,
  description,
  unseen,
  root,
  references,
  argumentsOf,
  argumentDescriptions,
  keywords,
  hints,
  cost,
];

const ORDER = ['error', 'warn', 'info'];

/** @param {ToolEntry} tool @param {readonly ToolEntry[]} tools @returns {Finding[]} the worst first */
export const lint = (tool, tools) =>
  RULES.flatMap((rule) => rule(tool, tools)).sort(
    (one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level),
  );
