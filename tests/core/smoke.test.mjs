/** What the harness promises to the other tests: the right provider, frames of three origins, and its own helpers. */

import { assert, test } from '../harness/page.mjs';

test('the environment has the provider it names', (t) => {
  const context = t.modelContext();
  assert.ok(context, 'a model context');
  switch (t.env.id) {
    case 'c156':
      assert.equal(context.executeTool.length, 1);
      assert.equal('modelContext' in navigator, false, 'the alias of older builds');
      break;
    case 'c150':
      assert.equal(context.executeTool.length, 2);
      assert.equal(Reflect.get(navigator, 'modelContext'), context);
      break;
    case 'ff-native':
      assert.equal('modelContext' in document, false);
      assert.equal(typeof context.invokeTool, 'function');
      break;
    case 'mcpb':
      assert.equal(Reflect.get(context, '__isWebMCPPolyfill'), true);
      break;
    default:
      assert.equal(t.env.provider, 'polyfill');
      assert.equal(String(context.executeTool).includes('[native code]'), false, 'no native provider');
  }
  assert.match(t.env.version, /^\d+\./);
});

test('a tool registered by t.register is listed, and gone when it is unregistered', async (t) => {
  const names = async () => {
    const tools = await t.modelContext().getTools();
    return tools.map(({ name }) => name);
  };
  const unregister = await t.register({ name: 'hello', execute: () => 'hello' });
  assert.deepEqual(await names(), ['hello']);
  await unregister();
  assert.deepEqual(await names(), []);
});

const kinds = /** @type {const} */ (['same', 'cross-port', 'cross-site']);
const topOnly = 'its tools are for the top window only';

test('frames of all three origins load', async (t) => {
  for (const origin of kinds) {
    const frame = await t.frame('/fixtures/blank.html', { origin });
    assert.equal(new URL(frame.src).origin, t.origins[origin]);
    assert.equal(frame.contentDocument !== null, origin === 'same');
  }
  assert.equal(new Set(Object.values(t.origins)).size, 3);
});

test('a fixture registers tools in a frame', { not: { 'ff-native': topOnly } }, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=echo,text');
  const context = t.modelContext(contentWindow);
  assert.equal(context !== t.modelContext(), true);
  const tools = await context.getTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ['echo', 'text']);
});

test('a fixture registers tools in a frame of another origin', {
  not: { 'ff-native': topOnly, mcpb: 'it refuses to work in frames of another origin' },
}, async (t) => {
  for (const origin of /** @type {const} */ (['cross-port', 'cross-site'])) {
    assert.ok(await t.frame('/fixtures/tools.html?tools=echo&exposedTo=same', { origin, allow: 'tools' }));
  }
});

test('a frame without tools, a slow one and a sandboxed one load', async (t) => {
  const slow = await t.frame('/fixtures/blank.html?delay=100');
  assert.equal(slow.contentDocument?.title, 'Blank');
  const sandboxed = await t.frame('/fixtures/blank.html', { sandbox: 'allow-scripts' });
  assert.equal(sandboxed.contentDocument, null);
});

test('a fixture that fails says why', async (t) => {
  const error = await t.rejects(t.frame('/fixtures/failing.html'));
  assert.match(error.message, /this fixture fails/);
});

test('the signal of another realm is one', async (t) => {
  const { signal, abort } = await t.signalOfAnotherRealm();
  assert.equal(signal instanceof AbortSignal, false);
  abort('because');
  assert.equal(signal.aborted, true);
  assert.equal(signal.reason, 'because');
});

test('listeners are counted, with once and signals', (t) => {
  const target = new EventTarget();
  const count = t.countListeners(target, 'abort');
  const listener = () => {};
  target.addEventListener('abort', listener);
  target.addEventListener('abort', listener);
  target.addEventListener('other', listener);
  assert.deepEqual([count.added, count.removed, count.active], [1, 0, 1]);
  target.removeEventListener('abort', listener);
  assert.equal(count.active, 0);
  let heard = 0;
  target.addEventListener('abort', () => heard++, { once: true });
  target.dispatchEvent(new Event('abort'));
  target.dispatchEvent(new Event('abort'));
  assert.equal(heard, 1);
  const controller = new AbortController();
  target.addEventListener('abort', listener, { signal: controller.signal });
  assert.equal(count.active, 1);
  controller.abort();
  assert.deepEqual([count.added, count.removed], [3, 3]);
});

test('garbage can be collected in Chromium and Node, and the others say they cannot', {
  node: true,
}, async (t) => {
  assert.equal(await t.gc(), t.env.engine === 'chromium' || t.env.engine === 'node');
});

test('headers of the page and of fixtures', {
  headers: { 'Content-Security-Policy': "img-src 'none'" },
}, async () => {
  const blocked = new Promise((resolve) =>
    addEventListener('securitypolicyviolation', resolve, { once: true }),
  );
  new Image().src = '/fixtures/none.png';
  const event = /** @type {SecurityPolicyViolationEvent} */ (await blocked);
  assert.equal(event.effectiveDirective, 'img-src');
  const response = await fetch('/fixtures/blank.html?header=X-One:%201&header=X-Two:2');
  assert.deepEqual([response.headers.get('x-one'), response.headers.get('x-two')], ['1', '2']);
  assert.equal((await fetch('/fixtures/blank.html?status=204')).status, 204);
});

test('a report comes out of a page that may neither connect nor evaluate', {
  headers: {
    'Content-Security-Policy': "connect-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'",
  },
}, () => {
  assert.ok(true);
});

test('what was posted to a fixture is known', async (t) => {
  await fetch('/fixtures/sent.html', { method: 'POST', body: 'item=tea' });
  const [request] = await t.requests('/fixtures/sent.html');
  assert.equal(request?.method, 'POST');
  assert.equal(request?.body, 'item=tea');
});

test('input from outside the page is trusted', async (t) => {
  document.body.innerHTML = '<input id="field"><button id="button">Go</button>';
  /** @type {string[]} */
  const seen = [];
  for (const type of ['click', 'input', 'keydown']) {
    document.addEventListener(type, (event) => {
      if (event.isTrusted && !seen.includes(type)) seen.push(type);
    });
  }
  await t.type('#field', 'tea');
  await t.press('Enter');
  await t.click('#button');
  assert.equal(/** @type {HTMLInputElement} */ (document.querySelector('#field')).value, 'tea');
  assert.deepEqual(seen.sort(), ['click', 'input', 'keydown']);
  assert.match(await t.screenshot(), /^iVBOR/);
});

test('what runs after a test runs in reverse order', async (t) => {
  /** @type {number[]} */
  const order = [];
  t.after(() => assert.deepEqual(order, [2]));
  t.after(() => order.push(2));
  await t.tick();
  await t.sleep(1);
  assert.deepEqual(order, []);
});

test('announced unhandled errors and rejections are collected', async (t) => {
  const seen = t.expectUnhandled();
  Promise.reject(new Error('nobody cares'));
  setTimeout(() => {
    throw new Error('thrown from a task');
  });
  while (seen.length < 2) await t.sleep(5);
  assert.match(seen.join(), /nobody cares/);
  assert.match(seen.join(), /thrown from a task/);
});
