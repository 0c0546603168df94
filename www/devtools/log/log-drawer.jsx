/** The log: all calls, by anyone, and all changes of the tools. The newest stand first. */
import { useMemo, useState } from 'preact/hooks';
import { useMessages, useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { Icon } from '../../ui/icons.jsx';
import '../../ui/more-icons.js';
import { addMessages } from '../../ui/messages.js';
import { usePanel, useSession } from '../panel/context.js';
import { CallRow } from './call-row.jsx';
import { ChangeRow } from './change-row.jsx';
import { filtered } from './filter.js';
import styles from './log.css';
import { LogTools } from './log-tools.jsx';
import { messages } from './messages.js';
import { useOpenRows } from './open-rows.js';
import { ReplayAll } from './replay-all.jsx';

/** @import {LogFilter} from './filter.js' */
/** @import {CallEntry} from '../model/types.js' */

addMessages(messages);

/** @type {LogFilter} */
const EVERYTHING = { query: '', status: 'all', source: 'all' };

export function LogDrawer() {
  useStyles(controls, styles);
  const { text } = useMessages();
  const log = useSession((snapshot) => snapshot.log);
  const tools = useSession((snapshot) => snapshot.tools);
  const [filter, setFilter] = useState(EVERYTHING);
  const [refusal, setRefusal] = useState('');
  const [replaying, setReplaying] = useState(/** @type {CallEntry[] | undefined} */ (undefined));
  const { isOpen, toggle } = useOpenRows();
  const rows = useMemo(() => filtered(log, filter), [log, filter]);
  const signatures = useMemo(() => new Map(tools.map(({ key, signature }) => [key, signature])), [tools]);
  const replayable = /** @type {CallEntry[]} */ (
    rows.filter((row) => row.type === 'call' && row.argsKnown && row.status !== 'running')
  );

  return (
    <div class="log-drawer">
      <LogTools
        filter={filter}
        replayable={replayable.length}
        onFilter={(changes) => setFilter((before) => ({ ...before, ...changes }))}
        onReplayAll={() => setReplaying([...replayable].reverse())}
        onRefused={setRefusal}
      />
      <Notices />
      {refusal && (
        <div class="log-strip" role="alert">
          <p class="grow error">{refusal}</p>
          <button type="button" class="button quiet" onClick={() => setRefusal('')}>
            {text('notice.dismiss')}
          </button>
        </div>
      )}
      {replaying && (
        <ReplayAll key={replaying[0]?.id} calls={replaying} onEnd={() => setReplaying(undefined)} />
      )}
      {rows.length > 0 ? (
        <ol class="log-list" aria-label={text('log.label')}>
          {rows.map((row) =>
            row.type === 'call' ? (
              <CallRow
                key={row.id}
                call={row}
                open={isOpen(row.id)}
                toolSignature={signatures.get(row.key) ?? ''}
                onToggle={toggle}
              />
            ) : (
              <ChangeRow key={row.id} change={row} open={isOpen(row.id)} onToggle={toggle} />
            ),
          )}
        </ol>
      ) : (
        <Empty isFiltered={log.length > 0} showAll={() => setFilter(EVERYTHING)} />
      )}
      <Dropped />
    </div>
  );
}

/** What the session says once. */
function Notices() {
  const { session } = usePanel();
  const { text } = useMessages();
  const notices = useSession((snapshot) => snapshot.notices);
  return notices.map((notice) => (
    <div class="log-strip" key={notice.code}>
      <Icon name="broken" />
      <p class="grow">{text(`notice.${notice.code}`)}</p>
      <button type="button" class="button quiet" onClick={() => session.dismiss(notice)}>
        {text('notice.dismiss')}
      </button>
    </div>
  ));
}

/** @param {{ isFiltered: boolean, showAll: () => void }} props */
function Empty({ isFiltered, showAll }) {
  const { actions } = usePanel();
  const { text } = useMessages();
  const observe = useSession((snapshot) => snapshot.observe);
  return (
    <div class="empty">
      <h3>{text(isFiltered ? 'log.none-found' : 'log.empty')}</h3>
      {isFiltered ? (
        <button type="button" class="button" onClick={showAll}>
          {text('log.show-all')}
        </button>
      ) : (
        <p>{text('log.empty.text')}</p>
      )}
      {!isFiltered && !observe && (
        <button type="button" class="button" onClick={() => actions.setObserve(true)}>
          <Icon name="eye" />
          {text('log.empty.observe')}
        </button>
      )}
    </div>
  );
}

/** How many rows are gone. */
function Dropped() {
  const { maxLog } = usePanel();
  const { text } = useMessages();
  const dropped = useSession((snapshot) => snapshot.dropped);
  return dropped > 0 ? (
    <p class="hint log-dropped">{text('log.dropped', { count: dropped, max: maxLog })}</p>
  ) : null;
}
