/** Tabs: arrow keys go from one to the next, and show it. */
import { useRef } from 'preact/hooks';

/** @import {ComponentChildren} from 'preact' */

/**
 * @template {string} Id
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.prefix of the ids: the panel of a tab has `<prefix>-panel`
 * @param {{ id: Id, label: string, count?: number | string, tone?: string }[]} props.tabs
 * @param {Id} props.selected
 * @param {(id: Id) => void} props.onSelect
 */
export function Tabs({ label, prefix, tabs, selected, onSelect }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !list.current) return;
    const at = tabs.findIndex(({ id }) => id === selected);
    const forward = getComputedStyle(list.current).direction === 'rtl' ? -1 : 1;
    const next = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = (next + tabs.length) % tabs.length;
    onSelect(tabs[to].id);
    /** @type {HTMLElement} */ (list.current.children[to]).focus();
  };

  return (
    <div class="tabs" part="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
      {tabs.map(({ id, label: name, count, tone }) => (
        <button
          type="button"
          key={id}
          id={`${prefix}-${id}`}
          class="tab"
          part="tab"
          role="tab"
          aria-selected={id === selected}
          aria-controls={`${prefix}-panel`}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {name}
          {count ? (
            <span class="badge" data-tone={tone}>
              {count}
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

/**
 * @param {object} props
 * @param {string} props.prefix
 * @param {string} props.selected
 * @param {boolean} [props.focusable] what may hold nothing that takes the focus is scrolled by keys with this
 * @param {ComponentChildren} props.children
 */
export function TabPanel({ prefix, selected, focusable, children }) {
  return (
    <div
      class="tab-panel"
      id={`${prefix}-panel`}
      role="tabpanel"
      tabIndex={focusable ? 0 : undefined}
      aria-labelledby={`${prefix}-${selected}`}
    >
      {children}
    </div>
  );
}
