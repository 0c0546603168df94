/** A core whose tools and answers a test decides, and a clock that it moves. */

/** @import {Core} from '../../www/devtools/model/types.js' */

const pageWindow = {};

/** @param {Record<string, unknown> & { name: string }} members @returns {any} a tool as `listTools` gives it */
export const toolInfo = (members) => ({
  title: '',
  description: 'A tool of the tests.',
  inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
  annotations: undefined,
  origin: 'https://page.example',
  own: true,
  window: pageWindow,
  tool: {},
  ...members,
});

/** @param {Record<string, unknown>} [members] @returns {any} a report of a call that did well */
export const report = (members = {}) => ({
  status: 'completed',
  name: 'add',
  result: { content: [{ type: 'text', text: 'done' }] },
  raw: 'done',
  value: undefined,
  valueKnown: false,
  errorCode: undefined,
  error: undefined,
  outcomeUnknown: false,
  durationMs: 5,
  provider: 'native',
  argsShape: 'object',
  origin: 'https://page.example',
  ...members,
});

/**
 * @param {{ tools?: any[], answer?: (call: { name: string, args: any, options: any }) => any }} [options]
 */
export function fakeCore({ tools = [toolInfo({ name: 'add' })], answer = () => report() } = {}) {
  /** @type {Set<() => void>} */
  const changeListeners = new Set();
  /** @type {Set<(event: any) => void>} */
  const callListeners = new Set();
  /** @type {any} */
  const fake = {
    tools,
    answer,
    /** @type {any} what the page that was navigated to is told */
    arrived: null,
    asked: { lists: 0, arrivals: 0 },
    /** @type {{ name: string, args: any, options: any }[]} */
    calls: [],
    /** @param {any[]} next */
    change(next) {
      fake.tools = next;
      for (const listener of [...changeListeners]) listener();
    },
    /** @param {any} event */
    tell(event) {
      for (const listener of [...callListeners]) listener(event);
    },
    listeners: () => changeListeners.size + callListeners.size,
    core: /** @type {Core} */ ({
      async listTools() {
        fake.asked.lists += 1;
        return fake.tools;
      },
      executeToolDetailed(name, args, options) {
        const call = { name, args, options };
        fake.calls.push(call);
        return fake.answer(call);
      },
      provider: () => 'native',
      onToolCall(listener) {
        callListeners.add(listener);
        return () => void callListeners.delete(listener);
      },
      onToolChange(listener) {
        changeListeners.add(listener);
        return () => void changeListeners.delete(listener);
      },
      takeNavigationResult() {
        fake.asked.arrivals += 1;
        return fake.arrived;
      },
      url: () => 'https://page.example/shop',
    }),
  };
  return fake;
}

/** Storage in memory. @param {Map<string, string>} [kept] */
export const memoryStorage = (kept = new Map()) => ({
  /** @param {string} key */
  read: (key) => (kept.has(key) ? JSON.parse(kept.get(key) ?? '') : undefined),
  /** @param {string} key @param {unknown} value */
  write(key, value) {
    if (value === undefined) kept.delete(key);
    else kept.set(key, JSON.stringify(value));
    return true;
  },
});

/** A clock that stands until the test moves it. */
export function fakeClock() {
  let now = Date.UTC(2026, 10, 30, 12);
  /** @type {Map<number, { at: number, callback: () => void }>} */
  const timers = new Map();
  let count = 0;
  return {
    now: () => now,
    /** @param {() => void} callback @param {number} ms */
    setTimeout(callback, ms) {
      count += 1;
      timers.set(count, { at: now + ms, callback });
      return count;
    },
    /** @param {number} timer */
    clearTimeout: (timer) => void timers.delete(timer),
    waiting: () => timers.size,
    /** Lets time pass, and everything happen that this brings about. @param {number} [ms] */
    async pass(ms = 0) {
      const until = now + ms;
      await settled();
      for (;;) {
        const next = [...timers]
          .filter(([, { at }]) => at <= until)
          .sort(([, one], [, other]) => one.at - other.at)[0];
        if (!next) break;
        timers.delete(next[0]);
        now = next[1].at;
        next[1].callback();
        await settled();
      }
      now = until;
    },
  };
}

/** Waits for everything that promises bring about. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await null;
}
