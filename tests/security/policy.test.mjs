/** Pages with a strict Content-Security-Policy. The nonce is that of the harness's own inline scripts. */

/** @import {TestContext} from '../harness/types.d.ts' */

import * as main from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @typedef {typeof main} Package */

const ADVICE = /'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy/;

/** Collects what the page's policy refuses. */
const violations = /** @type {string[]} */ ([]);
globalThis.addEventListener?.('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective}: ${blockedURI}`),
);

/**
 * A whole round: a tool registered, listed, called, cancelled, checked.
 *
 * @param {TestContext} t
 * @param {Package} [entry]
 */
async function everything(t, entry = main) {
  const { createRuntime, defineWebTool, executeTool, listTools, provider, ready, ToolRegistry } = entry;
  assert.equal(await ready(), undefined);
  const tool = defineWebTool({
    name: 'add',
    description: 'Adds.',
    execute: (/** @type {any} */ { qty }) => (qty ? { inCart: qty } : new Promise(() => {})),
  });
  const unregister = await tool.register();
  assert.equal(provider(), t.env.provider === 'mcpb' ? 'other' : t.env.provider);
  assert.deepEqual((await executeTool('add', { qty: 3 }))?.structuredContent, { inCart: 3 });
  assert.equal((await listTools()).length, 1);
  const controller = new AbortController();
  const call = executeTool('add', {}, controller.signal);
  await t.sleep(20);
  controller.abort();
  assert.equal((await t.rejects(call)).name, 'AbortError');
  assert.equal((await t.rejects(executeTool('other'))).errorCode, 'NOT_FOUND');
  unregister();
  const registry = new ToolRegistry();
  const inputSchema = { type: 'object', required: ['qty'] };
  registry.register({ id: 'add', description: 'Adds.', inputSchema }, ({ qty }) => ({
    success: true,
    data: qty,
  }));
  const runtime = createRuntime(registry);
  assert.equal((await runtime.execute('add', { qty: 3 })).success, true);
  assert.equal((await runtime.execute('add', {})).errorCode, 'INVALID_INPUT');
}

test("S1-01 script-src 'self' 'wasm-unsafe-eval' is enough", {
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:",
  },
}, async (t) => {
  await everything(t);
  assert.deepEqual(violations, []);
});

test("S1-01 connect-src 'none' is enough, too", {
  headers: {
    'Content-Security-Policy': "connect-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'",
  },
}, async (t) => {
  await everything(t);
  assert.deepEqual(violations, []);
});

const WITHOUT_WASM = { 'Content-Security-Policy': "script-src 'self' 'nonce-harness'" };

/** Brings the polyfill's twin where the environment has a polyfill, which is blocked. @param {TestContext} t */
async function bringModelContext(t) {
  if (t.env.provider === 'polyfill') await import('webmcp-exec/polyfill/no-wasm');
}

test("S1-01 S0-31 without 'wasm-unsafe-eval' what gives no promise says what to do, and nothing is installed", {
  headers: WITHOUT_WASM,
}, async (t) => {
  /** @type {(() => unknown)[]} */
  const synchronous = [
    () => main.provider(),
    () => main.normalizeToolResult('{}'),
    () => main.toToolResult({}),
    () => main.toolErrorCode(null),
    () => main.defineWebTool({ name: 'a', description: 'A tool.', execute() {} }),
    () => main.Tool.define({ name: 'a', execute() {} }),
    () => new main.ToolRegistry(),
    () => main.onToolCall(() => {}),
  ];
  for (let turn = 0; turn < 2; turn++) {
    for (const call of synchronous) {
      const error = /** @type {any} */ (await t.rejects(Promise.resolve().then(call)));
      assert.equal(error instanceof Error, true);
      assert.equal(error.errorCode, 'UNAVAILABLE');
      assert.match(error.message, ADVICE);
      assert.match(error.message, /await ready\(\) first.+import 'webmcp-exec\/no-wasm' instead/);
      assert.ok(error.cause);
    }
  }
  // It is asked once.
  assert.ok(violations.length <= 1, violations.join());
  if (t.env.provider !== 'polyfill') return;
  const { installModelContext, uninstallModelContext } = await import('webmcp-exec/polyfill');
  assert.equal('modelContext' in document, false);
  assert.equal('ModelContext' in window, false);
  assert.equal(installModelContext().status, 'blocked');
  assert.equal(uninstallModelContext(), false);
  assert.equal('modelContext' in document, false);
});

test("S1-01 without 'wasm-unsafe-eval' the core comes as JavaScript, and everything works", {
  headers: WITHOUT_WASM,
}, async (t) => {
  await bringModelContext(t);
  await everything(t);
  assert.equal((await main.checkArguments({ required: ['qty'] }, {})).length, 1);
  assert.deepEqual(main.toToolResult('text').content, [{ type: 'text', text: 'text' }]);
});

test("S1-01 S1-35 without 'wasm-unsafe-eval' calls wait for the core, and go out in their order", {
  headers: WITHOUT_WASM,
}, async (t) => {
  await bringModelContext(t);
  /** @type {string[]} */
  const heard = [];
  await t.register({
    name: 'hear',
    description: 'Hears.',
    execute: ({ what }) => {
      heard.push(what);
      return what;
    },
  });
  const calls = ['a', 'b', 'c'].map((what) => main.executeTool('hear', { what }));
  const unknown = t.rejects(main.executeTool('other'));
  const results = await Promise.all(calls);
  assert.deepEqual(
    results.map((result) => result?.content[0]?.text),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(heard, ['a', 'b', 'c']);
  assert.equal((await unknown).errorCode, 'NOT_FOUND');
});

test('S1-01 webmcp-exec/no-wasm asks for no WebAssembly', { headers: WITHOUT_WASM }, async (t) => {
  const entry = await import('webmcp-exec/no-wasm');
  assert.deepEqual(Object.keys(entry).sort(), Object.keys(main).sort());
  await bringModelContext(t);
  const asked = violations.length;
  await everything(t, entry);
  assert.deepEqual(violations.slice(asked), []);
});

test('S1-01 trusted types that allow none', {
  headers: { 'Content-Security-Policy': "trusted-types 'none'; require-trusted-types-for 'script'" },
  not: { mcpb: 'whether the peer holds to them is its own business' },
}, async (t) => {
  await everything(t);
  assert.deepEqual(violations, []);
});

test(
  'S1-01 a sandboxed page and an opener policy',
  {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
  everything,
);

const native = {
  only: { c156: "the browser's own permissions policy", c150: "the browser's own permissions policy" },
};

test('S1-19 a permissions policy that forbids tools', {
  ...native,
  headers: { 'Permissions-Policy': 'tools=()' },
}, async (t) => {
  const error = await t.rejects(main.executeTool('add', {}));
  assert.deepEqual([error.name, error.errorCode], ['NotAllowedError', 'UNAUTHORIZED']);
  assert.equal((await main.executeToolDetailed('add')).status, 'refused');
  assert.equal((await t.rejects(main.listTools())).errorCode, 'UNAUTHORIZED');
  const tool = main.defineWebTool({ name: 'a', description: 'A tool.', execute() {} });
  assert.equal((await t.rejects(tool.register())).name, 'NotAllowedError');
});
