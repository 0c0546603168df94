// @ts-check
// What the polyfill uses of the realm, taken when it is loaded: a page may replace any of it later, and a native
// API would not notice.

export const { AbortController, AbortSignal, DOMException, Event, MessageChannel, Promise, TypeError, URL } =
  globalThis;
export const { apply } = Reflect;
export const { defineProperty, freeze, getOwnPropertyDescriptor } = Object;
export const { parse, stringify } = JSON;
export const { then } = Promise.prototype;
export const { resolve } = Promise;
export const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
export const isAborted = getter(AbortSignal.prototype, 'aborted');
export const abortReason = getter(AbortSignal.prototype, 'reason');

/** The getter of `window.window`, which throws for what is no window; nothing on a server and in a worker. */
export const windowOf = typeof window === 'undefined' ? undefined : getter(window, 'window');

/** The getter of `document.defaultView`, which throws for what is no document. */
export const defaultViewOf =
  typeof Document === 'undefined' ? undefined : getter(Document.prototype, 'defaultView');

/**
 * The getter of an accessor.
 * @param {object} holder
 * @param {string} name
 * @returns {any}
 */
export function getter(holder, name) {
  return getOwnPropertyDescriptor(holder, name)?.get;
}
