/** @import {JsonError} from '../schema/json-error.js' */
/** @import {Messages} from '../messages.js' */

/** Where a text stops being JSON, in a sentence. @param {JsonError} error @param {Messages} messages */
export const sayError = ({ line, column, expected }, { text }) =>
  text('json.error', { line, column, expected: text(`json.expected.${expected}`) });
