/** Pages with a strict Content-Security-Policy. The nonce is that of the harness's own inline scripts. */

/** @import {TestContext} from '../harness/types.d.ts' */

import * as main from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const { defineWebTool, executeTool, executeToolDetailed, listTools, normalizeToolResult, provider } = main;

const ADVICE = /'wasm-unsafe-eval' to the script-src of the page's Content-Security-Policy/;

/** Collects what the page's policy refuses. */
const violations = /** @type {string[]} */ ([]);
globalThis.addEventListener?.('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective}: ${blockedURI}`),
);

/** A whole round: a tool registered, listed, called, cancelled. @param {TestContext} t */
async function everything(t) {
  assert.equal(await main.ready(), undefined);
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
  const registry = new main.ToolRegistry();
  const inputSchema = { type: 'object', required: ['qty'] };
  registry.register({ id: 'add', description: 'Adds.', inputSchema }, ({ qty }) => ({
    success: true,
    data: qty,
  }));
  const runtime = main.createRuntime(registry);
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

test("S1-01 S0-31 without 'wasm-unsafe-eval' every entry gives one error, and installs nothing", {
  headers: { 'Content-Security-Policy': "script-src 'self' 'nonce-harness'" },
}, async (t) => {
  /** @param {unknown} thrown */
  const check = (thrown) => {
    const error = /** @type {any} */ (thrown);
    assert.equal(error instanceof Error, true);
    assert.equal(error.errorCode, 'UNAVAILABLE');
    assert.match(error.message, ADVICE);
    assert.ok(error.cause);
  };
  for (let turn = 0; turn < 2; turn++) {
    check(await t.rejects(main.ready()));
    check(await t.rejects(executeTool('add', {})));
    check(await t.rejects(executeToolDetailed('add', {})));
    check(await t.rejects(listTools()));
    check(await t.rejects(main.checkArguments({}, {})));
    for (const synchronous of [
      () => provider(),
      () => normalizeToolResult('{}'),
      () => main.toToolResult({}),
      () => main.toolErrorCode(null),
      () => defineWebTool({ name: 'a', description: 'A tool.', execute() {} }),
      () => main.Tool.define({ name: 'a', execute() {} }),
      () => new main.ToolRegistry(),
      () => main.onToolCall(() => {}),
    ]) {
      try {
        synchronous();
        assert.fail('it did not throw');
      } catch (error) {
        check(error);
      }
    }
  }
  if (t.env.provider !== 'polyfill') return;
  const { installModelContext, uninstallModelContext } = await import('webmcp-exec/polyfill');
  assert.equal('modelContext' in document, false);
  assert.equal('ModelContext' in window, false);
  assert.equal(installModelContext().status, 'blocked');
  assert.equal(uninstallModelContext(), false);
  assert.equal('modelContext' in document, false);
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
  const error = await t.rejects(executeTool('add', {}));
  assert.deepEqual([error.name, error.errorCode], ['NotAllowedError', 'UNAUTHORIZED']);
  assert.equal((await executeToolDetailed('add')).status, 'refused');
  assert.equal((await t.rejects(listTools())).errorCode, 'UNAUTHORIZED');
  const tool = defineWebTool({ name: 'a', description: 'A tool.', execute() {} });
  assert.equal((await t.rejects(tool.register())).name, 'NotAllowedError');
});
