/** Whether a call that was repeated came to the same. */

import { differences } from './definitions.js';

/** @import {CallEntry, Difference} from './types.js' */

/** How many differences are told. */
const MOST = 50;

/**
 * @param {CallEntry} before
 * @param {CallEntry} after
 * @returns {Difference[]}
 */
export function deviations(before, after) {
  const isComparable = !before.dropped && !after.dropped;
  return differences(outcomeOf(before, isComparable), outcomeOf(after, isComparable)).slice(0, MOST);
}

/** @param {CallEntry} call @param {boolean} withResult */
const outcomeOf = ({ status, errorCode, result }, withResult) => ({
  status,
  ...(errorCode !== undefined && { errorCode }),
  ...(withResult && { result }),
});
