/** Arrow keys in the list, which go from one document's tools on to the next's. */
import { usePanel, useView } from './context.js';

/** @import {Match} from './groups.js' */

const PAGE = 8;

/**
 * @param {Match[]} rows
 * @param {string | undefined} current
 * @returns {(event: KeyboardEvent) => void}
 */
export function useListKeys(rows, current) {
  const { actions } = usePanel();
  const narrow = useView((view) => view.narrow);
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = rows.findIndex(({ tool }) => tool.key === current);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: Math.min(at + PAGE, rows.length - 1),
      PageUp: Math.max(at - PAGE, 0),
    }[event.key];
    if (next !== undefined) {
      const to = rows[Math.min(Math.max(next, 0), rows.length - 1)];
      actions.activate(to.tool.key);
      setTimeout(() => actions.focusList());
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      const goes = event.key === 'Enter' || narrow;
      actions.select(current, goes ? 'run' : undefined);
      if (goes) actions.focusForm();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
