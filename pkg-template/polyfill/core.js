// @ts-check
// The Rust part, in one of two forms: `with-wasm.js` provides it as WebAssembly, `without-wasm.js` as JavaScript.

/**
 * @typedef {object} Module
 * @property {() => boolean} isAllowed whether the page lets it run
 * @property {(platform: any) => import('../generated/polyfill.js').Core} create
 */

/** @type {Module} */
export let core;

/**
 * @param {{ Core: typeof import('../generated/polyfill.js').Core, initSync: (options: any) => unknown }} glue
 * @param {() => boolean} isAllowed
 * @param {() => unknown} module what the glue makes an instance of
 */
export function provide({ Core, initSync }, isAllowed, module) {
  core = {
    isAllowed,
    create(platform) {
      // At once, since `registerTool` takes effect at once.
      initSync(optionsOf(module()));
      return new Core(platform);
    },
  };
}

/**
 * What the glue takes a module in, which it knows by the prototype: that of this realm, where a literal has that of the
 * realm that has loaded the script.
 * @param {any} module
 * @returns {{ module: any }}
 */
function optionsOf(module) {
  const options = /** @type {any} */ (new Object());
  options.module = module;
  return options;
}
