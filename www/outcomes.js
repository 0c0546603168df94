/**
 * How each outcome of a call is shown: a word, an icon, a tone, a sentence.
 *
 * @typedef {object} OutcomeLook
 * @property {string} label
 * @property {string} icon
 * @property {string} tone
 * @property {string} text
 */

/** @type {Record<string, OutcomeLook>} */
const looks = {
  running: {
    label: 'running',
    icon: 'running',
    tone: 'running',
    text: 'The tool is at work.',
  },
  completed: {
    label: 'completed',
    icon: 'completed',
    tone: 'good',
    text: 'The tool answered.',
  },
  failed: {
    label: 'failed',
    icon: 'failed',
    tone: 'bad',
    text: 'The tool ran and failed. That is data, not an exception: the result says so by isError.',
  },
  navigated: {
    label: 'navigated',
    icon: 'navigated',
    tone: 'moved',
    text: 'The tool’s own frame moved on to another page, so there is no result: executeTool gives null.',
  },
  'not-found': {
    label: 'not found',
    icon: 'unknown',
    tone: 'warn',
    text: 'No tool of the page has this name. Nothing ran.',
  },
  ambiguous: {
    label: 'ambiguous',
    icon: 'unknown',
    tone: 'warn',
    text: 'Several frames offer a tool of this name. Nothing ran.',
  },
  unavailable: {
    label: 'unavailable',
    icon: 'refused',
    tone: 'bad',
    text: 'There is no WebMCP in this page. Nothing ran.',
  },
  refused: {
    label: 'refused',
    icon: 'refused',
    tone: 'bad',
    text: 'The browser refuses tools to this page. Nothing ran.',
  },
  'owner-gone': {
    label: 'frame gone',
    icon: 'failed',
    tone: 'bad',
    text: 'The tool’s frame was removed while the tool ran.',
  },
  'timed-out': {
    label: 'timed out',
    icon: 'late',
    tone: 'warn',
    text: 'The tool took longer than the timeout allows.',
  },
  aborted: {
    label: 'aborted',
    icon: 'aborted',
    tone: 'quiet',
    text: 'The call was cancelled; it ended at once.',
  },
  'bad-arguments': {
    label: 'bad arguments',
    icon: 'refused',
    tone: 'warn',
    text: 'The arguments are not a JSON object. Nothing ran: the call rejects with a TypeError.',
  },
};

/**
 * @param {string} status
 * @returns {OutcomeLook}
 */
export function outcomeOf(status) {
  return looks[status] ?? { label: status, icon: 'unknown', tone: 'quiet', text: '' };
}
