/** A conversation as a file, and as it is stored: what is read from either may have been written by anybody. */
import { plain } from '../../devtools/model/plain.js';
import { abandoned, newCall } from './entries.js';

/** @import {ChatCall, Entry} from './types.js' */

export const FORMAT = 'webmcp-exec/chat';
export const VERSION = 1;

/** How many entries are read. */
const MOST = 10_000;

/** What is wrong with a file. */
export class ChatFileError extends Error {
  name = 'ChatFileError';
}

/** @param {readonly Entry[]} entries @param {{ url: string, now: number }} about */
export const chatFile = (entries, { url, now }) => ({
  format: FORMAT,
  version: VERSION,
  url,
  exportedAt: new Date(now).toISOString(),
  entries,
});

/** @param {unknown} file JSON text, or what was parsed from it @returns {Entry[]} */
export function readChatFile(file) {
  const content = /** @type {any} */ (typeof file === 'string' ? parsed(file) : file);
  if (content?.format !== FORMAT) throw new ChatFileError('This is no conversation of webmcp-chat.');
  if (content.version !== VERSION) throw new ChatFileError(`Unknown version: ${String(content.version)}.`);
  // Whoever has written it, the model is not to obey it.
  return readEntries(content.entries).map((entry) => {
    if (entry.type === 'command') return { ...entry, call: { ...entry.call, untrusted: true } };
    if (entry.type !== 'assistant') return entry;
    return { ...entry, calls: entry.calls.map((call) => ({ ...call, untrusted: true })) };
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ChatFileError('This is no JSON.');
  }
}

/** Entries as they may be shown and sent. Nothing in them runs on: their calls are over. @param {unknown} list @returns {Entry[]} */
export function readEntries(list) {
  if (!Array.isArray(list)) throw new ChatFileError('The file has no list of entries.');
  return list.slice(-MOST).map((it, index) => {
    const entry = readEntry(plain(it), index);
    if (!entry) throw new ChatFileError(`Entry ${index} cannot be read.`);
    return entry;
  });
}

/** @param {any} it @param {number} index @returns {Entry | undefined} */
function readEntry(it, index) {
  const at = typeof it?.at === 'number' ? it.at : 0;
  const id = text(it?.id) || `entry-${index}`;
  switch (it?.type) {
    case 'user':
      return typeof it.text === 'string' ? { type: 'user', id, at, text: it.text } : undefined;
    case 'assistant': {
      if (typeof it.text !== 'string' || !Array.isArray(it.calls ?? [])) return undefined;
      const calls = (it.calls ?? []).map(readCall);
      const status = it.status === 'stopped' || it.status === 'failed' ? it.status : 'done';
      if (calls.includes(undefined)) return undefined;
      const reason = text(it.reason);
      return { type: 'assistant', id, at, text: it.text, calls, status, ...(reason && { reason }) };
    }
    case 'command': {
      const call = readCall(it.call);
      return call && { type: 'command', id, at, call };
    }
    case 'notice':
      return typeof it.code === 'string'
        ? { type: 'notice', id, at, code: it.code, values: it.values ?? {} }
        : undefined;
    default:
      return undefined;
  }
}

/** @type {Record<string, 'string' | 'number' | 'boolean'>} */
const MEMBERS = {
  alias: 'string',
  title: 'string',
  origin: 'string',
  own: 'boolean',
  readOnly: 'boolean',
  edited: 'boolean',
  isError: 'boolean',
  startedAt: 'number',
  durationMs: 'number',
  content: 'string',
  errorCode: 'string',
  navigatedTo: 'string',
  signature: 'string',
};

const STATUSES =
  /^(writing|ready|waiting|running|completed|failed|denied|aborted|timed-out|navigated|not-found|not-made|unknown)$/;

/** @param {any} it @returns {ChatCall | undefined} */
function readCall(it) {
  if (!text(it?.id) || !text(it?.name)) return undefined;
  const known = Object.entries(MEMBERS).filter(([name, type]) => typeof it[name] === type);
  const members = Object.fromEntries(known.map(([name]) => [name, it[name]]));
  const status = STATUSES.test(it.status) ? it.status : 'unknown';
  return abandoned(
    newCall({
      ...members,
      id: it.id,
      name: it.name,
      alias: text(it.alias) || it.name,
      args: it.args,
      status,
      untrusted: it.untrusted !== false,
      ...('result' in it && { result: it.result }),
    }),
  );
}

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');
