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

/** The memory of the polyfill's twin, which is JavaScript: it makes a buffer for it, and a larger one when it grows. */
export const twin = { bytes: 0 };

const PAGE = 65_536;

globalThis.ArrayBuffer = new Proxy(ArrayBuffer, {
  construct(target, args) {
    const [bytes] = args;
    if (bytes >= 2 * PAGE && bytes % PAGE === 0) twin.bytes = bytes;
    return Reflect.construct(target, args);
  },
});

/** @param {WebAssembly.Exports} exports */
export const memoriesOf = (exports) =>
  Object.values(exports).filter((one) => one instanceof WebAssembly.Memory);

/** @param {WebAssembly.Exports} exports */
export const tablesOf = (exports) => Object.values(exports).filter((one) => one instanceof WebAssembly.Table);
