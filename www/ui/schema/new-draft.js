/** A draft that nobody has written in. It stands alone, for what only begins drafts is loaded before forms are. */

/** @import {Draft} from './draft.js' */

/** @param {unknown} [value] @returns {Draft} */
export const createDraft = (value) => ({ value, broken: false, texts: {}, variants: {} });
