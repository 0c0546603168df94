/** Tools that the person runs by hand: `/` lists them, with or without a model. */

import { STATUS_OF_CALL } from './call-status.js';

/** @import {ModelContextToolResult, ToolCallReport} from 'webmcp-exec' */
/** @import {ToolEntry} from '../../devtools/model/types.js' */
/** @import {ChatCall, ChatCore} from './types.js' */

/**
 * What is typed, if it is a command: the words that a tool is looked for by, and JSON behind the name of one.
 *
 * @param {string} text
 * @returns {{ query: string, json: string } | undefined}
 */
export function readCommand(text) {
  const command = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!command) return undefined;
  const [, name = '', rest = ''] = command;
  return rest.trim().startsWith('{')
    ? { query: name, json: rest.trim() }
    : { query: `${name} ${rest}`.trim(), json: '' };
}

/**
 * The tools that are meant, the likeliest first: each word has to be somewhere in name, title or description.
 *
 * @param {readonly ToolEntry[]} tools
 * @param {string} query
 */
export function findTools(tools, query) {
  const words = query
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);
  const ranked = tools.flatMap((tool) => {
    const { name, title, description } = tool.info;
    const texts = [name, title, description].map((text) => text.toLowerCase());
    const ranks = words.map((word) => rank(word, texts));
    return ranks.includes(0) ? [] : [{ tool, rank: ranks.reduce((sum, one) => sum + one, 0) }];
  });
  return ranked.sort((one, other) => other.rank - one.rank).map(({ tool }) => tool);
}

/** How well a word fits; 0: not at all. @param {string} word @param {string[]} texts the more telling first */
function rank(word, texts) {
  for (const [index, text] of texts.entries()) {
    const at = text.indexOf(word);
    if (at < 0) continue;
    const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    return (texts.length - index) * 4 + (at === 0 ? 2 : 0) + (isStart ? 1 : 0);
  }
  return 0;
}

/**
 * What a call came to, for the person and for the model.
 *
 * @param {ToolCallReport} report
 * @param {ChatCore} core
 * @param {number} limit
 * @returns {Partial<ChatCall>}
 */
export function ended(report, core, limit) {
  const { status, result, error, durationMs, errorCode } = report;
  const isError = status !== 'navigated' && (status !== 'completed' || result?.isError === true);
  return {
    status: STATUS_OF_CALL[status] ?? 'failed',
    durationMs,
    ...(errorCode && { errorCode }),
    ...(isError && { isError }),
    result: result ?? (error === undefined ? null : String(/** @type {any} */ (error)?.message ?? error)),
    content: toldText(report.name, result, error, core).slice(0, limit),
  };
}

/** @param {string} name @param {ModelContextToolResult | null} result @param {unknown} error @param {ChatCore} core */
function toldText(name, result, error, core) {
  if (error !== undefined && result === null) return String(/** @type {any} */ (error)?.message ?? error);
  const [message] = core.toOpenAIToolResults([result], [{ id: 'one', name }]);
  return message?.content ?? '';
}
