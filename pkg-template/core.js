// The core: nothing happens at import; the first call instantiates the inlined module, synchronously.
import bytes from './generated/exec.bytes.js';
import * as glue from './generated/exec.js';

/** @typedef {(() => Uint8Array<ArrayBuffer>)[]} Parts what a door needs beside the core */

/** What the core exports. @type {WebAssembly.ModuleImports | undefined} */
let core;

/** The parts that are there. @type {Set<Parts[number]>} */
const there = new Set();

/**
 * The core, instantiated, with the parts that its caller needs. Throws where that fails, most often since the page's
 * policy refuses WebAssembly.
 *
 * @param {Parts} [parts]
 */
export const load = (parts) => {
  if (core && !parts) return glue;
  try {
    core ??= start();
    for (const part of parts ?? []) {
      if (there.has(part)) continue;
      // It works in the core's memory, and puts its functions into the core's table.
      new WebAssembly.Instance(new WebAssembly.Module(part()), { __wasm_split: core });
      there.add(part);
    }
  } catch (cause) {
    throw refused(cause);
  }
  return glue;
};

const start = () => {
  const { ...exports } = glue.initSync({ module: bytes() });
  // Nothing is loaded before a check is asked for.
  glue.offerValidator(() => import('./validator.js'));
  return exports;
};

/** @param {unknown} cause */
const refused = (cause) => {
  // Engines give a policy's refusal either of these names.
  const { name, message } = Object(cause);
  const advice =
    name === 'CompileError' || name === 'EvalError'
      ? "add 'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy."
      : message;
  return Object.assign(
    new Error(`webmcp-exec could not start its WebAssembly module: ${advice}`, { cause }),
    {
      errorCode: 'UNAVAILABLE',
    },
  );
};

/**
 * Calls the core; a core that cannot be loaded is a rejection. The promise is the core's own: an async
 * function around it would settle later.
 *
 * @param {(core: typeof glue) => Promise<any>} call
 * @param {Parts} [parts]
 * @returns {Promise<any>}
 */
export const promised = (call, parts) => {
  try {
    return call(load(parts));
  } catch (error) {
    return Promise.reject(error);
  }
};
