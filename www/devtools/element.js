/** The eager part of the panel: the element, its toggle and its hotkey. What it shows is loaded at first open. */

/** @import {Panel, PanelHost} from './panel/panel.js' */

import hostStyles from '../ui/element/host.css';
import { isHotkey } from '../ui/element/hotkey.js';
import { count, flag, list, reflectAttributes, takeEarlyProperties, text } from '../ui/element/properties.js';
import { safeStorage } from '../ui/element/storage.js';
import { adoptStyles } from '../ui/element/styles.js';
import { isWanted } from '../ui/element/when.js';
import toggleStyles from './toggle.css';
import { createToggle } from './toggle.js';

/** @typedef {() => Promise<Record<string, any>>} LoadCore the package, imported */

const NAME = 'webmcp-devtools';

const ATTRIBUTES = {
  open: flag,
  observe: flag,
  dock: text('bottom'),
  position: text('bottom-right'),
  hotkey: text('Alt+Shift+M'),
  when: text('dev'),
  theme: text('auto'),
  'storage-key': text(NAME),
  'max-log': count(500),
  'from-origins': list,
};

/** What is given as objects. */
const GIVEN = ['core', 'messages', 'renderers'];

/** Defines the element, once. On a server it does nothing. @param {LoadCore} loadCore */
export function defineDevtools(loadCore) {
  if (typeof customElements === 'undefined' || customElements.get(NAME)) return;

  class WebMcpDevtools extends HTMLElement {
    static observedAttributes = [...Object.keys(ATTRIBUTES), 'lang'];

    /** @type {Promise<Panel> | undefined} */
    #loading;
    /** @type {Panel | undefined} */
    #panel;
    #root = this.attachShadow({ mode: 'open' });
    #toggle = createToggle(() => this.toggle());
    /** @type {Record<string, any>} */
    #given = { renderers: new Map() };
    /** Whether somebody asked for the panel where it does not show itself. */
    #asked = false;
    /** Whether the focus goes into the panel: not where it is open from the beginning. */
    #takeFocus = false;
    /** @type {AbortController | undefined} */
    #connected;

    connectedCallback() {
      takeEarlyProperties(this, [...GIVEN, ...Object.keys(ATTRIBUTES)]);
      const wasMoved = this.#connected !== undefined;
      this.#connected?.abort();
      this.#connected = new AbortController();
      const { signal } = this.#connected;
      if (!this.#root.firstChild) {
        adoptStyles(this.#root, hostStyles, toggleStyles);
        this.#root.append(this.#toggle.element);
      }
      addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
      this.#update();
      if (!this.#isWanted) return;
      const key = this.#read('storage-key');
      const kept = safeStorage('sessionStorage');
      if (!wasMoved && key && kept.read(`${key}.open`)) this.toggleAttribute('open', true);
      if (this.#read('open')) this.#show();
      else if (this.#read('observe')) this.#load().catch(() => {});
    }

    disconnectedCallback() {
      const connected = this.#connected;
      // An element that only moves is connected again in the same turn.
      queueMicrotask(() => {
        if (connected !== this.#connected || this.isConnected) return;
        connected?.abort();
        this.#connected = undefined;
        this.#panel?.stop();
      });
    }

    /** @param {string} name @param {string | null} before @param {string | null} after */
    attributeChangedCallback(name, before, after) {
      if (before === after || !this.#connected) return;
      this.#update();
      if (name === 'open') {
        if (after === null) this.#hide();
        else if (this.#isWanted) this.#show();
      } else {
        this.#panel?.update(name);
        if (name === 'observe' && after !== null && this.#isWanted) this.#load().catch(() => {});
      }
    }

    /** @template {keyof typeof ATTRIBUTES} Name @param {Name} name */
    #read(name) {
      return /** @type {ReturnType<(typeof ATTRIBUTES)[Name]['read']>} */ (
        ATTRIBUTES[name].read(this.getAttribute(name))
      );
    }

    get #isWanted() {
      return this.#asked || isWanted(this.#read('when'), NAME);
    }

    get core() {
      return this.#given.core;
    }

    set core(core) {
      this.#give('core', core);
    }

    get messages() {
      return this.#given.messages;
    }

    set messages(messages) {
      this.#give('messages', messages);
    }

    get renderers() {
      return this.#given.renderers;
    }

    set renderers(renderers) {
      this.#give('renderers', renderers);
    }

    get tools() {
      return this.#panel?.session.getSnapshot().tools ?? [];
    }

    get log() {
      return this.#panel?.session.getSnapshot().log ?? [];
    }

    async show() {
      this.#asked = true;
      this.#takeFocus = true;
      this.toggleAttribute('open', true);
      await this.#load();
    }

    hide() {
      this.toggleAttribute('open', false);
    }

    async toggle() {
      if (this.#read('open')) this.hide();
      else await this.show();
    }

    /** @param {string} key */
    async select(key) {
      await this.show();
      return (await this.#load()).select(key);
    }

    /** @param {string} key @param {unknown} [args] @param {{ signal?: AbortSignal }} [options] */
    async run(key, args, options) {
      return (await this.#load()).session.run(key, args, options).done;
    }

    clear() {
      this.#panel?.session.clear();
    }

    async exportLog() {
      return (await this.#load()).session.exportSession();
    }

    /** @param {unknown} file */
    async importLog(file) {
      return (await this.#load()).session.importSession(file);
    }

    async popOut() {
      await this.show();
      return (await this.#load()).popOut();
    }

    /** @param {string} name @param {any} value */
    #give(name, value) {
      this.#given[name] = value;
      this.#update();
      this.#panel?.update(name);
    }

    /** The panel, once what it needs is there. A load that failed is tried again. */
    #load() {
      this.#loading ??= Promise.all([import('./panel/panel.js'), loadCore()]).then(
        ([{ createPanel }, exports]) => {
          this.#panel = createPanel(this.#host, exports);
          return this.#panel;
        },
        (error) => {
          this.#loading = undefined;
          this.#emit('webmcp-error', { name: error.name, message: error.message });
          throw error;
        },
      );
      return this.#loading;
    }

    /** @type {PanelHost} */
    get #host() {
      return {
        element: this,
        root: this.#root,
        given: this.#given,
        read: (name) => this.#read(name),
        emit: (type, detail, cancelable) => this.#emit(type, detail, cancelable),
        close: () => this.hide(),
        setCount: (tools) => this.#toggle.setCount(tools),
      };
    }

    #show() {
      this.#toggle.setBusy(true);
      this.#load()
        .then(
          (panel) => this.#read('open') && this.isConnected && panel.show(this.#takeFocus),
          (error) => this.#toggle.fail(error),
        )
        .finally(() => this.#toggle.setBusy(false));
    }

    #hide() {
      if (this.#panel?.hide()) this.#toggle.focus();
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
      const hotkey = this.#read('hotkey');
      if (event.repeat || event.defaultPrevented || !hotkey || !this.#isWanted || !isHotkey(event, hotkey))
        return;
      event.preventDefault();
      this.toggle();
    }

    #update() {
      this.#toggle.update({
        shown: this.isConnected && this.#isWanted && !this.#read('open'),
        theme: this.#read('theme'),
        hotkey: this.#read('hotkey'),
        label: this.messages?.['toggle.label'] ?? 'WebMCP tools',
      });
    }

    /** @param {string} type @param {unknown} detail @param {boolean} [cancelable] */
    #emit(type, detail, cancelable = false) {
      return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }));
    }
  }

  reflectAttributes(WebMcpDevtools, ATTRIBUTES);
  customElements.define(NAME, WebMcpDevtools);
  mountByScript();
}

/** Adds the element to the page, if there is none, and gives it. @param {Record<string, string | boolean>} [options] */
export function mount(options = {}) {
  const element = document.querySelector(NAME) ?? document.createElement(NAME);
  for (const [name, value] of Object.entries(options)) {
    if (value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : value);
  }
  if (element.isConnected) return element;
  if (document.body) document.body.append(element);
  else addEventListener('DOMContentLoaded', () => document.body.append(element), { once: true });
  return element;
}

/** A script tag with `data-auto`, or with `?auto` in its address, stands for the element. */
function mountByScript() {
  const script = /** @type {HTMLScriptElement | null} */ (
    document.querySelector('script[src*="devtools"]:is([data-auto],[src*="?auto"])')
  );
  if (!script) return;
  const known = [...Object.keys(ATTRIBUTES), 'lang'];
  mount(
    Object.fromEntries(
      known.flatMap((name) => {
        const value = script.getAttribute(`data-${name}`);
        return value === null ? [] : [[name, value]];
      }),
    ),
  );
}
