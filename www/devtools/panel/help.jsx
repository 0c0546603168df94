/** Every key. */
import { useMessages } from '../../ui/context.js';
import { addMessages } from '../../ui/messages.js';
import { usePanel } from './context.js';
import { messages } from './help-messages.js';
import { Overlay } from './overlay.jsx';

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
  const { hotkey } = usePanel();
  const { text } = useMessages();
  /** @type {[string, string[]][]} */
  const keys = hotkey ? [['toggle', [hotkey]], ...KEYS] : KEYS;
  return (
    <Overlay label={text('help.keys')} close={text('help.close')}>
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
    </Overlay>
  );
}
