/**
 * Calls that others make in this document: those of any copy of the package, and what the browser tells of agents. As
 * `src/context/activity.rs` does it, in a page where that cannot run; where a copy of the package does, it is left to
 * that.
 */

import { describeError, plainJson } from './plain-json.js';
import { channelOf } from './watches.js';

/** @import {createWatches} from './watches.js' */

/** How long the browser may still fire events of a call that was given up, in milliseconds. */
const LATE = 5000;

/** @param {(event: any) => void} tell @param {ReturnType<typeof createWatches>} watches */
export function createObserver(tell, watches) {
  const channel = channelOf();
  /** Executions on record of which the browser's event has not come yet. @type {Map<string, number>} */
  const onRecord = new Map();
  /** Calls of the package, or of the bridge, that were given up. @type {{ name: string, until: number, begins: boolean, isCancelled?: boolean }[]} */
  let givenUp = [];
  /** @type {any} */
  let context;

  /** @param {string} name @param {number} outstanding */
  const gaveUp = (name, outstanding) => {
    const now = performance.now();
    givenUp = givenUp.filter(({ until }) => until > now);
    givenUp.push({ name, until: now + LATE, begins: outstanding > 0 });
  };

  /** What a copy of the package tells. @param {any} event */
  const hear = (event) => {
    const { type, error } = event;
    const members = plainJson({ ...event, error: undefined });
    tell({ ...members, type, ...(error !== undefined && { error: describeError(error) }) });
  };

  const activity = {
    /** @param {string} name @param {boolean} isOurs */
    began(name, isOurs) {
      onRecord.set(name, (onRecord.get(name) ?? 0) + 1);
      return !isOurs;
    },
    gaveUp,
    stop() {},
  };

  /** What the browser or a polyfill tells. @param {any} event */
  const onEvent = ({ type, toolName: name, isTrusted, currentTarget }) => {
    // Another copy tells it, and at the window anybody may fire what he likes.
    if (channel.activity !== activity || (currentTarget === window && !isTrusted)) return;
    const recorded = onRecord.get(name) ?? 0;
    const ofName = givenUp.filter((call) => call.name === name);
    if (type === 'toolcancel') {
      const ours = ofName.find(({ isCancelled }) => !isCancelled);
      if (ours) ours.isCancelled = true;
      else tell({ type: 'cancelled', by: 'other', name });
      return;
    }
    if (recorded > 0) return void onRecord.set(name, recorded - 1);
    const watch = watches.outstanding(name);
    const late = ofName.find(({ begins }) => begins);
    if (watch) watch.begun = (watch.begun ?? 0) + 1;
    else if (late) late.begins = false;
    else tell({ type: 'activated', by: 'other', name, id: ++channel.calls });
  };

  /** @param {any} target @param {'addEventListener' | 'removeEventListener'} method */
  const listen = (target, method) => {
    for (const type of ['toolactivated', 'toolcancel']) target?.[method]?.(type, onEvent);
  };

  channel.listeners.add(hear);
  channel.activity ??= activity;
  listen(window, 'addEventListener');

  return {
    gaveUp,

    /** @param {any} now the document's `modelContext` */
    attach(now) {
      listen(context, 'removeEventListener');
      context = now;
      listen(context, 'addEventListener');
    },

    end() {
      channel.listeners.delete(hear);
      if (channel.activity === activity) channel.activity = undefined;
      listen(window, 'removeEventListener');
      listen(context, 'removeEventListener');
    },
  };
}
