/** The extension in the developer tools of real Chromium. Run by `cargo xtask test --part extension`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findBrowser } from '../harness/browsers.mjs';
import { packageFolder, repository } from '../harness/package.mjs';
import { openBrowser, until } from './developer-tools.mjs';

/** @import {Target} from './developer-tools.mjs' */

const found = findBrowser('chromium');
const chromium = 'paths' in found ? found.paths.chromium : undefined;
const options = chromium === undefined ? { skip: 'missing' in found ? found.missing : '' } : {};

const script = (/** @type {string} */ name) => readFileSync(join(packageFolder, name), 'utf8');

const tools = `
  const tool = (name, execute, more) =>
    document.modelContext.registerTool({ name, description: name, inputSchema: { type: 'object' }, execute, ...more });
  tool('where', () => location.host + location.pathname, { annotations: { readOnlyHint: true } });`;

const ofPage = `
  tool('fail', () => { throw new Error('no'); });
  tool('hang', (input, { signal }) => {
    document.title = 'hanging';
    signal.addEventListener('abort', () => { document.title = 'given up'; });
    return new Promise(() => {});
  });
  tool('leave', () => { location.href = '/next'; return new Promise(() => {}); });
  tool('big', () => 'x'.repeat(3_000_000));`;

const folder = mkdtempSync(join(tmpdir(), 'webmcp-extension-'));

/** What the page holds, by its path. @type {Record<string, (origins: Record<string, string>) => string>} */
const pages = {
  '/': ({ other }) => `<!doctype html><title>A page</title><script>${tools}${ofPage}</script>
    <iframe src="/inner"></iframe><iframe src="${other}/outer" allow="tools"></iframe>`,
  '/next': () => `<!doctype html><title>The next page</title><script>${tools}</script>`,
  '/inner': () => `<!doctype html><title>Inner</title><script>${tools}</script>`,
  '/outer': () => `<!doctype html><title>Outer</title><script>${tools}</script>`,
  '/plain': () => '<!doctype html><title>No tools</title>',
  '/polyfilled':
    () => `<!doctype html><title>Polyfilled</title><script src="/polyfill.no-wasm.iife.js"></script>
    <script>${tools}${ofPage}</script><iframe src="/polyfilled-frame"></iframe>`,
  '/polyfilled-frame': () =>
    `<!doctype html><script src="/polyfill.no-wasm.iife.js"></script><script>${tools}</script>`,
  '/packaged': () => `<!doctype html><script src="/webmcp-exec.iife.js"></script><script>
    webmcpExec.defineWebTool({ name: 'count', description: 'Counts.', async *execute({ to }) {
      for (let n = 1; n < to; n++) yield n;
      return to;
    } }).register();
    webmcpExec.defineWebTool({ name: 'refuse', description: 'Refuses.', execute() {
      throw Object.assign(new Error('not today'), { code: 'RATE_LIMITED' });
    } }).register();
  </script>`,
};

/** Lets in neither WebAssembly nor text as code. @type {Record<string, string>} */
const strict = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'unsafe-inline'; frame-src *; require-trusted-types-for 'script'; trusted-types 'none'",
};

const server = http.createServer((request, response) => {
  const path = request.url ?? '/';
  const origins = { other: `http://127.0.0.1:${port()}` };
  if (path.endsWith('.js')) {
    response.setHeader('content-type', 'text/javascript');
    return void response.end(script(path.slice(1)));
  }
  const headers = path === '/packaged' ? {} : strict;
  response.writeHead(200, { 'content-type': 'text/html', ...headers });
  response.end(pages[path]?.(origins) ?? '');
});
const port = () => /** @type {import('node:net').AddressInfo} */ (server.address()).port;
const at = (/** @type {string} */ path) => `http://localhost:${port()}${path}`;

before(() => new Promise((resolve) => server.listen(0, () => resolve(undefined))));
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The tools that the panel shows, each with its document. @param {Target} panel */
const listed = (panel) =>
  panel.evaluate(() => {
    /** @type {any} */
    const element = document.querySelector('webmcp-devtools');
    return (element?.tools ?? []).map((/** @type {any} */ { name, key, frame, change }) => ({
      name,
      key,
      frame,
      change,
    }));
  });

/** Waits until those tools are there, and gives the key of each. @param {Target} panel @param {number} count */
const untilListed = (panel, count) => {
  /** @type {any} */
  let seen;
  return until(async () => {
    const there = (await listed(panel)).filter((/** @type {any} */ { change }) => change !== 'removed');
    seen = there;
    return there.length === count && there;
  }).catch((error) => {
    throw new Error(`${JSON.stringify(seen)}: ${error.message}`);
  });
};

/** @param {Target} panel @param {string} key @param {any} [args] */
const run = (panel, key, args = {}) =>
  panel.evaluate(
    (key, args) => {
      /** @type {any} */
      const element = document.querySelector('webmcp-devtools');
      return element.run(key, args);
    },
    key,
    args,
  );

/** The log's calls. @param {Target} panel */
const calls = (panel) =>
  panel.evaluate(() => {
    /** @type {any} */
    const element = document.querySelector('webmcp-devtools');
    return (element?.log ?? []).filter((/** @type {any} */ { type }) => type === 'call');
  });

/** The key of the page's own tool. @param {Target} panel @param {string} name @returns {Promise<string>} */
const keyOf = (panel, name) =>
  until(async () => {
    const there = await listed(panel);
    return there.find(
      (/** @type {any} */ tool) => tool.name === name && tool.frame.own && tool.change !== 'removed',
    )?.key;
  });

/** @param {string[]} args */
const open = (args) =>
  openBrowser({ executablePath: `${chromium}`, extension: join(repository, 'target/extension'), args });

describe('with WebMCP in the browser', options, () => {
  /** @type {Awaited<ReturnType<typeof openBrowser>>} */
  let browser;
  before(async () => {
    browser = await open(['--enable-features=WebMCP']);
  });
  after(() => browser?.close());

  test('the tools of the page and of all its frames are listed and run, under a strict policy', async () => {
    const { page, panel } = await browser.open(at('/'));
    const there = await untilListed(panel, 7);
    const framed = there.filter((/** @type {any} */ { frame }) => !frame.own);
    assert.deepEqual(framed.map((/** @type {any} */ { name, frame }) => [frame.label, name]).sort(), [
      ['Inner', 'where'],
      ['Outer', 'where'],
    ]);
    const texts = [];
    for (const { key } of there.filter((/** @type {any} */ { name }) => name === 'where')) {
      const call = await run(panel, key);
      assert.deepEqual([call.status, call.provider, call.argsShape], ['completed', 'native', 'object']);
      texts.push(call.result.content[0].text);
    }
    const places = [`127.0.0.1:${port()}/outer`, `localhost:${port()}/`, `localhost:${port()}/inner`];
    assert.deepEqual(texts.sort(), places);
    const big = await run(panel, await keyOf(panel, 'big'));
    assert.equal(big.result.content[0].text.length, 3_000_000);
    const failed = await run(panel, await keyOf(panel, 'fail'));
    assert.deepEqual([failed.status, failed.errorCode], ['failed', 'EXECUTION_ERROR']);
    await page.close();
  });

  test('a tool is found, run and cancelled with the panel itself', async () => {
    const { page, panel } = await browser.open(at('/'));
    await keyOf(panel, 'hang');
    const press = (/** @type {string} */ selector, /** @type {string} */ text) =>
      until(() =>
        panel.evaluate(
          (selector, text) => {
            const root = document.querySelector('webmcp-devtools')?.shadowRoot;
            const all = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(selector) ?? [])]);
            const one = all.find(
              (element) => element.textContent?.includes(text) && element.checkVisibility(),
            );
            one?.click();
            return one !== undefined;
          },
          selector,
          text,
        ),
      );
    await press('[role=option]', 'hang');
    await press('.run-bar .button', 'Run');
    await page.waitForFunction(() => document.title === 'hanging');
    await press('.run-bar .button', 'Cancel');
    const [call] = await calls(panel);
    assert.deepEqual([call.name, call.status, call.errorCode], ['hang', 'aborted', 'ABORTED']);
    await page.waitForFunction(() => document.title === 'given up');
    const again = await run(panel, await keyOf(panel, 'where'));
    assert.equal(again.status, 'completed');
    assert.equal(
      (await calls(panel)).length,
      2,
      'the browser’s word of the cancelled call is not taken for another one',
    );
    await page.close();
  });

  test('a call that leaves says where to, and the panel goes on with the next page, a reload and frames that go', async () => {
    const { page, panel } = await browser.open(at('/'));
    await untilListed(panel, 7);
    const left = await run(panel, await keyOf(panel, 'leave'));
    assert.deepEqual([left.status, left.navigatedTo], ['navigated', at('/next')]);
    await untilListed(panel, 1);
    await page.reload();
    await until(async () => (await run(panel, await keyOf(panel, 'where'))).status === 'completed');
    await page.goto(at('/'));
    await untilListed(panel, 7);
    const frame = await keyOf(panel, 'where').then(async () =>
      (await listed(panel)).find((/** @type {any} */ one) => one.frame.label === 'Inner'),
    );
    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await untilListed(panel, 6);
    await page.evaluate(() => {
      const added = document.createElement('iframe');
      added.src = '/inner';
      document.body.append(added);
    });
    await untilListed(panel, 7);
    assert.ok(frame);
    await page.goBack();
    await untilListed(panel, 1);
    await page.close();
  });

  test('what others call is logged, and panels of several tabs do not mix', async () => {
    const [one, other] = [await browser.open(at('/')), await browser.open(at('/next'))];
    await untilListed(one.panel, 7);
    await untilListed(other.panel, 1);
    await one.page.evaluate(async () => {
      /** @type {any} */
      const { modelContext } = document;
      const tools = await modelContext.getTools();
      const tool = tools.find((/** @type {any} */ { name, window }) => name === 'where' && window === self);
      await modelContext.executeTool(tool, {});
    });
    const [call] = await until(async () => {
      const all = await calls(one.panel);
      return all.length > 0 && all;
    });
    assert.deepEqual([call.name, call.source, call.status], ['where', 'agent', 'activated']);
    assert.deepEqual(await calls(other.panel), []);
    await one.page.close();
    assert.equal((await run(other.panel, await keyOf(other.panel, 'where'))).status, 'completed');
    await other.page.close();
  });

  test('tools of the package tell their progress, what they returned and why they failed', async () => {
    const { page, panel } = await browser.open(at('/packaged'));
    const counted = await run(panel, await keyOf(panel, 'count'), { to: 3 });
    assert.deepEqual([counted.status, counted.progress], ['completed', [1, 2]]);
    const refused = await run(panel, await keyOf(panel, 'refuse'));
    assert.deepEqual(
      [refused.status, refused.errorCode, refused.result.content[0].text],
      ['failed', 'RATE_LIMITED', 'not today'],
    );
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).webmcpExec.executeTool('count', { to: 2 });
    });
    const seen = await until(async () => {
      const all = await calls(panel);
      return all.length === 3 && all[2].status === 'completed' && all[2];
    });
    assert.deepEqual([seen.source, seen.door, seen.args], ['page', 'executeTool', { to: 2 }]);
    // What the panel exports the command replays.
    const session = await panel.evaluate(() =>
      /** @type {any} */ (document.querySelector('webmcp-devtools')).exportLog(),
    );
    const file = join(folder, 'session.json');
    writeFileSync(file, JSON.stringify(session));
    const args = [join(packageFolder, 'replay.js'), 'replay', file, '--executable', `${chromium}`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repository });
    assert.match(stdout, /^3 as before, 0 otherwise, 0 skipped$/m);
    await page.close();
  });

  test('the page is left as it was but for what copies of the package share, and nothing once the tools are closed', async () => {
    const { page, panel } = await browser.open(at('/'));
    await untilListed(panel, 7);
    const added = await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const usual = Object.getOwnPropertyNames(frame.contentWindow ?? {});
      frame.remove();
      const own = Object.getOwnPropertyNames(window).filter(
        (name) => !usual.includes(name) && !/^\d+$/.test(name),
      );
      return [...own, ...Reflect.ownKeys(document).map(String)];
    });
    assert.deepEqual(
      added.filter((name) => !['tool', 'location', '__playwright__binding__'].includes(name)),
      ['Symbol(webmcp-exec@1)'],
    );
    await page.close();
  });
});

describe('without WebMCP in the browser', options, () => {
  /** @type {Awaited<ReturnType<typeof openBrowser>>} */
  let browser;
  before(async () => {
    browser = await open([]);
  });
  after(() => browser?.close());

  test('the tools of a polyfill are listed, run and cancelled, in frames too', async () => {
    const { page, panel } = await browser.open(at('/polyfilled'));
    const there = await untilListed(panel, 6);
    for (const { key } of there.filter((/** @type {any} */ { name }) => name === 'where')) {
      const call = await run(panel, key);
      assert.deepEqual([call.status, call.provider], ['completed', 'polyfill']);
    }
    const key = await keyOf(panel, 'hang');
    await panel.evaluate((key) => {
      /** @type {any} */
      const element = document.querySelector('webmcp-devtools');
      const controller = new AbortController();
      element.run(key, {}, { signal: controller.signal });
      Object.assign(globalThis, { cancel: () => controller.abort() });
    }, key);
    await page.waitForFunction(() => document.title === 'hanging');
    await panel.evaluate(() => /** @type {any} */ (globalThis).cancel());
    await page.waitForFunction(() => document.title === 'given up');
    const left = await run(panel, await keyOf(panel, 'leave'));
    assert.deepEqual([left.status, left.navigatedTo], ['navigated', at('/next')]);
    await page.close();
  });

  test('a page without tools says so, and those of a polyfill that comes late are there', async () => {
    const { page, panel } = await browser.open(at('/plain'));
    const text = () =>
      panel.evaluate(() => document.querySelector('webmcp-devtools')?.shadowRoot?.textContent ?? '');
    await until(async () => /WebMCP/.test(await text()));
    assert.deepEqual(await listed(panel), []);
    await page.evaluate(() => {
      const added = document.createElement('iframe');
      added.src = '/polyfilled';
      document.body.append(added);
    });
    await untilListed(panel, 6);
    await page.close();
  });
});
