/** The documents of the inspected tab, connected as they come and forgotten as they go. */

import { inPage } from '../in-page.js';
import { Frame } from './frame.js';
import { pipe } from './pipe.js';

/**
 * @param {number} tabId
 * @param {object} hooks
 * @param {() => void} hooks.changed
 * @param {(event: any, frame: Frame) => void} hooks.event
 */
export function createFrames(tabId, { changed, event }) {
  /** @type {Map<number, Frame>} by the numbers of the frames, which a next document keeps */
  const frames = new Map();
  /** Why the page itself cannot be reached. @type {string | undefined} */
  let problem;

  /** @param {{ frameId: number, documentId?: string, url: string }} details */
  const connect = async ({ frameId, documentId, url }) => {
    if (documentId === undefined) return;
    const before = frames.get(frameId);
    if (before?.documentId === documentId && !before.closed) return;
    before?.replace(url);
    const secret = crypto.randomUUID();
    const target = { tabId, documentIds: [documentId] };
    try {
      /** @param {'MAIN' | 'ISOLATED'} world @param {(secret: string) => void} func */
      const run = (world, func) =>
        chrome.scripting.executeScript({ target, world, func, args: [secret], injectImmediately: true });
      await run('MAIN', inPage);
      await run('ISOLATED', pipe);
    } catch (error) {
      // It has gone already, or it is a page that extensions may not touch.
      if (frameId === 0) {
        problem = /** @type {Error} */ (error).message;
        frames.delete(frameId);
        changed();
      }
      return;
    }
    if (frameId === 0) problem = undefined;
    const port = chrome.tabs.connect(tabId, { documentId, name: secret });
    const frame = new Frame({
      ...{ frameId, documentId, port },
      changed: () => {
        if (frames.get(frameId) === frame) changed();
      },
      event: (told) => event(told, frame),
    });
    frame.addEventListener('gone', () => {
      if (frames.get(frameId) !== frame) return;
      frames.delete(frameId);
      changed();
    });
    frames.set(frameId, frame);
    changed();
  };

  /** @param {{ tabId: number, frameId: number, documentId?: string, url: string, documentLifecycle?: string }} details */
  const committed = (details) => {
    if (details.tabId === tabId && details.documentLifecycle !== 'prerender') void connect(details);
  };

  /** Frames of no address of their own come without a word. */
  const lookAround = async () => {
    const all = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
    await Promise.all(
      all
        .filter(({ documentLifecycle }) => documentLifecycle === 'active')
        .map((details) => connect(details)),
    );
  };

  /** @param {{ tabId: number }} details */
  const completed = (details) => {
    if (details.tabId === tabId) void lookAround();
  };

  return {
    /** The page first, then its frames. */
    all: () =>
      [...frames.values()].filter(({ closed }) => !closed).sort((one, other) => one.frameId - other.frameId),

    problem: () => problem,

    async start() {
      chrome.webNavigation.onCommitted.addListener(committed);
      chrome.webNavigation.onDOMContentLoaded.addListener(completed);
      chrome.webNavigation.onCompleted.addListener(completed);
      await lookAround();
    },

    stop() {
      chrome.webNavigation.onCommitted.removeListener(committed);
      chrome.webNavigation.onDOMContentLoaded.removeListener(completed);
      chrome.webNavigation.onCompleted.removeListener(completed);
      for (const frame of frames.values()) frame.disconnect();
      frames.clear();
    },
  };
}
