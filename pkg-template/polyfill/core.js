// @ts-check
// The Rust part, in one of two forms: `with-wasm.js` provides it as WebAssembly, `without-wasm.js` as JavaScript.

/**
 * @typedef {object} Module
 * @property {() => boolean} isAllowed whether the page lets it run
 * @property {(platform: any) => import('../generated/polyfill.js').Core} create
 */

/** @type {Module} */
export let core;

/** @param {Module} module */
export function provide(module) {
  core = module;
}

/**
 * What the glue takes a module in, which it knows by the prototype: that of this realm, where a literal has that of the
 * realm that has loaded the script.
 * @param {any} module
 * @returns {{ module: any }}
 */
export function optionsOf(module) {
  const options = /** @type {any} */ (new Object());
  options.module = module;
  return options;
}
