/** A model that says what a test wants, in the order of the test. */

/**
 * @param {...any} answers what it answers in turn: a value, an error to throw, or a function of messages and context;
 * the last again and again
 */
export function scriptedModel(...answers) {
  /** @type {{ messages: any[], tools: any[], signal: AbortSignal }[]} */
  const asked = [];
  const model = async (/** @type {any[]} */ messages, /** @type {any} */ { tools, signal }) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ messages: [...messages], tools, signal });
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(messages, { tools, signal }) : answer;
  };
  return { model, asked };
}

/** A stream of deltas. @param {any[]} deltas */
export async function* streamOf(...deltas) {
  yield* deltas;
}

/** An answer that wants one call. @param {string} name @param {any} [input] @param {string} [id] */
export const wants = (name, input, id = 'c1') => ({ content: '', toolCalls: [{ id, name, input }] });

/** A conversation that begins. */
export const hello = [{ role: /** @type {const} */ ('user'), content: 'Hello' }];
