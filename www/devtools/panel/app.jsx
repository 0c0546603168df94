/** The panel's parts and how they lie. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { UiContext, useMessages } from '../../ui/context.js';
import { lazy } from '../../ui/lazy.jsx';
import { Splitter } from '../../ui/splitter.jsx';
import { PanelContext, useLayout, usePanel, useSession, useView } from './context.js';
import { DockSplitter } from './dock-splitter.jsx';
import { Header } from './header.jsx';
import { initialLayout } from './layout.js';
import { LogBar } from './log-bar.jsx';
import { ToolList } from './tool-list.jsx';

/** @import {Surroundings} from '../../ui/context.js' */
/** @import {Around} from './context.js' */

const Help = lazy(() => import('./help.jsx').then(({ Help }) => Help));
const Settings = lazy(() => import('./settings.jsx').then(({ Settings }) => Settings));

const Tool = lazy(() => import('./detail.jsx').then(({ Tool }) => Tool));
const PageState = lazy(() => import('./page-state.jsx').then(({ PageState }) => PageState));

/** Below this width there is room for one pane only. */
const NARROW = 600;

/** @param {{ around: Around, surroundings: Surroundings, content: HTMLElement }} props */
export function App({ around, surroundings, content }) {
  const size = useSize(content);
  const narrow = size.width > 0 && size.width < NARROW;
  useLayoutEffect(() => around.view.set({ narrow }), [narrow]);
  return (
    <UiContext.Provider value={surroundings}>
      <PanelContext.Provider value={around}>
        <DockSplitter size={size} />
        <Header />
        <Content size={size} />
        <LogBar height={size.height} />
        <Said />
      </PanelContext.Provider>
    </UiContext.Provider>
  );
}

/** @param {{ size: { width: number, height: number } }} props */
function Content({ size }) {
  const overlay = useView((view) => view.overlay);
  const state = useSession((snapshot) => snapshot.state);
  if (overlay === 'help') return <Help />;
  if (overlay === 'settings') return <Settings />;
  if (state !== 'ready' && state !== 'loading') return <PageState />;
  return <Panes width={size.width} />;
}

/** @param {{ width: number }} props */
function Panes({ width }) {
  const { layout } = usePanel();
  const { text } = useMessages();
  const narrow = useView((view) => view.narrow);
  const pane = useView((view) => view.pane);
  const list = useLayout((one) => one.list);
  return (
    <div class="panes" data-narrow={narrow || undefined} data-shows={pane} style={{ '--list': `${list}px` }}>
      <ToolList />
      {!narrow && (
        <Splitter
          label={text('panel.list-size')}
          orientation="vertical"
          value={list}
          min={180}
          max={width - 280}
          controls="list"
          onChange={(value) => layout.set({ list: value })}
          onReset={() => layout.set({ list: initialLayout.list })}
        />
      )}
      <Detail />
    </div>
  );
}

function Detail() {
  const { text } = useMessages();
  const selected = useView((view) => view.selected);
  const tool = useSession(({ tools }) => tools.find(({ key }) => key === selected));
  return (
    <section
      class="detail"
      part="detail"
      data-pane="detail"
      aria-label={text('detail.label')}
      // With nothing in it that takes the focus, it is scrolled by keys itself.
      tabIndex={tool ? undefined : 0}
    >
      {tool ? (
        <Tool key={tool.key} tool={tool} />
      ) : (
        <div class="empty">
          <h3>{text('detail.none')}</h3>
          <p>{text('detail.none.text')}</p>
        </div>
      )}
    </section>
  );
}

function Said() {
  const said = useView((view) => view.said);
  return (
    <p class="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** @param {HTMLElement} element */
function useSize(element) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const window = element.ownerDocument.defaultView;
  useLayoutEffect(() => {
    if (!window) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    // The window's own, for the panel may have moved to another one.
    const observer = new /** @type {any} */ (window).ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [window]);
  return size;
}
