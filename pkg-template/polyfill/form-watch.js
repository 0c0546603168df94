// @ts-check
// Sees the forms of a document that are tools come, change and go. What that means is decided in Rust: see
// src/polyfill/form/watch.rs.

import { call, get, isElement, localName, query } from './elements.js';
import {
  addedNodesOf,
  apply,
  customElements,
  MutationObserver,
  observe,
  Promise,
  recordTargetOf,
  recordTypeOf,
  removedNodesOf,
  resolve,
  takeRecords,
  then,
  weakGet,
  weakSet,
  whenDefined,
} from './realm.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

const TOOLS = 'form[toolname][tooldescription]';
const CONTROLS = 'button,fieldset,input,output,select,textarea';

/** The attributes that a definition is made of. Chromium looks at no other, and neither at labels nor at options. */
const ATTRIBUTES =
  `toolname tooldescription tooltitle toolautosubmit toolparamdescription aria-description disabled
  form max min multiple name pattern readonly required step type value`.split(/\s+/);

/**
 * Watches the document and the open shadow roots in it, all by one observer; gives what looks at once at what the
 * observer has not told yet.
 *
 * A shadow root is found when its host comes into the document, and when a custom element is defined that is in it
 * already. One that is attached to another element later is not seen, and a closed one never is: for that
 * `attachShadow` would have to be replaced, which a page could notice.
 * @param {() => Core} core makes the Rust part, which a document without such forms need not have
 */
export function watchForms(core) {
  const observer = new MutationObserver(digest);
  /** @type {WeakMap<Node, true>} */
  const observed = new WeakMap();
  /** @type {Record<string, true>} */
  const awaited = Object.create(null);
  let isSearchDue = false;
  let hasForms = false;
  /** @type {any[]} */
  let found = [];

  visit(document);
  tell([], false);

  return () => {
    const records = apply(takeRecords, observer, []);
    if (records.length !== 0) digest(records);
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
    const undefinedYet = query(node, ':not(:defined)');
    for (let index = 0; undefinedYet[index]; index++) awaitDefinition(localName(undefinedYet[index]));
    if (isSearched && call(node, 'matches', ':not(:defined)')) awaitDefinition(localName(node));
  }

  /** @param {any} host */
  function visitShadowOf(host) {
    const root = get(host, 'shadowRoot');
    if (root) visit(root);
  }

  /** @param {string} name */
  function awaitDefinition(name) {
    if (awaited[name]) return;
    awaited[name] = true;
    apply(then, apply(whenDefined, customElements, [name]), [searchAgain, ignore]);
  }

  /** Once for all the elements that one script defines. */
  function searchAgain() {
    if (isSearchDue) return;
    isSearchDue = true;
    apply(then, apply(resolve, Promise, []), [
      () => {
        isSearchDue = false;
        visit(document);
        tell([], false);
      },
    ]);
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

function ignore() {}
