/** What tests of single components share. */

import { assertAccessible } from './panel.mjs';

/** @returns {Promise<typeof import('./components.jsx')>} */
export const loadComponents = () => import(/** @type {any} */ ('/bundles/components.mjs'));

/** @param {{ root: ShadowRoot }} shown */
export function within({ root }) {
  const find = (/** @type {string} */ selector) =>
    /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]).filter((one) =>
      one.checkVisibility(),
    );
  const tools = {
    find,
    /** @param {string} selector @returns {any} */
    get(selector) {
      const [first] = find(selector);
      if (!first) throw new Error(`There is no ${selector} in ${root.textContent?.slice(0, 2000)}`);
      return first;
    },
    /** A control by its label. @param {string} label @returns {any} */
    field(label) {
      const named = find('input, select, textarea').find((one) => nameOf(one) === label);
      if (!named)
        throw new Error(`There is no field ${label}: ${find('input, select, textarea').map(nameOf)}`);
      return named;
    },
    /** @param {string} name @returns {any} */
    button(name) {
      const named = find('button').find((one) => (one.ariaLabel ?? one.textContent ?? '').trim() === name);
      if (!named) throw new Error(`There is no button ${name}`);
      return named;
    },
    /** What a control is described by. @param {HTMLElement} control */
    described: (control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => root.getElementById(id)?.textContent)
        .join(' '),
    /** As somebody types it at once. @param {HTMLInputElement | HTMLTextAreaElement} control @param {string} text */
    async type(control, text) {
      control.focus();
      control.value = text;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await tools.drawn();
    },
    /** @param {HTMLElement} control */
    async click(control) {
      control.focus();
      control.click();
      await tools.drawn();
    },
    /** @param {HTMLSelectElement} control @param {string} label of the option */
    async choose(control, label) {
      control.value = [...control.options].find((option) => option.label === label)?.value ?? '';
      control.dispatchEvent(new Event('change', { bubbles: true }));
      await tools.drawn();
    },
    drawn: () => new Promise((resolve) => setTimeout(resolve)),
    /** @param {string} state */
    accessible: (state) => assertAccessible(state, '.component'),
  };
  return tools;
}

/** @param {any} control @returns {string} */
const nameOf = (control) =>
  control.ariaLabel ??
  [...(control.labels ?? [])]
    .map((label) => (label.contains(control) ? label.firstElementChild : label).textContent)
    .map((text) => text.replace(/ \* required$/, '').trim())
    .join(' ');
