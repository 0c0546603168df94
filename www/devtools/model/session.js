/** The state of one panel: tools, calls, log. */

/** @import {Session, SessionOptions} from './types.js' */

/** @param {SessionOptions} options @returns {Session} */
export function createSession(options) {
  throw new Error(`not yet ${Object.keys(options)}`);
}
