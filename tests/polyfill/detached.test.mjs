/** Documents that go away in the middle of something. */

import { assert, test } from '../harness/page.mjs';
import { named, polyfillOnly, sideBySide, unknownReason } from './side-by-side.mjs';

/**
 * The window and the context of a frame.
 * @param {import('../harness/types.d.ts').TestContext} t
 */
async function frame(t) {
  const iframe = await t.frame('/fixtures/tools.html');
  /** @type {any} */
  const there = iframe.contentWindow;
  return { iframe, there, context: there.document.modelContext };
}

/** A promise and what resolves it. */
function deferred() {
  /** @type {(value?: unknown) => void} */
  let resolve = () => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/**
 * The tool of this name, as this document lists it.
 * @param {import('../harness/types.d.ts').TestContext} t
 * @param {string} name
 */
const find = async (t, name) => {
  for (;;) {
    const found = (await t.modelContext().getTools()).find((/** @type {any} */ tool) => tool.name === name);
    if (found) return found;
    await t.tick();
  }
};

test('a tool that takes its document away fails, and is not said to be active', sideBySide, async (t) => {
  const { iframe, context } = await frame(t);
  /** @type {string[]} */
  const events = [];
  await context.registerTool({
    name: 'leaves',
    description: 'd',
    execute() {
      iframe.remove();
      return 'result';
    },
  });
  context.addEventListener('toolactivated', () => events.push('activated'));
  const call = t.modelContext().executeTool(await find(t, 'leaves'), {});
  assert.equal(named(await t.rejects(call)), `UnknownError: ${unknownReason}`);
  await t.sleep(50);
  assert.deepEqual(events, []);
});

test('a tool whose document goes when it is told of the abort hears no toolcancel', sideBySide, async (t) => {
  const { iframe, context } = await frame(t);
  /** @type {string[]} */
  const events = [];
  const { promise: started, resolve: start } = deferred();
  await context.registerTool({
    name: 'leaves',
    description: 'd',
    execute: (/** @type {any} */ _, /** @type {any} */ { signal }) => {
      signal.onabort = () => {
        events.push('aborted');
        iframe.remove();
      };
      start(undefined);
      return new Promise(() => {});
    },
  });
  context.addEventListener('toolcancel', () => events.push('cancel'));
  const controller = new AbortController();
  const { signal } = controller;
  const call = t.modelContext().executeTool(await find(t, 'leaves'), {}, { signal });
  await started;
  controller.abort('reason');
  assert.equal(await t.rejects(call), 'reason');
  for (let attempt = 0; attempt < 100 && events.length === 0; attempt++) await t.sleep(10);
  await t.sleep(50);
  assert.deepEqual(events, ['aborted']);
});

const { 'ff-poly': _, 'ff-no-wasm': __, ...elsewhere } = sideBySide.only;
/** Firefox runs no reactions to the promises of a window that is gone. */
const wherePromisesOutliveTheirWindow = { only: elsewhere };

test(
  'the context of a document is there when its frame is gone, and refuses',
  wherePromisesOutliveTheirWindow,
  async (t) => {
    const { iframe, there } = await frame(t);
    const { document: gone, DOMException: Exception } = there;
    iframe.remove();
    const context = gone.modelContext;
    assert.ok(context);
    const error = await t.rejects(context.getTools());
    assert.equal(error.name, 'InvalidStateError');
    assert.ok(error instanceof Exception);
  },
);

test('a listener of toolcancel may end another call', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  const { promise: result, resolve: end } = deferred();
  await context.registerTool({ name: 'a', description: 'd', execute: () => new Promise(() => {}) });
  await context.registerTool({ name: 'b', description: 'd', execute: () => result });
  context.ontoolcancel = (/** @type {any} */ { toolName }) => end(`after ${toolName}`);
  const [a, b] = await context.getTools();
  const controller = new AbortController();
  const { promise: active, resolve: activate } = deferred();
  context.ontoolactivated = (/** @type {any} */ { toolName }) => toolName === 'b' && activate(undefined);
  const first = context.executeTool(a, {}, { signal: controller.signal });
  const second = context.executeTool(b, {});
  await active;
  controller.abort();
  assert.equal((await t.rejects(first)).name, 'AbortError');
  assert.equal(await second, 'after a');
});

test('a page that freezes what it can changes nothing', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  for (const name of Object.getOwnPropertyNames(window)) {
    const value =
      /^(Object|Function|Array|String|Promise|Symbol|Error|TypeError|DOMException|EventTarget|Event|AbortSignal|AbortController|MessagePort|MessageChannel|Map|WeakMap|ModelContext|Tool\w+Event)$/.test(
        name,
      )
        ? Reflect.get(window, name)
        : undefined;
    if (typeof value !== 'function') continue;
    Object.freeze(value.prototype);
    Object.freeze(value);
  }
  for (const object of [JSON, Reflect, Math, Document.prototype]) Object.freeze(object);
  /** @type {string[]} */
  const events = [];
  for (const type of ['toolchange', 'toolactivated', 'toolcancel'])
    context.addEventListener(type, () => events.push(type));
  const execute = (/** @type {any} */ { n }) => n ?? new Promise(() => {});
  await context.registerTool({ name: 'a', description: 'd', inputSchema: { type: 'object' }, execute });
  const [tool] = await context.getTools();
  assert.equal(await context.executeTool(tool, { n: 1 }), '1');
  const controller = new AbortController();
  const call = context.executeTool(tool, {}, { signal: controller.signal });
  while (events.length < 3) await t.tick();
  controller.abort();
  assert.equal((await t.rejects(call)).name, 'AbortError');
  while (events.length < 4) await t.tick();
  assert.deepEqual(events, ['toolchange', 'toolactivated', 'toolactivated', 'toolcancel']);
});

test('nothing of the polyfill is faked: its functions print their source', polyfillOnly, (t) => {
  const text = Function.prototype.toString.call(t.modelContext().getTools);
  assert.equal(text.includes('[native code]'), false);
});
