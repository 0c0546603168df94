/** The calls that wait for a person. Each is answered once: by the person, by the end of the turn, or by its tool going. */

/** @import {Clock} from '../../devtools/model/types.js' */
/** @import {ApprovalAnswer, ApprovalRequest} from './types.js' */

/** How long a yes is not taken after a question appears: a click on its way was meant for something else. */
export const INERT_MS = 500;

/**
 * @param {object} options
 * @param {Clock} options.clock
 * @param {() => void} options.changed
 */
export function createApprovals({ clock, changed }) {
  /** @type {{ request: ApprovalRequest, answer: (answer: ApprovalAnswer) => void }[]} */
  let waiting = [];
  /** @type {ApprovalRequest[]} */
  let requests = [];

  /** @param {typeof waiting} next */
  const set = (next) => {
    waiting = next;
    requests = next.map(({ request }) => request);
    changed();
  };

  /** @param {string} id @param {ApprovalAnswer} answer */
  const answer = (id, answer) => {
    const one = waiting.find(({ request }) => request.id === id);
    if (!one) return false;
    set(waiting.filter((other) => other !== one));
    one.answer(answer);
    return true;
  };

  return {
    requests: () => requests,
    answer,

    /**
     * Waits for an answer; when the signal fires, it is no.
     *
     * @param {Omit<ApprovalRequest, 'readyAt'>} asked
     * @param {AbortSignal} signal
     * @returns {Promise<ApprovalAnswer>}
     */
    ask(asked, signal) {
      return new Promise((resolve) => {
        const stop = () => answer(asked.id, { allow: false });
        const request = { ...asked, readyAt: clock.now() + INERT_MS };
        set([
          ...waiting,
          {
            request,
            answer(said) {
              signal.removeEventListener('abort', stop);
              resolve(said);
            },
          },
        ]);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
      });
    },

    /**
     * A yes. One by a person counts once the question has been there for a while, and only once.
     *
     * @param {string} id
     * @param {{ args?: any, remember?: boolean, byPerson?: boolean }} [how]
     * @returns {boolean} whether it was taken
     */
    allow(id, { args, remember = false, byPerson = false } = {}) {
      const one = waiting.find(({ request }) => request.id === id);
      if (!one || (byPerson && clock.now() < one.request.readyAt)) return false;
      return answer(id, { allow: true, args, remember: remember && one.request.rememberable });
    },

    /** @param {string} id @param {string} [reason] for the model */
    deny: (id, reason) => answer(id, { allow: false, reason }),

    /** A no to all of them: the turn is over. */
    end() {
      for (const { id } of requests) answer(id, { allow: false });
    },
  };
}
