/** The polyfill as classic scripts, first in the head: `/fixtures/classic.html` loads one, then its twin. */

import { assert, test } from '../harness/page.mjs';
import { polyfillOnly, sideBySide } from './side-by-side.mjs';

/** @param {string} policy */
const address = (policy) =>
  `/fixtures/classic.html?header=${encodeURIComponent(`content-security-policy: ${policy}`)}`;

/** @param {any} there */
async function roundTrip(there) {
  const context = there.document.modelContext;
  const tool = { name: 'a', description: 'd', execute: (/** @type {any} */ { n }) => n + 1 };
  await context.registerTool(tool);
  const [registered] = await context.getTools();
  assert.equal(await context.executeTool(registered, { n: 1 }), '2');
}

/** @param {{ globals: string[] }} before @param {{ globals: string[] }} after */
const added = (before, after) => after.globals.filter((name) => !before.globals.includes(name));

const INTERFACES = ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'];

test('a classic script is there before the scripts after it', polyfillOnly, async (t) => {
  const policy =
    "script-src 'self' 'wasm-unsafe-eval'; trusted-types 'none'; require-trusted-types-for 'script'";
  /** @type {any} */
  const { contentWindow: there } = await t.frame(address(policy));
  const [before, first, second] = there.seen;
  assert.equal(before.context, undefined);
  assert.ok(first.context);
  assert.deepEqual(added(before, first), INTERFACES);
  assert.equal(second.context, first.context, 'the twin finds it there');
  assert.deepEqual(added(first, second), []);
  await roundTrip(there);
  assert.deepEqual(there.warnings, []);
});

test('a page that refuses WebAssembly is told of the twin, which runs there', polyfillOnly, async (t) => {
  const policy = "script-src 'self'; trusted-types 'none'; require-trusted-types-for 'script'";
  /** @type {any} */
  const { contentWindow: there } = await t.frame(address(policy));
  const [before, first, second] = there.seen;
  assert.equal(first.context, undefined);
  assert.deepEqual(added(before, first), []);
  assert.ok(second.context);
  assert.deepEqual(added(before, second), INTERFACES);
  await roundTrip(there);
  assert.equal(there.warnings.length, 1);
  assert.match(
    there.warnings[0],
    /refuses WebAssembly.*webmcp-exec\/polyfill\/no-wasm.*polyfill\.no-wasm\.iife\.js/,
  );
});

test('where it is native classic scripts change nothing', {
  only: { c156: sideBySide.only.c156 },
}, async (t) => {
  /** @type {any} */
  const { contentWindow: there } = await t.frame(address("script-src 'self'"));
  const [before, first, second] = there.seen;
  assert.ok(before.context);
  assert.ok(first.context === before.context && second.context === before.context);
  assert.deepEqual(added(before, second), []);
  assert.deepEqual(there.warnings, []);
});
