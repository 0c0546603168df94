/**
 * Where what the element shows is: at home in its shadow root, in an open modal dialog, which makes the rest of the page
 * inert, or in a window of its own. It is the same nodes everywhere, so nothing typed is lost.
 */
import { adoptedTexts, adoptStyles } from './styles.js';

/** What the page may set, and what is handed on to another place. */
const CUSTOM_PROPERTIES = [
  ...['bg', 'fg', 'muted', 'line', 'accent', 'accent-fg', 'danger', 'warn', 'ok'],
  ...['radius', 'font', 'mono', 'z', 'panel-size'],
].map((name) => `--webmcp-${name}`);

/** @typedef {ReturnType<typeof createPlaces>} Places */

/**
 * @param {object} options
 * @param {ShadowRoot} options.home
 * @param {HTMLElement} options.content a popover
 * @param {() => void} options.onMove
 */
export function createPlaces({ home, content, onMove }) {
  /** @type {{ root: ShadowRoot, host: HTMLElement, leave: () => void } | undefined} */
  let away;
  /** @type {AbortController | undefined} */
  let watching;

  /** @param {ShadowRoot} root */
  const moveTo = (root) => {
    if (content.getRootNode() === root) return;
    const focused = /** @type {HTMLElement | null} */ (
      /** @type {ShadowRoot} */ (content.getRootNode()).activeElement
    );
    const hadFocus = focused !== null && content.contains(focused);
    root.append(content);
    show();
    onMove();
    if (hadFocus) focused.focus({ preventScroll: true });
  };

  const show = () => {
    if (content.isConnected && content.popover !== null && !content.matches(':popover-open'))
      content.showPopover();
  };

  const goHome = () => {
    const left = away;
    away = undefined;
    content.popover = 'manual';
    moveTo(home);
    left?.host.remove();
    left?.leave();
  };

  /** A host like the element itself, in another place. @param {ParentNode & Node} parent */
  const hostIn = (parent) => {
    const document = parent.ownerDocument ?? /** @type {Document} */ (parent);
    const host = document.createElement('div');
    const given = getComputedStyle(home.host);
    for (const name of CUSTOM_PROPERTIES) {
      const value = given.getPropertyValue(name);
      if (value) host.style.setProperty(name, value);
    }
    parent.append(host);
    const root = host.attachShadow({ mode: 'open' });
    adoptStyles(root, ...adoptedTexts(home));
    return { host, root };
  };

  /** @param {HTMLDialogElement} dialog */
  const goInto = (dialog) => {
    const removal = new MutationObserver(look);
    removal.observe(document, { subtree: true, childList: true });
    away = { ...hostIn(dialog), leave: () => removal.disconnect() };
    moveTo(away.root);
  };

  /** Follows the topmost modal dialog, or leaves it. */
  const look = () => {
    if (content.popover === null) return;
    if (away && !away.host.isConnected) goHome();
    const dialog = modalDialog();
    if (dialog?.contains(home.host)) return;
    if (away ? away.host.parentNode === dialog : !dialog) return;
    if (away) goHome();
    if (dialog) goInto(dialog);
  };

  return {
    /** The shadow root where the content is now. */
    get root() {
      return away?.root ?? home;
    },
    get isPoppedOut() {
      return content.popover === null;
    },
    show() {
      if (!content.isConnected) home.append(content);
      watching ??= new AbortController();
      const { signal } = watching;
      for (const type of ['toggle', 'close', 'focusin', 'fullscreenchange'])
        document.addEventListener(type, () => queueMicrotask(look), { signal, capture: true });
      const changes = new MutationObserver(look);
      changes.observe(document, { subtree: true, attributeFilter: ['open'] });
      signal.addEventListener('abort', () => changes.disconnect());
      show();
      look();
    },
    hide() {
      watching?.abort();
      watching = undefined;
      if (away) goHome();
      if (content.matches(':popover-open')) content.hidePopover();
    },
    /** Moves the content into a window of its own; it comes back when that is closed. @param {Window} window */
    popOut(window) {
      if (away) goHome();
      const { document } = window;
      document.title = content.ariaLabel ?? '';
      document.documentElement.lang = content.lang;
      document.body.style.margin = '0';
      const closing = new AbortController();
      away = {
        ...hostIn(document.body),
        leave() {
          closing.abort();
          window.close();
        },
      };
      const { signal } = closing;
      window.addEventListener('pagehide', () => goHome(), { signal });
      addEventListener('pagehide', () => window.close(), { signal });
      content.popover = null;
      moveTo(away.root);
    },
    goHome,
  };
}

/** The modal dialog that makes the rest of the page inert, also one in an open shadow root. */
function modalDialog() {
  const active = deepActive();
  for (let node = active; node; node = node.parentNode ?? /** @type {any} */ (node).host ?? null) {
    if (node instanceof HTMLDialogElement && node.matches(':modal')) return node;
  }
  return /** @type {HTMLDialogElement | undefined} */ ([...document.querySelectorAll('dialog:modal')].at(-1));
}

/** @returns {Node | null} */
function deepActive() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
