/** JSON as a tree: what is closed is not looked at, so its size does not matter. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useMessages, useStyles } from '../context.js';
import { addMessages } from '../messages.js';
import { messages } from './messages.js';
import styles from './result.css';
import { countOf, LONG, PAGE, rowsOf } from './tree.js';
import { piecesOf } from './visible.js';
import { VisibleText } from './visible-text.jsx';

/** @import {Row} from './tree.js' */

addMessages(messages);

/**
 * @param {object} props
 * @param {unknown} props.value
 * @param {string} props.label
 * @param {boolean} [props.closed] from the beginning
 */
export function JsonTree({ value, label, closed = false }) {
  useStyles(styles);
  const { text } = useMessages();
  const [open, setOpen] = useState(() => new Map(closed ? [] : [['', PAGE]]));
  const [active, setActive] = useState('');
  const tree = useRef(/** @type {HTMLDivElement | null} */ (null));
  const moved = useRef(false);
  const rows = useMemo(() => rowsOf(value, open), [value, open]);
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );

  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    /** @type {HTMLElement | null | undefined} */ (tree.current?.children[at])?.focus();
  });

  /** @param {Row | undefined} row */
  const goTo = (row) => {
    if (!row) return;
    moved.current = true;
    setActive(row.id);
  };
  /** @param {Row} row @param {boolean} [wanted] */
  const toggle = (row, wanted = !row.isOpen) => {
    const next = new Map(open);
    if (row.kind === 'more') next.set(row.parent, (open.get(row.parent) ?? 0) + PAGE);
    else if (wanted) next.set(row.id, PAGE);
    else next.delete(row.id);
    if (row.kind === 'more' || row.opens) setOpen(next);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const isRtl = tree.current && getComputedStyle(tree.current).direction === 'rtl';
    const key = isRtl
      ? ({ ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key] ?? event.key)
      : event.key;
    if (key === 'ArrowDown') goTo(rows[at + 1]);
    else if (key === 'ArrowUp') goTo(rows[at - 1]);
    else if (key === 'Home') goTo(rows[0]);
    else if (key === 'End') goTo(rows.at(-1));
    else if (key === 'Enter' || key === ' ') toggle(row);
    else if (key === 'ArrowRight' && row.isOpen) goTo(rows[at + 1]);
    else if (key === 'ArrowRight') toggle(row, true);
    else if (key === 'ArrowLeft' && row.isOpen) toggle(row, false);
    else if (key === 'ArrowLeft') goTo(rows.find(({ id, kind }) => kind === 'value' && id === row.parent));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="tree" part="tree" role="tree" aria-label={label} ref={tree}>
      {rows.map((row, index) => (
        <div
          key={row.id}
          class="tree-row"
          role="treeitem"
          aria-level={row.level}
          aria-posinset={row.position}
          aria-setsize={row.size}
          aria-expanded={row.opens ? row.isOpen : undefined}
          aria-selected={index === at}
          tabIndex={index === at ? 0 : -1}
          style={{ '--level': row.level - 1 }}
          onKeyDown={onKey}
          onClick={() => {
            goTo(row);
            toggle(row);
          }}
        >
          {row.kind === 'more' ? (
            <span class="link">{text('result.tree-more', { count: Math.min(PAGE, Number(row.value)) })}</span>
          ) : row.kind === 'text' ? (
            <VisibleText text={String(row.value)} />
          ) : (
            <Entry row={row} />
          )}
        </div>
      ))}
    </div>
  );
}

/** @param {{ row: Row }} props */
function Entry({ row: { label, value } }) {
  return (
    <>
      {label !== undefined && (
        <bdi class="tree-key">
          <Pieces text={label.length > LONG ? `${label.slice(0, LONG)}…` : label} />
        </bdi>
      )}
      <Value value={value} />
    </>
  );
}

/** @param {{ value: unknown }} props */
function Value({ value }) {
  const { text } = useMessages();
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    const count = countOf(value);
    const key = isList ? 'result.tree-items' : 'result.tree-members';
    return (
      <span class="muted">
        {isList ? '[]' : '{}'} {count > 0 && text(key, { count })}
      </span>
    );
  }
  const shown = typeof value === 'string' ? `"${cut(value)}"` : String(value);
  return (
    <bdi class="tree-value" data-type={typeof value}>
      <Pieces text={shown} />
    </bdi>
  );
}

/** @param {string} value */
const cut = (value) => (value.length > LONG ? `${value.slice(0, LONG)}…` : value).replaceAll('\n', '↵');

/** @param {{ text: string }} props */
function Pieces({ text }) {
  return (
    <>
      {piecesOf(text).map(({ text: piece, mark }, index) =>
        mark ? <mark key={index}>{piece}</mark> : piece,
      )}
    </>
  );
}
