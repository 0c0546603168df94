// @ts-check
// Brings `document.modelContext` to browsers that have none. Importing this file installs it.

import { contextOf, ModelContext } from './polyfill/model-context.js';
import { defineProperty, getOwnPropertyDescriptor, getter } from './polyfill/realm.js';
import { ToolActivatedEvent, ToolCancelEvent } from './polyfill/tool-events.js';

/** What is defined where: the attribute and the interfaces, as Chromium defines them. */
const definitions = () => [
  {
    holder: Document.prototype,
    name: 'modelContext',
    descriptor: {
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
    },
  },
  ...Object.entries({ ModelContext, ToolActivatedEvent, ToolCancelEvent }).map(([name, value]) => ({
    holder: window,
    name,
    descriptor: { value, writable: true, enumerable: false, configurable: true },
  })),
];

/**
 * What undoes the installation.
 * @type {(() => void) | undefined}
 */
let restore;

/**
 * Installs `document.modelContext` where it is missing.
 * @returns {'installed' | 'present' | 'insecure' | 'blocked' | 'no-document'}
 */
export function installModelContext() {
  if (typeof document === 'undefined' || typeof Document === 'undefined') return 'no-document';
  if (!globalThis.isSecureContext) return 'insecure';
  if ('modelContext' in document) return 'present';
  if (!isWebAssemblyAllowed()) {
    warnBlocked();
    return 'blocked';
  }
  const previous = definitions().map(({ holder, name, descriptor }) => {
    const before = getOwnPropertyDescriptor(holder, name);
    defineProperty(holder, name, descriptor);
    return { holder, name, before };
  });
  restore = () => {
    for (const { holder, name, before } of previous) {
      if (before === undefined) Reflect.deleteProperty(holder, name);
      else defineProperty(holder, name, before);
    }
  };
  return 'installed';
}

/** Undoes the installation; `false` where this copy has installed nothing. */
export function uninstallModelContext() {
  if (restore === undefined) return false;
  restore();
  restore = undefined;
  return true;
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

function warnBlocked() {
  if (hasWarned) return;
  hasWarned = true;
  console.warn(
    "webmcp-exec: document.modelContext was not installed, because this page's Content-Security-Policy refuses " +
      "WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
  );
}

installModelContext();
