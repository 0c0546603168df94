/**
 * Tools for a model that only writes text: its answer is made to be JSON, `{"say": "…"}` or
 * `{"tool": "…", "arguments": {…}}`. What it says is told while it is still being written.
 */

/** @import {OfferedTool} from 'webmcp-exec' */
/** @import {Delta, Message} from './types.js' */

/** @param {OfferedTool[]} tools */
export const answerSchema = (tools) => ({
  anyOf: [
    {
      type: 'object',
      properties: { say: { type: 'string' } },
      required: ['say'],
      additionalProperties: false,
    },
    ...tools.map(({ name, inputSchema }) => ({
      type: 'object',
      properties: { tool: { const: name }, arguments: inputSchema },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    })),
  ],
});

/** @param {OfferedTool[]} tools */
export function instructions(tools) {
  const list = tools.map(
    ({ name, description = '', inputSchema }) =>
      `- ${name}: ${description}\n  arguments: ${JSON.stringify(inputSchema)}`,
  );
  return `You can use these tools of the page:\n${list.join('\n')}\nTo use one, answer {"tool": "its name", "arguments": {…}} and nothing else; you are told the result. To speak to the person, answer {"say": "your words"}.`;
}

/** A message as such a model has said it, or is told it. @param {Message} message */
export function spoken(message) {
  if (message.role === 'user') return message.content;
  if (message.role === 'tool') {
    const what = message.isError ? 'failed' : 'gave this result';
    return `The tool ${message.name} ${what}:\n${message.content}`;
  }
  const calls = (message.toolCalls ?? []).map(({ name, input }) =>
    JSON.stringify({ tool: name, arguments: input }),
  );
  const said = message.content || calls.length === 0 ? [JSON.stringify({ say: message.content })] : [];
  return [...said, ...calls].join('\n');
}

/**
 * Deltas of an answer that comes in pieces. What is no such JSON is taken for words.
 *
 * @param {AsyncIterable<string>} pieces
 * @returns {AsyncGenerator<Delta, { calls: number }>}
 */
export async function* readAnswer(pieces) {
  let text = '';
  let told = 0;
  for await (const piece of pieces) {
    text += piece;
    const said = saying(text);
    if (said !== undefined && said.length > told) {
      yield { type: 'text', delta: said.slice(told) };
      told = said.length;
    }
  }
  const answer = parsed(text);
  if (typeof answer?.tool === 'string') {
    yield { type: 'tool', index: 0, name: answer.tool, argsDelta: JSON.stringify(answer.arguments ?? {}) };
    return { calls: 1 };
  }
  const whole = typeof answer?.say === 'string' ? answer.say : text;
  if (whole.length > told) yield { type: 'text', delta: whole.slice(told) };
  return { calls: 0 };
}

/** As much of `say` as is written; `undefined` where that is not what is being written. @param {string} text */
function saying(text) {
  const start = /^\s*\{\s*"say"\s*:\s*"/.exec(text);
  if (!start) return undefined;
  // Up to the closing quote, or to the last escape that is whole.
  const written = /^(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*/.exec(text.slice(start[0].length))?.[0] ?? '';
  // Half of a character stays back until the other half is there.
  return parsed(`"${written}"`)?.replace(/[\ud800-\udbff]$/, '');
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
