/** The state of one panel: the tools of the page, the calls to them, and the log of both. */

import { startedCall } from './entries.js';
import { describeError, errorCodeOf } from './errors.js';
import { arrival, createHistory } from './history.js';
import { createLog } from './log.js';
import { createNotifier } from './notifier.js';
import { createObserver, PANEL_CALL } from './observer.js';
import { deviations } from './outcomes.js';
import { plain } from './plain.js';
import { createRunner } from './runner.js';
import { callForFile, FORMAT, toolForFile, VERSION } from './session-writer.js';
import { stateOf } from './states.js';
import { createToolList } from './tool-list.js';
import { createWatch } from './watch.js';

/** @import {ToolCallEvent} from 'webmcp-exec' */
/** @import {CallEntry, ChangeEntry, Clock, Notice, Session, SessionOptions, Snapshot} from './types.js' */

/** @type {Clock} */
const ownClock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** How long a page registers its tools after the first look at it: what comes then is no news, in milliseconds. */
const BEGINNING = 1000;

/** @param {SessionOptions} options @returns {Session} */
export function createSession({
  core,
  storage,
  storageKey = 'webmcp-devtools',
  clock = ownClock,
  maxLog = 500,
  maxSize = 64 * 1024 * 1024,
  observe = false,
  fromOrigins,
  hooks = {},
}) {
  const prefix = Math.random().toString(36).slice(2, 10);
  let count = 0;
  const nextId = () => `${prefix}-${++count}`;
  const callIdOf = (/** @type {string} */ id) => PANEL_CALL + id;

  /** @type {Snapshot | undefined} */
  let snapshot;
  const notifier = createNotifier(clock);
  const changed = () => {
    snapshot = undefined;
    notifier.notify();
  };

  /** @type {Pick<Snapshot, 'state' | 'error' | 'provider'>} */
  let status = { state: 'loading', provider: null };
  /** @type {Notice[]} */
  let notices = [];
  const notice = (/** @type {Notice['code']} */ code, detail = '') => {
    if (notices.some((one) => one.code === code)) return;
    notices = [...notices, { code, detail }];
    changed();
  };

  const log = createLog({ max: maxLog, maxSize, changed });
  const tools = createToolList(core);
  const history = createHistory({ storage, key: storageKey, clock, failed: () => notice('storage') });
  let isRestored = false;
  const save = () => {
    // What is not read yet is still there.
    if (isRestored) history.save(log.entries());
  };

  /** @param {CallEntry} call @returns {CallEntry} */
  const ended = (call) => {
    const before = call.replayOf === undefined ? undefined : log.get(call.replayOf);
    const members = before?.type === 'call' ? { deviations: deviations(before, call) } : {};
    const entry = log.update(call.id, members) ?? { ...call, ...members };
    hooks.result?.(entry);
    return entry;
  };

  const runner = createRunner({
    ...{ core, clock, log, tools, nextId, callIdOf, hooks, ended },
    fromOrigins: () => fromOrigins,
    starting: save,
  });

  const observer = createObserver({
    ...{ clock, log, tools, nextId, ended },
    isWanted: (source) => observe || source === 'panel',
    isOwn: ({ name, callId, door }) =>
      typeof callId === 'string'
        ? callId.startsWith(PANEL_CALL + prefix)
        : door === 'executeToolDetailed' && runner.outgoing() === name,
  });

  const watch = createWatch({
    ...{ core, clock },
    fromOrigins: () => fromOrigins,
    read({ infos, provider }) {
      const isNews = status.state !== 'ready' || status.provider !== provider;
      if (isNews) status = { state: 'ready', provider };
      const before = tools.entries();
      began ??= clock.now();
      const changes = tools.take(infos, { isBeginning: clock.now() - began < BEGINNING });
      if (isNews || tools.entries() !== before) changed();
      if (!changes) return;
      /** @type {ChangeEntry} */
      const row = { type: 'change', id: nextId(), startedAt: clock.now(), ...changes };
      log.add(row);
      runner.toolsChanged();
      hooks.toolchange?.(row);
    },
    failed(error, provider) {
      const description = describeError(error);
      // A list that takes too long is no reason to lose the one that there is.
      if (status.state === 'ready' && errorCodeOf(error) === 'TIMEOUT') return hooks.error?.(description);
      const isSame = status.error?.message === description.message && status.provider === provider;
      if (isSame) return;
      status = { state: stateOf(error), error: description, provider };
      tools.lose();
      runner.toolsChanged();
      changed();
      hooks.error?.(description);
    },
  });

  /** @type {CallEntry[]} of the page before */
  let earlier = [];
  const restored = history.read().then(
    (calls) => {
      earlier = calls;
      isRestored = true;
      log.addBefore(calls);
    },
    (error) => {
      isRestored = true;
      hooks.error?.(describeError(error));
    },
  );
  /** @type {(() => void) | undefined} */
  let stopHearing;
  let hasArrived = false;
  /** @type {number | undefined} when the tools were first read */
  let began;

  /** @type {Session} */
  const session = {
    subscribe: notifier.subscribe,

    getSnapshot() {
      if (!snapshot) {
        const entries = tools.entries();
        snapshot = {
          ...status,
          tools: entries,
          changes: entries.filter(({ change }) => change).length,
          log: log.entries(),
          dropped: log.dropped(),
          running: runner.count(),
          observe,
          notices,
        };
      }
      return snapshot;
    },

    start() {
      if (stopHearing) return;
      stopHearing = hear();
      watch.start();
      if (hasArrived) return;
      hasArrived = true;
      restored
        .then(() => arrival(core, earlier, { now: clock.now(), callIdOf }))
        .then(
          (found) => found && log.update(found.id, found.members),
          (error) => hooks.error?.(describeError(error)),
        );
    },

    stop() {
      stopHearing?.();
      stopHearing = undefined;
      watch.stop();
      observer.stop();
    },

    refresh: watch.refresh,

    clearMarks(key) {
      tools.clearMarks(key);
      changed();
    },

    tool: tools.get,
    call(id) {
      const row = log.get(id);
      return row?.type === 'call' ? row : undefined;
    },

    run(key, args, settings) {
      const tool = tools.get(key);
      if (!tool) return missing(key, args);
      return runner.run(tool, args, settings);
    },

    cancel: runner.cancel,

    replay(id, settings) {
      const call = session.call(id);
      const tool = call?.argsKnown ? tools.find(call) : undefined;
      if (!call || !tool) return null;
      return runner.run(tool, call.args, { ...settings, validate: !call.unchecked, replayOf: id });
    },

    async replayAll(ids, settings = {}) {
      /** @type {CallEntry[]} */
      const ends = [];
      for (const id of ids) {
        if (settings.signal?.aborted) break;
        const call = session.replay(id, settings);
        if (call) ends.push(await call.done);
      }
      return ends;
    },

    history: (key) =>
      /** @type {CallEntry[]} */ (
        log.entries().filter((row) => row.type === 'call' && row.key === key)
      ).reverse(),

    changedSince: (call) => tools.changedSince(tools.find(call)?.key ?? call.key, call.signature),

    clear() {
      log.clear();
      tools.clearCounts();
      changed();
      save();
    },

    exportSession: () => ({
      format: FORMAT,
      version: VERSION,
      url: core.url?.() ?? '',
      exportedAt: new Date(clock.now()).toISOString(),
      provider: status.provider,
      tools: tools
        .entries()
        .filter(({ change }) => change !== 'removed')
        .map(toolForFile),
      calls: log
        .entries()
        .flatMap((row) => (row.type === 'call' && row.status !== 'running' ? [callForFile(row)] : [])),
    }),

    async importSession(given) {
      const { callFromFile, readSessionFile } = await import('./session-file.js');
      const file = readSessionFile(given);
      for (const tool of file.tools) tools.remember(tool);
      for (const call of file.calls) log.add(callFromFile(call, { id: nextId(), from: 'import' }));
      return file.calls.length;
    },

    setObserve(on) {
      observe = on;
      changed();
    },

    setMaxLog: log.setMax,

    setFromOrigins(origins) {
      fromOrigins = origins;
      if (stopHearing) void watch.refresh();
    },

    dismiss(one) {
      notices = notices.filter((other) => other !== one);
      changed();
    },

    save,
  };
  return session;

  /** A call of a tool that is not there. @param {string} key @param {unknown} args */
  function missing(key, args) {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const call = startedCall({
      id: nextId(),
      name,
      source: 'panel',
      startedAt: clock.now(),
      key,
      args: plain(args),
    });
    log.add({ ...call, status: 'not-found', errorCode: 'NOT_FOUND', durationMs: 0 });
    const entry = /** @type {CallEntry} */ (log.get(call.id));
    hooks.result?.(entry);
    return { id: call.id, done: Promise.resolve(entry) };
  }

  /** Listens to every call of the page. @returns {() => void} what ends that */
  function hear() {
    try {
      return core.onToolCall?.((/** @type {ToolCallEvent} */ event) => observer.hear(event)) ?? (() => {});
    } catch (error) {
      // Where the core cannot be started, the list says so.
      hooks.error?.(describeError(error));
      return () => {};
    }
  }
}
