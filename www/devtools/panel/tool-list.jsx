/** The tools, by the documents they belong to: searched, filtered, and drawn only as far as they are in sight. */
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { lazy } from '../../ui/lazy.jsx';
import { usePanel, useSession, useView } from './context.js';
import { filters, groupsOf } from './groups.js';
import { useListKeys } from './list-keys.js';
import { ToolRow } from './tool-row.jsx';
import { useSearch } from './use-search.js';

/** @import {Group} from './groups.js' */
/** @import {Filter} from './view.js' */

const Nothing = lazy(() => import('./nothing.jsx').then(({ Nothing }) => Nothing));

/** Up to so many, all are drawn. */
const ALL = 80;
/** How many rows are drawn beyond those in sight. */
const MORE = 12;

/** Heights before they are measured, in pixels. */
const ROW = 46;
const HEAD = 30;

export function ToolList() {
  const tools = useSession((snapshot) => snapshot.tools);
  const query = useView((view) => view.query);
  const filter = useView((view) => view.filter);
  const search = useSearch(query !== '');
  const groups = useMemo(
    () => groupsOf(search(tools.filter(filters[filter]), query)),
    [search, tools, query, filter],
  );
  return (
    <section
      class="list-pane"
      part="list"
      id="list"
      data-pane="list"
      aria-label={useMessages().text('list.label')}
    >
      <SearchBar groups={groups} />
      <Changes />
      <Groups groups={groups} total={tools.length} />
    </section>
  );
}

/** @param {{ groups: Group[] }} props */
function SearchBar({ groups }) {
  const { view, actions } = usePanel();
  const { text } = useMessages();
  const query = useView((one) => one.query);
  const filter = useView((one) => one.filter);
  const [first] = groups.flatMap(({ matches }) => matches);

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === 'ArrowDown' && first) {
      view.set({ active: first.tool.key });
      setTimeout(() => actions.focusList());
    } else if (event.key === 'Enter' && first) {
      actions.select(first.tool.key, 'run');
      actions.focusForm();
    } else if (event.key === 'Escape' && query) view.set({ query: '' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search class="search" part="filter">
      <span class="search-field">
        <Icon name="search" />
        <input
          class="input"
          part="input"
          type="search"
          aria-label={text('list.search')}
          aria-keyshortcuts="/"
          placeholder={text('list.search-hint')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={query}
          onInput={({ currentTarget }) => view.set({ query: currentTarget.value })}
          onKeyDown={onKey}
        />
      </span>
      <select
        class="input show"
        aria-label={text('list.show')}
        data-filters={filter !== 'all' || undefined}
        value={filter}
        onChange={({ currentTarget }) => view.set({ filter: /** @type {Filter} */ (currentTarget.value) })}
      >
        {Object.keys(filters).map((name) => (
          <option key={name} value={name}>
            {text(`list.show.${name}`)}
          </option>
        ))}
      </select>
    </search>
  );
}

/** What has changed since the marks were cleared. */
function Changes() {
  const { session } = usePanel();
  const { text } = useMessages();
  const changes = useSession((snapshot) => snapshot.changes);
  if (changes === 0) return null;
  return (
    <div class="changes">
      <span class="grow">{text('list.changes', { count: changes })}</span>
      <button type="button" class="link" onClick={() => session.clearMarks()}>
        {text('list.seen')}
      </button>
    </div>
  );
}

/** @param {{ groups: Group[], total: number }} props */
function Groups({ groups, total }) {
  const { text } = useMessages();
  const state = useSession((snapshot) => snapshot.state);
  const active = useView((one) => one.active);
  const query = useView((one) => one.query);
  const scroller = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [heights, setHeights] = useState({ row: ROW, head: HEAD });
  const rows = groups.flatMap(({ matches }) => matches);
  const current = rows.some(({ tool }) => tool.key === active) ? active : rows[0]?.tool.key;
  const whole = rows.length <= ALL;
  const sight = useSight(scroller, heights.row, whole);
  const onKeyDown = useListKeys(rows, current);
  const id = useId();

  useLayoutEffect(() => {
    const row = scroller.current?.querySelector('.tool')?.getBoundingClientRect().height;
    const head = scroller.current?.querySelector('.group-head')?.getBoundingClientRect().height;
    if (row && head && (row !== heights.row || head !== heights.head)) setHeights({ row, head });
  });

  // The row of the keys is in sight, also where it has not been drawn.
  useLayoutEffect(() => {
    if (!scroller.current || current === undefined) return;
    const top = topOf(groups, current, heights);
    const { scrollTop, clientHeight } = scroller.current;
    if (top - heights.head < scrollTop) scroller.current.scrollTop = top - heights.head;
    else if (top + heights.row > scrollTop + clientHeight)
      scroller.current.scrollTop = top + heights.row - clientHeight;
  }, [current, query]);

  if (rows.length === 0) return <Nothing loading={state === 'loading'} total={total} />;
  let top = 0;
  return (
    <div class="groups" ref={scroller}>
      {groups.map(({ frame, matches }, group) => {
        const name = `${id}-${group}`;
        const begin = top + heights.head;
        top = begin + matches.length * heights.row;
        const holds = matches.findIndex(({ tool }) => tool.key === current);
        const from = whole ? 0 : clamp(Math.floor((sight.top - begin) / heights.row) - MORE, matches.length);
        const to = whole
          ? matches.length
          : clamp(Math.ceil((sight.bottom - begin) / heights.row) + MORE, matches.length);
        const drawn = matches.slice(from, to);
        if (holds !== -1 && (holds < from || holds >= to)) drawn.push(matches[holds]);
        return (
          <div class="group" part="group" key={frame.id}>
            <h3 class="group-head" id={name}>
              <span class="grow">
                {frame.own
                  ? text('list.this-page')
                  : text('list.frame', { label: frame.label || frame.origin })}
              </span>
              {frame.label && frame.origin !== location.origin && <span class="origin">{frame.origin}</span>}
              <span class="muted">{matches.length}</span>
            </h3>
            {drawn.length === 0 ? (
              <div style={{ blockSize: `${matches.length * heights.row}px` }} />
            ) : (
              <div
                role="listbox"
                onKeyDown={onKeyDown}
                tabIndex={holds === -1 ? -1 : 0}
                aria-labelledby={name}
                aria-activedescendant={holds === -1 ? undefined : `${name}-${holds}`}
                style={
                  whole ? undefined : { blockSize: `${matches.length * heights.row}px`, position: 'relative' }
                }
              >
                {drawn.map((match) => {
                  const at = matches.indexOf(match);
                  return (
                    <ToolRow
                      key={match.tool.key}
                      id={`${name}-${at}`}
                      match={match}
                      active={match.tool.key === current}
                      position={at + 1}
                      size={matches.length}
                      top={whole ? undefined : at * heights.row}
                    />
                  );
                })}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** @param {number} value @param {number} most */
const clamp = (value, most) => Math.min(Math.max(value, 0), most);

/** @param {Group[]} groups @param {string} key @param {{ row: number, head: number }} heights */
function topOf(groups, key, { row, head }) {
  let top = 0;
  for (const { matches } of groups) {
    const at = matches.findIndex(({ tool }) => tool.key === key);
    if (at !== -1) return top + head + at * row;
    top += head + matches.length * row;
  }
  return top;
}

/**
 * Which part of the list is in sight, in steps of some rows.
 *
 * @param {{ current: HTMLElement | null }} scroller
 * @param {number} row
 * @param {boolean} whole
 */
function useSight(scroller, row, whole) {
  const [sight, setSight] = useState({ top: 0, bottom: 1000 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || whole) return;
    const look = () => {
      const step = row * (MORE / 2);
      const top = Math.floor(element.scrollTop / step) * step;
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / step) * step;
      setSight((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const Observer = /** @type {any} */ (element.ownerDocument.defaultView).ResizeObserver;
    const observer = new Observer(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller.current, row, whole]);
  return sight;
}
