// @ts-check
// The forms that are being run, and what happens to them until the caller has an answer.

import { call, get, isSubmitButton } from './elements.js';
import { observeMethod } from './observed-methods.js';
import {
  addEventListener,
  apply,
  getPrototypeOf,
  phaseOf,
  removeEventListener,
  targetOf,
  typeOf,
  weakGet,
  weakSet,
} from './realm.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

/**
 * What the Rust part wants to hear of a form that is being run.
 * @typedef {object} Run
 * @property {EventTarget} root
 * @property {(event: any) => void} listener
 * @property {(event: Event) => void} submitting
 * @property {(event?: Event) => void} attempted a submission may have been tried, and refused by the form's validity
 * @property {() => void} submitted a script has called `submit`, which fires no event
 */

/**
 * What is known of a submit event.
 * @typedef {object} Submission
 * @property {boolean} agentInvoked
 * @property {boolean} isOpen whether the page may still respond
 * @property {Promise<any>} [response]
 */

/** @type {WeakMap<object, Run | undefined>} */
const runs = new WeakMap();

/** @type {WeakMap<object, Submission>} */
const submissions = new WeakMap();

/** @param {any} form @returns {Run | undefined} */
const runOf = (form) => apply(weakGet, runs, [form]);

/**
 * A listener that comes before ours may ask first, and stop the event, so it is found out by whoever does.
 * @param {any} event
 * @returns {Submission}
 */
export function submissionOf(event) {
  const known = apply(weakGet, submissions, [event]);
  if (known !== undefined) return known;
  const run = isDispatched(event) && event.isTrusted ? runOf(apply(targetOf, event, [])) : undefined;
  run?.submitting(event);
  return remember(event, run !== undefined, true);
}

/** @param {any} event @param {boolean} agentInvoked @param {boolean} isOpen @returns {Submission} */
export function remember(event, agentInvoked, isOpen) {
  const submission = { agentInvoked, isOpen };
  apply(weakSet, submissions, [event, submission]);
  return submission;
}

/** @param {any} event */
export const isDispatched = (event) => apply(phaseOf, event, []) !== 0;

/**
 * Until now the page may respond; gives what it has responded with.
 * @param {any} event
 */
export function close(event) {
  const submission = submissionOf(event);
  submission.isOpen = false;
  return submission.response;
}

const FORM_ACTIVE = 'data-tool-form-active';
const SUBMIT_ACTIVE = 'data-tool-submit-active';

/**
 * Listens to what becomes of a form that has been filled in.
 * @param {Core} core
 * @param {any} form
 * @param {any} button
 * @param {number} index
 * @param {number} generation
 */
export function start(core, form, button, index, generation) {
  observeMethods();
  const top = call(form, 'getRootNode');
  const run = {
    root: top === document ? window : top,
    submitting: (/** @type {Event} */ event) => core.submitting(index, generation, event),
    attempted: (/** @type {Event | undefined} */ event) => core.attempted(index, generation, event),
    submitted: () => core.submitted(index, generation),
    listener(/** @type {any} */ event) {
      const target = apply(targetOf, event, []);
      const type = apply(typeOf, event, []);
      if (type === 'click') {
        const clicked = target instanceof Element && call(target, 'closest', 'button,input');
        if (clicked && isSubmitButton(clicked) && get(clicked, 'form') === form) run.attempted(event);
      } else if (target === form && event.isTrusted) {
        if (type === 'reset') core.resetting(index, generation, event);
        else submissionOf(event);
      }
    },
  };
  listen(run, addEventListener);
  apply(weakSet, runs, [form, run]);
  call(form, 'setAttribute', FORM_ACTIVE, '');
  if (button) call(button, 'setAttribute', SUBMIT_ACTIVE, '');
}

/** @param {any} form @param {any} button */
export function stop(form, button) {
  const run = runOf(form);
  if (run === undefined) return;
  listen(run, removeEventListener);
  apply(weakSet, runs, [form, undefined]);
  call(form, 'removeAttribute', FORM_ACTIVE);
  if (button) call(button, 'removeAttribute', SUBMIT_ACTIVE);
}

/** @param {Run} run @param {Function} method */
function listen({ root, listener }, method) {
  apply(method, root, ['submit', listener, true]);
  apply(method, root, ['reset', listener, true]);
  apply(method, root, ['click', listener, true]);
}

/**
 * `submit()` fires no event, and a `requestSubmit()` that the form's validity refuses none either. So these two are
 * put in the place of the browser's own when a form is run for the first time.
 */
function observeMethods() {
  const prototype = getPrototypeOf(document.createElement('form'));
  observeMethod(prototype, 'submit', (form) => runOf(form)?.submitted());
  observeMethod(prototype, 'requestSubmit', (form) => runOf(form)?.attempted());
}
