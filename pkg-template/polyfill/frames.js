// @ts-check
// How documents of different origins in one tab reach each other: src/polyfill/channels.rs says what they say, and what
// nobody may learn or do by it.

import { call, get, query } from './elements.js';
import { PROTOCOL, peerOf } from './peer.js';
import {
  addEventListener,
  apply,
  closePort,
  dataOf,
  getOwnPropertyDescriptor,
  includes,
  isArray,
  MessageChannel,
  originOf,
  parentOf,
  portsOf,
  postToPort,
  random,
  setTimeout,
  sourceOf,
  startPort,
  stopImmediatePropagation,
} from './realm.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

/** The first member of every message to a window, so that a page that logs its messages knows whose they are. */
const TAG = 'webmcp-exec.polyfill';

/** How long a frame is waited for that may have no polyfill: see `Contact` in src/polyfill/contacts.rs. */
const PATIENCE_MS = 500;

/**
 * What hears documents of other origins: given `addEventListener` or `removeEventListener` it begins or ends. A message
 * of the polyfill goes no further: with a native API a page hears nothing either.
 * @param {() => Core} core
 */
export function hearWindows(core) {
  const listener = (/** @type {MessageEvent} */ event) => {
    if (!event.isTrusted) return;
    const data = apply(dataOf, event, []);
    if (!(isArray(data) && data[0] === TAG && isArray(data[1]) && apply(includes, data[1], [PROTOCOL])))
      return;
    apply(stopImmediatePropagation, event, []);
    const source = apply(sourceOf, event, []);
    if (source && isForeign(source))
      core().said(
        number(data[2]),
        apply(originOf, event, []),
        source,
        number(data[3]),
        apply(portsOf, event, [])[0],
      );
  };
  return (/** @type {Function} */ method) => void apply(method, window, ['message', listener, true]);
}

/**
 * A frame has left the document. Its own document says so itself, but for one whose process had crashed.
 * @param {() => Core | undefined} core
 */
export function frameLeft(core) {
  if (core()) setTimeout(() => core()?.endGone(), PATIENCE_MS);
}

/** Windows in shadow trees of this document, which have no number in it. @type {any[]} */
let shadowFrames = [];

/** What other documents of this origin know of this one's frames. */
export const framesPeer = {
  shadowFrames: () => shadowFrames,

  /** A frame makes itself known. */
  enter(/** @type {any} */ frame) {
    /** @type {any[]} */
    const known = [];
    for (let index = 0; index < shadowFrames.length; index++) {
      const one = shadowFrames[index];
      if (one !== frame && isFrameOf(window, one)) known[known.length] = one;
    }
    known[known.length] = frame;
    shadowFrames = known;
  },
};

/** Makes this window, and each around it, known to its parent where that has it in a shadow tree. */
export function enterParents() {
  try {
    let child = window;
    let parent = apply(parentOf, child, []);
    while (child !== parent) {
      if (call(child.frameElement, 'getRootNode') !== parent.document) peerOf(parent)?.enter?.(child);
      child = parent;
      parent = apply(parentOf, child, []);
    }
  } catch {
    // The parent is of another origin.
  }
}

/** @param {any} parent @param {any} child */
function isFrameOf(parent, child) {
  try {
    return apply(parentOf, child, []) === parent;
  } catch {
    return false;
  }
}

/**
 * A number as it is, for a value of the page's own `valueOf` is not asked.
 * @param {unknown} value
 */
const number = (value) => (typeof value === 'number' ? value : 0);

/**
 * Whether a window shows a document of another origin in this tab.
 * @param {any} other
 */
function isForeign(other) {
  try {
    return other !== window && other.top === top && other.document === undefined;
  } catch {
    return true;
  }
}

/** @param {() => Core} core */
export const createFrames = (core) => ({
  /** Tells the document of a window from the one that was there before and the one that comes after it. */
  documentId: random() * 2 ** 32,

  isForeign,

  post(
    /** @type {Window} */ window,
    /** @type {number} */ kind,
    /** @type {string} */ targetOrigin,
    /** @type {number | undefined} */ documentId,
    /** @type {MessagePort | undefined} */ port,
  ) {
    try {
      window.postMessage([TAG, [PROTOCOL], kind, documentId], targetOrigin, /** @type {any} */ (only(port)));
    } catch {
      // A frame that is gone is told nothing.
    }
  },

  channel: () => new MessageChannel(),

  listen(/** @type {MessagePort} */ port, /** @type {number} */ index, /** @type {number} */ generation) {
    const listener = (/** @type {MessageEvent} */ event) => {
      const data = apply(dataOf, event, []);
      if (isArray(data)) {
        core().heard(index, generation, number(data[0]), number(data[1]), number(data[2]), data[3], data[4]);
      }
    };
    apply(addEventListener, port, ['message', listener]);
    apply(startPort, port, []);
  },

  send(/** @type {MessagePort} */ port, /** @type {any[]} */ ...message) {
    apply(postToPort, port, [message]);
  },

  close: (/** @type {MessagePort} */ port) => apply(closePort, port, []),

  deadline(/** @type {number} */ contact) {
    setTimeout(() => core().deadline(contact), PATIENCE_MS);
  },

  onAnswered:
    (
      /** @type {number} */ index,
      /** @type {number} */ generation,
      /** @type {number} */ callIndex,
      /** @type {number} */ callGeneration,
    ) =>
    (/** @type {string | undefined} */ failure, /** @type {string | undefined} */ text) =>
      core().answered(index, generation, callIndex, callGeneration, failure, text),

  /** There is no asking how many: a page may have a variable named `length`. */
  frames(/** @type {any} */ window) {
    /** @type {any[]} */
    const frames = [];
    try {
      let frame = getOwnPropertyDescriptor(window, 0)?.value;
      while (frame) {
        frames[frames.length] = frame;
        frame = getOwnPropertyDescriptor(window, frames.length)?.value;
      }
    } catch {
      // That there are no more, a window of another origin says by throwing.
    }
    const hidden = peerOf(window)?.shadowFrames?.() ?? [];
    for (let index = 0; index < hidden.length; index++)
      if (isFrameOf(window, hidden[index])) frames[frames.length] = hidden[index];
    return frames;
  },

  parent: (/** @type {Window} */ window) => apply(parentOf, window, []),

  /**
   * The element that shows a window in its parent: `undefined` where this document cannot look into the parent, `null`
   * where there is no iframe in what it sees.
   * @param {any} parent
   * @param {any} child
   */
  container(parent, child) {
    let document, element;
    try {
      ({ document } = parent);
    } catch {}
    if (!document) return undefined;
    try {
      element = child.frameElement;
    } catch {
      element = search(document, child);
    }
    return (
      element && {
        allow: `${element.getAttribute('allow') ?? ''}`,
        source: element.hasAttribute('srcdoc') ? '' : `${element.src}`,
      }
    );
  },
});

/**
 * Looks for the iframe of a window, also in shadow trees that are open.
 * @param {any} root
 * @param {any} shown
 * @returns {any}
 */
function search(root, shown) {
  const iframes = query(root, 'iframe');
  for (let index = 0; index < iframes.length; index++) {
    if (iframes[index].contentWindow === shown) return iframes[index];
  }
  const elements = query(root, '*');
  for (let index = 0; index < elements.length; index++) {
    const shadow = get(elements[index], 'shadowRoot');
    const found = shadow && search(shadow, shown);
    if (found) return found;
  }
  return null;
}

/**
 * What is transferred: an array would be read by the iterator of the page's `Array.prototype`.
 * @param {MessagePort | undefined} port
 */
function only(port) {
  let next = port;
  return {
    [Symbol.iterator]: () => ({
      next() {
        const value = next;
        next = undefined;
        return { value, done: value === undefined };
      },
    }),
  };
}
