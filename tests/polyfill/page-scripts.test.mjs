/** What the page's own scripts replace, before the polyfill comes and after, changes nothing of it. */

import { assert, test } from '../harness/page.mjs';
import { invocationFailed, named, polyfillOnly, registeredTool, sideBySide } from './side-by-side.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/** @param {any[]} tools */
const namesOf = (tools) => tools.map(({ name }) => name);

/**
 * Fails where a promise stays pending, rather than to wait until the test counts as hanging.
 * @param {import('../harness/types.d.ts').TestContext} t
 * @param {Promise<any>} promise
 */
const soon = (t, promise) => Promise.race([promise, t.sleep(5000).then(() => 'it stays pending')]);

/**
 * Runs a classic script in a document and has it import the polyfill thereafter. Gives what that exports.
 * @param {any} window
 * @param {string} source
 */
function importAfter(window, source) {
  const address = JSON.stringify(import.meta.resolve('webmcp-exec/polyfill'));
  for (const text of [source, `var imported = import(${address});`]) {
    const script = window.document.createElement('script');
    script.nonce = 'harness';
    script.textContent = text;
    window.document.head.append(script);
  }
  return window.imported;
}

/**
 * A document of this origin whose scripts came before the polyfill.
 * @param {import('../harness/types.d.ts').TestContext} t
 * @param {string} source
 */
async function pageAfter(t, source) {
  /** @type {any} */
  const { contentWindow } = await t.frame('/fixtures/blank.html');
  return { page: contentWindow, polyfill: await importAfter(contentWindow, source) };
}

test('a tool that throws is reported by a console.error that throws', sideBySide, async (t) => {
  const context = contextOf(t);
  const { error } = console;
  const original = { String };
  t.after(() => Object.assign(window, original));
  t.after(() => Object.assign(console, { error }));
  const refused = (/** @type {string} */ message) => {
    throw new Error(message);
  };
  Object.assign(console, { error: refused });
  Object.assign(window, { String: refused });
  await t.register({ name: 'async', execute: async () => refused('async') });
  await t.register({ name: 'sync', execute: () => refused('sync') });
  for (const name of ['async', 'sync']) {
    const called = context.executeTool(registeredTool(name), {}).catch(named);
    assert.equal(await soon(t, called), `UnknownError: ${invocationFailed}`, name);
  }
});

test('what a tool throws may have a toString that throws', sideBySide, async (t) => {
  const context = contextOf(t);
  const thrown = {
    toString() {
      throw new Error('no text');
    },
  };
  await t.register({ name: 'a', execute: () => Promise.reject(thrown) });
  const called = context.executeTool(registeredTool('a'), {}).catch(named);
  assert.equal(await soon(t, called), `UnknownError: ${invocationFailed}`);
});

test('a page without Function.prototype.call can call tools', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.register({ name: 'works', execute: () => 'done' });
  await t.register({ name: 'throws', execute: () => Promise.reject(new Error('thrown')) });
  const { call } = Function.prototype;
  const putBack = () => {
    Function.prototype.call = call;
  };
  t.after(putBack);
  Function.prototype.call = () => {
    throw new Error('the page was asked');
  };
  const works = await soon(t, context.executeTool(registeredTool('works'), {}));
  const throws = await soon(t, context.executeTool(registeredTool('throws'), {}).catch(named));
  putBack();
  assert.equal(works, 'done');
  assert.equal(throws, `UnknownError: ${invocationFailed}`);
});

test('a page may have variables named origin, length and closed', sideBySide, async (t) => {
  /** @type {any} */
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo');
  for (const window of [globalThis, contentWindow]) {
    const value = (/** @type {string} */ name) => ({ configurable: true, writable: true, value: name });
    Object.defineProperties(window, { origin: value('Berlin'), closed: value('closed') });
    window.length = 0;
  }
  const context = contextOf(t);
  await t.register({ name: 'here', execute: () => 'done' });
  const tools = await context.getTools();
  assert.deepEqual(namesOf(tools), ['echo', 'here']);
  assert.ok(tools.every((/** @type {any} */ { origin }) => origin === location.origin));
  assert.equal(await context.executeTool(tools[1], {}), 'done');
  assert.equal(JSON.parse(await context.executeTool(tools[0], { a: 1 })).input.a, 1);
});

test('a frame of another origin beside one of this origin is passed by', sideBySide, async (t) => {
  await t.frame('/fixtures/blank.html', { origin: 'cross-site' });
  await t.frame('/fixtures/tools.html?tools=echo');
  const context = contextOf(t);
  for (let attempt = 0; attempt < 100 && (await context.getTools()).length === 0; attempt++)
    await t.sleep(20);
  assert.deepEqual(namesOf(await context.getTools()), ['echo']);
});

test('a page had variables named origin and length before', polyfillOnly, async (t) => {
  await t.register({ name: 'top', execute: () => 'done' });
  const { page } = await pageAfter(t, "var origin = 'Berlin'; var length = 0;");
  assert.equal(page.origin, 'Berlin');
  const inner = page.document.createElement('iframe');
  page.document.body.append(inner);
  await importAfter(inner.contentWindow, "var origin = 'Berlin';");
  const tool = { name: 'inner', description: 'd', execute: () => 'done' };
  await inner.contentWindow.document.modelContext.registerTool(tool);
  for (const window of [page, inner.contentWindow]) {
    const context = window.document.modelContext;
    const tools = await context.getTools();
    assert.deepEqual(namesOf(tools), ['inner', 'top']);
    assert.ok(tools.every((/** @type {any} */ { origin }) => origin === location.origin));
    for (const tool of tools) assert.equal(await context.executeTool(tool, {}), 'done');
  }
});

test('a sandboxed page had a variable named origin before', polyfillOnly, async (t) => {
  const iframe = document.createElement('iframe');
  iframe.sandbox.add('allow-scripts');
  const address = import.meta.resolve('webmcp-exec/polyfill');
  iframe.srcdoc = `<script nonce="harness">var origin = 'Berlin'</script><script nonce="harness" type="module">
    const answer = (data) => parent.postMessage(data, '*');
    try {
      await import(${JSON.stringify(address)});
      document.modelContext.registerTool({ name: 'a', description: 'd', execute() {} });
      const [{ origin }] = await document.modelContext.getTools();
      answer(origin);
    } catch (error) {
      answer(String(error));
    }
  </script>`;
  const answer = new Promise((resolve) =>
    addEventListener('message', (event) => {
      if (event.source === iframe.contentWindow) resolve(event.data);
    }),
  );
  t.after(() => iframe.remove());
  document.body.append(iframe);
  assert.equal(await soon(t, answer), 'null');
});

test('a page had globals with the names of the interfaces before', polyfillOnly, async (t) => {
  const { page, polyfill } = await pageAfter(t, 'function ModelContext() {} var ToolCancelEvent = "mine";');
  assert.equal(polyfill.installModelContext().status, 'present');
  const context = page.document.modelContext;
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  const [tool] = await context.getTools();
  assert.equal(await context.executeTool(tool, {}), 'done');
  const theirs = () => {
    assert.equal(context instanceof page.ModelContext, false);
    assert.equal(page.ToolCancelEvent, 'mine');
  };
  theirs();
  assert.equal(page.ToolActivatedEvent.name, 'ToolActivatedEvent');
  assert.equal(polyfill.uninstallModelContext(), true);
  theirs();
  assert.equal('modelContext' in page.document, false);
  assert.equal('ToolActivatedEvent' in page, false);
});

test('a page had a class Document before', polyfillOnly, async (t) => {
  const { page } = await pageAfter(t, 'function Document() {}');
  assert.deepEqual(await page.document.modelContext.getTools(), []);
});

for (const [warn, expected] of /** @type {[string, number][]} */ ([
  ['(...args) => warnings.push(args.join())', 1],
  ['() => { throw new Error("the page was asked"); }', 0],
])) {
  test(
    `a frozen Document.prototype is refused, and said by console.warn = ${warn}`,
    polyfillOnly,
    async (t) => {
      const { page, polyfill } = await pageAfter(
        t,
        `Object.freeze(Document.prototype); var warnings = []; console.warn = ${warn};`,
      );
      assert.equal(polyfill.installModelContext().status, 'refused');
      assert.equal(polyfill.installModelContext().status, 'refused');
      assert.equal(page.warnings.length, expected);
      for (const text of page.warnings) assert.match(text, /not installed, .* frozen Document\.prototype/);
      assert.equal('modelContext' in page.document, false);
      assert.equal('ModelContext' in page, false);
      assert.equal(polyfill.uninstallModelContext(), false);
    },
  );
}

test('uninstalling leaves what the page has put in its place', polyfillOnly, async (t) => {
  const { page, polyfill } = await pageAfter(t, 'window.ToolCancelEvent = "before";');
  const theirs = { configurable: true, enumerable: true, get: () => 'theirs' };
  Object.defineProperty(page.Object.getPrototypeOf(page.HTMLDocument.prototype), 'modelContext', theirs);
  page.ModelContext = 'theirs';
  page.ToolCancelEvent = 'theirs';
  assert.equal(polyfill.uninstallModelContext(), true);
  assert.equal(page.document.modelContext, 'theirs');
  assert.equal(page.ModelContext, 'theirs');
  assert.equal(page.ToolCancelEvent, 'theirs');
  assert.equal('ToolActivatedEvent' in page, false);
});
