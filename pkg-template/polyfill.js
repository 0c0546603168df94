// @ts-check
// Brings `document.modelContext` to browsers that have none. Importing this file installs it.

import { contextOf, ModelContext } from './polyfill/model-context.js';
import {
  apply,
  console,
  consoleWarn,
  defineProperty,
  deleteProperty,
  documentPrototype,
  getOwnPropertyDescriptor,
  getter,
} from './polyfill/realm.js';
import { ToolActivatedEvent, ToolCancelEvent } from './polyfill/tool-events.js';

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
 * Installs `document.modelContext` where it is missing.
 * @returns {'installed' | 'present' | 'insecure' | 'blocked' | 'refused' | 'no-document'}
 */
export function installModelContext() {
  if (documentPrototype === undefined) return 'no-document';
  if (!globalThis.isSecureContext) return 'insecure';
  if ('modelContext' in document) return 'present';
  if (!isWebAssemblyAllowed()) {
    warn(
      "this page's Content-Security-Policy refuses WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
    );
    return 'blocked';
  }
  const undo = define(documentPrototype, 'modelContext', attribute());
  if (undo === undefined) {
    warn('this page has frozen Document.prototype. Import webmcp-exec/polyfill before that happens.');
    return 'refused';
  }
  installation = [undo];
  for (const [name, value] of Object.entries({ ModelContext, ToolActivatedEvent, ToolCancelEvent })) {
    // Where a script of the page has a variable of that name, it is the page's, as it is with a native API.
    const undo = define(window, name, { value, writable: true, enumerable: false, configurable: true });
    if (undo !== undefined) installation.push(undo);
  }
  return 'installed';
}

/** Undoes the installation; `false` where this copy has installed nothing. */
export function uninstallModelContext() {
  if (installation === undefined) return false;
  for (const undo of installation) undo();
  installation = undefined;
  return true;
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

/** A module of eight bytes. It is instantiated too: WebKitGTK 2.50 compiles what it then refuses to run. */
function isWebAssemblyAllowed() {
  try {
    return (
      new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))) !==
      undefined
    );
  } catch {
    return false;
  }
}

let hasWarned = false;

/** @param {string} reason */
function warn(reason) {
  if (hasWarned) return;
  hasWarned = true;
  try {
    apply(consoleWarn, console, [`webmcp-exec: document.modelContext was not installed, because ${reason}`]);
  } catch {
    // The page had replaced it; an import of the polyfill throws nothing.
  }
}

installModelContext();
