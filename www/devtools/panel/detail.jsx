/** All about the chosen tool. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../../ui/clipboard.js';
import { useMessages, useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { Icon } from '../../ui/icons.jsx';
import '../../ui/more-icons.js';
import { lazy } from '../../ui/lazy.jsx';
import { addMessages } from '../../ui/messages.js';
import { TabPanel, Tabs } from '../../ui/tabs.jsx';
import { useLayout, usePanel, useSession, useView } from './context.js';
import styles from './detail.css';
import { messages } from './detail-messages.js';
import { Differences } from './differences.jsx';
import { Hints } from './hints.jsx';
import { RunTab } from './run-tab.jsx';

/** @import {ToolEntry} from '../model/types.js' */

const SchemaTab = lazy(() => import('../schema/schema-tab.jsx').then(({ SchemaTab }) => SchemaTab));
const HistoryTab = lazy(() => import('../log/history-tab.jsx').then(({ HistoryTab }) => HistoryTab));
const ChecksTab = lazy(() => import('../checks/checks-tab.jsx').then(({ ChecksTab }) => ChecksTab));

addMessages(messages);

/** @param {{ tool: ToolEntry }} props */
export function Tool({ tool }) {
  useStyles(controls, styles);
  const { core, layout, session } = usePanel();
  const { text } = useMessages();
  const tab = useLayout((one) => one.tab);
  const tools = useSession((snapshot) => snapshot.tools);
  const args = useView((view) => view.drafts[tool.key]?.value);
  // The history is of the log, which changes with every call.
  const calls = useSession(() => session.history(tool.key).length);
  const tabs = [
    { id: /** @type {const} */ ('run'), label: text('tab.run') },
    { id: /** @type {const} */ ('schema'), label: text('tab.schema') },
    { id: /** @type {const} */ ('history'), label: text('tab.history'), count: calls },
    { id: /** @type {const} */ ('checks'), label: text('tab.checks') },
  ];
  return (
    <>
      <About tool={tool} />
      <Tabs
        label={text('tab.label')}
        prefix="tab"
        tabs={tabs}
        selected={tab}
        onSelect={(id) => layout.set({ tab: id })}
      />
      <TabPanel prefix="tab" selected={tab} focusable={tab !== 'run'}>
        {tab === 'run' && <RunTab tool={tool} />}
        {tab === 'schema' && <SchemaTab tool={tool} core={core} args={args} />}
        {tab === 'history' && <HistoryTab tool={tool} />}
        {tab === 'checks' && <ChecksTab tool={tool} tools={tools} core={core} />}
      </TabPanel>
    </>
  );
}

/** @param {{ tool: ToolEntry }} props */
function About({ tool }) {
  const { actions } = usePanel();
  const { text } = useMessages();
  const narrow = useView((view) => view.narrow);
  const { title, description, annotations } = tool.info;
  return (
    <div class="about">
      <div class="row about-title">
        {narrow && (
          <button
            type="button"
            class="icon-button"
            aria-label={text('panel.back')}
            title={text('panel.back')}
            onClick={() => actions.back()}
          >
            <Icon name="back" />
          </button>
        )}
        <h3>
          <bdi>{title || tool.name}</bdi>
        </h3>
        <Hints annotations={annotations} explained />
      </div>
      <div class="row about-name">
        {title && <code class="mono">{tool.name}</code>}
        {title && <CopyButton label={text('detail.copy-name')} content={tool.name} />}
        <span class="muted">
          {tool.frame.own ? '' : text('list.frame', { label: tool.frame.label || tool.frame.origin })}
          {tool.namesakes > 0 && ` · ${text('detail.namesakes', { count: tool.namesakes })}`}
        </span>
      </div>
      <Description text={description} />
      {tool.change && tool.change !== 'added' && <Differences tool={tool} />}
    </div>
  );
}

/** Longer ones are cut until somebody wants to read them. */
const LONG = 220;

/** @param {{ text: string }} props */
function Description({ text: description }) {
  const { text } = useMessages();
  const [whole, setWhole] = useState(false);
  if (description.trim() === '') return <p class="hint">{text('detail.no-description')}</p>;
  const isLong = description.length > LONG;
  return (
    <p class="description">
      <bdi>{isLong && !whole ? `${description.slice(0, LONG).trimEnd()}…` : description}</bdi>{' '}
      {isLong && (
        <button type="button" class="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {text(whole ? 'detail.less' : 'detail.more')}
        </button>
      )}
    </p>
  );
}

/** @param {{ label: string, content: string }} props */
function CopyButton({ label, content }) {
  const { actions } = usePanel();
  const { text } = useMessages();
  const [copied, setCopied] = useState(false);
  const timer = useRef(/** @type {any} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  /** @param {MouseEvent & { currentTarget: HTMLElement }} event */
  const copy = async ({ currentTarget }) => {
    const done = await copyText(content, currentTarget);
    actions.announce(text(done ? 'ui.copied' : 'ui.copy-refused'));
    setCopied(done);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="icon-button small" aria-label={label} title={label} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
