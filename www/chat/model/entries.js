/** Entries of a conversation: made, and turned into the messages that a model is sent. */
import { fenced } from './untrusted.js';

/** @import {Message} from '../providers/types.js' */
/** @import {AssistantEntry, ChatCall, Entry} from './types.js' */

/** What a model is told of a call that was never made, or whose end nobody has heard of. @type {Record<string, string>} */
const WITHOUT_CONTENT = {
  aborted: 'The person stopped this call. It may have run all the same: find out before you call it again.',
  unknown: 'It is not known what became of this call. It may have run: find out before you call it again.',
};
const NOT_MADE = 'This call was not made.';

/** @param {Partial<ChatCall> & { id: string }} members @returns {ChatCall} */
export const newCall = (members) => ({
  name: '',
  alias: '',
  title: '',
  origin: '',
  own: true,
  args: {},
  status: 'writing',
  readOnly: false,
  untrusted: false,
  ...members,
});

/** A call is over once it cannot change any more. @param {ChatCall} call */
export const isOpen = ({ status }) =>
  status === 'writing' || status === 'ready' || status === 'waiting' || status === 'running';

/** A call that the end of its turn overtakes. @param {ChatCall} call @returns {ChatCall} */
export function abandoned(call) {
  if (!isOpen(call)) return call;
  const { argsText, ...rest } = call;
  return { ...rest, status: call.status === 'running' ? 'aborted' : 'not-made' };
}

/**
 * The conversation as the provider is told it.
 *
 * @param {readonly Entry[]} entries
 * @param {string} marker
 * @returns {Message[]}
 */
export const messagesOf = (entries, marker) =>
  entries.flatMap((entry) => {
    if (entry.type === 'user') return [{ role: /** @type {const} */ ('user'), content: entry.text }];
    if (entry.type === 'command') return commandMessages(entry.call, marker);
    return entry.type === 'assistant' ? answerMessages(entry, marker) : [];
  });

/** @param {AssistantEntry} entry @param {string} marker @returns {Message[]} */
function answerMessages({ text, calls }, marker) {
  // What was still being written when it was stopped was never said.
  const made = calls.filter(({ status, alias }) => status !== 'writing' && alias !== '');
  if (made.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }];
  const toolCalls = made.map(({ id, alias, args, signature }) => ({
    id,
    name: alias,
    input: args,
    ...(signature && { signature }),
  }));
  return [
    { role: 'assistant', content: text, toolCalls },
    ...made.map((call) => ({
      role: /** @type {const} */ ('tool'),
      toolCallId: call.id,
      name: call.alias,
      content: toldOf(call, marker),
      ...(call.isError || call.content === undefined ? { isError: /** @type {const} */ (true) } : {}),
    })),
  ];
}

/** What the person did by themselves, for the model to know. @param {ChatCall} call @param {string} marker @returns {Message[]} */
function commandMessages(call, marker) {
  if (call.content === undefined) return [];
  const what = `The person ran the tool ${call.name} with ${JSON.stringify(call.args)}. Its result:`;
  return [{ role: 'user', content: `${what}\n${toldOf(call, marker)}` }];
}

/** @param {ChatCall} call @param {string} marker */
function toldOf(call, marker) {
  const { content } = call;
  if (content === undefined) return WITHOUT_CONTENT[call.status] ?? NOT_MADE;
  return call.untrusted ? fenced(content, marker, call.origin || call.name) : content;
}

/** Whether anything in a conversation is fenced. @param {readonly Entry[]} entries */
export const hasUntrusted = (entries) =>
  entries.some(
    (entry) =>
      (entry.type === 'assistant' && entry.calls.some(({ untrusted }) => untrusted)) ||
      (entry.type === 'command' && entry.call.untrusted),
  );

/** What is copied of an entry. @param {Entry} entry */
export const textOf = (entry) =>
  entry.type === 'user' || entry.type === 'assistant' ? entry.text : JSON.stringify(entry, undefined, 2);
