// @ts-check
import {
  construct,
  defineProperty,
  deleteProperty,
  getPrototypeOf,
  setPrototypeOf,
  TypeError,
} from './realm.js';

/**
 * The interface object of a class, and its prototype, as the browser's own are. It is a function, since a class says in
 * words of its engine that it cannot be called, and names itself as a bundler does.
 * @template {Function} T
 * @param {T} Class
 * @param {string} name
 * @param {number} length how many arguments the constructor needs
 * @param {string} called what it says where it is called without `new`
 * @param {Record<string, number | undefined>} members the same of each method, nothing of an attribute
 * @returns {T}
 */
export function interfaceOf(Class, name, length, called, members) {
  const { prototype } = Class;
  /** @type {any} */
  const Interface = function (/** @type {any[]} */ ...args) {
    if (new.target === undefined) throw new TypeError(called);
    return construct(Class, args, new.target);
  };
  defineProperty(Interface, 'prototype', { value: prototype, writable: false });
  setPrototypeOf(Interface, getPrototypeOf(Class));
  for (const [member, length] of Object.entries(members)) {
    defineProperty(prototype, member, { enumerable: true });
    if (length !== undefined) defineProperty(prototype[member], 'length', { value: length });
  }
  // The order of the keys, too: `constructor` stands behind the members.
  deleteProperty(prototype, 'constructor');
  defineProperty(prototype, 'constructor', { value: Interface, writable: true, configurable: true });
  defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  defineProperty(Interface, 'name', { value: name });
  defineProperty(Interface, 'length', { value: length });
  return Interface;
}
