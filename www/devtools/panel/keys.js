/** The keys of the panel. Each does what a button does, too. */

/** @import {Actions} from './actions.js' */
/** @import {LayoutStore} from './layout.js' */
/** @import {ViewStore} from './view.js' */

/**
 * @param {object} options
 * @param {HTMLElement} options.content
 * @param {ViewStore} options.view
 * @param {LayoutStore} options.layout
 * @param {Actions} options.actions
 * @param {() => void} options.close
 * @returns {(event: KeyboardEvent) => void}
 */
export function createKeys({ content, view, layout, actions, close }) {
  /** Where the focus was in each pane. @type {WeakMap<Element, HTMLElement>} */
  const last = new WeakMap();

  /** @param {1 | -1} direction */
  const nextPane = (direction) => {
    const panes = [...content.querySelectorAll('[data-pane]')].filter((pane) => pane.checkVisibility());
    const { activeElement } = /** @type {ShadowRoot} */ (content.getRootNode());
    const at = panes.findIndex((pane) => pane.contains(activeElement));
    if (at !== -1) last.set(panes[at], /** @type {HTMLElement} */ (activeElement));
    for (let step = 1; step <= panes.length; step++) {
      const pane = panes[(at + direction * step + panes.length * 2) % panes.length];
      const before = last.get(pane);
      if (before?.isConnected && pane.contains(before)) return before.focus();
      const first = /** @type {HTMLElement | undefined} */ (
        [...pane.querySelectorAll(FOCUSABLE)].find((one) => one.checkVisibility())
      );
      if (first) return first.focus();
    }
  };

  /** @param {HTMLElement} target */
  const leave = (target) => {
    const { overlay, narrow, pane } = view.getSnapshot();
    if (overlay) actions.show(undefined);
    else if (narrow && pane === 'detail') actions.back();
    else if (target.closest('.detail, .log') && actions.focusList()) return;
    else close();
  };

  /** With a modifier. @param {KeyboardEvent} event */
  const withModifier = (event) => {
    const { selected } = view.getSnapshot();
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && event.key === 'Enter') return selected && (() => actions.run(selected));
    if (command && !event.altKey && event.key === '.') return selected && (() => actions.cancel(selected));
    if (!event.altKey || command || event.shiftKey) return undefined;
    if (event.code === 'KeyJ') return () => actions.toggleJson();
    const isRun = layout.getSnapshot().tab === 'run';
    if (isRun && event.key === 'ArrowUp') return () => actions.step(-1);
    if (isRun && event.key === 'ArrowDown') return () => actions.step(1);
    return undefined;
  };

  return (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const isWriting = target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])');
    let act = withModifier(event);
    if (event.key === 'F6') act = () => nextPane(event.shiftKey ? -1 : 1);
    else if (isPlain && event.key === 'Escape') act = () => leave(target);
    else if (isPlain && !isWriting && event.key === '/') act = () => actions.focusSearch();
    else if (isPlain && !isWriting && event.key === '?') act = () => actions.show('help');
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"])';
