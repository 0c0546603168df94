/** WebKitGTK's MiniBrowser, through WebKitWebDriver: plain WebDriver requests, on a virtual screen of its own. */

/** @import {Paths} from '../browsers.mjs' */
/** @import {Browser, Environment, Tab} from '../types.d.ts' */
/** @import {Readable} from 'node:stream' */

import net from 'node:net';
import { endGroup, endInGroup, spawnGroup } from '../processes.mjs';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebDriver's code points of the keys that print nothing. */
const keys = new Map(
  Object.entries({
    Alt: '\uE00A',
    Backspace: '\uE003',
    Control: '\uE009',
    End: '\uE010',
    F6: '\uE036',
    Home: '\uE011',
    Shift: '\uE008',
    Tab: '\uE004',
    Enter: '\uE007',
    Escape: '\uE00C',
    ArrowLeft: '\uE012',
    ArrowUp: '\uE013',
    ArrowRight: '\uE014',
    ArrowDown: '\uE015',
  }),
);

/**
 * @param {Environment} _environment
 * @param {Paths} paths
 * @param {{ headed: boolean }} options
 * @returns {Promise<Browser>}
 */
export async function launch(_environment, paths, { headed }) {
  const { webkitdriver, minibrowser, xvfb } = paths;
  if (!webkitdriver || !minibrowser || !xvfb) throw new Error('paths are missing');
  const screen = headed ? undefined : await startScreen(xvfb);
  const port = await freePort();
  const driver = spawnGroup(webkitdriver, [`--port=${port}`], {
    // What GTK and WebKit say about a machine without desktop is not the tests' business.
    stdio: 'ignore',
    env: {
      ...process.env,
      ...(screen && { DISPLAY: screen.display }),
      // bubblewrap does not start for root, and pages are the tests' own.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  const base = `http://127.0.0.1:${port}`;
  await untilReady(base, driver);
  let version = '';
  /** @returns {Promise<{ session: string }>} */
  const startSession = async () => {
    const { sessionId, capabilities } = await request(base, 'POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          unhandledPromptBehavior: 'dismiss',
          'webkitgtk:browserOptions': { binary: minibrowser, args: ['--automation'] },
        },
      },
    });
    version = capabilities.browserVersion;
    return { session: `/session/${sessionId}` };
  };
  let first = /** @type {{ session: string } | undefined} */ (await startSession());
  return {
    name: 'WebKitGTK',
    version,
    async open() {
      // One session is one MiniBrowser; the first was needed for the version.
      const { session } = first ?? (await startSession());
      first = undefined;
      return tabOf(base, session, Number(driver.pid));
    },
    async close() {
      endGroup(driver);
      if (screen) endGroup(screen.process);
    },
  };
}

/**
 * @param {string} base
 * @param {string} session
 * @param {number} group the driver's and the browser's processes
 * @returns {Tab}
 */
function tabOf(base, session, group) {
  /** @type {(reason: string) => void} */
  let lose;
  const lost = new Promise((resolve) => {
    lose = resolve;
  });
  /** @param {'GET' | 'POST' | 'DELETE'} method @param {string} path @param {object} [body] */
  const command = async (method, path, body) => {
    try {
      return await request(base, method, session + path, body);
    } catch (error) {
      if (/invalid session id|page crash/.test(String(error))) lose("the page's process crashed");
      else if (error instanceof TypeError) lose('the driver ended');
      throw error;
    }
  };
  /** @param {string} selector */
  const find = async (selector) => {
    const element = await command('POST', '/element', { using: 'css selector', value: selector });
    return `/element/${element[ELEMENT]}`;
  };
  return {
    lost: /** @type {Promise<string>} */ (lost),
    goto: (url) => command('POST', '/url', { url }),
    async evaluate(fn, ...args) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => (${fn})(...arguments[0]))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await command('POST', '/execute/async', { script, args: [args] });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    click: async (selector) => command('POST', `${await find(selector)}/click`),
    type: async (selector, text) => command('POST', `${await find(selector)}/value`, { text }),
    async press(combination) {
      const values = combination.split(/\+(?=.)/).map((key) => keys.get(key) ?? key);
      const actions = [
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.reverse().map((value) => ({ type: 'keyUp', value })),
      ];
      await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async clickAt(x, y) {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    async drag(x, y, toX, toY) {
      /** @param {number} left @param {number} top */
      const move = (left, top) => ({
        type: 'pointerMove',
        duration: 0,
        x: Math.round(left),
        y: Math.round(top),
      });
      const actions = [
        move(x, y),
        { type: 'pointerDown', button: 0 },
        move((x + toX) / 2, (y + toY) / 2),
        move(toX, toY),
        { type: 'pointerUp', button: 0 },
      ];
      await command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    screenshot: async () => Buffer.from(await command('GET', '/screenshot'), 'base64'),
    crash: async () => endInGroup(group, /WebKitWebProcess/),
    close: () => command('DELETE', ''),
  };
}

/**
 * @param {string} base
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 */
async function request(base, method, path, body = {}) {
  const response = await fetch(base + path, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = /** @type {any} */ (await response.json());
  if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
  return value;
}

/** @param {string} xvfb */
async function startScreen(xvfb) {
  // It chooses a free display by itself and writes its number to the descriptor.
  const process = spawnGroup(xvfb, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    process.once('error', reject);
    process.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    /** @type {Readable} */ (process.stdio[3]).once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  return { process, display: /** @type {string} */ (display) };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @param {string} base @param {import('node:child_process').ChildProcess} driver */
async function untilReady(base, driver) {
  for (let attempt = 0; attempt < 100 && driver.exitCode === null; attempt++) {
    const status = await request(base, 'GET', '/status').catch(() => undefined);
    if (status?.ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver does not answer');
}
