// @ts-check
import { defineProperty, deleteProperty } from './realm.js';

/**
 * Makes a class look as the browser's own interfaces do.
 * @param {Function} Interface
 * @param {string} name
 * @param {number} length how many arguments the constructor needs
 * @param {Record<string, number | undefined>} members the same of each method, nothing of an attribute
 */
export function describe(Interface, name, length, members) {
  const { prototype } = Interface;
  for (const [member, length] of Object.entries(members)) {
    defineProperty(prototype, member, { enumerable: true });
    if (length !== undefined) defineProperty(prototype[member], 'length', { value: length });
  }
  // The order of the keys, too: `constructor` stands behind the members.
  deleteProperty(prototype, 'constructor');
  defineProperty(prototype, 'constructor', { value: Interface, writable: true, configurable: true });
  defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  // A bundler may have given the class a shorter name.
  defineProperty(Interface, 'name', { value: name });
  defineProperty(Interface, 'length', { value: length });
}
