/** Stands where a part is still to come. */

/** @import {ToolEntry} from '../model/types.js' */

/** @param {{ tool?: ToolEntry }} props */
export function Placeholder({ tool }) {
  return <p class="empty">{tool?.name ?? '…'}</p>;
}
