/** What to do where there is no WebMCP. */
import { useMessages, useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { addMessages } from '../../ui/messages.js';
import { usePanel, useSession } from './context.js';
import styles from './overlay.css';
import { messages } from './page-state-messages.js';

const POLYFILL = "import 'webmcp-exec/polyfill';";
const FLAG = 'chromium --enable-features=WebMCP';
const TRIAL = '<meta http-equiv="origin-trial" content="…">';
const SOURCE = "'wasm-unsafe-eval'";
const POLICY = `Content-Security-Policy: script-src 'self' ${SOURCE}`;

addMessages(messages);

export function PageState() {
  useStyles(controls, styles);
  const { session } = usePanel();
  const { text } = useMessages();
  const state = useSession((snapshot) => snapshot.state);
  const error = useSession((snapshot) => snapshot.error);
  const insecure = state === 'unavailable' && !globalThis.isSecureContext;
  const name = insecure ? 'insecure' : state;
  return (
    <div class="page-state" data-pane="state">
      <h3>{text(`state.${name}`)}</h3>
      <p>{text(`state.${name}.text`, { origin: location.origin, source: SOURCE })}</p>
      {state === 'unavailable' && !insecure && (
        <ul class="ways">
          <li>
            <strong>{text('state.way.polyfill')}</strong> {text('state.way.polyfill.text')}
            <pre class="code">{POLYFILL}</pre>
          </li>
          <li>
            <strong>{text('state.way.flag')}</strong> {text('state.way.flag.text')}
            <pre class="code">{FLAG}</pre>
          </li>
          <li>
            <strong>{text('state.way.trial')}</strong> {text('state.way.trial.text')}
            <pre class="code">{TRIAL}</pre>
          </li>
        </ul>
      )}
      {state === 'blocked' && <pre class="code">{POLICY}</pre>}
      {error && state !== 'unavailable' && <p class="hint mono">{error.message}</p>}
      <button type="button" class="button" onClick={() => session.refresh()}>
        {text('state.retry')}
      </button>
    </div>
  );
}
