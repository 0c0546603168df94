// The core: nothing happens at import; the first call instantiates the inlined module, synchronously. Where the page
// refuses WebAssembly, the first call that gives a promise brings the core as JavaScript, and the others wait for that.
import bytes from './generated/exec.bytes.js';
import * as glue from './generated/exec.js';

/** @typedef {(() => Uint8Array<ArrayBuffer>)[]} Parts what a door needs beside the core */

/** What the core exports. @type {WebAssembly.ModuleImports | undefined} */
let core;

/** The parts that are there. @type {Set<Parts[number]>} */
const there = new Set();

/** Why the page refuses WebAssembly. @type {Error | undefined} */
let refusal;

/** The core as JavaScript, once it has been asked for. @type {Promise<typeof glue> | undefined} */
let coming;

/** And once it is there. @type {typeof glue | undefined} */
let twin;

/**
 * The core, instantiated, with the parts that its caller needs. Throws where that fails, most often since the page's
 * policy refuses WebAssembly.
 *
 * @param {Parts} [parts]
 */
export const load = (parts) => {
  if (core && !parts) return glue;
  if (twin) return twin;
  if (refusal) throw refusal;
  try {
    core ??= start();
    for (const part of parts ?? []) {
      if (there.has(part)) continue;
      // It works in the core's memory, and puts its functions into the core's table.
      new WebAssembly.Instance(new WebAssembly.Module(part()), { __wasm_split: core });
      there.add(part);
    }
  } catch (cause) {
    throw failure(cause);
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
const failure = (cause) => {
  // Engines give a policy's refusal either of these names.
  const { name, message } = Object(cause);
  const isRefused = name === 'CompileError' || name === 'EvalError';
  const advice = isRefused
    ? "await ready() first, which loads it as JavaScript, import 'webmcp-exec/no-wasm' instead, or add 'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy."
    : message;
  const error = unavailable(`webmcp-exec could not start its WebAssembly module: ${advice}`, cause);
  if (isRefused) refusal = error;
  return error;
};

/** @param {string} message @param {unknown} cause */
const unavailable = (message, cause) =>
  Object.assign(new Error(message, { cause }), { errorCode: 'UNAVAILABLE' });

/** Brings the core as JavaScript; where that fails, the next call tries again. */
const bring = () => {
  coming ??= import('./core.no-wasm.js').then(
    (module) => {
      // The glue of both has the same functions.
      twin = /** @type {any} */ (module.load());
      return /** @type {typeof glue} */ (twin);
    },
    (cause) => {
      coming = undefined;
      throw unavailable(
        "webmcp-exec could not load its code for pages that refuse WebAssembly: import 'webmcp-exec/no-wasm' instead, or add 'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy.",
        cause,
      );
    },
  );
  return coming;
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
    return error === refusal ? bring().then(call) : Promise.reject(error);
  }
};
