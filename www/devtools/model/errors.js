/** Errors of the page, of the package and of tools, as plain data. */

/** @import {ErrorDescription} from './types.js' */

/** How long a text may be. */
const LONGEST = 20_000;

/** How many causes are followed. */
const DEEPEST = 4;

/**
 * Never throws, whatever was thrown.
 *
 * @param {any} error
 * @returns {ErrorDescription}
 */
export function describeError(error, depth = DEEPEST) {
  if (typeof error !== 'object' || error === null) return { name: '', message: asText(error) };
  const name = text(error, 'name') ?? '';
  const message = text(error, 'message') ?? asText(error);
  const stack = text(error, 'stack');
  const cause = read(error, 'cause');
  return {
    name,
    message,
    ...(stack && { stack }),
    ...(cause !== undefined && depth > 1 && { cause: describeError(cause, depth - 1) }),
  };
}

/** The code that the package's errors have. @param {any} error @returns {string | undefined} */
export function errorCodeOf(error) {
  return typeof error === 'object' && error !== null ? text(error, 'errorCode') : undefined;
}

/** @param {any} from @param {string} member */
export function read(from, member) {
  try {
    return from[member];
  } catch {
    return undefined;
  }
}

/** @param {any} error @param {string} member */
function text(error, member) {
  const value = read(error, member);
  return typeof value === 'string' ? value.slice(0, LONGEST) : undefined;
}

/** @param {unknown} value */
function asText(value) {
  try {
    return String(value).slice(0, LONGEST);
  } catch {
    return '';
  }
}
