/**
 * The state of one conversation: what was said, the calls, the questions that wait for the person. It knows no document;
 * what it needs of a page it is given.
 */
import { errorCodeOf } from '../../devtools/model/errors.js';
import { createNotifier } from '../../devtools/model/notifier.js';
import { CHAT_CALL } from '../../devtools/model/observer.js';
import { plainArguments } from '../../devtools/model/plain.js';
import { stateOf } from '../../devtools/model/states.js';
import { createToolList } from '../../devtools/model/tool-list.js';
import { createWatch } from '../../devtools/model/watch.js';
import { createApprovals } from './approvals.js';
import { chatFile, readChatFile } from './chat-file.js';
import { ended } from './commands.js';
import { createConversation } from './conversation.js';
import { abandoned, newCall } from './entries.js';
import { arrived, createHandover } from './handover.js';
import { createKeep } from './keep.js';
import { createMemory } from './policy.js';
import { settingsOf } from './settings.js';
import { failureOf, runTurn } from './turn.js';
import { isUntrusted, newMarker } from './untrusted.js';

/** @import {AssistantEntry, ChatCall, ChatFailure, ChatOptions, ChatSnapshot, ChatState, Entry} from './types.js' */
/** @import {Usage} from '../providers/types.js' */

/** How long a page that a call has led away from may take to go. */
const LEAVING_MS = 3000;

/** How long a turn that goes on by itself waits, so that it can be stopped. */
const RESUME_MS = 3000;

/** From which part on a context window counts as nearly full. */
const NEARLY_FULL = 0.8;

const ownClock = {
  now: () => Date.now(),
  setTimeout: (/** @type {() => void} */ callback, /** @type {number} */ ms) => setTimeout(callback, ms),
  clearTimeout: (/** @type {any} */ timer) => clearTimeout(timer),
};

/** Cannot be foreseen, also where the page is not secure. */
const ownRandom = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
};

/** @typedef {ReturnType<typeof createChat>} Chat */

/** @param {ChatOptions} options */
export function createChat({
  core,
  provider,
  settings: given = () => ({}),
  storage,
  session,
  storageKey = 'webmcp-chat',
  clock = ownClock,
  random = ownRandom,
  page = { origin: 'null', href: '', title: '' },
  hooks = {},
}) {
  const prefix = random().slice(0, 8);
  let count = 0;
  const nextId = () => `${prefix}-${++count}`;
  const newCallId = () => CHAT_CALL + nextId();

  /** @type {ChatState} */
  let state = 'idle';
  /** @type {ChatFailure | undefined} */
  let failure;
  /** @type {Usage | undefined} */
  let usage;
  /** @type {{ at: number | undefined, timer: any } | undefined} */
  let resuming;
  /** The turn that is under way. @type {AbortController | undefined} */
  let turn;
  /** The calls that the person makes. @type {Map<string, AbortController>} */
  const commands = new Map();
  let isKept = true;
  let isLeaving = false;
  /** The page is hidden: what was put down is for the next one, whatever ends in this one. */
  let isLeft = false;

  /** @type {ChatSnapshot | undefined} */
  let snapshot;
  const notifier = createNotifier(clock);
  const changed = () => {
    snapshot = undefined;
    notifier.notify();
  };

  const conversation = createConversation({ changed, nextId, now: clock.now });
  const approvals = createApprovals({ clock, changed });
  const memory = createMemory(session, `${storageKey}:allowed`);
  const keep = createKeep(storage, storageKey);
  const handover = createHandover(session, `${storageKey}:handover`, clock.now);
  const dropHandover = () => {
    if (!isLeft) handover.clear();
  };
  const save = () => {
    const wasKept = isKept;
    isKept = keep.save(conversation.entries());
    if (isKept !== wasKept) changed();
  };

  const list = createToolList(core);
  /** @type {Pick<ChatSnapshot, 'tools' | 'toolState'>} */
  let tools = { tools: [], toolState: 'loading' };
  const toolsRead = () => {
    const { isOffered } = settingsOf(given());
    const there = list.entries().filter(({ change, info }) => change !== 'removed' && isOffered(info));
    const isSame =
      there.length === tools.tools.length && there.every((tool, index) => tool === tools.tools[index]);
    tools = { tools: isSame ? tools.tools : there, toolState: 'ready' };
    changed();
  };
  const watch = createWatch({
    core,
    clock,
    fromOrigins: () => given().fromOrigins,
    read({ infos }) {
      list.take(infos);
      toolsRead();
    },
    failed(error) {
      tools = { tools: [], toolState: stateOf(error) };
      list.lose();
      changed();
    },
  });

  /** @param {ChatState} next */
  const setState = (next) => {
    if (state === next) return;
    state = next;
    changed();
  };

  async function run() {
    const own = new AbortController();
    turn = own;
    failure = undefined;
    setState('sending');
    /** @type {{ state: ChatState, failure?: ChatFailure }} */
    let end;
    try {
      end = await runTurn({
        core,
        provider: await provider(),
        settings: settingsOf(given()),
        conversation,
        approvals,
        memory,
        page,
        marker: newMarker(random),
        clock,
        hooks,
        newCallId,
        signal: own.signal,
        state: setState,
        used(said) {
          usage = { ...usage, ...said };
          changed();
        },
        calling(call) {
          setState('running');
          if (!call.readOnly) putDown(call);
        },
        called,
        beforeRound,
      });
    } catch (error) {
      end = failureOf(error, clock.now());
    }
    if (turn === own) finish(end);
  }

  /** @param {{ state: ChatState, failure?: ChatFailure }} end */
  function finish(end) {
    turn = undefined;
    approvals.end();
    failure = end.failure;
    isLeaving = false;
    const entries = conversation
      .entries()
      .map((entry) => (entry.type === 'assistant' ? over(entry, end.state) : entry))
      .filter((entry) => entry.type !== 'assistant' || entry.text !== '' || entry.calls.length > 0);
    conversation.set(entries);
    state = end.state;
    dropHandover();
    save();
    changed();
    if (failure) hooks.error?.(failure);
    hooks.turnEnd?.({ state });
  }

  /** @param {ChatCall} call */
  const putDown = (call) =>
    handover.save({ entries: conversation.entries(), callId: call.id, url: page.href });

  /** @param {ChatCall} call */
  function called(call) {
    // The page is on its way out: the next one takes over.
    if (call.status === 'navigated' && call.own) {
      isLeaving = true;
      if (call.readOnly) putDown(call);
      setState('leaving');
    } else dropHandover();
    save();
  }

  /** A call may have led away: then this page's model has nothing to say any more. @param {AbortSignal} signal */
  async function beforeRound(signal) {
    if (!isLeaving) return;
    await new Promise((resolve) => {
      const timer = clock.setTimeout(() => resolve(undefined), LEAVING_MS);
      signal.addEventListener('abort', () => {
        clock.clearTimeout(timer);
        resolve(undefined);
      });
    });
    // It did not go: the form went to another tab, or became a download.
    isLeaving = false;
    dropHandover();
  }

  /** @param {readonly Entry[]} entries */
  const calls = (entries) =>
    entries.flatMap((entry) =>
      entry.type === 'assistant' ? entry.calls : entry.type === 'command' ? [entry.call] : [],
    );

  /** Takes up what the page before has put down. @returns {Promise<boolean>} */
  async function takeUp() {
    const before = handover.take();
    if (!before) return false;
    const arrival = await arrivalOf();
    if (conversation.entries().length > 0) return false;
    conversation.set(before.entries);
    const call = conversation.call(before.callId);
    const { resume, resultLimit } = settingsOf(given());
    if (call) {
      const after = { href: page.href, from: before.url, arrival, limit: resultLimit };
      conversation.updateCall(call.id, arrived(call, after));
    }
    save();
    // What the person did by hand is over; what the model did goes on.
    const last = before.entries.findLast(({ type }) => type !== 'notice');
    if (last?.type !== 'assistant') return true;
    const at = resume === 'auto' ? clock.now() + RESUME_MS : undefined;
    const timer = at === undefined ? undefined : clock.setTimeout(goOn, RESUME_MS);
    resuming = { at, timer };
    setState('resuming');
    changed();
    return true;
  }

  async function arrivalOf() {
    try {
      return await core.takeNavigationResult?.();
    } catch {
      return null;
    }
  }

  function goOn() {
    if (!resuming) return;
    clock.clearTimeout(resuming.timer);
    resuming = undefined;
    conversation.add('notice', { code: 'resumed' });
    return run();
  }

  function stop() {
    for (const controller of commands.values()) controller.abort();
    if (resuming) {
      clock.clearTimeout(resuming.timer);
      resuming = undefined;
      setState('stopped');
      changed();
    }
    if (!turn) return;
    const own = turn;
    own.abort(new DOMException('The person stopped it.', 'AbortError'));
    finish({ state: 'stopped' });
  }

  const isBusy = () => turn !== undefined;

  /** @param {Entry[]} entries @param {string} text */
  function begin(entries, text) {
    if (resuming) stop();
    conversation.set(entries);
    const entry = conversation.add('user', { text });
    hooks.message?.(entry);
    save();
    return run();
  }

  return {
    subscribe: notifier.subscribe,

    /** @returns {ChatSnapshot} the same object until something changes */
    getSnapshot() {
      snapshot ??= {
        state: approvals.requests().length > 0 ? 'approval' : state,
        busy: isBusy(),
        entries: conversation.entries(),
        ...tools,
        approvals: approvals.requests(),
        ...(failure && { failure }),
        ...(usage && { usage }),
        nearlyFull: isNearlyFull(usage),
        ...(resuming && { resume: { at: resuming.at } }),
        kept: isKept,
      };
      return snapshot;
    },

    /** Reads tools, what was kept, and what the page before has put down. */
    async start() {
      watch.start();
      if (await takeUp()) return;
      const entries = keep.load();
      if (entries.length > 0 && conversation.entries().length === 0) conversation.set(entries);
    },

    /** Listens no more, and lets go of everything. */
    end() {
      watch.stop();
      stop();
    },

    /** The page is hidden and may go: what is under way is put down for the next one. */
    leave() {
      const running = calls(conversation.entries()).find(({ status }) => status === 'running');
      if (running) putDown(running);
      isLeft = true;
      save();
    },

    /** The page is there again, as it was. */
    comeBack() {
      isLeft = false;
      handover.clear();
    },

    refreshTools: watch.refresh,

    /** @param {string} text @returns {Promise<void> | undefined} of the turn's end; `undefined` where none begins */
    send(text) {
      if (isBusy() || text.trim() === '') return undefined;
      return begin(conversation.entries(), text.trim());
    },

    /** The last message of the person, to be edited. */
    lastMessage: () => conversation.entries().findLast(({ type }) => type === 'user'),

    /** Puts another message in place of the last one, and of all that came of it. @param {string} text */
    edit(text) {
      const entries = conversation.entries();
      const at = entries.findLastIndex(({ type }) => type === 'user');
      if (isBusy() || at < 0 || text.trim() === '') return undefined;
      return begin(entries.slice(0, at), text.trim());
    },

    /** Asks for the last answer again. Calls that were made are not made again. */
    retry() {
      if (isBusy()) return undefined;
      if (resuming) return goOn();
      const entries = [...conversation.entries()];
      while (entries.at(-1)?.type === 'notice') entries.pop();
      const last = entries.at(-1);
      if (last?.type === 'assistant' && last.calls.length === 0) entries.pop();
      if (!entries.some(({ type }) => type === 'user')) return undefined;
      conversation.set(entries);
      return run();
    },

    stop,
    goOn,

    /** A new conversation. What was allowed for the session stays so. */
    clear() {
      stop();
      conversation.set([]);
      failure = undefined;
      usage = undefined;
      state = 'idle';
      handover.clear();
      save();
      changed();
    },

    /** Takes back what was allowed for the session. */
    forget: () => memory.clear(),

    allow: approvals.allow,
    deny: approvals.deny,

    exportChat: () => chatFile(conversation.entries(), { url: page.href, now: clock.now() }),

    /** Puts a conversation in place of this one. Throws a `ChatFileError`, and then nothing has changed. @param {unknown} file */
    importChat(file) {
      const entries = readChatFile(file);
      stop();
      conversation.set(entries);
      state = 'idle';
      failure = undefined;
      save();
    },

    /**
     * Runs a tool for the person, who has seen it and its arguments: nobody is asked.
     *
     * @param {string} key of the tool
     * @param {unknown} [args]
     * @returns {{ id: string, done: Promise<ChatCall | undefined> } | undefined}
     */
    runTool(key, args = {}) {
      const tool = list.get(key);
      if (!tool || tool.change === 'removed') return undefined;
      const { name, title, origin, window, own, annotations } = tool.info;
      const { toolTimeout, resultLimit, fromOrigins } = settingsOf(given());
      const call = newCall({
        id: newCallId(),
        name,
        alias: name,
        title,
        origin,
        own,
        args: plainArguments(args),
        status: 'running',
        startedAt: clock.now(),
        readOnly: annotations?.readOnlyHint === true,
        untrusted: isUntrusted(tool.info, page.origin),
      });
      conversation.add('command', { call });
      const controller = new AbortController();
      commands.set(call.id, controller);
      putDown(call);
      const done = (async () => {
        /** @type {Partial<ChatCall>} */
        let members;
        try {
          const report = await core.executeToolDetailed(name, args, {
            signal: controller.signal,
            timeout: toolTimeout,
            window,
            callId: call.id,
            ...(fromOrigins && { fromOrigins }),
          });
          members = ended(report, core, resultLimit);
        } catch (error) {
          const content = String(/** @type {any} */ (error)?.message ?? error);
          members = {
            status: 'failed',
            isError: true,
            errorCode: errorCodeOf(error),
            content,
            result: content,
          };
        }
        commands.delete(call.id);
        const after = conversation.updateCall(call.id, members);
        if (after) {
          if (after.status !== 'navigated' || !after.own) dropHandover();
          save();
          hooks.result?.(after);
        }
        return after;
      })();
      return { id: call.id, done };
    },

    /** Stops one call that the person made. @param {string} id */
    stopTool: (id) => commands.get(id)?.abort(),
  };
}

/** An answer whose turn has ended. @param {AssistantEntry} entry @param {ChatState} state @returns {AssistantEntry} */
function over(entry, state) {
  const isOpen = entry.status === 'streaming';
  if (!isOpen && entry.calls.every((call) => abandoned(call) === call)) return entry;
  const status = state === 'stopped' ? 'stopped' : 'failed';
  return { ...entry, calls: entry.calls.map(abandoned), status: isOpen ? status : entry.status };
}

/** @param {Usage | undefined} usage */
function isNearlyFull(usage) {
  const { inputTokens, outputTokens = 0, contextWindow } = usage ?? {};
  return (
    inputTokens !== undefined &&
    contextWindow !== undefined &&
    contextWindow > 0 &&
    inputTokens + outputTokens > contextWindow * NEARLY_FULL
  );
}
