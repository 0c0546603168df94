/** @import {CallStatus} from './types.js' */

/** What the chat calls an end that the core tells of; others have none here. @type {Record<string, CallStatus>} */
export const STATUS_OF_CALL = {
  completed: 'completed',
  failed: 'failed',
  navigated: 'navigated',
  'not-found': 'not-found',
  'timed-out': 'timed-out',
  aborted: 'aborted',
  'owner-gone': 'unknown',
};
