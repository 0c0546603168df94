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
  Proxy,
  setTimeout,
  RegExp,
  String,
  TypeError,
  URL,
} = globalThis;
/** What is not everywhere: not on a server and not in a worker. */
export const { Element, MutationObserver, reportError, SubmitEvent } = globalThis;
/** These tell by what they return that something cannot be defined or deleted, and do not throw. */
export const { apply, construct, defineProperty, deleteProperty, setPrototypeOf } = Reflect;
export const { create, freeze, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
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
export const { get: weakGet, set: weakSet } = WeakMap.prototype;
export const { exec } = RegExp.prototype;
export const isPrevented = getter(Event.prototype, 'defaultPrevented');
export const phaseOf = getter(Event.prototype, 'eventPhase');
export const targetOf = getter(Event.prototype, 'target');
export const typeOf = getter(Event.prototype, 'type');
export const submitterOf = SubmitEvent && getter(SubmitEvent.prototype, 'submitter');
export const { observe, takeRecords } = MutationObserver?.prototype ?? {};

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

/** The getter of `document.defaultView`, which throws for what is no document. */
export const defaultViewOf = documentPrototype && getter(documentPrototype, 'defaultView');

/** `queryDocument` is `document.querySelectorAll`, which an element of that name hides. */
export const { querySelectorAll: queryDocument, createTreeWalker } = /** @type {any} */ (
  documentPrototype ?? {}
);
export const { querySelectorAll: queryFragment } = globalThis.DocumentFragment?.prototype ?? {};
export const { nextNode } = globalThis.TreeWalker?.prototype ?? {};
export const nodeTypeOf = getterOf('Node', 'nodeType');
export const textOf = getterOf('CharacterData', 'data');
export const addedNodesOf = getterOf('MutationRecord', 'addedNodes');
export const removedNodesOf = getterOf('MutationRecord', 'removedNodes');
export const recordTargetOf = getterOf('MutationRecord', 'target');
export const recordTypeOf = getterOf('MutationRecord', 'type');

/**
 * The getter of an accessor of an interface, where there is one of that name.
 * @param {string} name
 * @param {string} key
 */
function getterOf(name, key) {
  const { prototype } = /** @type {any} */ (globalThis)[name] ?? {};
  return prototype && getter(prototype, key);
}

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
export function owner(object, name) {
  while (object && !getOwnPropertyDescriptor(object, name)) object = getPrototypeOf(object);
  return object ?? undefined;
}
