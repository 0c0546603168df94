/** Calls that navigate, frames that go away meanwhile, and what is then known of the tool. */

import { executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { untilListed } from './until-listed.mjs';

/** @import {OriginKind, TestContext, TestOptions} from '../harness/types.d.ts' */

const frames = {
  not: {
    'ff-native': 'its tools are those of the top window',
    mcpb: 'it knows the tools of its own document only',
  },
};
const formReason = 'native forms as tools';
/** @type {TestOptions} */
const forms = { only: { c156: formReason, c150: formReason } };
const lateReason = 'the fixture has loaded by the time its polyfill is imported';
const hangsReason = 'WebKitGTK 2.50 hangs now and then where a frame with imported modules is loaded again';
const siteReason = 'it has no tools across origins';
/** @type {TestOptions} */
const acrossOrigins = { not: { 'ff-native': siteReason, mcpb: siteReason } };

/** Where the tool's frame is from, and where such a test applies. */
const places = /** @type {[OriginKind, TestOptions][]} */ ([
  ['same', frames],
  ['cross-port', acrossOrigins],
  ['cross-site', acrossOrigins],
]);

/**
 * A frame with tools that this page may call, and what calls need to find them.
 *
 * @param {TestContext} t
 * @param {OriginKind} origin
 * @param {string} tools
 */
async function frameWithTools(t, origin, tools) {
  const frame = await t.frame(`/fixtures/tools.html?tools=${tools}&exposedTo=same`, {
    origin,
    allow: 'tools',
  });
  const options = origin === 'same' ? {} : { fromOrigins: [t.origins[origin]] };
  for (const name of tools.split(',')) await untilListed(t, name, options);
  return { frame, options };
}

/**
 * Waits until the call is certainly with the tool: a call that was made later has come back.
 *
 * @param {object} options
 */
async function begun(options) {
  await executeTool('text', {}, options);
}

for (const [origin, where] of places) {
  test(`S1-38 a frame (${origin}) whose tool navigates it and does not answer: null`, where, async (t) => {
    const { options } = await frameWithTools(t, origin, 'navigate');
    assert.equal(await executeTool('navigate', {}, options), null);
  });

  test(`S1-38 a frame (${origin}) that the page navigates while its tool runs: null`, where, async (t) => {
    const { frame, options } = await frameWithTools(t, origin, 'never,text');
    const call = executeTool('never', {}, options);
    await begun(options);
    frame.src = new URL('/fixtures/blank.html', t.origins[origin]).href;
    assert.equal(await call, null);
  });

  const again = origin === 'same' ? where : { not: { ...where.not, 'wk-poly': hangsReason } };
  test(`S1-38 a frame (${origin}) that is loaded again while its tool runs: null`, again, async (t) => {
    const { frame, options } = await frameWithTools(t, origin, 'never,text');
    const call = executeTool('never', {}, options);
    await begun(options);
    frame.src = `${frame.src}&again`;
    assert.equal(await call, null);
  });

  test(`S1-38 a frame (${origin}) that goes to another site while its tool runs: null`, where, async (t) => {
    const { frame, options } = await frameWithTools(t, origin, 'never,text');
    const call = executeTool('never', {}, options);
    await begun(options);
    frame.src = new URL(
      '/fixtures/blank.html',
      t.origins[origin === 'cross-site' ? 'same' : 'cross-site'],
    ).href;
    assert.equal(await call, null);
  });

  test(
    `S1-38 a frame (${origin}) that is removed while its tool runs: the outcome is unknown`,
    where,
    async (t) => {
      const { frame, options } = await frameWithTools(t, origin, 'never,text');
      const call = executeTool('never', {}, options);
      await begun(options);
      frame.remove();
      const error = await t.rejects(call);
      assert.ok(error instanceof Error);
      assert.equal(error.errorCode, 'OUTCOME_UNKNOWN');
      assert.equal(error.outcomeUnknown, true);
      assert.match(error.message, /"never"/);
    },
  );

  test(`S1-38 a frame (${origin}) that is removed: the report says the same`, where, async (t) => {
    const { frame, options } = await frameWithTools(t, origin, 'never,text');
    const call = executeToolDetailed('never', {}, options);
    await begun(options);
    frame.remove();
    const report = await call;
    assert.equal(report.status, 'owner-gone');
    assert.equal(report.errorCode, 'OUTCOME_UNKNOWN');
    assert.equal(report.outcomeUnknown, true);
    assert.equal(report.result, null);
    assert.equal(report.origin, t.origins[origin]);
  });

  test(
    `S1-38 a frame (${origin}) whose tool navigates it and still answers: its answer`,
    where,
    async (t) => {
      const { frame, options } = await frameWithTools(t, origin, 'navigate_and_answer');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      const result = await executeTool('navigate_and_answer', {}, options);
      assert.deepEqual(result?.content, [{ type: 'text', text: 'answered' }]);
      await loaded;
    },
  );
}

for (const origin of /** @type {const} */ (['cross-port', 'cross-site'])) {
  test(`S1-38 a frame (${origin}) that only finishes to load while its tool runs: the answer`, {
    not: {
      ...acrossOrigins.not,
      'c156-poly': lateReason,
      'ff-poly': lateReason,
      'wk-poly': lateReason,
    },
  }, async (t) => {
    const options = { fromOrigins: [t.origins[origin]] };
    const path = '/fixtures/tools.html?tools=slow&exposedTo=same&loading=500';
    let hasLoaded = false;
    // On a busy machine it may have finished before the call is made.
    while (!hasLoaded) {
      const frame = await t.frame(path, { origin, allow: 'tools' });
      await untilListed(t, 'slow', options);
      frame.addEventListener('load', () => {
        hasLoaded = true;
      });
      const result = await executeTool('slow', { ms: 1000 }, options);
      assert.deepEqual(result?.content, [{ type: 'text', text: 'slow' }]);
      frame.remove();
    }
  });
}

test('S1-38 the frame of a frame', frames, async (t) => {
  const { contentWindow, contentDocument } = await t.frame('/fixtures/blank.html');
  const inner = /** @type {Document} */ (contentDocument).createElement('iframe');
  inner.src = '/fixtures/tools.html?tools=never,text';
  contentDocument?.body.append(inner);
  for (const name of ['never', 'text']) await untilListed(t, name);
  const navigated = executeTool('never', {});
  await begun({});
  inner.src = '/fixtures/blank.html';
  assert.equal(await navigated, null);

  inner.src = '/fixtures/tools.html?tools=never,text&again';
  for (const name of ['never', 'text']) await untilListed(t, name);
  const removed = executeTool('never', {});
  await begun({});
  assert.ok(contentWindow);
  contentWindow.frameElement?.remove();
  assert.equal((await t.rejects(removed)).errorCode, 'OUTCOME_UNKNOWN');
});

test('S1-38 a change of the address without a new document does not end the call', frames, async (t) => {
  const { frame, options } = await frameWithTools(t, 'same', 'slow,text');
  const call = executeTool('slow', { ms: 150 }, options);
  await begun(options);
  frame.contentWindow.location.hash = '#further';
  frame.contentWindow.history.pushState({}, '', '?pushed');
  assert.deepEqual((await call)?.content, [{ type: 'text', text: 'slow' }]);
});

test('S1-38 another frame that goes away does not end the call', frames, async (t) => {
  const other = await t.frame('/fixtures/tools.html?tools=echo');
  const { options } = await frameWithTools(t, 'same', 'slow,text');
  const call = executeTool('slow', { ms: 150 }, options);
  await begun(options);
  other.remove();
  assert.deepEqual((await call)?.content, [{ type: 'text', text: 'slow' }]);
});

/**
 * Lets a frame call its own tool that never answers, and collects what the frame says of it.
 *
 * @param {TestContext} t
 */
async function frameThatCalls(t) {
  const frame = await t.frame('/fixtures/caller.html');
  await untilListed(t, 'never', { window: frame.contentWindow });
  /** @type {any[]} */
  const outcomes = [];
  const listen = (/** @type {MessageEvent} */ { data }) => data?.outcome && outcomes.push(data);
  addEventListener('message', listen);
  t.after(() => removeEventListener('message', listen));
  frame.contentWindow.postMessage({ call: ['no_such_tool', {}] }, '*');
  while (outcomes.length === 0) await t.sleep(5);
  // Or else its silence would prove nothing.
  assert.deepEqual(outcomes.splice(0), [{ outcome: 'rejected', message: 'Unknown tool "no_such_tool"' }]);
  const runs = Reflect.get(frame.contentWindow, 'runs');
  frame.contentWindow.postMessage({ call: ['never', {}] }, '*');
  while (runs.never === 0) await t.sleep(5);
  return { frame, outcomes };
}

for (const how of ['navigates', 'is removed']) {
  test(`S1-38 the caller’s own document ${how}: the promise goes with it`, {
    ...frames,
  }, async (t) => {
    const { frame, outcomes } = await frameThatCalls(t);
    if (how === 'is removed') {
      frame.remove();
    } else {
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = '/fixtures/blank.html';
      await loaded;
    }
    await t.sleep(200);
    assert.deepEqual(outcomes, [], 'nothing is said in place of the document that went away');
    await t.register({ name: 'greet', execute: () => 'hello' });
    assert.deepEqual(
      (await executeTool('greet'))?.content,
      [{ type: 'text', text: 'hello' }],
      'the page goes on',
    );
  });
}

test('S1-23 a form that is sent in a frame: null, and it was sent', forms, async (t) => {
  const frame = await t.frame('/fixtures/form.html');
  await untilListed(t, 'send_order');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const result = await executeTool('send_order', { item: 'tea' });
  assert.equal(result, null);
  await loaded;
  const [request] = await t.requests('/fixtures/sent.html');
  assert.equal(request?.method, 'POST');
  assert.equal(request?.body, 'item=tea');
});

test('S1-23 the report of such a call says navigated', forms, async (t) => {
  await t.frame('/fixtures/form.html');
  await untilListed(t, 'send_order');
  const report = await executeToolDetailed('send_order', { item: 'tea' });
  assert.equal(report.status, 'navigated');
  assert.equal(report.result, null);
  assert.equal(report.errorCode, undefined);
  assert.equal(report.outcomeUnknown, false);
});

test('S1-23 a form of the page itself that is sent to a frame', forms, async (t) => {
  document.body.innerHTML = `
    <iframe name="answer"></iframe>
    <form toolname="send_order" tooldescription="Sends an order." toolautosubmit target="answer"
      method="post" action="/fixtures/sent.html">
      <input name="item" required><button>Send</button>
    </form>`;
  await untilListed(t, 'send_order');
  assert.equal(await executeTool('send_order', { item: 'tea' }), null);
});

test('S1-23 a form that answers did not navigate', forms, async (t) => {
  document.body.innerHTML = `
    <form toolname="send_order" tooldescription="Sends an order." toolautosubmit>
      <input name="item" required><button>Send</button>
    </form>`;
  document.querySelector('form')?.addEventListener('submit', (/** @type {any} */ event) => {
    event.preventDefault();
    event.respondWith({ sent: true });
  });
  await untilListed(t, 'send_order');
  const result = await executeTool('send_order', { item: 'tea' });
  assert.deepEqual(result?.structuredContent, { sent: true });
});

test('S1-23 a form whose arguments the browser refuses failed, and was not sent', forms, async (t) => {
  const frame = await t.frame('/fixtures/form.html');
  await untilListed(t, 'send_order');
  const result = await executeTool('send_order', { item: 'tea', colour: 'red' });
  assert.equal(result?.isError, true);
  assert.match(/** @type {any} */ (result).content[0].text, /colour/);
  assert.deepEqual(await t.requests('/fixtures/sent.html'), []);
  frame.remove();
});

test('S1-38 an event that only looks like leaving ends nothing', {
  not: {
    'ff-native': 'its tools are those of the top window',
    mcpb: 'it knows the tools of its own document only',
  },
}, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/tools.html?tools=text');
  assert.ok(contentWindow);
  /** @type {(answer: string) => void} */
  let answer = () => {};
  const execute = () => new Promise((resolve) => (answer = resolve));
  await t.register({ name: 'asked', execute }, { window: contentWindow });
  await untilListed(t, 'asked', { window: contentWindow });
  const call = executeTool('asked');
  await t.sleep(100);
  contentWindow.dispatchEvent(new Event('pagehide'));
  await t.sleep(100);
  answer('still here');
  assert.deepEqual((await call)?.content, [{ type: 'text', text: 'still here' }]);
});
