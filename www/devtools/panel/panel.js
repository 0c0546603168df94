/** The panel behind the element: its state, where it lies, and what the element's methods do. */
import { createElement, render } from 'preact';
import { createPlaces } from '../../ui/element/places.js';
import { safeStorage } from '../../ui/element/storage.js';
import { adoptStyles } from '../../ui/element/styles.js';
import { lazy } from '../../ui/lazy.jsx';
import { addMessages, createMessages } from '../../ui/messages.js';
import { createSession } from '../model/session.js';
import { createActions } from './actions.js';
import { App } from './app.jsx';
import { applyGeometry } from './geometry.js';
import { createKeys } from './keys.js';
import { createLayout, isDock } from './layout.js';
import { messages as english } from './messages.js';
import { pageCore } from './page-core.js';
import { openWindow } from './pop-out.js';
import { styles } from './styles.js';
import { createView } from './view.js';

/** @import {Core, Session} from '../model/types.js' */

/**
 * What the element lends to the panel.
 *
 * @typedef {object} PanelHost
 * @property {HTMLElement} element
 * @property {ShadowRoot} root
 * @property {Record<string, any>} given core, messages and renderers, where the page gave them
 * @property {(name: any) => any} read an attribute's value
 * @property {(type: string, detail: unknown, cancelable?: boolean) => boolean} emit
 * @property {() => void} close
 * @property {(tools: number) => void} setCount
 */

/** @typedef {ReturnType<typeof createPanel>} Panel */

addMessages(english);

const Menu = lazy(() => import('../../ui/menu-items.jsx').then((module) => module.Menu));

/**
 * @param {PanelHost} host
 * @param {Record<string, any>} exports of the package
 */
export function createPanel(host, exports) {
  const { element, root, given, read } = host;
  const key = /** @type {string} */ (read('storage-key'));
  const layout = createLayout(key);
  const view = createView();
  const content = document.createElement('section');
  content.className = 'webmcp panel';
  content.part = 'panel';
  content.popover = 'manual';
  const places = createPlaces({ home: root, content, onMove: () => draw() });

  const newSession = () =>
    createSession({
      core,
      storage: safeStorage('sessionStorage'),
      storageKey: key,
      maxLog: read('max-log'),
      observe: read('observe'),
      fromOrigins: read('from-origins'),
      hooks: {
        call: (call) => host.emit('webmcp-call', call, true),
        result: (call) => {
          actions.said(call);
          host.emit('webmcp-result', {
            id: call.id,
            status: call.status,
            ms: call.durationMs,
            code: call.errorCode,
            result: call.result,
          });
        },
        toolchange: ({ added, removed, changed }) => {
          if (shown) actions.saidChanges({ added, changed, removed });
          host.emit('webmcp-toolchange', { added, removed, changed });
        },
        error: (error) => void host.emit('webmcp-error', error),
      },
    });

  /** @type {Core} */
  let core;
  /** @type {Session} */
  let session;
  /** @type {() => void} */
  let unfollow = () => {};
  let shown = false;

  const startSession = () => {
    core = given.core ?? pageCore(exports);
    unfollow();
    session?.stop();
    session = newSession();
    const follow = () => {
      const { tools } = session.getSnapshot();
      host.setCount(tools.filter(({ change }) => change !== 'removed').length);
      actions.keepSelected(tools);
    };
    unfollow = session.subscribe(follow);
    session.start();
  };

  const actions = createActions({
    session: () => session,
    host,
    layout,
    view,
    content,
    popOut: () => panel.popOut(),
    popIn: () => places.goHome(),
    announce: (text) => say(text),
    messages: () => messages,
  });

  let messages = createMessages(given.messages, languageOf(element));

  /** @param {string} text */
  const say = (text) => {
    // Some browsers say it without a region; the region is for the others.
    if ('ariaNotify' in content) /** @type {any} */ (content).ariaNotify(text);
    view.set({ said: text });
  };

  const draw = () => {
    content.lang = messages.lang;
    content.ariaLabel = messages.text('panel.label');
    content.dataset.theme = read('theme');
    content.dir = getComputedStyle(element).direction;
    if (!shown) return render(null, content);
    applyGeometry(content, layout.getSnapshot(), places.isPoppedOut);
    const around = {
      core,
      session,
      layout,
      view,
      actions,
      hotkey: read('hotkey'),
      theme: read('theme'),
      maxLog: read('max-log'),
      poppedOut: places.isPoppedOut,
    };
    const surroundings = {
      messages,
      root: () => places.root,
      announce: say,
      Menu,
      renderers: given.renderers ?? new Map(),
    };
    render(createElement(App, { around, surroundings, content }), content);
  };
  layout.subscribe(() => applyGeometry(content, layout.getSnapshot(), places.isPoppedOut));

  const keys = createKeys({
    ...{ content, view, layout, actions },
    close: () => layout.getSnapshot().dock === 'window' || host.close(),
  });
  content.addEventListener('keydown', keys);
  /** @type {AbortController | undefined} */
  let listening;
  const listen = () => {
    if (listening) return;
    listening = new AbortController();
    addEventListener('pagehide', () => session.save(), { signal: listening.signal });
  };

  const panel = {
    get session() {
      return session;
    },
    /** @param {boolean} takeFocus */
    show(takeFocus) {
      if (shown) return;
      shown = true;
      adoptStyles(root, ...styles);
      if (element.hasAttribute('dock') && isDock(read('dock'))) layout.set({ dock: read('dock') });
      session.start();
      listen();
      draw();
      places.show();
      safeStorage('sessionStorage').write(key && `${key}.open`, true);
      if (takeFocus) actions.focusFirst();
      host.emit('webmcp-open', null);
    },
    /** Gives whether the focus was in the panel. */
    hide() {
      if (!shown) return false;
      shown = false;
      const around = /** @type {ShadowRoot} */ (content.getRootNode());
      const hadFocus = around.activeElement !== null && content.contains(around.activeElement);
      places.hide();
      draw();
      safeStorage('sessionStorage').write(key && `${key}.open`, undefined);
      host.emit('webmcp-close', null);
      return hadFocus;
    },
    /** An attribute or property has changed. @param {string} name */
    update(name) {
      if (name === 'core') startSession();
      if (name === 'observe') session.setObserve(read('observe'));
      if (name === 'max-log') session.setMaxLog(read('max-log'));
      if (name === 'from-origins') session.setFromOrigins(read('from-origins'));
      if (name === 'dock' && isDock(read('dock'))) layout.set({ dock: read('dock') });
      if (name === 'messages' || name === 'lang')
        messages = createMessages(given.messages, languageOf(element));
      draw();
    },
    /** @param {string} toolKey */
    select: (toolKey) => actions.select(toolKey),
    async popOut() {
      if (places.isPoppedOut) return true;
      const window = await openWindow(layout.getSnapshot().float);
      if (window) places.popOut(window);
      else say(messages.text('panel.pop-refused'));
      return window !== null;
    },
    stop() {
      listening?.abort();
      listening = undefined;
      panel.hide();
      session.save();
      session.stop();
    },
  };

  startSession();
  listen();
  return panel;
}

/** @param {HTMLElement} element */
const languageOf = (element) =>
  element.lang || /** @type {HTMLElement | null} */ (element.closest('[lang]'))?.lang || undefined;
