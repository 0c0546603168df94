/** The strip at the top: what this is, how many tools there are, who provides them, and the panel's own buttons. */
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { lazy } from '../../ui/lazy.jsx';
import { MenuButton } from '../../ui/menu.jsx';
import { useLayout, usePanel, useSession, useView } from './context.js';

/** @import {Dock} from './layout.js' */

/** @typedef {Exclude<Dock, 'window'>} Place where a person may put it */

const Grip = lazy(() => import('./grip.jsx').then(({ Grip }) => Grip));

/** @type {Place[]} */
const DOCKS = ['bottom', 'right', 'left', 'float'];

export function Header() {
  const { actions, hotkey } = usePanel();
  const { text } = useMessages();
  const count = useSession(({ tools }) => tools.filter(({ change }) => change !== 'removed').length);
  const state = useSession((snapshot) => snapshot.state);
  const provider = useSession((snapshot) => snapshot.provider);
  const observe = useSession((snapshot) => snapshot.observe);
  const overlay = useView((view) => view.overlay);
  const dock = useLayout((layout) => layout.dock);
  return (
    <header class="header" part="header" data-pane="header">
      <Icon name="tools" />
      <h2 class="title">{text('panel.title')}</h2>
      {state === 'ready' && <span class="muted count">{text('panel.count', { count })}</span>}
      {state === 'ready' && provider && (
        <span
          class="badge mode"
          data-tone={provider === 'native' ? 'ok' : 'accent'}
          title={text(`provider.${provider}.title`)}
        >
          {text(`provider.${provider}`)}
        </span>
      )}
      <div class="toolbar" part="toolbar" role="toolbar" aria-label={text('panel.title')}>
        <slot name="toolbar" />
        <button
          type="button"
          class="icon-button"
          aria-pressed={observe}
          aria-label={text('panel.observe')}
          title={text(observe ? 'panel.observing' : 'panel.not-observing')}
          onClick={() => actions.setObserve(!observe)}
        >
          <Icon name="eye" />
        </button>
        <button
          type="button"
          class="icon-button"
          data-opens="settings"
          aria-pressed={overlay === 'settings'}
          aria-label={text('panel.settings')}
          title={text('panel.settings')}
          onClick={() => actions.show(overlay === 'settings' ? undefined : 'settings')}
        >
          <Icon name="settings" />
        </button>
        <button
          type="button"
          class="icon-button"
          data-opens="help"
          aria-pressed={overlay === 'help'}
          aria-keyshortcuts="?"
          aria-label={text('panel.help')}
          title={`${text('panel.help')} (?)`}
          onClick={() => actions.show(overlay === 'help' ? undefined : 'help')}
        >
          <Icon name="help" />
        </button>
        {dock !== 'window' && (
          <>
            <DockMenu dock={dock} />
            <button
              type="button"
              class="icon-button"
              aria-label={text('panel.close')}
              aria-keyshortcuts={hotkey || undefined}
              title={hotkey ? text('panel.close-key', { key: hotkey }) : text('panel.close')}
              onClick={actions.close}
            >
              <Icon name="close" />
            </button>
          </>
        )}
      </div>
    </header>
  );
}

/** @param {{ dock: Place }} props */
function DockMenu({ dock }) {
  const { actions, poppedOut } = usePanel();
  const { text } = useMessages();
  const places = DOCKS.map((name) => ({
    label: text(`panel.dock.${name}`),
    icon: name,
    checked: !poppedOut && dock === name,
    choose: () => actions.setDock(name),
  }));
  const window = {
    label: text('panel.pop-out'),
    icon: /** @type {const} */ ('open'),
    checked: poppedOut,
    choose: () => void (poppedOut || actions.popOut()),
  };
  return (
    <>
      {!poppedOut && dock === 'float' && <Grip />}
      <MenuButton label={text('panel.dock')} icon={poppedOut ? 'open' : dock} items={[...places, window]} />
    </>
  );
}
