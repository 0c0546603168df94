/**
 * Arguments while somebody writes them. One value is the truth; form and JSON are views of it. Beside the value stands
 * what is no value yet, such as a number of which only `1e` is typed, and what other variants of a union held.
 *
 * A draft is never changed: each step makes a new one.
 *
 * @typedef {object} Draft
 * @property {unknown} value `undefined`: nothing was set
 * @property {boolean} broken whether something typed is no value; then the draft should not be sent
 * @property {Readonly<Record<string, string>>} texts what is typed and is no value, by the JSON pointer of its field
 * @property {Readonly<Record<string, Variant>>} variants which variant of a union was chosen, by JSON pointer
 */

/**
 * @typedef {object} Variant
 * @property {number} index
 * @property {Readonly<Record<number, unknown>>} kept what the other variants held
 */

/** @param {unknown} [value] @returns {Draft} */
export const createDraft = (value) => ({ value, broken: false, texts: {}, variants: {} });
