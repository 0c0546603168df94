/** The panel where the browser or the page's policy refuses WebMCP. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore } from './fake-core.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

/** @param {Record<string, unknown> & { message: string }} members of the error that listing ends with */
function failing(members) {
  const fake = fakeCore();
  const { listTools } = fake.core;
  fake.core.listTools = async () => {
    throw Object.assign(new Error(members.message), members);
  };
  return {
    core: fake.core,
    mend() {
      fake.core.listTools = listTools;
    },
  };
}

const BLOCKED =
  "The WebAssembly module could not be compiled: the page's Content-Security-Policy lacks 'wasm-unsafe-eval'";

for (const { state, members, heading, says } of [
  {
    state: 'blocked',
    members: { message: BLOCKED, errorCode: 'UNAVAILABLE' },
    heading: 'The page’s policy refuses WebAssembly',
    says: /Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'/,
  },
  {
    state: 'refused',
    members: { message: 'Not allowed here.', name: 'NotAllowedError', errorCode: 'UNAUTHORIZED' },
    heading: 'The browser does not allow WebMCP here',
    says: /allow="tools"/,
  },
]) {
  for (const theme of ['light', 'dark']) {
    test(`${state}, ${theme}: the panel says why and what to do, and can look again`, async (t) => {
      const { core, mend } = failing(members);
      const panel = await openPanel(t, { core }, { theme });
      const part = await panel.until(() => panel.find('.page-state'));
      assert.equal(part.querySelector('h3')?.textContent, heading);
      assert.match(part.textContent, says);
      assert.ok(part.textContent.includes(members.message), 'the error itself is shown');
      assert.equal(panel.find('.panes'), undefined);
      await assertAccessible(state);
      const again = panel.named('button', 'Look again');
      await t.clickOn(again);
      await panel.until(() => panel.find('.page-state'));
      mend();
      await t.clickOn(panel.named('button', 'Look again'));
      await panel.until(() => panel.find('.tool'), 'what came is shown');
    });
  }
}

test("a policy without 'wasm-unsafe-eval' blocks nothing: the package's JavaScript twin lists and runs", {
  headers: { 'Content-Security-Policy': "script-src 'self' 'nonce-harness'" },
  only: {
    c156: 'tools that are there without the polyfill, whose own twin has tests of its own',
    c150: 'as c156',
  },
}, async (t) => {
  await t.register({ name: 'greet', description: 'Greets.', execute: () => 'hello' });
  const panel = await openPanel(t);
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
  assert.match(panel.get('.outcome').textContent, /hello/);
});
