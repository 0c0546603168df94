/**
 * Runs in each document of the inspected page, beside its own scripts, for only there are the tools of a polyfill. It
 * leaves nothing behind but what each copy of the package shares with the others, and ends with the panel.
 */

/** @import {Request, Report, ListAnswer} from '../messages.js' */

import { createCalls } from './calls.js';
import { createObserver } from './observer.js';
import { describeError, plainJson } from './plain-json.js';
import { findProvider } from './provider.js';
import { createWatches } from './watches.js';

/** How often it is looked for a `modelContext` that comes late, in milliseconds. */
const INTERVAL = 500;

/** Waits for the way to the panel, which comes as an event of a name that nobody else knows. @param {string} secret */
export function serve(secret) {
  const hear = (/** @type {any} */ event) => {
    const [port] = event.ports;
    if (port) start(port);
  };
  document.addEventListener(secret, hear, { once: true });
}

/** @param {MessagePort} port */
function start(port) {
  const post = (/** @type {Report} */ report) => port.postMessage(report);
  const changed = () => post({ type: 'changed' });
  const watches = createWatches();
  const observer = createObserver((event) => post({ type: 'event', event }), watches);
  const calls = createCalls(post, watches, observer.gaveUp);

  /** @type {any} */
  let context;
  const look = () => {
    const now = findProvider()?.context;
    if (now === context) return;
    context?.removeEventListener?.('toolchange', changed);
    context = now;
    context?.addEventListener?.('toolchange', changed);
    observer.attach(context);
    changed();
  };

  const list = async () => {
    look();
    const provider = findProvider();
    /** @type {ListAnswer} */
    const answer = {
      tools: [],
      provider: provider?.name ?? null,
      url: location.href,
      origin: globalThis.origin,
      label: document.title || window.name,
    };
    try {
      if (provider) answer.tools = plainJson(await calls.list(provider));
    } catch (error) {
      answer.error = describeError(error);
    }
    return answer;
  };

  port.onmessage = async ({ data }) => {
    const request = /** @type {Request} */ (data);
    switch (request.type) {
      case 'list':
        return post({ type: 'answer', id: request.id, answer: await list() });
      case 'call':
        return post({ type: 'answer', id: request.id, answer: await calls.run(request) });
      case 'abort':
        return calls.abort(request.id);
      case 'end':
        clearInterval(timer);
        context?.removeEventListener?.('toolchange', changed);
        observer.end();
        port.close();
    }
  };
  look();
  const timer = setInterval(look, INTERVAL);
  post({ type: 'hello' });
}
