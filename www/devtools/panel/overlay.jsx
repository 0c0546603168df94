/** What lies over list and tool for a while: help, settings. It takes the focus, and gives it back to its button. */
import { useEffect, useRef } from 'preact/hooks';
import { useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { Icon } from '../../ui/icons.jsx';
import { usePanel } from './context.js';
import styles from './overlay.css';

/** @param {{ label: string, close: string, children: import('preact').ComponentChildren }} props */
export function Overlay({ label, close, children }) {
  useStyles(controls, styles);
  const { actions } = usePanel();
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), []);
  return (
    <section class="overlay" data-pane="overlay" aria-label={label}>
      <div class="overlay-head">
        <h3>{label}</h3>
        <button
          type="button"
          class="icon-button"
          ref={button}
          aria-label={close}
          title={close}
          onClick={() => actions.show(undefined)}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </section>
  );
}
