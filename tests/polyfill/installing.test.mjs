/** Installing and uninstalling, and how copies of the polyfill find each other. */

import { installModelContext, uninstallModelContext } from 'webmcp-exec/polyfill';
import { assert, test } from '../harness/page.mjs';
import { calling, eventually, listing, relay } from './relay.mjs';
import { polyfillOnly, unknownReason, wasmOnly } from './side-by-side.mjs';

const brand = Symbol.for('webmcp-exec.polyfill');
const globals = ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'];
const native = { only: { c156: 'native is never replaced', c150: 'native is never replaced' } };

test('a native document.modelContext is left alone', native, (t) => {
  const context = t.modelContext();
  assert.equal(installModelContext().status, 'native');
  assert.equal(installModelContext({ force: true }).status, 'native');
  assert.equal(installModelContext().uninstall(), false);
  assert.equal(t.modelContext(), context);
  assert.equal(brand in context, false);
  assert.equal(uninstallModelContext(), false);
  assert.equal(t.modelContext(), context);
});

test('the import has installed it; a second time there is nothing to do', polyfillOnly, (t) => {
  const context = t.modelContext();
  assert.equal(installModelContext().status, 'present');
  assert.equal(t.modelContext(), context);
});

test('uninstalling restores what was there', polyfillOnly, (t) => {
  t.after(installModelContext);
  assert.equal(uninstallModelContext(), true);
  assert.equal(uninstallModelContext(), false);
  assert.equal('modelContext' in document, false);
  for (const name of globals) assert.equal(name in window, false, name);

  Object.assign(window, { ModelContext: 'of the page' });
  t.after(() => Reflect.deleteProperty(window, 'ModelContext'));
  assert.equal(installModelContext().status, 'installed');
  assert.equal(typeof Reflect.get(window, 'ModelContext'), 'function');
  assert.equal(uninstallModelContext(), true);
  assert.equal(Reflect.get(window, 'ModelContext'), 'of the page');
});

test('what was uninstalled hears no other documents until it is installed again', polyfillOnly, async (t) => {
  t.after(installModelContext);
  const frame = await relay(t, 'cross-site');
  await t.register({ name: 'a', execute: () => 'done' }, { exposedTo: [frame.origin] });
  const listed = () => frame.run(listing, location.origin);
  await eventually(async () => (await listed()).length === 1, assert.fail);
  const call = () => frame.run(calling, ['parent'], location.origin, 'a');
  assert.equal(await call(), 'done');

  let heard = 0;
  const hear = (/** @type {MessageEvent} */ { data }) => {
    if (data?.[0] === 'webmcp-exec.polyfill') heard++;
  };
  addEventListener('message', hear);
  t.after(() => removeEventListener('message', hear));
  const say = () => frame.run("parent.postMessage(['webmcp-exec.polyfill', [1], 0, 0], '*')");
  await say();
  assert.equal(heard, 0, 'it keeps its messages from the page');
  assert.equal(uninstallModelContext(), true);
  await say();
  assert.equal(heard, 1, 'they are nobody’s now');
  await eventually(async () => (await listed()).length === 0, assert.fail);
  assert.equal((await t.rejects(call())).message, `UnknownError: ${unknownReason}`);

  // In Chromium a window hears by who came first.
  removeEventListener('message', hear);
  assert.equal(installModelContext().status, 'installed');
  addEventListener('message', hear);
  heard = 0;
  await say();
  assert.equal(heard, 0);
  assert.equal(await call(), 'done');
});

test('attachShadow is the browser’s own again when the polyfill is uninstalled', polyfillOnly, async (t) => {
  t.after(installModelContext);
  await t.modelContext().getTools();
  assert.equal(uninstallModelContext(), true);
  const { attachShadow } = Element.prototype;
  assert.equal(attachShadow.name, 'attachShadow');
  assert.match(Function.prototype.toString.call(attachShadow), /attachShadow\(\) \{\s*\[native code\]/);
  installModelContext();
  assert.equal(Element.prototype.attachShadow === attachShadow, false);
});

/** A whole API that does nothing, of another script. */
const another = () => ({ registerTool() {}, getTools() {}, executeTool() {} });

test('what another script has brought stays, unless it is to give way', polyfillOnly, (t) => {
  uninstallModelContext();
  t.after(() => {
    Reflect.deleteProperty(document, 'modelContext');
    installModelContext();
  });
  const theirs = another();
  Object.defineProperty(document, 'modelContext', { value: theirs, configurable: true });
  assert.equal(installModelContext().status, 'present');
  assert.equal(installModelContext({ force: false }).uninstall(), false);
  assert.equal(t.modelContext(), theirs);
  const { status, uninstall } = installModelContext({ force: true });
  assert.equal(status, 'installed');
  assert.ok(t.modelContext() instanceof EventTarget);
  assert.equal(installModelContext({ force: true }).status, 'present');
  assert.equal(uninstall(), true);
  assert.equal(t.modelContext(), theirs);
  assert.equal(uninstall(), false);

  Object.defineProperty(document, 'modelContext', { value: theirs, configurable: false });
  assert.equal(installModelContext({ force: true }).status, 'refused');
  assert.equal(Object.hasOwn(Document.prototype, 'modelContext'), false);
});

for (const missing of Object.keys(another())) {
  test(`a context without ${missing} is not taken for the API`, polyfillOnly, (t) => {
    uninstallModelContext();
    t.after(() => {
      Reflect.deleteProperty(document, 'modelContext');
      installModelContext();
    });
    Object.defineProperty(document, 'modelContext', {
      value: { ...another(), [missing]: undefined },
      configurable: true,
    });
    assert.equal(installModelContext().status, 'installed');
    assert.equal(typeof Reflect.get(t.modelContext(), missing), 'function');
  });
}

test('installed again it has the tools it had', polyfillOnly, async (t) => {
  await t.register({ name: 'a', execute: () => 'done' });
  uninstallModelContext();
  installModelContext();
  assert.equal((await t.modelContext().getTools()).length, 1);
});

test('a context of ours has a brand that enumeration does not show', polyfillOnly, (t) => {
  /** @type {any} */
  const context = t.modelContext();
  const internals = context[brand];
  assert.equal(internals.version, 1);
  assert.ok(Object.isFrozen(internals));
  assert.deepEqual(Object.keys(context), []);
  assert.equal(Object.prototype.propertyIsEnumerable.call(Object.getPrototypeOf(context), brand), false);
});

test('another copy sees the first and does nothing', polyfillOnly, async (t) => {
  const context = t.modelContext();
  const address = new URL(import.meta.resolve('webmcp-exec/polyfill'));
  address.search = '?another-copy';
  const other = await import(address.href);
  assert.ok(other.installModelContext !== installModelContext);
  assert.equal(other.installModelContext().status, 'present');
  assert.equal(other.uninstallModelContext(), false);
  assert.equal(t.modelContext(), context);
});

test('nothing is compiled before the context is used', wasmOnly, async (t) => {
  const { Module } = WebAssembly;
  let compiled = 0;
  const counting = new Proxy(Module, {
    construct(target, args) {
      compiled++;
      return Reflect.construct(target, args);
    },
  });
  WebAssembly.Module = counting;
  t.after(() => {
    WebAssembly.Module = Module;
  });
  assert.ok(t.modelContext());
  assert.equal(compiled, 0);
  await t.modelContext().getTools();
  await t.modelContext().getTools();
  assert.equal(compiled, 1);
});

test('where the page refuses WebAssembly nothing is installed, and the console says so once', {
  ...wasmOnly,
  headers: { 'content-security-policy': "script-src 'self' 'unsafe-inline'" },
}, (t) => {
  /** @type {unknown[][]} */
  const warnings = [];
  const { warn } = console;
  console.warn = (...args) => warnings.push(args);
  t.after(() => {
    console.warn = warn;
  });
  assert.equal(installModelContext().status, 'blocked');
  assert.equal(installModelContext().status, 'blocked');
  assert.equal('modelContext' in document, false);
  assert.ok(warnings.length <= 1, 'the import may have said it already');
  for (const name of globals) assert.equal(name in window, false, name);
});

test('the peers of another protocol are not asked', polyfillOnly, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo');
  const there = /** @type {any} */ (contentWindow).document;
  Object.defineProperty(there, 'modelContext', {
    configurable: true,
    value: {
      [brand]: {
        version: 999,
        list() {
          throw new Error('asked');
        },
        changed() {
          throw new Error('told');
        },
      },
    },
  });
  await t.register({ name: 'a', execute: () => 'done' });
  assert.deepEqual(
    (await t.modelContext().getTools()).map(({ name }) => name),
    ['a'],
  );
});
