/** Installing in another window, whose page has not loaded the polyfill itself. */

import { installModelContext } from 'webmcp-exec/polyfill';
import { assert, test } from '../harness/page.mjs';
import { polyfillOnly, wasmOnly } from './side-by-side.mjs';

/** The window of an empty frame. @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
function emptyFrame(t) {
  const iframe = document.createElement('iframe');
  t.after(() => iframe.remove());
  document.body.append(iframe);
  return iframe.contentWindow;
}

test("in a frame's window everything is of that window's realm", polyfillOnly, async (t) => {
  const there = emptyFrame(t);
  assert.equal(there.location.href, 'about:blank');
  assert.equal('modelContext' in there.document, false);
  const { status } = installModelContext({ window: there });
  assert.equal(status, 'installed');

  const { modelContext: context } = there.document;
  assert.ok(context instanceof there.ModelContext && context instanceof there.EventTarget);
  assert.equal(there.ModelContext === Reflect.get(window, 'ModelContext'), false);
  for (const name of ['ToolActivatedEvent', 'ToolCancelEvent'])
    assert.equal(Object.getPrototypeOf(there[name]), there.Event);
  let signal;
  const execute = (/** @type {object} */ input, /** @type {any} */ client) => {
    signal = client.signal;
    assert.equal(Object.getPrototypeOf(input), there.Object.prototype);
    return input;
  };
  /** @type {Event[]} */
  const events = [];
  for (const type of ['toolchange', 'toolactivated'])
    context.addEventListener(type, (/** @type {Event} */ event) => events.push(event));
  const registered = context.registerTool({ name: 'a', description: 'd', execute });
  assert.ok(registered instanceof there.Promise);
  await registered;
  const tools = await context.getTools();
  assert.ok(tools instanceof there.Array);
  assert.equal(tools[0].window, there);
  assert.equal(await context.executeTool(tools[0], { b: 1 }), '{"b":1}');
  assert.ok(/** @type {any} */ (signal) instanceof there.AbortSignal);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['toolchange', 'toolactivated'],
  );
  assert.ok(events.every((event) => event instanceof there.Event));
  assert.ok((await t.rejects(context.registerTool())) instanceof there.TypeError);
  assert.ok((await t.rejects(context.getTools({ fromOrigins: ['http://a'] }))) instanceof there.DOMException);
});

test('its tools are found from here, and from there those of this window', polyfillOnly, async (t) => {
  const there = emptyFrame(t);
  installModelContext({ window: there });
  await there.document.modelContext.registerTool({
    name: 'there',
    description: 'd',
    execute: () => 'from there',
  });
  await t.register({ name: 'here', execute: () => 'from here' });
  for (const context of [t.modelContext(), there.document.modelContext]) {
    const tools = await context.getTools();
    assert.deepEqual(
      tools.map((/** @type {any} */ { name }) => name),
      ['here', 'there'],
    );
    for (const tool of tools) assert.equal(await context.executeTool(tool, {}), `from ${tool.name}`);
  }
});

test('a window is installed in once, and uninstalled by itself', polyfillOnly, (t) => {
  const there = emptyFrame(t);
  const here = t.modelContext();
  const { uninstall } = installModelContext({ window: there });
  const { modelContext } = there.document;
  const again = installModelContext({ window: there });
  assert.equal(again.status, 'present');
  assert.equal(there.document.modelContext, modelContext);
  assert.equal(uninstall(), true);
  assert.equal(again.uninstall(), false);
  assert.equal('modelContext' in there.document, false);
  assert.equal('ModelContext' in there, false);
  assert.equal(t.modelContext(), here);
  assert.equal(installModelContext({ window: there }).status, 'installed');
  assert.equal(there.document.modelContext, modelContext);
});

test('a frame that has it natively keeps it', { only: { c156: 'native is never replaced' } }, (t) => {
  const there = emptyFrame(t);
  const { modelContext } = there.document;
  assert.equal(installModelContext({ window: there, force: true }).status, 'native');
  assert.equal(there.document.modelContext, modelContext);
});

test('a frame whose page has loaded the polyfill keeps its own', polyfillOnly, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo');
  const there = /** @type {any} */ (contentWindow);
  const { modelContext } = there.document;
  assert.equal(installModelContext({ window: there }).status, 'present');
  assert.equal(there.document.modelContext, modelContext);
});

test('what is no window of this origin is left alone', polyfillOnly, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/blank.html', { origin: 'cross-site' });
  const removed = await t.frame('/fixtures/blank.html');
  removed.remove();
  for (const window of [contentWindow, removed.contentWindow, {}]) {
    const { status, uninstall } = installModelContext({ window: /** @type {any} */ (window) });
    assert.equal(status, 'no-document');
    assert.equal(uninstall(), false);
  }
});

test('the policy that counts is that of the window', wasmOnly, async (t) => {
  const { contentWindow } = await t.frame(
    `/fixtures/blank.html?header=${encodeURIComponent("content-security-policy: script-src 'self'")}`,
  );
  const { warn } = console;
  t.after(() => {
    console.warn = warn;
  });
  assert.equal(installModelContext({ window: contentWindow }).status, 'blocked');
  assert.equal('modelContext' in /** @type {any} */ (contentWindow).document, false);
});
