/** Frames and forms in shadow trees, where no selector and no number of a frame finds them. */

import { assert, test } from '../harness/page.mjs';
import { eventually, path, relayOf } from './relay.mjs';
import { registeredTool, sideBySide } from './side-by-side.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @param {TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/** @param {any} context @returns {Promise<string>} */
const listed = async (context) =>
  (await context.getTools()).map((/** @type {any} */ { name }) => name).join();

/**
 * A shadow root of an element that is in the page.
 * @param {TestContext} t
 * @param {ShadowRootMode} mode
 */
function shadowRoot(t, mode) {
  const host = document.createElement('div');
  document.body.append(host);
  t.after(() => host.remove());
  return host.attachShadow({ mode });
}

/**
 * A frame of this origin in a root, which runs texts as code.
 * @param {ShadowRoot} root
 */
async function shadowFrame(root) {
  const iframe = document.createElement('iframe');
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => {
      if (source === iframe.contentWindow && data?.webmcpFixture === 'ready') resolve(undefined);
    });
  });
  iframe.src = path;
  root.append(iframe);
  await ready;
  return relayOf(iframe, /** @type {Window} */ (iframe.contentWindow), location.origin);
}

for (const mode of /** @type {const} */ (['open', 'closed'])) {
  test(
    `a frame of this origin in a shadow tree (${mode}) is a document of the tab`,
    sideBySide,
    async (t) => {
      const context = contextOf(t);
      await t.register({ name: 'here', execute: () => 'from here' });
      let changes = 0;
      const root = shadowRoot(t, mode);
      const frame = await shadowFrame(root);
      const other = await t.frame('/fixtures/tools.html?tools=text');
      await eventually(async () => (await listed(context)) === 'here,text', assert.fail);
      await frame.run('globalThis.changes = 0; document.modelContext.ontoolchange = () => changes++');
      context.ontoolchange = () => changes++;
      await frame.run(`globalThis.registration = new AbortController();
      await document.modelContext.registerTool(
        { name: 'there', description: 'd', execute: () => 'from there' }, { signal: registration.signal });`);
      await eventually(async () => (await listed(context)) === 'here,text,there', assert.fail);
      await eventually(() => changes === 1, assert.fail);
      const there = (await context.getTools()).find((/** @type {any} */ { name }) => name === 'there');
      assert.equal(there.window, frame.window);
      assert.equal(await context.executeTool(there, {}), 'from there');
      const sibling = t.modelContext(other.contentWindow);
      await eventually(async () => (await listed(sibling)) === 'here,text,there', assert.fail);
      await frame.run(
        'globalThis.list = async () => (await document.modelContext.getTools()).map(({ name }) => name).join()',
      );
      await eventually(async () => (await frame.run('return list()')) === 'here,text,there', assert.fail);
      await t.register({ name: 'later', execute() {} });
      await eventually(async () => (await frame.run('return changes')) === 2, assert.fail);
      await frame.run('registration.abort()');
      await eventually(async () => (await listed(context)) === 'here,later,text', assert.fail);
      root.host.remove();
      assert.equal(await listed(context), 'here,later,text');
    },
  );

  test(`a form in a shadow root (${mode}) that an element of the page gets later`, sideBySide, async (t) => {
    const context = contextOf(t);
    assert.equal(await listed(context), '');
    const root = shadowRoot(t, mode);
    await t.sleep(50);
    root.innerHTML = `<form toolname="f" tooldescription="d" toolautosubmit><input name="a"><button>go</button></form>`;
    await eventually(async () => (await listed(context)) === 'f', assert.fail);
    const form = /** @type {any} */ (root.firstElementChild);
    form.onsubmit = (/** @type {any} */ event) => {
      event.preventDefault();
      event.respondWith(`${event.agentInvoked} ${form.a.value}`);
    };
    assert.equal(await context.executeTool(registeredTool('f'), { a: 'v' }), 'true v');
    form.setAttribute('toolname', 'g');
    await eventually(async () => (await listed(context)) === 'g', assert.fail);
    root.host.remove();
    assert.equal(await listed(context), '');
    document.body.append(root.host);
    await eventually(async () => (await listed(context)) === 'g', assert.fail);
  });
}

test('a tool of a frame in a frame that stands in a shadow tree', sideBySide, async (t) => {
  const context = contextOf(t);
  const frame = await shadowFrame(shadowRoot(t, 'closed'));
  await frame.run(`const iframe = document.createElement('iframe');
    iframe.src = '/fixtures/tools.html?tools=text';
    document.body.append(iframe);`);
  await eventually(async () => (await listed(context)) === 'text', assert.fail);
  const [text] = await context.getTools();
  assert.equal(text.window, /** @type {any} */ (frame.window)[0]);
  assert.equal(await context.executeTool(text, {}), 'hello');
});

test('an element that is in no document has no tools in its shadow tree', sideBySide, async (t) => {
  const context = contextOf(t);
  assert.equal(await listed(context), '');
  const inert = document.implementation.createHTMLDocument();
  for (const parent of [document.createElement('p'), inert.body]) {
    const host = document.createElement('div');
    parent.append(host);
    host.attachShadow({ mode: 'open' }).innerHTML = '<form toolname="f" tooldescription="d"></form>';
  }
  await t.sleep(80);
  assert.equal(await listed(context), '');
});
