/** Whether a tool is still the one that a person was asked about. */
import { plain } from '../../devtools/model/plain.js';

/** @import {OfferedTool, ToolInfo} from 'webmcp-exec' */
/** @import {ChatCore} from './types.js' */

/**
 * All that a tool says of itself, as text. Two lists of one tool give the same text, whoever lists it.
 *
 * @param {OfferedTool | ToolInfo} tool
 * @param {ChatCore} core
 * @param {string} [name] where the tool is offered under another
 */
export function definitionText(tool, core, name = tool.name) {
  const [described] = core.toMcpTools([/** @type {any} */ (tool)]);
  const { title = '', description = '', inputSchema, annotations } = described ?? {};
  return JSON.stringify(sorted(plain({ name, title, description, inputSchema, annotations })));
}

/** Members in the order of their names. @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/**
 * Why a tool of the page is not any more what it was when the model was offered it; `undefined` if it is.
 *
 * @param {OfferedTool} offered under its own name
 * @param {object} options
 * @param {ChatCore} options.core
 * @param {string[]} [options.fromOrigins]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<'removed' | 'changed' | undefined>}
 */
export async function changeOf(offered, { core, fromOrigins, signal }) {
  // Tools of `registerTool` are in memory: who could change one could run anything in the page.
  if (offered.window === undefined) return undefined;
  const list = await core.listTools({ signal, timeout: 10_000, ...(fromOrigins && { fromOrigins }) });
  const now = list.find(
    (tool) => tool.name === offered.name && tool.window === offered.window && tool.origin === offered.origin,
  );
  if (!now) return 'removed';
  return definitionText(now, core) === definitionText(offered, core) ? undefined : 'changed';
}
