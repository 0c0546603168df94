/**
 * Where the validator lies that belongs to an entry of the package.
 *
 * @param {string} entry
 */
export const validatorOf = (entry) =>
  new URL(entry.endsWith('/no-wasm.js') ? './validator.no-wasm.js' : './validator.js', entry).href;
