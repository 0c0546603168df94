// @ts-check
// The polyfill of one realm; see `realms.js` for how it is made one.

import { Core, initSync } from '../generated/polyfill.js';
import { provide } from './core.js';
import { install, uninstall } from './installation.js';

/** @param {() => Uint8Array<ArrayBuffer>} bytes the module */
export function polyfill(bytes) {
  provide({ Core, initSync }, isWebAssemblyAllowed, bytes);
  return { install, uninstall };
}

/** A module of eight bytes. It is instantiated too: WebKitGTK 2.50 compiles what it then refuses to run. */
function isWebAssemblyAllowed() {
  try {
    return (
      new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))) !==
      undefined
    );
  } catch {
    return false;
  }
}
