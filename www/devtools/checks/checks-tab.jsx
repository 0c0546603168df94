/** What may be wrong with a tool. To be loaded late. */

/** @import {Core, ToolEntry} from '../model/types.js' */

/**
 * @param {object} props
 * @param {ToolEntry} props.tool
 * @param {readonly ToolEntry[]} props.tools all of them: some mistakes are made together
 * @param {Core} props.core
 */
export function ChecksTab({ tool }) {
  return <p class="empty">{tool.name}</p>;
}
