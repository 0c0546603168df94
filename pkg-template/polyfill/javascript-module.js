// @ts-check
// Stands for globals where the module is JavaScript, in its glue: see `twin` in xtask/src/realms.rs.

/** A module is a function of its imports that gives its exports. */
export const WebAssembly = {
  Module: class {
    /** @param {(imports: object) => object} translated */
    constructor(translated) {
      this.translated = translated;
    }
  },
  Instance: class {
    /**
     * @param {{ translated: (imports: object) => object }} module
     * @param {object} imports
     */
    constructor({ translated }, imports) {
      this.exports = translated(imports);
    }
  },
};

const { Array: Values } = globalThis;
const { push } = Values.prototype;

/**
 * The array of JavaScript's values, which alone is made with a length, is added to whatever the page has made of `push`.
 * @param {number} [length]
 */
export function Array(length) {
  if (length === undefined) return new Values();
  return Object.defineProperty(new Values(length), 'push', { value: push });
}
Array.isArray = Values.isArray;
