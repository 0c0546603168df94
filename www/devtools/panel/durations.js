/** How long something took, as people say it. */

/** @import {Messages} from '../../ui/messages.js' */

/** @param {number} ms @param {Messages} messages */
export function describeDuration(ms, { text, number }) {
  if (ms < 1000) return text('run.ms', { ms: number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 }) });
  return text('run.clock', {
    seconds: number(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });
}
