// @ts-check
// The polyfill of one realm that refuses WebAssembly; see `realms.js` for how it is made one.

import { Core, initSync } from '../generated/polyfill_no_wasm.js';
import { provide } from './core.js';
import { install, uninstall } from './installation.js';

/** @param {any} translated the module as JavaScript, which `javascript-module.js` makes an instance of */
export function polyfill(translated) {
  provide(
    { Core, initSync },
    () => true,
    () => translated,
  );
  return { install, uninstall };
}
