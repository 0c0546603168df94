/** Point 14 of "What a faithful polyfill of 156 must do": the documents of one origin in one tab. */

import { assert, test } from '../harness/page.mjs';
import { named, registeredTool, sideBySide, unknownReason } from './side-by-side.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/** @param {any[]} tools */
const namesOf = (tools) => tools.map(({ name }) => name);

/** Asks until the answer is right: native builds tell other documents later than their own. @param {() => Promise<boolean>} ask */
async function eventually(ask) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('it never came');
}

test('the tools of a frame are listed here, those here in the frame', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.register({ name: 'here', title: 'Here', inputSchema: { type: 'object' }, execute: () => 'here' });
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo,text');
  await eventually(async () => (await context.getTools()).length === 3);
  const tools = await context.getTools();
  assert.deepEqual(namesOf(tools), ['echo', 'here', 'text']);
  assert.deepEqual(
    tools.map((/** @type {any} */ { window }) => window),
    [contentWindow, window, contentWindow],
  );
  assert.ok(tools.every((/** @type {any} */ { origin }) => origin === location.origin));
  const seenThere = await t.modelContext(contentWindow).getTools();
  assert.deepEqual(namesOf(seenThere), ['echo', 'here', 'text']);
  const [, here] = seenThere;
  assert.deepEqual(Object.keys(here), ['description', 'inputSchema', 'name', 'origin', 'title', 'window']);
  assert.equal(here?.window, window);
  const { Object: ObjectThere } = /** @type {any} */ (contentWindow);
  assert.equal(Object.getPrototypeOf(here), ObjectThere.prototype);
  assert.equal(Object.getPrototypeOf(here?.inputSchema), ObjectThere.prototype);
});

test('a tool runs in its own document, whoever calls it', sideBySide, async (t) => {
  const context = contextOf(t);
  /** @type {any} */
  let seen;
  await t.register({
    name: 'here',
    execute(/** @type {any} */ input, /** @type {any} */ { signal }) {
      seen = { input, signal };
      return 'here';
    },
  });
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo');
  await eventually(async () => (await context.getTools()).length === 2);
  const [echo] = await context.getTools();
  const result = JSON.parse(await context.executeTool(echo, { a: 1 }));
  assert.deepEqual(result.input, { a: 1 });
  assert.equal(result.query, '?tools=echo');
  const there = t.modelContext(contentWindow);
  const [, here] = await there.getTools();
  assert.equal(await there.executeTool(/** @type {any} */ (here), { b: 2 }), 'here');
  assert.deepEqual(seen.input, { b: 2 });
  assert.equal(Object.getPrototypeOf(seen.input), Object.prototype);
  assert.ok(seen.signal instanceof AbortSignal);
});

test('the promise of a context is of its own realm, and so is its rejection', sideBySide, async (t) => {
  /** @type {any} */
  const { contentWindow } = await t.frame('/fixtures/tools.html');
  const there = contentWindow.document.modelContext;
  const called = there.executeTool(registeredTool('nope'), {});
  assert.ok(called instanceof contentWindow.Promise);
  const error = await t.rejects(called);
  assert.ok(error instanceof contentWindow.DOMException);
  assert.equal(named(error), `UnknownError: ${unknownReason}`);
});

test('equal names: the top document first, then the frames in their order', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.register({ name: 'echo', execute: () => 'top' });
  const frames = [];
  for (const query of ['1', '2', '3']) {
    frames.push((await t.frame(`/fixtures/tools.html?tools=echo&${query}`)).contentWindow);
  }
  await eventually(async () => (await context.getTools()).length === 4);
  const tools = await context.getTools();
  assert.deepEqual(
    tools.map((/** @type {any} */ { window }) => window),
    [window, ...frames],
  );
  assert.equal(await context.executeTool(tools[0], {}), 'top');
  assert.equal(JSON.parse(await context.executeTool(tools[2], {})).query, '?tools=echo&2');
});

test('frames inside frames, srcdoc and about:blank are documents of the tab too', sideBySide, async (t) => {
  const context = contextOf(t);
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo');
  const inner = contentWindow.document.createElement('iframe');
  inner.src = '/fixtures/tools.html?tools=text';
  contentWindow.document.body.append(inner);
  await eventually(async () => namesOf(await context.getTools()).join() === 'echo,text');
  const [, text] = await context.getTools();
  assert.equal(text.window, inner.contentWindow);
  assert.equal(await context.executeTool(text, {}), 'hello');
});

test('toolchange reaches every document that sees the change', sideBySide, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/tools.html');
  const sibling = (await t.frame('/fixtures/tools.html')).contentWindow;
  /** @type {string[]} */
  const log = [];
  for (const [name, view] of /** @type {[string, any][]} */ ([
    ['top', window],
    ['frame', contentWindow],
    ['sibling', sibling],
  ])) {
    view.document.modelContext.addEventListener('toolchange', (/** @type {any} */ event) => {
      log.push(name);
      assert.ok(event instanceof view.Event);
    });
    // Native Chromium tells a document of the others' tools for sure only once it has asked for them.
    await view.document.modelContext.getTools();
  }
  const registration = new AbortController();
  const definition = { name: 'a', description: 'd', execute() {} };
  await t.modelContext(contentWindow).registerTool(definition, { signal: registration.signal });
  // Not counted: on a busy machine native tells of a frame's beginning late, too.
  const reached = () => [...new Set(log)].sort().join();
  await eventually(async () => reached() === 'frame,sibling,top');
  log.length = 0;
  registration.abort();
  await eventually(async () => reached() === 'frame,sibling,top');
  assert.equal(reached(), 'frame,sibling,top');
});

test('an abort here reaches the tool there', sideBySide, async (t) => {
  const context = contextOf(t);
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=text');
  // With a tool of its own, so that a frame of native's whose tools nobody is told of is loaded again.
  const there = t.modelContext(contentWindow);
  /** @type {string[]} */
  const log = [];
  there.addEventListener('toolactivated', () => log.push('activated there'));
  there.addEventListener('toolcancel', () => log.push('cancel there'));
  context.ontoolactivated = context.ontoolcancel = () => log.push('here');
  await there.registerTool({
    name: 'a',
    description: 'd',
    execute: (/** @type {any} */ _, /** @type {any} */ { signal }) => {
      signal.addEventListener('abort', () => log.push('tool'));
      return new Promise(() => {});
    },
  });
  await eventually(async () => (await context.getTools()).length === 2);
  const controller = new AbortController();
  const [tool] = await context.getTools();
  const called = context.executeTool(tool, {}, { signal: controller.signal });
  called.catch(() => log.push('rejected'));
  await eventually(async () => log.length === 1);
  controller.abort('why');
  assert.equal(await t.rejects(called), 'why');
  await eventually(async () => log.length === 4);
  assert.deepEqual(log, ['activated there', 'rejected', 'tool', 'cancel there']);
});

for (const [what, leave] of /** @type {[string, (iframe: HTMLIFrameElement) => void][]} */ ([
  ['is removed', (iframe) => iframe.remove()],
  [
    'is navigated',
    (iframe) => {
      iframe.src = '/fixtures/blank.html?elsewhere';
    },
  ],
  ['navigates itself', (iframe) => iframe.contentWindow?.location.assign('/fixtures/blank.html?elsewhere')],
  ['reloads', (iframe) => iframe.contentWindow?.location.reload()],
  ['is moved', (iframe) => document.documentElement.append(iframe)],
])) {
  test(`a call fails when the frame of its tool ${what}`, sideBySide, async (t) => {
    const context = contextOf(t);
    const iframe = await t.frame('/fixtures/tools.html?tools=never');
    await eventually(async () => (await context.getTools()).length === 1);
    const [tool] = await context.getTools();
    let activated = false;
    t.modelContext(iframe.contentWindow).addEventListener('toolactivated', () => {
      activated = true;
    });
    const called = t.rejects(context.executeTool(tool, {}));
    await eventually(async () => activated);
    leave(iframe);
    assert.equal(named(await called), `UnknownError: ${unknownReason}`);
  });
}

test('a tool that answers before its frame has gone has answered', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.frame('/fixtures/tools.html?tools=navigate_and_answer');
  await eventually(async () => (await context.getTools()).length === 1);
  const [tool] = await context.getTools();
  assert.equal(await context.executeTool(tool, {}), 'answered');
});

const { 'ff-poly': _, 'ff-no-wasm': __, ...elsewhere } = sideBySide.only;
/** Firefox runs no reactions to the promises of a window that is gone. */
const wherePromisesOutliveTheirWindow = { only: elsewhere };

test('the context of a frame that is gone refuses everything', wherePromisesOutliveTheirWindow, async (t) => {
  const iframe = await t.frame('/fixtures/tools.html?tools=echo');
  /** @type {any} */
  const { contentWindow } = iframe;
  const there = contentWindow.document.modelContext;
  iframe.remove();
  assert.equal(named(await t.rejects(there.getTools())), 'InvalidStateError: The document is not active.');
});

test('the tools of a frame go with it', sideBySide, async (t) => {
  const context = contextOf(t);
  const iframe = await t.frame('/fixtures/tools.html?tools=echo');
  await eventually(async () => (await context.getTools()).length === 1);
  const [stale] = await context.getTools();
  let changes = 0;
  context.ontoolchange = () => changes++;
  iframe.remove();
  await eventually(async () => (await context.getTools()).length === 0);
  assert.equal(
    named(await t.rejects(context.executeTool(stale, {}))),
    'InvalidStateError: Target frame is detached.',
  );
  await t.sleep(50);
  assert.equal(changes, 0);
});

test('a tool of a frame that shows another page now is not run', sideBySide, async (t) => {
  const context = contextOf(t);
  const iframe = await t.frame('/fixtures/tools.html?tools=echo');
  await eventually(async () => (await context.getTools()).length === 1);
  const [stale] = await context.getTools();
  const loaded = new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }));
  iframe.src = '/fixtures/blank.html?elsewhere';
  await loaded;
  assert.equal(named(await t.rejects(context.executeTool(stale, {}))), `UnknownError: ${unknownReason}`);
});

for (const [what, leave] of /** @type {[string, (iframe: HTMLIFrameElement) => void][]} */ ([
  ['removed', (iframe) => iframe.remove()],
  [
    'navigated',
    (iframe) => {
      iframe.src = '/fixtures/blank.html?elsewhere';
    },
  ],
])) {
  test(`a tool is told when the frame of its caller is ${what}`, sideBySide, async (t) => {
    const context = contextOf(t);
    /** @type {AbortSignal | undefined} */
    let signal;
    let cancelled = 0;
    context.ontoolcancel = () => cancelled++;
    await context.registerTool({
      name: 'a',
      description: 'd',
      execute: (/** @type {any} */ _, /** @type {any} */ client) => {
        signal = client.signal;
        return new Promise(() => {});
      },
    });
    const iframe = await t.frame('/fixtures/tools.html');
    t.modelContext(iframe.contentWindow)
      .executeTool(registeredTool('a'), {})
      .catch(() => {});
    await eventually(async () => signal !== undefined);
    leave(iframe);
    await eventually(async () => cancelled === 1);
    assert.equal(signal?.aborted, true);
    assert.equal(signal?.reason.name, 'AbortError');
  });
}

test('a tool of another window is not seen and not run', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.register({ name: 'here', execute: () => 'here' });
  const { contentWindow } = await t.frame('/fixtures/blank.html', { origin: 'cross-site' });
  const tool = registeredTool('here', { window: contentWindow });
  assert.equal(named(await t.rejects(context.executeTool(tool, {}))), `UnknownError: ${unknownReason}`);
  assert.deepEqual(namesOf(await context.getTools()), ['here']);
});

test('a sandboxed document sees nobody and is seen by nobody', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.frame('/fixtures/tools.html?tools=echo', { sandbox: 'allow-scripts', allow: 'tools' });
  await t.sleep(50);
  assert.deepEqual(await context.getTools(), []);
});
