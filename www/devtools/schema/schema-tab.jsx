/** The tool's schema, and the tool as others see it. To be loaded late. */

/** @import {Core, ToolEntry} from '../model/types.js' */

/**
 * @param {object} props
 * @param {ToolEntry} props.tool
 * @param {Core} props.core
 * @param {unknown} [props.args] for copied code; else a sample
 */
export function SchemaTab({ tool }) {
  return <p class="empty">{tool.name}</p>;
}
