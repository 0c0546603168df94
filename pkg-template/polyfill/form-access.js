// @ts-check
// What the Rust part does with forms, one function for each: see src/polyfill/form/dom.rs.

import { call, controls, get, isElement, isSubmitButton, list, localName, set } from './elements.js';
import {
  apply,
  createTreeWalker,
  dispatchEvent,
  Event,
  exec,
  isPrevented,
  keys,
  nextNode,
  Promise,
  RegExp,
  reportError,
  resolve,
  textOf,
  then,
} from './realm.js';
import { close, start, stop } from './submission.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

const SHOW_ELEMENTS_AND_TEXT = 5;
const [ACCEPT, REJECT] = [1, 2];
const LABELABLE = 'button,input,meter,output,progress,select,textarea';

/** @param {() => Core} core */
export const createFormAccess = (core) => ({
  localName,
  get,
  set,
  call,
  list,
  controls,
  isSubmitButton,
  keys,

  attribute: (/** @type {Element} */ element, /** @type {string} */ name) =>
    call(element, 'getAttribute', name) ?? undefined,

  /** The text of a label without that of the controls in it. */
  labelText(/** @type {HTMLLabelElement} */ label) {
    const filter = (/** @type {any} */ node) =>
      isElement(node) && call(node, 'matches', LABELABLE) ? REJECT : ACCEPT;
    const walker = apply(createTreeWalker, document, [label, SHOW_ELEMENTS_AND_TEXT, filter]);
    let text = '';
    for (let node = apply(nextNode, walker, []); node; node = apply(nextNode, walker, []))
      if (!isElement(node)) text += apply(textOf, node, []);
    return text;
  },

  /**
   * What a control of this kind makes of a value. Of a kind that the browser does not know (Firefox has no months
   * and weeks) the pattern says which values it has.
   */
  sanitized(
    /** @type {any} */ input,
    /** @type {string} */ value,
    /** @type {string | undefined} */ pattern,
  ) {
    const other = document.createElement('input');
    for (const name of ['type', 'multiple', 'min', 'max', 'step']) {
      const content = call(input, 'getAttribute', name);
      if (content !== null) call(other, 'setAttribute', name, content);
    }
    set(other, 'value', value);
    const isUnknown = pattern !== undefined && get(other, 'type') === 'text';
    if (isUnknown) return apply(exec, new RegExp(pattern), [value]) === null ? '' : value;
    return get(other, 'value');
  },

  isPattern(/** @type {string} */ pattern) {
    try {
      return new RegExp(pattern, 'v') !== undefined;
    } catch {
      return false;
    }
  },

  fire(/** @type {any} */ element, /** @type {string} */ type, /** @type {boolean} */ composed) {
    apply(dispatchEvent, element, [new Event(type, { bubbles: true, composed })]);
  },

  /** Submits a form as its button does; one that a listener has taken out of the form is left out. */
  submit(/** @type {any} */ form, /** @type {any} */ button) {
    const isOwned = button && get(button, 'form') === form;
    call(form, 'requestSubmit', isOwned ? button : null);
  },

  start: (
    /** @type {any} */ form,
    /** @type {any} */ button,
    /** @type {number} */ index,
    /** @type {number} */ generation,
  ) => start(core(), form, button, index, generation),
  stop,
  close,

  isPrevented: (/** @type {Event} */ event) => apply(isPrevented, event, []),

  /** Has the Rust part told how a page's response settles. */
  follow(
    /** @type {Promise<any>} */ response,
    /** @type {number} */ index,
    /** @type {number} */ generation,
  ) {
    apply(then, apply(resolve, Promise, [response]), [
      (/** @type {any} */ value) => core().responded(index, generation, value),
      (/** @type {any} */ error) => core().refused(index, generation, error),
    ]);
  },

  /** As an exception that nobody catches. */
  report: (/** @type {any} */ error) => reportError(error),
});
