// @ts-check
// Defines `document.modelContext` in this realm, where it is missing.

import { core } from './core.js';
import { contextOf, ModelContextInterface as ModelContext, resume, suspend } from './model-context.js';
import { findPart } from './part.js';
import {
  defineProperty,
  deleteProperty,
  documentPrototype,
  getOwnPropertyDescriptor,
  getter,
} from './realm.js';
import { standing } from './standing.js';
import { submitEventAdditions } from './submit-event.js';
import { ToolActivatedEvent, ToolCancelEvent } from './tool-events.js';

/** @typedef {import('../polyfill.js').ModelContextStatus} Status */

/**
 * The attribute `modelContext`, as Chromium defines it.
 * @returns {PropertyDescriptor}
 */
const attribute = () => ({
  get: getter(
    {
      get modelContext() {
        return contextOf(/** @type {any} */ (this));
      },
    },
    'modelContext',
  ),
  set: undefined,
  enumerable: true,
  configurable: true,
});

/**
 * What undoes each definition of the installation, where one has taken place.
 * @type {(() => void)[] | undefined}
 */
let installation;

/**
 * @param {boolean} force whether another script's gives way
 * @returns {Status}
 */
export function install(force) {
  if (documentPrototype === undefined) return 'no-document';
  if (!globalThis.isSecureContext) return 'insecure';
  const before = standing();
  if (before === 'native' || (before === 'present' && (installation || !force))) return before;
  if (!core.isAllowed()) return 'blocked';
  findPart();
  const undo = [define(documentPrototype, 'modelContext', attribute()), reveal()];
  if (undo.includes(undefined)) {
    undo[0]?.();
    return 'refused';
  }
  for (const [name, value] of Object.entries({ ModelContext, ToolActivatedEvent, ToolCancelEvent })) {
    // Where a script of the page has a variable of that name, it is the page's, as it is with a native API.
    undo.push(define(window, name, { value, writable: true, enumerable: false, configurable: true }));
  }
  for (const addition of submitEventAdditions) undo.push(define(...addition));
  installation = undo.filter((one) => one !== undefined);
  resume();
  return 'installed';
}

/** Undoes the installation; `false` where there is none. */
export function uninstall() {
  if (installation === undefined) return false;
  for (const undo of installation) undo();
  installation = undefined;
  suspend();
  return true;
}

/** Takes away what hides the attribute, the document's own property; nothing where that stays. */
function reveal() {
  const own = getOwnPropertyDescriptor(document, 'modelContext');
  if (own === undefined) return () => {};
  if (!deleteProperty(document, 'modelContext')) return undefined;
  return () => void defineProperty(document, 'modelContext', own);
}

/**
 * Defines a property and gives what undoes that; nothing where it cannot be defined.
 * @param {object} holder
 * @param {string} name
 * @param {PropertyDescriptor} descriptor
 */
function define(holder, name, descriptor) {
  const before = getOwnPropertyDescriptor(holder, name);
  if (!defineProperty(holder, name, descriptor)) return undefined;
  return () => {
    const now = getOwnPropertyDescriptor(holder, name);
    // What the page has put there since is the page's.
    if (now === undefined || now.get !== descriptor.get || now.value !== descriptor.value) return;
    if (before === undefined) deleteProperty(holder, name);
    else defineProperty(holder, name, before);
  };
}
