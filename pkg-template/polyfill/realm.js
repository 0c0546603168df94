// @ts-check
// What the polyfill uses of the realm, taken when it is loaded: a page may replace any of it later, and a native
// API would not notice.

export const {
  AbortController,
  AbortSignal,
  Blob,
  console,
  DOMException,
  Event,
  MessageChannel,
  Promise,
  setTimeout,
  String,
  TypeError,
  URL,
} = globalThis;
/** These tell by what they return that something cannot be defined or deleted, and do not throw. */
export const { apply, defineProperty, deleteProperty } = Reflect;
export const { create, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
export const { isArray } = Array;
export const { includes } = Array.prototype;
export const { random } = Math;
export const { error: consoleError, warn: consoleWarn } = console;
export const { createObjectURL, revokeObjectURL } = URL;
export const { toString: functionText } = Function.prototype;
export const { parse, stringify } = JSON;
export const { then } = Promise.prototype;
export const { resolve } = Promise;
export const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
export const { preventDefault, stopImmediatePropagation } = Event.prototype;
export const { close: closePort, postMessage: postToPort, start: startPort } = MessagePort.prototype;
export const [dataOf, originOf, portsOf, sourceOf] = ['data', 'origin', 'ports', 'source'].map((name) =>
  getter(MessageEvent.prototype, name),
);
export const isAborted = getter(AbortSignal.prototype, 'aborted');
export const abortReason = getter(AbortSignal.prototype, 'reason');

/** The getter of `window.window`, which throws for what is no window; nothing on a server and in a worker. */
export const windowOf = typeof window === 'undefined' ? undefined : getter(window, 'window');

/** The getter of `window.parent`, which a page may hide by a variable of that name. */
export const parentOf = typeof window === 'undefined' ? undefined : getter(window, 'parent');

/**
 * The getter of `window.origin`; nothing where a script of the page came first with a variable of that name, for
 * which the attribute makes way.
 */
export const originOfWindow = typeof window === 'undefined' ? undefined : getter(window, 'origin');

/** `Document.prototype`, also where the page has a class `Document` of its own; nothing where is no document. */
export const documentPrototype = typeof document === 'undefined' ? undefined : owner(document, 'defaultView');

/** `document.querySelectorAll`, which an element of that name hides. */
export const getElements = documentPrototype?.querySelectorAll;

/** The getter of `document.defaultView`, which throws for what is no document. */
export const defaultViewOf = documentPrototype && getter(documentPrototype, 'defaultView');

/**
 * The getter of an accessor.
 * @param {object} holder
 * @param {string} name
 * @returns {any}
 */
export function getter(holder, name) {
  return getOwnPropertyDescriptor(holder, name)?.get;
}

/**
 * Which object of a prototype chain has a property of its own of this name.
 * @param {object | null} object
 * @param {string} name
 */
function owner(object, name) {
  while (object && !getOwnPropertyDescriptor(object, name)) object = getPrototypeOf(object);
  return object ?? undefined;
}
