/**
 * One document of the inspected page. To the package in the panel it is the window of a frame, which it watches as it
 * would watch one of its own page; to everybody else it is an opaque object.
 */

/** @import {CallAnswer, ListAnswer, PlainExecution, Report, Request} from '../messages.js' */

/** Where the package looks for what the tools of a document do: see `src/channel.rs`. */
const CHANNEL = Symbol.for('webmcp-exec@1');

/** How long a document may take to list its tools, in milliseconds. */
const PATIENCE = 2000;

/** How long another document may take to come after one has gone. */
const LEAVING = 900;

/** @typedef {{ answer: (answer: any) => void, progress?: (value: any) => void }} Waiting */

export class Frame extends EventTarget {
  closed = false;
  /** @type {any} */
  document = { [CHANNEL]: { watches: new Set() } };
  /** What the document said of itself last. @type {ListAnswer | undefined} */
  listed;
  /** Where the frame went. @type {string | undefined} */
  navigatedTo;
  #port;
  #count = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Promise<ListAnswer> | undefined} */
  #list;

  /**
   * @param {object} options
   * @param {number} options.frameId
   * @param {string} options.documentId
   * @param {chrome.runtime.Port} options.port
   * @param {(frame: Frame) => void} options.changed
   * @param {(event: any) => void} options.event
   */
  constructor({ frameId, documentId, port, changed, event }) {
    super();
    this.frameId = frameId;
    this.documentId = documentId;
    this.isMain = frameId === 0;
    this.#port = port;
    port.onMessage.addListener((/** @type {Report} */ report) => {
      if (report.type === 'changed') {
        this.#list = undefined;
        changed(this);
      } else if (report.type === 'event') event(report.event);
      else if (report.type === 'progress') this.#waiting.get(report.id)?.progress?.(report.value);
      else if (report.type === 'answer') {
        this.#waiting.get(report.id)?.answer(report.answer);
        this.#waiting.delete(report.id);
      }
    });
    port.onDisconnect.addListener(() => this.leave());
  }

  /** The document's tools, asked for again once they have changed. @returns {Promise<ListAnswer | undefined>} */
  list() {
    if (!this.#list) {
      /** @type {Promise<ListAnswer>} */
      const asked = new Promise((answer) => this.#ask({ type: 'list', id: this.#next() }, { answer }));
      this.#list = asked;
      asked.then((answer) => {
        this.listed = answer;
        // Others do not tell of every change.
        if (answer.provider === 'other' && this.#list === asked) this.#list = undefined;
      });
    }
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    return Promise.race([this.#list, late.then(() => this.listed)]);
  }

  /**
   * Calls a tool; never ends where the document goes away, for that is told by the frame itself.
   *
   * @param {string} name
   * @param {string} args
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<CallAnswer>}
   */
  call(name, args, signal) {
    const id = this.#next();
    const watch = [...this.document[CHANNEL].watches].findLast(
      (one) => one.name === name && one.args === args && one.dispatched > 0 && !one.isSent,
    );
    if (watch) watch.isSent = true;
    return new Promise((resolve) => {
      const abort = () => this.#send({ type: 'abort', id });
      signal?.addEventListener('abort', abort, { once: true });
      /** @param {CallAnswer} answer */
      const answer = (answer) => {
        signal?.removeEventListener('abort', abort);
        if (watch && answer.execution) note(watch, answer.execution);
        resolve(answer);
      };
      this.#ask({ type: 'call', id, name, args }, { answer, progress: (value) => watch?.emit?.(value) });
    });
  }

  /** Another document takes its place. @param {string} url */
  replace(url) {
    if (this.closed || this.navigatedTo !== undefined) return;
    this.navigatedTo = url;
    this.document = {};
    this.#end();
  }

  /** The document has gone: another may come, or the frame has gone with it. */
  leave() {
    this.dispatchEvent(new Event('pagehide'));
    setTimeout(() => {
      if (this.navigatedTo !== undefined) return;
      this.closed = true;
      this.#end();
    }, LEAVING);
  }

  /** Where the frame goes, if it goes within that time. @param {number} ms @returns {Promise<string | undefined>} */
  async left(ms) {
    if (this.navigatedTo === undefined && !this.closed) {
      await new Promise((resolve) => {
        this.addEventListener('gone', resolve, { once: true });
        setTimeout(resolve, ms);
      });
    }
    return this.navigatedTo;
  }

  /** Ends the connection. */
  disconnect() {
    this.#port.disconnect();
    this.closed = true;
    this.#end();
  }

  #end() {
    this.#waiting.clear();
    this.dispatchEvent(new Event('pagehide'));
    this.dispatchEvent(new Event('gone'));
  }

  #next() {
    this.#count += 1;
    return this.#count;
  }

  /** @param {Request & { id: number }} request @param {Waiting} waiting */
  #ask(request, waiting) {
    this.#waiting.set(request.id, waiting);
    this.#send(request);
  }

  /** @param {Request} request */
  #send(request) {
    try {
      this.#port.postMessage(request);
    } catch {
      // It was disconnected, which is told by itself.
    }
  }
}

/** Notes what a tool did where the package looks for it. @param {any} watch @param {PlainExecution} execution */
function note(watch, execution) {
  const { state } = execution;
  const value = state === 'threw' ? errorOf(execution.error) : execution.value;
  const record = { state, value, watch };
  watch.executions.push(record);
  watch.own = record;
}

/** @param {import('../messages.js').PlainError} error */
export function errorOf({ name, message, ...members }) {
  const error = name === 'TypeError' ? new TypeError(message) : new Error(message);
  for (const [key, value] of Object.entries({ name, ...members })) {
    Object.defineProperty(error, key, { value, configurable: true, writable: true });
  }
  return error;
}
