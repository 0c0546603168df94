/** Sees the WebAssembly of a page: the polyfill's glue is its own, and gives nobody its module. */

/** What each instance exports that has been made since this file was loaded. @type {WebAssembly.Exports[]} */
export const made = [];

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, args) {
    const instance = Reflect.construct(target, args);
    made.push(instance.exports);
    return instance;
  },
});

/** @param {WebAssembly.Exports} exports */
export const memoriesOf = (exports) =>
  Object.values(exports).filter((one) => one instanceof WebAssembly.Memory);

/** @param {WebAssembly.Exports} exports */
export const tablesOf = (exports) => Object.values(exports).filter((one) => one instanceof WebAssembly.Table);
