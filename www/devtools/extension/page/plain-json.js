/** Values of the page as what JSON holds. */

import { describeError as describe, read } from '../../model/errors.js';
import { plain } from '../../model/plain.js';

/** @import {PlainError} from '../messages.js' */

/** What JSON does not hold becomes text, or is left out. @param {any} value */
export const plainJson = (value) => (typeof value === 'string' ? value : plain(value));

/** @param {any} error @returns {PlainError} */
export function describeError(error) {
  const { name, message, stack } = describe(error, 1);
  const code = typeof error === 'object' && error !== null ? read(error, 'code') : undefined;
  return {
    name: name || 'Error',
    message,
    ...(typeof code === 'string' && { code }),
    ...(stack && { stack }),
  };
}
