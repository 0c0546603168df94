// @ts-check
// Who provides `document.modelContext`, before anything is installed.

import { apply, documentPrototype, functionText, getOwnPropertyDescriptor } from './realm.js';

const METHODS = ['registerTool', 'getTools', 'executeTool'];

/**
 * `native` and `present` mean a whole API, of the browser and of a script; each method is asked for, since a browser
 * may have a part of it.
 * @returns {'native' | 'present' | 'missing'}
 */
export function standing() {
  try {
    const context = /** @type {any} */ (document).modelContext;
    if (Object(context) !== context) return 'missing';
    if (METHODS.some((method) => typeof context[method] !== 'function')) return 'missing';
  } catch {
    // Whoever throws here is there.
    return 'present';
  }
  return isNative(getOwnPropertyDescriptor(documentPrototype, 'modelContext')?.get) ? 'native' : 'present';
}

/**
 * Whether a function is the browser's own.
 * @param {unknown} value
 */
export function isNative(value) {
  return typeof value === 'function' && apply(functionText, value, []).includes('[native code]');
}
