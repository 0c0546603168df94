// The main entry: nothing happens at import; the first call instantiates the inlined module, synchronously.
import bytes from './generated/exec.bytes.js';
import * as glue from './generated/exec.js';

/** @type {typeof glue | undefined} */
let core;

/** The core, instantiated. Throws where that fails, most often since the page's policy refuses WebAssembly. */
const load = () => {
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
  return core;
};

/**
 * Calls the core; a core that cannot be loaded is a rejection. The promise is the core's own: an async
 * function around it would settle later.
 *
 * @param {(core: typeof glue) => Promise<any>} call
 * @returns {Promise<any>}
 */
const promised = (call) => {
  try {
    return call(load());
  } catch (error) {
    return Promise.reject(error);
  }
};

/** @type {typeof import('./index.d.ts').executeTool} */
export const executeTool = (name, args, options) => promised((core) => core.executeTool(name, args, options));

/** @type {typeof import('./index.d.ts').executeToolDetailed} */
export const executeToolDetailed = (name, args, options) =>
  promised((core) => core.executeToolDetailed(name, args, options));

/** @type {typeof import('./index.d.ts').listTools} */
export const listTools = (options) => promised((core) => core.listTools(options));

/** @type {typeof import('./index.d.ts').defineWebTool} */
export const defineWebTool = (definition) => load().defineWebTool(definition);

/** @type {typeof import('./index.d.ts').normalizeToolResult} */
export const normalizeToolResult = (raw) => load().normalizeToolResult(raw);

/** @type {typeof import('./index.d.ts').toToolResult} */
export const toToolResult = (value) => load().toToolResult(value);

/** @type {typeof import('./index.d.ts').toolErrorCode} */
export const toolErrorCode = (result) => load().toolErrorCode(result);

/** @type {typeof import('./index.d.ts').provider} */
export const provider = () => load().provider();
