/** What the tests of the polyfill share: they are tests of native Chromium 156 too, which has to pass every one. */

/** The environments with the API as Chromium 156 has it: of a newer one, what differs is drift. */
export const sideBySide = {
  measured: true,
  only: {
    c156: 'the model',
    'c156-poly': 'the polyfill',
    'ff-poly': 'the polyfill',
    'wk-poly': 'the polyfill',
    'c156-no-wasm': 'the twin of the polyfill',
    'ff-no-wasm': 'the twin of the polyfill',
  },
};

/** The environments of the polyfill alone, for what it has beside the interface. */
export const polyfillOnly = {
  only: {
    'c156-poly': 'about the polyfill itself',
    'ff-poly': 'about the polyfill itself',
    'wk-poly': 'about the polyfill itself',
    'c156-no-wasm': 'about the polyfill itself',
    'ff-no-wasm': 'about the polyfill itself',
  },
};

/** Those in which it is WebAssembly. */
export const wasmOnly = {
  only: {
    'c156-poly': 'about the WebAssembly of the polyfill',
    'ff-poly': 'about the WebAssembly of the polyfill',
    'wk-poly': 'about the WebAssembly of the polyfill',
  },
};

/** The text of every failure of which Chromium says no more. */
export const unknownReason = 'The operation failed for an unknown transient reason (e.g. out of memory).';

/** The text of a call whose tool has thrown. */
export const invocationFailed =
  'Tool was executed but the invocation failed. For example, the script function threw an error';

/**
 * How an error shows itself, of whatever realm.
 * @param {any} error
 */
export const named = (error) => `${error.name}: ${error.message}`;

/**
 * A tool as an object that a page may make by hand.
 * @param {string} name
 * @param {object} [members]
 */
export const registeredTool = (name, members) => ({
  name,
  description: 'made by hand',
  origin: location.origin,
  window,
  ...members,
});
