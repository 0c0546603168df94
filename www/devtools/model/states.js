/** Why there are no tools to show. */

import { describeError, errorCodeOf } from './errors.js';

/** @import {Snapshot} from './types.js' */

/** @param {unknown} error what the look-up rejected with @returns {Snapshot['state']} */
export function stateOf(error) {
  if (errorCodeOf(error) === 'UNAUTHORIZED') return 'refused';
  return describeError(error).message.includes("'wasm-unsafe-eval'") ? 'blocked' : 'unavailable';
}
