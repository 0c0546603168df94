/** The drawer at the bottom: all calls, by anyone, and all changes of the tools. */
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { lazy } from '../../ui/lazy.jsx';
import { Splitter } from '../../ui/splitter.jsx';
import { useLayout, usePanel, useSession } from './context.js';
import { initialLayout } from './layout.js';

const LogDrawer = lazy(() => import('../log/log-drawer.jsx').then(({ LogDrawer }) => LogDrawer));

/** What is left to the rest of the panel. */
const REST = 140;

/** @param {{ height: number }} props of the panel */
export function LogBar({ height }) {
  const { layout } = usePanel();
  const { text } = useMessages();
  const open = useLayout((one) => one.logOpen);
  const size = useLayout((one) => one.log);
  const count = useSession((snapshot) => snapshot.log.length);
  const running = useSession((snapshot) => snapshot.running);
  const failed = useSession(({ log }) => log.at(-1)?.type === 'call' && log.at(-1));
  return (
    <section class="log" part="log" data-pane="log" aria-label={text('log.label')}>
      {open && (
        <Splitter
          label={text('panel.log-size')}
          orientation="horizontal"
          value={size}
          min={80}
          max={height - REST}
          after
          controls="log"
          onChange={(value) => layout.set({ log: value })}
          onReset={() => layout.set({ log: initialLayout.log })}
        />
      )}
      <div class="log-bar">
        <button
          type="button"
          class="log-toggle"
          aria-expanded={open}
          aria-controls="log"
          title={text(open ? 'log.close' : 'log.open')}
          onClick={() => layout.set({ logOpen: !open })}
        >
          <Icon name={open ? 'down' : 'up'} />
          {text('log.label')}
          <span class="badge">{count}</span>
        </button>
        {running > 0 && (
          <span class="status" data-status="running">
            {text('log.running', { count: running })}
          </span>
        )}
        {!open && running === 0 && failed && failed.type === 'call' && (
          <span class="muted last-call">
            <span class="status" data-status={failed.status}>
              {failed.name}
            </span>
          </span>
        )}
      </div>
      <div id="log" class="log-body" hidden={!open} style={{ blockSize: `${Math.min(size, height / 2)}px` }}>
        {open && <LogDrawer />}
      </div>
    </section>
  );
}
