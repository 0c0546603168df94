/** Why nothing could be replayed, in a sentence for the person at the terminal. */
export class Failure extends Error {}

/** The first line of what something threw. @param {unknown} error */
export const reasonOf = (error) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.trim() ?? '';
