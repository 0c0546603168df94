// @ts-check
// What the polyfill asks of elements and does to them, by the members that their interfaces had when it was loaded.

import { apply, getOwnPropertyDescriptor, nodeTypeOf, owner, queryDocument, queryFragment } from './realm.js';

/**
 * The members that are used of each element, and of every one.
 * @type {Record<string, Record<string, PropertyDescriptor | undefined>>}
 */
const members = {
  // So that an element may be called `constructor`.
  // @ts-expect-error not known to be the prototype
  __proto__: null,
};
if (typeof document !== 'undefined') {
  for (const [name, keys] of Object.entries({
    '*': `localName getAttribute setAttribute removeAttribute matches closest querySelectorAll shadowRoot focus click
      isConnected ownerDocument parentElement contains compareDocumentPosition getRootNode`,
    button: 'form type validationMessage',
    form: 'elements requestSubmit',
    input: 'checked form labels type validationMessage value',
    option: 'selected textContent value',
    select: 'form labels options selectedIndex validationMessage value',
    textarea: 'form labels validationMessage value',
  })) {
    const element = document.createElement(name === '*' ? 'div' : name);
    const entries = keys.split(/\s+/).map((key) => {
      const holder = owner(element, key);
      return [key, holder && getOwnPropertyDescriptor(holder, key)];
    });
    members[name] = Object.fromEntries(entries);
  }
}

/** @param {any} element @returns {string} */
export const localName = (element) => apply(members['*']?.localName?.get ?? none, element, []);

/** @param {any} element @param {string} key */
const member = (element, key) => members['*']?.[key] ?? members[localName(element)]?.[key];

/**
 * The value of an attribute of the interface; nothing where it has none of that name.
 * @param {any} element
 * @param {string} key
 */
export const get = (element, key) => apply(member(element, key)?.get ?? none, element, []) ?? undefined;

/** @param {any} element @param {string} key @param {any} value */
export const set = (element, key, value) => apply(member(element, key)?.set ?? none, element, [value]);

/** @param {any} element @param {string} key @param {any[]} args @returns {any} */
export const call = (element, key, ...args) => apply(member(element, key)?.value ?? none, element, args);

function none() {}

const ELEMENT = 1;

/** @param {any} node */
export const isElement = (node) => apply(nodeTypeOf, node, []) === ELEMENT;

/**
 * Documents, shadow roots and elements each have a method of their own for this.
 * @param {any} node
 * @param {string} selector
 * @returns {any}
 */
export function query(node, selector) {
  const method = { [ELEMENT]: members['*']?.querySelectorAll?.value, 9: queryDocument, 11: queryFragment }[
    /** @type {1 | 9 | 11} */ (apply(nodeTypeOf, node, []))
  ];
  return apply(method, node, [selector]);
}

/**
 * The items of a live/**
 * The items of a live collection, which a page's own `Array.prototype` has no part in.
 * @param {any} collection
 */
export function list(collection) {
  const items = [];
  for (let index = 0; collection?.[index] !== undefined; index++) items[index] = collection[index];
  return items;
}

const FOLLOWING = 4;

/**
 * The controls of a form in the order of the tree. `elements` leaves out image buttons.
 * @param {any} form
 */
export function controls(form) {
  const elements = get(form, 'elements');
  const images = query(form, 'input[type=image i]');
  const all = [];
  for (let element = 0, image = 0; elements[element] ?? images[image]; ) {
    const isImageNext =
      images[image] !== undefined &&
      (elements[element] === undefined ||
        call(images[image], 'compareDocumentPosition', elements[element]) & FOLLOWING);
    const next = isImageNext ? images[image++] : elements[element++];
    if (!isImageNext || get(next, 'form') === form) all[all.length] = next;
  }
  return all;
}

/** @param {any} element */
export function isSubmitButton(element) {
  const type = get(element, 'type');
  return type === 'submit' || type === 'image';
}
