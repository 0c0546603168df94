/** `webmcp-exec replay`, as a terminal runs it, in real Chromium. Run by `cargo xtask test --part replay`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findBrowser } from '../harness/browsers.mjs';
import { packageFolder, repository } from '../harness/package.mjs';

const found = findBrowser('chromium');
const chromium = 'paths' in found ? found.paths.chromium : undefined;
const options = chromium === undefined ? { skip: 'missing' in found ? found.missing : '' } : {};

const folder = mkdtempSync(join(tmpdir(), 'webmcp-replay-'));
const command = join(packageFolder, 'replay.js');

/** What the next page's tool answers. */
let price = 5;

/** What was asked of the server. @type {string[]} */
let requests = [];

const page = () => `<!doctype html><title>A shop</title>
<script>
  const context = document.modelContext;
  const tool = (name, execute) =>
    context?.registerTool({ name, description: name, inputSchema: { type: 'object' }, execute });
  tool('price_of', ({ product }) => ({ product, price: ${price}, at: Date.now() }));
  tool('fail', () => { throw new Error('no'); });
  tool('leave', () => { location.href = '/next'; return new Promise(() => {}); });
  tool('hang', () => new Promise(() => {}));
  setTimeout(() => tool('late', () => 'here'), 300);
</script>
<iframe src="/frame"></iframe>`;

const frame = `<script>
  document.modelContext?.registerTool({ name: 'inside', description: 'Of the frame.', execute: () => location.pathname });
</script>`;

const server = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  // A strict policy: neither WebAssembly nor the package's script would be let in.
  response.setHeader('content-security-policy', "default-src 'none'; script-src 'unsafe-inline'");
  response.setHeader('content-type', 'text/html');
  if (request.url === '/no-page') response.statusCode = 404;
  response.end(request.url === '/frame' ? frame : page());
});

before(() => new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined))));
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const origin = () =>
  `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;

/** A call as the panel exports it. @param {string} name @param {any} call */
const recorded = (name, { id = name, ...call } = {}) => ({
  id,
  key: `page ${name}`,
  name,
  origin: 'http://shop.example',
  frame: 'page',
  source: 'panel',
  startedAt: '2026-01-01T00:00:00.000Z',
  status: 'completed',
  args: {},
  durationMs: 3,
  ...call,
});

const price5 = recorded('price_of', {
  args: { product: 'mug' },
  result: {
    content: [{ type: 'text', text: '{"product":"mug","price":5,"at":1}' }],
    structuredContent: { product: 'mug', price: 5, at: 1 },
  },
});

let sessions = 0;

/** @param {any[]} calls */
function sessionOf(calls) {
  sessions += 1;
  const file = join(folder, `session-${sessions}.json`);
  const session = {
    format: 'webmcp-exec/session',
    version: 1,
    url: 'http://shop.example/shop',
    exportedAt: '2026-01-01T00:00:00.000Z',
    provider: 'native',
    tools: [],
    calls,
  };
  writeFileSync(file, JSON.stringify(session));
  return file;
}

/**
 * @param {string[]} args
 * @param {{ cwd?: string, script?: string }} [place]
 * @returns {Promise<{ code: number, out: string, err: string }>}
 */
const run = (args, { cwd = repository, script = command } = {}) =>
  new Promise((resolve) => {
    requests = [];
    execFile(process.execPath, [script, ...args], { cwd, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** @param {any[]} calls @param {string[]} more */
const replay = (calls, ...more) =>
  run(['replay', sessionOf(calls), '--url', `${origin()}/shop`, '--executable', `${chromium}`, ...more]);

test(
  'a session whose calls come out as before ends with 0, and asks for nothing but the page',
  options,
  async () => {
    price = 5;
    const calls = [
      price5,
      recorded('fail', { status: 'failed', errorCode: 'EXECUTION_ERROR' }),
      recorded('nope', { status: 'not-found', errorCode: 'NOT_FOUND' }),
      recorded('late', { result: { content: [{ type: 'text', text: 'here' }] } }),
      recorded('hang', { status: 'timed-out', errorCode: 'TIMEOUT', durationMs: 200 }),
      recorded('hang', { id: 'given up', status: 'aborted', errorCode: 'ABORTED' }),
      recorded('inside', {
        frame: 'http://shop.example',
        result: { content: [{ type: 'text', text: '/frame' }] },
      }),
      recorded('leave', { status: 'navigated', result: null, navigatedTo: 'http://shop.example/next' }),
      price5,
    ];
    const { code, out, err } = await replay(calls, '--ignore', '**.at');
    assert.equal(err, '');
    assert.match(out, /^same +price_of \{"product":"mug"\} {2}completed {2}\d+ ms$/m);
    assert.match(out, /^same +leave \{\} {2}navigated/m);
    assert.match(out, /^skipped +hang \{\} {2}it was cancelled$/m);
    assert.match(out, /^8 as before, 0 otherwise, 1 skipped$/m);
    assert.equal(code, 0);
    assert.deepEqual(
      requests.filter((url) => url !== '/favicon.ico'),
      ['/shop', '/frame', '/next', '/frame'],
    );
  },
);

test('what comes out otherwise is named by its path, and the end is 1', options, async () => {
  price = 6;
  const file = join(folder, 'report.json');
  const calls = [price5, recorded('gone', { id: 'a tool that went away' })];
  const { code, out } = await replay(calls, '--ignore', '**.at', '--timeout', '1000', '--json', file);
  assert.equal(code, 1);
  assert.match(out, /^DIFFERS +price_of/m);
  assert.match(out, /^ +result\.structuredContent\.price: 6, was 5$/m);
  assert.match(out, /^ +result\.content\.0\.text\.price: 6, was 5$/m);
  assert.match(out, /^DIFFERS +gone/m);
  assert.match(out, /^ +status: "not-found", was "completed"$/m);
  assert.match(out, /^0 as before, 2 otherwise, 0 skipped$/m);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(
    report.calls.map((/** @type {any} */ { id, verdict }) => [id, verdict]),
    [
      ['price_of', 'different'],
      ['a tool that went away', 'different'],
    ],
  );
  assert.equal(report.provider, 'native');
});

test('without a path that may differ a time is a difference, and --only chooses', options, async () => {
  price = 5;
  const { code, out } = await replay([price5, recorded('hang')], '--only', 'price_of', '--json', '-');
  assert.equal(code, 1);
  const [call, ...more] = JSON.parse(out).calls;
  assert.deepEqual(more, []);
  assert.deepEqual(
    call.differences.map((/** @type {any} */ { path }) => path),
    ['result.content.0.text.at', 'result.structuredContent.at'],
  );
});

test('what a page says cannot write to the terminal', options, async () => {
  const call = recorded('late', { args: { x: '\u001b[2J\u202egnp' }, result: { content: [] } });
  const { out } = await replay([call]);
  assert.match(out, /late \{"x":"\\u001b\[2J\\u\{202e\}gnp"\}/);
});

test('what cannot be run is one sentence, and the end is 2', options, async () => {
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, '{"format":"something else"}');
  const there = `${origin()}/shop`;
  const cases = /** @type {[string[], RegExp][]} */ ([
    [[], /say what to do/],
    [['repeat'], /there is no command "repeat"/],
    [['replay'], /name the session file/],
    [['replay', 'a.json', '--speed', '2'], /--speed/],
    [['replay', 'a.json', '--url', 'shop'], /--url is a whole address/],
    [['replay', join(folder, 'none.json')], /none\.json could not be read/],
    [['replay', bad], /bad\.json: /],
    [
      ['replay', sessionOf([]), '--executable', `${chromium}`, '--url', there],
      /the session has no such call/,
    ],
    [
      ['replay', sessionOf([price5]), '--executable', '/no/browser', '--url', there],
      /chromium could not be started/,
    ],
    [
      ['replay', sessionOf([price5]), '--executable', `${chromium}`, '--url', 'http://localhost:9/'],
      /http:\/\/localhost:9\/ could not be opened/,
    ],
    [
      ['replay', sessionOf([price5]), '--executable', `${chromium}`, '--url', `${origin()}/no-page`],
      /no-page answers 404/,
    ],
  ]);
  for (const [args, sentence] of cases) {
    const { code, err } = await run(args);
    assert.match(err, sentence);
    assert.match(err, /^webmcp-exec: /);
    assert.doesNotMatch(err, /\n {4}at /, 'no stack');
    assert.equal(code, 2, err);
  }
});

test('without Playwright the command says how to get it', async () => {
  const script = join(folder, 'replay.mjs');
  copyFileSync(command, script);
  const { code, err } = await run(['replay', sessionOf([price5])], { cwd: folder, script });
  assert.equal(code, 2);
  assert.match(err, /npm install --save-dev playwright-core/);
});

test('where the browser has no WebMCP the polyfill can be loaded', options, async () => {
  // The polyfill is there before the page's own scripts.
  price = 5;
  const launcher = join(folder, 'chromium-without');
  const quiet = `#!/bin/sh\nfor one; do shift; [ "$one" = --enable-features=WebMCP ] || set -- "$@" "$one"; done\n`;
  writeFileSync(launcher, `${quiet}exec '${chromium}' "$@"\n`, { mode: 0o755 });
  const args = ['replay', sessionOf([price5]), '--url', `${origin()}/shop`, '--executable', launcher];
  const without = await run(args);
  assert.equal(without.code, 2);
  assert.match(without.err, /there is no WebMCP .* --polyfill/);
  const { code, out } = await run([...args, '--polyfill', '--ignore', '**.at']);
  assert.match(out, /\(polyfill\)/);
  assert.equal(code, 0);
});
