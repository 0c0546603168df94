// The core: nothing happens at import; the first call instantiates the inlined module, synchronously.
import bytes from './generated/exec.bytes.js';
import * as glue from './generated/exec.js';

/** @type {typeof glue | undefined} */
let core;

/** The core, instantiated. Throws where that fails, most often since the page's policy refuses WebAssembly. */
export const load = () => {
  if (core) return core;
  try {
    glue.initSync({ module: bytes() });
  } catch (cause) {
    // Engines give a policy's refusal either of these names.
    const { name, message } = Object(cause);
    const advice =
      name === 'CompileError' || name === 'EvalError'
        ? "add 'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy."
        : message;
    throw Object.assign(
      new Error(`webmcp-exec could not start its WebAssembly module: ${advice}`, { cause }),
      {
        errorCode: 'UNAVAILABLE',
      },
    );
  }
  core = glue;
  // Nothing is loaded before a check is asked for.
  core.offerValidator(() => import('./validator.js'));
  return core;
};

/**
 * Calls the core; a core that cannot be loaded is a rejection. The promise is the core's own: an async
 * function around it would settle later.
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
