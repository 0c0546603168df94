/** Every key. */
import { useMessages, useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { Icon } from '../../ui/icons.jsx';
import { addMessages } from '../../ui/messages.js';
import { usePanel } from './context.js';
import { messages } from './help-messages.js';
import styles from './overlay.css';

/** @type {[string, string[]][]} */
const KEYS = [
  ['filter', ['/']],
  ['move', ['↑', '↓', 'Home', 'End']],
  ['enter', ['Enter']],
  ['run', ['Ctrl+Enter', '⌘+Enter']],
  ['cancel', ['Ctrl+.', '⌘+.']],
  ['json', ['Alt+J']],
  ['history', ['Alt+↑', 'Alt+↓']],
  ['tabs', ['←', '→']],
  ['panes', ['F6', 'Shift+F6']],
  ['splitter', ['←', '→', '↑', '↓']],
  ['escape', ['Esc']],
  ['help', ['?']],
];

addMessages(messages);

export function Help() {
  useStyles(controls, styles);
  const { actions, hotkey } = usePanel();
  const { text } = useMessages();
  /** @type {[string, string[]][]} */
  const keys = hotkey ? [['toggle', [hotkey]], ...KEYS] : KEYS;
  return (
    <section class="overlay" data-pane="overlay" aria-label={text('panel.help')}>
      <div class="overlay-head">
        <h3>{text('help.keys')}</h3>
        <button
          type="button"
          class="icon-button"
          aria-label={text('help.close')}
          onClick={() => actions.show(undefined)}
        >
          <Icon name="close" />
        </button>
      </div>
      <dl class="keys">
        {keys.map(([name, all]) => (
          <div key={name}>
            <dt>
              {all.map((key) => (
                <kbd class="kbd" key={key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text(`help.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{text('help.more')}</p>
    </section>
  );
}
