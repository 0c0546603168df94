// @ts-check
// Sees the forms of a document that are tools come, change and go. What that means is decided in Rust: see
// src/polyfill/form/watch.rs.

import { call, get, isElement, query } from './elements.js';
import { observeMethod } from './observed-methods.js';
import {
  addedNodesOf,
  apply,
  Element,
  MutationObserver,
  observe,
  recordTargetOf,
  recordTypeOf,
  removedNodesOf,
  takeRecords,
  weakGet,
  weakSet,
} from './realm.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

const TOOLS = 'form[toolname][tooldescription]';
const CONTROLS = 'button,fieldset,input,output,select,textarea';

/** The attributes that a definition is made of. Chromium looks at no other, and neither at labels nor at options. */
const ATTRIBUTES =
  `toolname tooldescription tooltitle toolautosubmit toolparamdescription aria-description disabled
  form max min multiple name pattern readonly required step type value`.split(/\s+/);

/**
 * Watches the document and the shadow roots in it, all by one observer. `look` looks at once at what the observer has
 * not told yet.
 *
 * A shadow root that is there already is found if it is open. Those that come are seen by `attachShadow`, which
 * `observeRoots` puts in the place of the browser's own: no event tells of them.
 * @param {() => Core} core makes the Rust part, which a document without such forms need not have
 * @param {() => void} frameLeft is called when a frame has left the document, which the observer sees as well
 */
export function watchForms(core, frameLeft) {
  const observer = new MutationObserver(digest);
  /** @type {WeakMap<Node, true>} */
  const observed = new WeakMap();
  /** By their hosts. @type {WeakMap<Element, ShadowRoot>} */
  const closedRoots = new WeakMap();
  let hasForms = false;
  /** @type {any[]} */
  let found = [];

  visit(document);
  tell([], false);

  return {
    look() {
      const records = apply(takeRecords, observer, []);
      if (records.length !== 0) digest(records);
    },
    observeRoots: () =>
      observeMethod(Element.prototype, 'attachShadow', (host, root) => {
        if (get(host, 'shadowRoot') !== root) apply(weakSet, closedRoots, [host, root]);
        if (get(host, 'isConnected') && get(host, 'ownerDocument') === document) visit(root);
      }),
  };

  /** @param {any[]} records */
  function digest(records) {
    /** @type {any[]} */
    const removed = [];
    let isStale = false;
    for (let index = 0; index < records.length; index++) {
      const record = records[index];
      if (apply(recordTypeOf, record, []) === 'attributes') {
        const target = apply(recordTargetOf, record, []);
        if (call(target, 'matches', TOOLS)) add(found, target);
        isStale = true;
        continue;
      }
      const comers = elementsOf(apply(addedNodesOf, record, []));
      for (let each = 0; each < comers.length; each++) {
        search(comers[each]);
        isStale ||= hasForms && isOrHolds(comers[each], CONTROLS);
      }
      const leavers = elementsOf(apply(removedNodesOf, record, []));
      for (let each = 0; each < leavers.length; each++) {
        add(removed, leavers[each]);
        isStale ||= hasForms && isOrHolds(leavers[each], CONTROLS);
        if (isOrHolds(leavers[each], 'iframe')) frameLeft();
      }
    }
    tell(removed, isStale);
  }

  /** @param {any[]} removed @param {boolean} isStale */
  function tell(removed, isStale) {
    hasForms ||= found.length !== 0;
    if (hasForms && (isStale || found.length + removed.length !== 0))
      core().lookAtForms(found, removed, isStale);
    found = [];
  }

  /** @param {any} root */
  function visit(root) {
    if (!apply(weakGet, observed, [root])) {
      apply(weakSet, observed, [root, true]);
      apply(observe, observer, [root, { subtree: true, childList: true, attributeFilter: ATTRIBUTES }]);
    }
    search(root);
  }

  /** @param {any} node a root or an element */
  function search(node) {
    const isSearched = isElement(node);
    if (isSearched && call(node, 'matches', TOOLS)) add(found, node);
    const tools = query(node, TOOLS);
    for (let index = 0; tools[index]; index++) add(found, tools[index]);
    if (isSearched) visitShadowOf(node);
    const all = query(node, '*');
    for (let index = 0; all[index]; index++) visitShadowOf(all[index]);
  }

  /** @param {any} host */
  function visitShadowOf(host) {
    const root = get(host, 'shadowRoot') ?? apply(weakGet, closedRoots, [host]);
    if (root) visit(root);
  }
}

/** @param {any} nodes */
function elementsOf(nodes) {
  /** @type {any[]} */
  const elements = [];
  for (let index = 0; nodes[index]; index++) if (isElement(nodes[index])) add(elements, nodes[index]);
  return elements;
}

/** @param {any} element @param {string} selector */
const isOrHolds = (element, selector) =>
  call(element, 'matches', selector) || query(element, selector)[0] !== undefined;

/** @param {any[]} items @param {any} item */
function add(items, item) {
  items[items.length] = item;
}
