// @ts-check
// Methods of the browser's that are put in the place of its own, to hear of what no event tells.

import { apply, create, defineProperty, getOwnPropertyDescriptor, Proxy } from './realm.js';

/** What puts each one back, by its name. @type {Record<string, () => void>} */
const restores = create(null);

/**
 * Has a function called after each call of a method, unless that throws.
 * @param {any} prototype
 * @param {string} name
 * @param {(receiver: any, result: any) => void} called
 */
export function observeMethod(prototype, name, called) {
  if (restores[name]) return;
  const method = prototype[name];
  const observed = new Proxy(method, {
    apply(method, receiver, args) {
      const result = apply(method, receiver, args);
      called(receiver, result);
      return result;
    },
  });
  defineProperty(prototype, name, { value: observed });
  restores[name] = () => {
    delete restores[name];
    if (getOwnPropertyDescriptor(prototype, name)?.value === observed)
      defineProperty(prototype, name, { value: method });
  };
}

/** Takes them out again. */
export function restoreMethods() {
  for (const name in restores) restores[name]?.();
}
