/** A tool in the list. */

import { useMessages } from '../../ui/context.js';
import { memo } from '../../ui/memo.js';
import { usePanel, useView } from './context.js';
import { Hints } from './hints.jsx';
import { Marked } from './marked.jsx';

/** @import {CallStatus, ToolEntry} from '../model/types.js' */
/** @import {Match} from './groups.js' */

/**
 * @param {object} props
 * @param {string} props.id
 * @param {Match} props.match
 * @param {boolean} props.active
 * @param {number} props.position
 * @param {number} props.size
 * @param {number} [props.top] where it lies, in a long list
 */
function Row({ id, match, active, position, size, top }) {
  const { actions } = usePanel();
  const { text } = useMessages();
  const { tool } = match;
  const selected = useView((view) => view.selected === tool.key);
  const { title, description, annotations } = tool.info;
  return (
    // The list has the focus, and its keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      class="tool"
      part="tool"
      role="option"
      id={id}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={size}
      data-active={active || undefined}
      data-change={tool.change}
      style={top === undefined ? undefined : { position: 'absolute', insetBlockStart: `${top}px` }}
      tabIndex={-1}
      title={description}
      onClick={() => {
        actions.select(tool.key);
        actions.focusList();
      }}
    >
      <div class="tool-line">
        <span class="tool-title" part={title ? undefined : 'tool-name'}>
          <Marked text={title || tool.name} ranges={title ? match.title : match.name} />
        </span>
        {tool.change && (
          <span class="badge" part="tool-badge" data-tone={tool.change === 'removed' ? 'danger' : 'accent'}>
            {text(`change.${tool.change}`)}
          </span>
        )}
        <Hints annotations={annotations} />
      </div>
      <div class="tool-line">
        <span class="tool-name" part={title ? 'tool-name' : undefined}>
          {title ? <Marked text={tool.name} ranges={match.name} /> : description}
        </span>
        <Tallies tool={tool} />
      </div>
    </div>
  );
}

export const ToolRow = memo(Row);

/** @param {{ tool: ToolEntry }} props */
function Tallies({ tool }) {
  const { text, number } = useMessages();
  const entries = /** @type {[CallStatus, number][]} */ (Object.entries(tool.counts));
  return (
    <>
      {entries
        .filter(([, count]) => count > 0)
        .map(([status, count]) => (
          <span class="status tally" key={status} data-status={status} title={text(`status.${status}`)}>
            {number(count)}
            <span class="visually-hidden"> {text(`status.${status}`)}</span>
          </span>
        ))}
    </>
  );
}
