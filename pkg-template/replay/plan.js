/** Which calls of a session are made again, and how. */

/** @import {SessionCall, SessionFile} from '../../www/devtools/model/types.js' */
/** @import {Options} from './options.js' */

/**
 * A call as it is made again.
 *
 * @typedef {object} Repeated
 * @property {string} name
 * @property {any} args
 * @property {number} timeout
 * @property {boolean} isAwaited whether its tool is waited for
 * @property {string} [origin] of a frame's tool, if that is another than the page's
 * @property {number} [frame] which of the frames with tools it is of
 */

/** @typedef {{ recorded: SessionCall, repeated: Repeated } | { recorded: SessionCall, skipped: string }} Planned */

/** Why calls that ended like this are not made again: how they end is not the tool's to say. @type {Record<string, string>} */
const NOT_REPEATED = {
  aborted: 'it was cancelled',
  activated: 'somebody else made it, and how it ended is not known',
  lost: 'the page went away, and how it ended is not known',
  removed: 'the tool was taken away while it ran',
};

/** @param {SessionFile} session @param {Options} options @returns {Planned[]} */
export function planOf(session, { only, timeout }) {
  const chosen = session.calls.filter(
    ({ id, name }) => only.length === 0 || only.includes(id) || only.includes(name),
  );
  return chosen.map((recorded) => {
    const reason =
      NOT_REPEATED[recorded.status] ?? (recorded.args === undefined && 'its arguments are not known');
    if (reason) return { recorded, skipped: reason };
    /** @type {Repeated} */
    const repeated = {
      name: recorded.name,
      args: recorded.args,
      // One that took too long is given as long again.
      timeout: recorded.status === 'timed-out' ? Math.ceil(recorded.durationMs ?? timeout) : timeout,
      isAwaited: recorded.status !== 'not-found',
      ...placeOf(recorded, session),
    };
    return { recorded, repeated };
  });
}

/** @param {SessionCall} call @param {SessionFile} session */
function placeOf({ frame, origin }, session) {
  if (frame === 'page' || frame === '') return {};
  // As the panel numbers them: `https://a.example`, `https://a.example#2`, …
  const number = Number(/#(\d+)$/.exec(frame)?.[1] ?? 1) - 1;
  const isOwn = URL.canParse(session.url) && new URL(session.url).origin === origin;
  return isOwn ? { frame: number } : { frame: number, origin };
}
