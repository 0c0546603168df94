/** What the tests of forms share. */

import { named, registeredTool } from './side-by-side.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

export const updated = 'Tool execution cancelled, since tool definition was updated';
export const noResponse =
  "The site has a programming error: it called preventDefault() on the 'submit' event, without also calling respondWith() with the tool result";

/**
 * Waits for what a page can only wait for by looking again.
 * @param {TestContext} t
 * @param {() => unknown} isSo
 */
export async function until(t, isSo) {
  for (let attempt = 0; attempt < 500 && !(await isSo()); attempt++) await t.sleep(10);
}

/**
 * Puts a form into the page that is the tool `f`, and waits until it is.
 * @param {TestContext} t
 * @param {string} markup of what is in it
 * @param {string} [attributes]
 */
export async function formTool(t, markup, attributes = 'toolautosubmit') {
  /** @type {any} */
  const context = t.modelContext();
  const around = document.createElement('div');
  around.innerHTML = `<form toolname="f" tooldescription="d" ${attributes}>${markup}</form>`;
  document.body.append(around);
  t.after(() => around.remove());
  /** @type {any} */
  const form = around.firstElementChild;
  await until(t, async () => (await context.getTools()).some((/** @type {any} */ { name }) => name === 'f'));
  /** @type {string[]} */
  const log = [];
  for (const type of ['input', 'change']) {
    form.addEventListener(type, (/** @type {any} */ { target }) =>
      log.push(`${type} ${target.id || target.name}`),
    );
  }
  return {
    context,
    form,
    around,
    log,
    /** @type {HTMLButtonElement} */
    button: form.querySelector('button'),
    /** @param {any} input @param {object} [options] @returns {Promise<any>} the result, or the error as text */
    call: (input, options) => context.executeTool(registeredTool('f'), input, options).catch(named),
    /** Has the page respond to every submission. @param {(event: any) => void} respond */
    onSubmit: (respond) =>
      form.addEventListener('submit', (/** @type {any} */ event) => {
        log.push(`submit ${event.agentInvoked} ${event.submitter?.id || event.submitter?.localName}`);
        event.preventDefault();
        respond(event);
      }),
  };
}

/** @param {any} event */
export const respondOk = (event) => event.respondWith('ok');

/**
 * Resolves when an event is fired at the page's `modelContext`.
 * @param {TestContext} t
 * @param {string} type
 */
export const fired = (t, type) =>
  new Promise((resolve) => t.modelContext().addEventListener(type, resolve, { once: true }));
