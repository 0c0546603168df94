/** The whole package as one classic script, in a page whose policy is strict: `/fixtures/whole.html`. */

import { assert, test } from '../harness/page.mjs';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; trusted-types 'none'; require-trusted-types-for 'script'";

test('S1-01 one classic script has all that the modules export, in a global of its own', async (t) => {
  const header = encodeURIComponent(`content-security-policy: ${policy}`);
  /** @type {any} */
  const { contentWindow: there } = await t.frame(`/fixtures/whole.html?header=${header}`);
  const { webmcpExec } = there;
  assert.deepEqual(Object.keys(webmcpExec).sort(), Object.keys(await import('webmcp-exec')).sort());
  assert.equal(await webmcpExec.ready(), undefined);
});

test('S1-01 the classic script calls the tools of its page, and checks their arguments', {
  not: { 'ff-native': 'the frame has no preview', mcpb: 'the frame has no such polyfill' },
}, async (t) => {
  const header = encodeURIComponent(`content-security-policy: ${policy}`);
  /** @type {any} */
  const { contentWindow: there } = await t.frame(`/fixtures/whole.html?header=${header}`);
  const { defineWebTool, executeTool } = there.webmcpExec;
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  const execute = (/** @type {any} */ { n }) => ({ n: n + 1 });
  await defineWebTool({ name: 'add', description: 'Adds.', inputSchema, execute }).register();
  assert.deepEqual((await executeTool('add', { n: 1 })).structuredContent, { n: 2 });
  /** @type {any} */
  const error = await t.rejects(executeTool('add', { n: 'x' }, { validate: true }));
  assert.equal(error.errors[0].pointer, '/n');
});
