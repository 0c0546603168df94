/** A conversation with tools in memory and a provider that says what a test wants. */
import * as core from 'webmcp-exec';
import { createChat } from '../../www/chat/model/chat.js';

/** @import {ChatOptions, ChatSettings} from '../../www/chat/model/types.js' */

/** A clock that goes on when a test says so. */
export function fakeClock(now = 1_764_547_200_000) {
  /** @type {{ at: number, callback: () => void }[]} */
  let timers = [];
  return {
    now: () => now,
    setTimeout(/** @type {() => void} */ callback, /** @type {number} */ ms) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return timer;
    },
    clearTimeout(/** @type {any} */ timer) {
      timers = timers.filter((other) => other !== timer);
    },
    /** @param {number} ms */
    advance(ms) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        this.clearTimeout(timer);
        timer.callback();
      }
    },
  };
}

/** @param {{ full?: boolean }} [how] */
export function fakeStorage(how = {}) {
  /** @type {Map<string, string>} */
  const held = new Map();
  return {
    held,
    how,
    read(/** @type {string} */ key) {
      const text = held.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    write(/** @type {string} */ key, /** @type {unknown} */ value) {
      if (how.full && value !== undefined) return false;
      if (value === undefined) held.delete(key);
      else held.set(key, JSON.stringify(value));
      return true;
    },
  };
}

/**
 * Tools of a page, listed and called as those of a real one are. They are in memory, since Node has no page: `window`,
 * `origin` and the list are made up, and the loop gets the same ones by its `tools`.
 */
export function fakePage() {
  /** @type {any[]} */
  let tools = [];
  const listeners = new Set();
  const window = {};
  /** @type {any[]} */
  const made = [];
  const infoOf = (/** @type {any} */ { execute, ...tool }) => ({
    title: '',
    description: '',
    origin: 'https://shop.example',
    own: true,
    window,
    tool,
    ...tool,
  });
  /** What the loop is given, with what only tools of a page have. @param {any} options */
  const reActLoop = (options) =>
    core.reActLoop({
      ...options,
      tools: tools.map((tool) => ({
        ...tool,
        async execute(/** @type {any} */ input, /** @type {any} */ context) {
          made.push([tool.name, input]);
          return tool.execute?.(input, context);
        },
      })),
      filter: (offered) => {
        const tool = tools.find(({ name }) => name === offered.name);
        if (!tool) return false;
        const info = infoOf(tool);
        Object.assign(offered, { origin: info.origin, own: info.own });
        Object.defineProperty(offered, 'window', { value: info.window, configurable: true });
        return options.filter(offered);
      },
    });
  return {
    made,
    /** @param {any[]} next */
    set(next) {
      tools = next;
      for (const listener of listeners) listener();
    },
    core: /** @type {any} */ ({
      ...core,
      reActLoop,
      listTools: async () => tools.map(infoOf),
      onToolChange(/** @type {() => void} */ listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      provider: () => 'polyfill',
      takeNavigationResult: () => null,
    }),
  };
}

/**
 * A provider that answers in turn: with a text, an array of calls, an error, or a function of the request that gives one
 * of them or deltas.
 *
 * @param {...any} answers the last one again and again
 */
export function scripted(...answers) {
  /** @type {any[]} */
  const asked = [];
  return {
    asked,
    provider: /** @type {any} */ ({
      id: 'scripted',
      async *chat(/** @type {any} */ request, /** @type {{ signal: AbortSignal }} */ { signal }) {
        asked.push(request);
        let answer = answers[Math.min(asked.length, answers.length) - 1];
        if (typeof answer === 'function') answer = await answer(request, signal);
        if (answer instanceof Error) throw answer;
        if (typeof answer?.[Symbol.asyncIterator] === 'function') return yield* answer;
        if (typeof answer === 'string') yield { type: 'text', delta: answer };
        else {
          for (const [index, { id, name, args = '{}' }] of answer.entries())
            yield { type: 'tool', index, id, name, argsDelta: args };
        }
        yield { type: 'end', reason: 'stop' };
      },
    }),
  };
}

/** @param {string} name @param {any} [args] @param {string} [id] */
export const call = (name, args, id = 'id') => ({
  id,
  name,
  args: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
});

/** @param {Partial<ChatOptions> & { answers?: any[], settings?: () => ChatSettings, tools?: any[] }} [options] */
export function talk({ answers = ['Hi.'], tools = [], ...options } = {}) {
  const clock = fakeClock();
  const session = fakeStorage();
  const page = fakePage();
  page.set(tools);
  const { provider, asked } = scripted(...answers);
  const chat = createChat({
    core: page.core,
    provider: () => provider,
    clock,
    session,
    page: { origin: 'https://shop.example', href: 'https://shop.example/cart', title: 'Shop' },
    ...options,
  });
  return {
    chat,
    clock: /** @type {ReturnType<typeof fakeClock>} */ (options.clock ?? clock),
    session,
    page,
    asked,
  };
}

/** Settles once something is so. @param {ReturnType<typeof createChat>} chat @param {(snapshot: any) => unknown} is */
export function until(chat, is) {
  return /** @type {Promise<any>} */ (
    new Promise((resolve) => {
      const look = () => {
        if (!is(chat.getSnapshot())) return false;
        stop();
        resolve(chat.getSnapshot());
        return true;
      };
      // The notifier waits for the clock of the test: what is looked for is looked at in turns of our own, too.
      const timer = setInterval(look, 2);
      const unsubscribe = chat.subscribe(look);
      const stop = () => {
        clearInterval(timer);
        unsubscribe();
      };
      look();
    })
  );
}
