// @ts-check
// What the Rust part uses of the realm, one function for each: see src/polyfill/platform.rs.

import { createFormAccess } from './form-access.js';
import { createFrames } from './frames.js';
import { passOn, takeBack } from './part.js';
import { BRAND, peerOf } from './peer.js';
import {
  AbortController,
  abortReason,
  addEventListener,
  apply,
  Blob,
  console,
  consoleError,
  createObjectURL,
  DOMException,
  dispatchEvent,
  freeze,
  isAborted,
  MessageChannel,
  originOfWindow,
  Promise,
  parse,
  postToPort,
  removeEventListener,
  resolve,
  revokeObjectURL,
  String,
  stringify,
  TypeError,
  then,
  URL,
  windowOf,
} from './realm.js';
import { ToolActivatedEvent, ToolCancelEvent } from './tool-events.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */
/** @typedef {import('./model-context.js').ModelContext} ModelContext */

/** Stands for `null` where it must be told from `undefined`: see `Platform::get`. */
const NULL = Symbol('null');

/** Before the page's own listeners, which may stop the event; a native API does not wait for its turn either. */
const FIRST_AND_ONCE = freeze({ capture: true, once: true });

/**
 * Fires an event; what a listener throws is reported to the window, as for every event.
 * @param {ModelContext} context
 * @param {Event} event
 */
export function dispatch(context, event) {
  apply(dispatchEvent, context, [event]);
}

/**
 * @param {ModelContext} context
 * @param {() => Core} core
 */
export function createPlatform(context, core) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => core().runTasks();
  const origin = ownOrigin();

  return {
    ...createFrames(core),
    null: NULL,
    forms: createFormAccess(core),
    origin,
    window,
    stringify,
    parse,

    member(/** @type {any} */ dictionary, /** @type {string} */ key) {
      const value = dictionary[key];
      return value === null ? NULL : value;
    },
    string: (/** @type {any} */ value) => `${value}`,
    sequence(/** @type {any} */ value) {
      const method = value[Symbol.iterator];
      return typeof method === 'function'
        ? [...{ [Symbol.iterator]: () => apply(method, value, []) }]
        : undefined;
    },
    isSerializationError,

    isAbortSignal(/** @type {any} */ value) {
      try {
        apply(isAborted, value, []);
        return true;
      } catch {
        return false;
      }
    },
    isAborted: (/** @type {AbortSignal} */ signal) => apply(isAborted, signal, []),
    abortReason: (/** @type {AbortSignal} */ signal) => apply(abortReason, signal, []),
    abortController: () => new AbortController(),

    isWindow(/** @type {any} */ value) {
      try {
        // Of a removed frame it gives null, but only of something that is no window does it throw.
        return Object(value) === value && apply(windowOf, value, []) !== undefined;
      } catch {
        return false;
      }
    },
    // A page may have a function named `closed`.
    isDetached: (/** @type {Window} */ window) => window.closed === true,

    originOf(/** @type {string} */ url) {
      if (url === origin && origin !== 'null') return origin;
      try {
        const parsed = new URL(url);
        return parsed.protocol === 'file:' ? 'file://' : parsed.origin;
      } catch {
        return undefined;
      }
    },

    passOn,
    takeBack,

    peer: (/** @type {any} */ other) => (other === window ? context[BRAND] : peerOf(other)),

    typeError: (/** @type {string} */ message) => new TypeError(message),
    exception: (/** @type {string} */ name, /** @type {string} */ message) => new DOMException(message, name),

    deferred() {
      let resolve, reject;
      const promise = new Promise((resolvePromise, rejectPromise) => {
        resolve = resolvePromise;
        reject = rejectPromise;
      });
      return { promise, resolve, reject };
    },
    annotations: (
      /** @type {boolean} */ consequentialHint,
      /** @type {boolean} */ debugging,
      /** @type {boolean} */ readOnlyHint,
      /** @type {boolean} */ untrustedContentHint,
    ) => ({ consequentialHint, debugging, readOnlyHint, untrustedContentHint }),

    toolRecord: (
      /** @type {string} */ name,
      /** @type {string} */ title,
      /** @type {string} */ description,
      /** @type {string | undefined} */ inputSchema,
      /** @type {object | undefined} */ annotations,
    ) => ({ name, title, description, inputSchema, annotations }),

    // The members come in the order in which Chromium writes them.
    registeredTool: (
      /** @type {any} */ { annotations, description, inputSchema, name, title },
      /** @type {string} */ origin,
      /** @type {Window} */ window,
    ) => ({
      ...(annotations && { annotations: { ...annotations } }),
      description,
      ...(inputSchema && { inputSchema: parse(inputSchema) }),
      name,
      origin,
      title,
      window,
    }),

    postTasks: () => apply(postToPort, port2, [undefined]),

    fire(/** @type {string} */ type, /** @type {string} */ toolName) {
      const Interface = type === 'toolactivated' ? ToolActivatedEvent : ToolCancelEvent;
      dispatch(context, new Interface(type, { toolName }));
    },

    invoke(
      /** @type {Function} */ execute,
      /** @type {object} */ input,
      /** @type {AbortController} */ { signal },
      /** @type {number} */ index,
      /** @type {number} */ generation,
    ) {
      const result = apply(execute, undefined, [input, { signal }]);
      const promise = apply(resolve, Promise, [result]);
      apply(then, promise, [
        (/** @type {any} */ value) => core().returned(index, generation, value),
        (/** @type {any} */ error) => core().threw(index, generation, error),
      ]);
    },

    report(/** @type {any} */ error) {
      let text = '[object Object]';
      try {
        text = String(error);
      } catch {}
      try {
        apply(consoleError, console, [`WebMCP tool execution failed: Uncaught ${text}`]);
      } catch {
        // The page had replaced it before the polyfill came.
      }
    },

    tell(
      /** @type {Function} */ settled,
      /** @type {string | undefined} */ failure,
      /** @type {string | null | undefined} */ text,
    ) {
      try {
        apply(settled, undefined, [failure, text]);
      } catch {
        // A caller that is gone is told nothing.
      }
    },

    onUnregister(/** @type {AbortSignal} */ signal, /** @type {number} */ registration) {
      const listener = () => core().unregister(registration, apply(abortReason, signal, []));
      apply(addEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
    },

    onAbort(
      /** @type {AbortSignal} */ signal,
      /** @type {number} */ index,
      /** @type {number} */ generation,
    ) {
      const listener = () => core().abort(index, generation);
      apply(addEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
      return listener;
    },

    removeListener(/** @type {AbortSignal} */ signal, /** @type {() => void} */ listener) {
      apply(removeEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
    },

    onSettled:
      (/** @type {number} */ index, /** @type {number} */ generation) =>
      (/** @type {string | undefined} */ failure, /** @type {string | null | undefined} */ text) =>
        core().settled(index, generation, failure, text),
  };
}

/**
 * The origin of this document, which a page's variable named `origin` hides. `location.origin` is not it in a
 * sandboxed document nor in one of `srcdoc` and `about:blank`; that of a blob's address is, in all of them.
 */
function ownOrigin() {
  if (location.protocol === 'file:') return 'file://';
  if (originOfWindow) return apply(originOfWindow, window, []);
  const address = apply(createObjectURL, URL, [new Blob()]);
  apply(revokeObjectURL, URL, [address]);
  return new URL(address).origin;
}

/**
 * Whether `JSON.stringify` made an error itself: it has the text that this engine gives for a circle or a BigInt.
 * @param {any} error
 */
function isSerializationError(error) {
  if (!(error instanceof TypeError)) return false;
  /** @type {any} */
  const circle = {};
  circle.circle = circle;
  return [circle, 1n].some((value) => {
    try {
      stringify(value);
      return false;
    } catch (/** @type {any} */ own) {
      return firstLine(own.message) === firstLine(error.message);
    }
  });
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0];
}
