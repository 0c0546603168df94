/** Chromium with the extension and with its developer tools open beside each tab, and what is in them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** @import {BrowserContext, CDPSession, Page} from 'playwright-core' */

/** @typedef {{ evaluate: <Result>(run: (...args: any[]) => Result, ...args: unknown[]) => Promise<Awaited<Result>> }} Target */

/** How long anything may take, in milliseconds. */
const PATIENCE = 20_000;

/**
 * @param {object} options
 * @param {string} options.executablePath
 * @param {string} options.extension its folder
 * @param {string[]} [options.args]
 */
export async function openBrowser({ executablePath, extension, args = [] }) {
  const profile = mkdtempSync(join(tmpdir(), 'webmcp-extension-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    // Extensions need the new headless mode, which Playwright has for its own browsers only.
    headless: false,
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--auto-open-devtools-for-tabs'],
      ...[`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
      ...args,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: null,
  });
  const browser = context.browser();
  if (!browser) throw new Error('the browser has gone');
  const session = await browser.newBrowserCDPSession();
  // Those of the tab that is there from the beginning.
  await newest(session, 'chrome-extension://', [], ({ url }) => url.endsWith('/devtools.html'));

  return {
    version: browser.version(),

    /** Opens a page, and the extension's tab in its developer tools. @param {string} url */
    async open(url) {
      const [tools, pages] = await Promise.all(
        ['devtools://', 'chrome-extension://'].map((kind) => ofKind(session, kind)),
      );
      const page = await context.newPage();
      await page.goto(url);
      const frontend = await newest(session, 'devtools://', tools);
      // Once the developer tools are ready they load the extension's own page.
      await newest(session, 'chrome-extension://', pages, ({ url }) => url.endsWith('/devtools.html'));
      const target = await attached(session, frontend);
      await until(() => target.evaluate(showExtension));
      const panel = await newest(session, 'chrome-extension://', pages, ({ url }) =>
        url.endsWith('/panel.html'),
      );
      return { page, panel: await attached(session, panel), panelId: panel };
    },

    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** @param {CDPSession} session @param {string} kind */
async function ofKind(session, kind) {
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos.filter(({ url }) => url.startsWith(kind));
}

/** @param {CDPSession} session @param {string} kind @param {{ targetId: string }[]} before @param {(target: { url: string }) => boolean} [is] */
const newest = (session, kind, before, is = () => true) =>
  until(async () => {
    const now = await ofKind(session, kind);
    return now.find((one) => is(one) && !before.some(({ targetId }) => targetId === one.targetId))?.targetId;
  });

/** Runs in the developer tools: shows the tab that the extension has added; whether it is there. */
async function showExtension() {
  // @ts-expect-error: a module of the developer tools
  const { ViewManager } = await import('./ui/legacy/legacy.js');
  const manager = ViewManager.ViewManager.instance();
  const name = [...manager.views.keys()].find((id) => id.startsWith('chrome-extension://'));
  if (name) await manager.showView(name);
  return name !== undefined;
}

/** Another target of the browser, which Playwright has no page for. @param {CDPSession} session @param {string} targetId @returns {Promise<Target>} */
async function attached(session, targetId) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  let count = 0;
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = count;
      /** @param {{ sessionId: string, message: string }} received */
      const hear = (received) => {
        const message = JSON.parse(received.message);
        if (received.sessionId !== sessionId || message.id !== id) return;
        session.off('Target.receivedMessageFromTarget', hear);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      };
      session.on('Target.receivedMessageFromTarget', hear);
      session
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
        .catch(reject);
    });
  return {
    async evaluate(run, ...args) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression: `(${run})(...${JSON.stringify(args)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
}

/** Asks until there is an answer. @template Answer @param {() => Promise<Answer>} ask @returns {Promise<NonNullable<Answer>>} */
export async function until(ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`it did not come true within ${PATIENCE} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
