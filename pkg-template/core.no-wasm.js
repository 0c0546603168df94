// The core as JavaScript: the same Rust, for pages that refuse WebAssembly. `no-wasm.js` is made of it, and `core.js`
// imports it where its own module is refused.
import * as glue from './generated/exec.no-wasm.js';
import translated from './generated/exec.translated.js';

let isStarted = false;

/** The core, with every part. */
export const load = () => {
  if (!isStarted) {
    glue.initSync({ module: /** @type {any} */ (translated) });
    glue.offerValidator(() => import('./validator.no-wasm.js'));
    isStarted = true;
  }
  return glue;
};

/**
 * Calls the core; what cannot be started is a rejection. The promise is the core's own.
 *
 * @param {(core: typeof glue) => Promise<any>} call
 * @returns {Promise<any>}
 */
export const promised = (call) => {
  try {
    return call(load());
  } catch (error) {
    return Promise.reject(error);
  }
};
