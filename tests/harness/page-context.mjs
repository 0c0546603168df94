/** The part of `t` that needs a page: frames, tools, other realms, input from outside. */

/** @import {LoggedRequest, OriginKind, TestContext} from './types.d.ts' */

import { modelContextOf, register } from './provider.mjs';

// Held from the beginning: a test may replace the page's own functions.
const { fetch, setTimeout, clearTimeout } = globalThis;

const { env } = globalThis.webmcpTests;
const FRAME_TIMEOUT = 8_000;
const FRAME_ATTEMPTS = 3;

/**
 * @param {TestContext} t
 * @param {string} run
 */
export function addPageContext(t, run) {
  const { origins } = globalThis.webmcpTests;

  /** @param {string} action @param {string[]} args */
  const fromOutside = async (action, ...args) => {
    const response = await fetch(`/drive?run=${run}`, {
      method: 'POST',
      body: JSON.stringify({ action, args }),
    });
    const { error, value } = await response.json();
    if (error !== undefined) throw new Error(`${action}: ${error}`);
    return value;
  };

  /** @type {Partial<TestContext>} */
  const additions = {
    origins,

    modelContext: (window = globalThis.window) => modelContextOf(window),

    async register(definition, options) {
      const unregister = await register(definition, options);
      t.after(unregister);
      return unregister;
    },

    async frame(path, options = {}) {
      for (let attempt = 1; ; attempt++) {
        const iframe = createFrame(path, origins, options);
        t.after(() => iframe.remove());
        if ((await loaded(iframe)) === 'ready') return /** @type {any} */ (iframe);
        iframe.remove();
        if (attempt === FRAME_ATTEMPTS) throw new Error(`${iframe.src}: its model context never answers`);
      }
    },

    async signalOfAnotherRealm() {
      const iframe = await t.frame('/fixtures/blank.html');
      const controller = new /** @type {any} */ (iframe.contentWindow).AbortController();
      return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
    },

    async requests(path) {
      const response = await fetch(`/requests?run=${run}`);
      /** @type {LoggedRequest[]} */
      const requests = await response.json();
      return path === undefined ? requests : requests.filter((request) => request.path === path);
    },

    click: (selector) => fromOutside('click', selector),
    type: (selector, text) => fromOutside('type', selector, text),
    press: (key) => fromOutside('press', key),
    async clickOn(element) {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) throw new Error(`${element.outerHTML} is not shown`);
      await fromOutside('clickAt', String(x + width / 2), String(y + height / 2));
    },
    async drag(element, { x: byX, y: byY }) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [fromX, fromY] = [x + width / 2, y + height / 2];
      await fromOutside('drag', ...[fromX, fromY, fromX + byX, fromY + byY].map(String));
    },
    screenshot: () => fromOutside('screenshot'),
    async emulateMedia(media) {
      t.after(() => fromOutside('emulateMedia', '{}'));
      await fromOutside('emulateMedia', JSON.stringify(media));
    },
    ariaSnapshot: (selector) => fromOutside('ariaSnapshot', selector),
    crash: (origin) => fromOutside('crash', ...(origin === undefined ? [] : [origin])),
  };
  Object.assign(t, additions);
}

/**
 * @param {string} path
 * @param {Record<OriginKind, string>} origins
 * @param {{ origin?: OriginKind, allow?: string, sandbox?: string, name?: string }} options
 */
function createFrame(path, origins, { origin = 'same', allow, sandbox, name }) {
  const iframe = document.createElement('iframe');
  if (allow !== undefined) iframe.allow = allow;
  if (sandbox !== undefined) iframe.setAttribute('sandbox', sandbox);
  if (name !== undefined) iframe.name = name;
  iframe.src = new URL(path, origins[origin]).href;
  return iframe;
}

/**
 * Puts the frame into the page. A fixture with tools says "loading" when it begins and "ready" when all are
 * registered; other pages are ready once loaded.
 *
 * @param {HTMLIFrameElement} iframe
 * @returns {Promise<'ready' | 'dead'>}
 */
async function loaded(iframe) {
  /** @type {string | undefined} */
  let state;
  /** @type {(state: 'ready' | 'dead') => void} */
  let settle;
  /** @type {(error: Error) => void} */
  let refuse;
  const settled = new Promise((resolve, reject) => {
    settle = resolve;
    refuse = reject;
  });
  /** @param {MessageEvent} event */
  const listen = ({ source, data }) => {
    if (source !== iframe.contentWindow || typeof data?.webmcpFixture !== 'string') return;
    state = data.webmcpFixture;
    if (state === 'failed') refuse(new Error(`${iframe.src}: ${data.message}`));
    if (state === 'ready' || state === 'dead') settle(state);
  };
  addEventListener('message', listen);
  iframe.addEventListener('load', async () => {
    // The message and the load event of a frame in another process are not ordered.
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (state === undefined) settle('ready');
  });
  const timer = setTimeout(() => {
    // A native frame whose registration never answers, either, is a dead one.
    if (state === 'loading' && env.provider === 'native') settle('dead');
    else refuse(new Error(`${iframe.src} did not load`));
  }, FRAME_TIMEOUT);
  document.body.append(iframe);
  try {
    return await settled;
  } finally {
    clearTimeout(timer);
    removeEventListener('message', listen);
  }
}
