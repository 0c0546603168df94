/** `takeNavigationResult`: the page after a call that navigated is told of that call, and no other page is. */

import { executeTool, executeTools, takeNavigationResult } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

/** The own document of most of these calls is a frame's, so that the test is still there afterwards. */
/** @type {TestOptions} */
const ownDocument = { not: { 'ff-native': 'its tools are for the top window only' } };
/** @type {TestOptions} */
const frames = { not: { ...ownDocument.not, mcpb: 'it lists the tools of its own document only' } };
/** @type {TestOptions} */
const forms = { not: { ...frames.not, mcpb: 'it makes no tools of forms' } };

const KEY = 'webmcp-exec@1';
// The tab has shown the pages of other tests.
globalThis.sessionStorage?.clear();
const ARRIVED = '/fixtures/arrived.html';

/** What the page after offers. */
const data = [{ '@context': 'https://schema.org', '@type': 'Order', orderNumber: '17' }, ['second']];

/**
 * A frame with a page that can leave.
 *
 * @param {TestContext} t
 * @param {string} [query]
 */
async function leavingFrame(t, query = '') {
  const frame = await t.frame(`/fixtures/leaving.html${query}`);
  /** @type {any} */
  const page = frame.contentWindow;
  for (const name of ['leave', 'leave_and_answer', 'never']) {
    while (!(await t.modelContext(page).getTools()).some((tool) => tool.name === name)) await t.sleep(5);
  }
  return { frame, page };
}

/**
 * Waits for the next page of a frame, and gives what it was told.
 *
 * @param {HTMLIFrameElement} frame
 * @param {() => unknown} leave
 */
async function next(frame, leave) {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  await leave();
  await loaded;
  /** @type {any} */
  const page = frame.contentWindow;
  // A page that sets itself up first is loaded before it has asked.
  while (!('arrived' in page)) await new Promise((resolve) => setTimeout(resolve, 5));
  return page;
}

/** @param {any} page @param {string} tool */
async function begun(page, tool) {
  while (page.runs[tool] === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

for (const how of ['href', 'assign', 'replace', 'link', 'form by get', 'form by post']) {
  test(`X-10 the page’s own tool leaves it (${how}): the next page is told, once`, ownDocument, async (t) => {
    const { frame, page } = await leavingFrame(t);
    const before = Date.now();
    const args = { to: ARRIVED, how, items: ['tea', { qty: 3 }] };
    const after = await next(frame, () => void page.call('leave', args));
    const { calledAt, ...told } = after.arrived;
    assert.deepEqual(told, { name: 'leave', args, data });
    assert.ok(Math.abs(calledAt - before) < 20_000, String(calledAt - before));
    assert.equal(after.take(), null);
    assert.equal(sessionStorage.getItem(KEY), null);
    assert.equal(takeNavigationResult(), null);
  });
}

test('X-10 a tool of a frame leaves it: null here, and the frame’s next page is told', frames, async (t) => {
  const { frame, page } = await leavingFrame(t);
  await untilListed(t, 'leave', { window: page });
  const args = { to: ARRIVED };
  const after = await next(frame, async () =>
    assert.equal(await executeTool('leave', args, { window: page }), null),
  );
  assert.equal(after.arrived.name, 'leave');
  assert.deepEqual(after.arrived.args, args);
  assert.deepEqual(after.arrived.data, data);
  assert.equal(after.take(), null);
  assert.equal(sessionStorage.getItem(KEY), null);
});

test('X-10 a form of the page itself: null, and the next page is told', forms, async (t) => {
  const { frame, page } = await leavingFrame(t);
  await untilListed(t, 'send_order', { window: page });
  let answer;
  const after = await next(frame, async () => {
    answer = await page.call('send_order', { item: 'tea' }, { window: page });
  });
  assert.equal(answer, null);
  assert.equal(after.arrived.name, 'send_order');
  assert.deepEqual(after.arrived.args, { item: 'tea' });
  assert.deepEqual(after.arrived.data, data);
  const [request] = await t.requests(ARRIVED);
  assert.equal(request?.body, 'item=tea');
});

test('X-10 a form of a frame, whose server takes its time', forms, async (t) => {
  const { frame, page } = await leavingFrame(t);
  page.document.querySelector('form').action = `${ARRIVED}?delay=1500`;
  await untilListed(t, 'send_order', { window: page });
  const after = await next(frame, async () => {
    assert.equal(await executeTool('send_order', { item: 'cup' }, { window: page }), null);
  });
  assert.deepEqual(after.arrived.args, { item: 'cup' });
});

test('X-10 a redirect on the way', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  const to = `/fixtures/blank.html?${new URLSearchParams({ status: '302', header: `Location: ${ARRIVED}?then` })}`;
  const after = await next(frame, () => void page.call('leave', { to }));
  assert.equal(after.location.pathname, ARRIVED);
  assert.equal(after.arrived.name, 'leave');
});

test('X-10 the caller’s own id for the call is told', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  const toolCalls = [{ name: 'leave', input: { to: ARRIVED }, id: 'call_7' }];
  const after = await next(frame, () => void page.batch({ toolCalls }));
  assert.equal(after.arrived.callId, 'call_7');
  const again = await leavingFrame(t);
  const then = await next(
    again.frame,
    () => void again.page.call('leave', { to: ARRIVED }, { callId: 'call_8' }),
  );
  assert.equal(then.arrived.callId, 'call_8');
});

test('X-10 of several calls under way the last one is told', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  page.call('never', { n: 1 }).catch(() => {});
  await begun(page, 'never');
  const after = await next(frame, () => void page.call('leave', { to: ARRIVED }));
  assert.equal(after.arrived.name, 'leave');
});

test('X-10 arguments beyond 65,536 characters are not stored', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  const after = await next(frame, () => void page.call('leave', { to: ARRIVED, long: 'x'.repeat(65_536) }));
  assert.equal(after.arrived.name, 'leave');
  assert.equal('args' in after.arrived, false);
});

test('X-10 a policy that tells the next page no more than the origin', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t, '?header=Referrer-Policy:origin');
  const after = await next(frame, () => void page.call('leave', { to: ARRIVED }));
  assert.equal(after.document.referrer, `${location.origin}/`);
  assert.equal(after.arrived.name, 'leave');
});

/** Ways to another page that no call has led to, with a call under way that does nothing about it. */
const otherwise = /** @type {[string, (page: any, frame: HTMLIFrameElement) => void][]} */ ([
  [
    'without a referrer, as a typed address',
    (page) => void page.call('leave', { to: ARRIVED, how: 'link without a referrer' }),
  ],
  ['by a reload', (page) => void page.call('leave', { to: '', how: 'reload' })],
  ['by the page around it', (_page, frame) => frame.setAttribute('src', ARRIVED)],
]);

for (const [what, leave] of otherwise) {
  test(`X-10 a page that is opened ${what} is told nothing`, ownDocument, async (t) => {
    const { frame, page } = await leavingFrame(t);
    page.call('never').catch(() => {});
    await begun(page, 'never');
    const after = await next(frame, () => leave(page, frame));
    assert.equal(after.arrived, null);
    assert.equal(after.take(), null);
  });
}

test('X-10 a page that is opened by the back button is told nothing', ownDocument, async (t) => {
  const frame = await t.frame(ARRIVED);
  /** @type {any} */
  const first = frame.contentWindow;
  // A page that is left before it has loaded is replaced in the history.
  while (first.document.readyState !== 'complete') await t.sleep(5);
  await t.sleep(10);
  const page = await next(frame, () => first.location.assign('/fixtures/leaving.html'));
  while (!(await t.modelContext(page).getTools()).some(({ name }) => name === 'leave')) await t.sleep(5);
  const after = await next(frame, () => void page.call('leave', { to: '', how: 'back' }));
  assert.equal(after.location.pathname, ARRIVED);
  assert.equal(after.arrived, null);
});

test('X-10 a call that has ended before, in whatever way, leaves nothing', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  const call = page.call('leave_and_answer', { to: `${ARRIVED}?delay=300` });
  const after = await next(frame, async () => {
    assert.deepEqual((await call).content, [{ type: 'text', text: 'answered' }]);
  });
  assert.equal(after.arrived, null);

  const second = await leavingFrame(t);
  const controller = new AbortController();
  const aborted = second.page.call('leave', { to: `${ARRIVED}?delay=300` }, controller.signal);
  await begun(second.page, 'leave');
  controller.abort();
  await t.rejects(aborted);
  assert.equal((await next(second.frame, () => {})).arrived, null);
  assert.equal(sessionStorage.length, 0);
});

test('X-10 a record may be taken for two minutes', ownDocument, async (t) => {
  for (const [seconds, isTold] of /** @type {[number, boolean][]} */ ([
    [119, true],
    [121, false],
    [-10, false],
  ])) {
    const { frame, page } = await leavingFrame(t);
    const after = await next(frame, () => void page.call('leave', { to: `${ARRIVED}?ask=later` }));
    assert.ok(sessionStorage.getItem(KEY));
    Object.defineProperty(after.performance, 'now', { value: () => seconds * 1000 });
    assert.equal(after.take() !== null, isTold, `${seconds} s`);
    assert.equal(sessionStorage.getItem(KEY), null);
  }
});

test('X-10 another origin has no word of it, nor has the page that one leads to', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  /** @type {any[]} */
  const told = [];
  const listen = (/** @type {MessageEvent} */ { data: message }) => message?.at && told.push(message);
  addEventListener('message', listen);
  t.after(() => removeEventListener('message', listen));
  const cross = t.origins['cross-site'];
  await next(frame, () => {
    page.call('leave', { to: `${cross}${ARRIVED}` });
  }).catch(() => {});
  while (told.length === 0) await t.sleep(5);
  assert.deepEqual(told, [{ arrived: null, at: cross }]);
  // The call is on record here; by way of there this is not its page.
  assert.ok(sessionStorage.getItem(KEY));
  const back = `${location.origin}${ARRIVED}`;
  frame.contentWindow.postMessage({ goTo: back }, '*');
  while (told.length === 1) await t.sleep(5);
  assert.deepEqual(told[1], { arrived: null, at: location.origin });
});

test('X-10 a page in another tab is told nothing, though it has a copy of the storage', {
  not: { 'wk-poly': 'its driver follows the new window' },
}, async (t) => {
  const now = performance.timeOrigin + performance.now();
  const record = {
    mark: 1,
    name: 'leave',
    args: '{}',
    began: now - 2000,
    left: now - 1000,
    from: location.origin + location.pathname,
  };
  sessionStorage.setItem(KEY, JSON.stringify([record]));
  document.body.innerHTML = '<button>Open</button>';
  /** @type {Window | null} */
  let opened = null;
  const told = new Promise((resolve) =>
    addEventListener('message', ({ data: message }) => message?.at && resolve(message)),
  );
  document.querySelector('button')?.addEventListener('click', () => {
    opened = window.open(ARRIVED);
  });
  await t.click('button');
  const { arrived } = await told;
  assert.equal(arrived, null);
  assert.ok(opened);
  /** @type {Window} */ (opened).close();
});

test('X-10 a page that goes nowhere after all is told of nothing later', ownDocument, async (t) => {
  const { frame, page } = await leavingFrame(t);
  page.call('never').catch(() => {});
  await begun(page, 'never');
  // As a page sees it that is put aside and comes back, or as a script may play it.
  page.dispatchEvent(new page.PageTransitionEvent('pagehide', { persisted: false }));
  assert.ok(sessionStorage.getItem(KEY));
  await t.sleep(250);
  // The call is still under way: what leaves now is the page, which is told anew.
  const after = await next(frame, () => void page.call('leave', { to: `${ARRIVED}?ask=later` }));
  const records = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  assert.deepEqual(
    records.map((/** @type {any} */ { name }) => name),
    ['never', 'never', 'leave'],
  );
  assert.equal(after.take()?.name, 'leave');
});

test(
  'X-10 of several calls the last that was made is the one that counts, whatever ended before',
  ownDocument,
  async (t) => {
    const { page } = await leavingFrame(t);
    // Two that ended: their places are taken again, the latter first.
    await Promise.all(
      [page.call('never', {}, { timeout: 1 }), page.call('never', {}, { timeout: 1 })].map((call) =>
        call.catch(() => {}),
      ),
    );
    const before = page.runs.never;
    for (const n of [1, 2, 3]) page.call('never', { n }).catch(() => {});
    while (page.runs.never < before + 3) await t.sleep(5);
    page.dispatchEvent(new page.PageTransitionEvent('pagehide', { persisted: false }));
    const records = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    assert.deepEqual(
      records.map((/** @type {any} */ { args }) => JSON.parse(args).n),
      [1, 2, 3],
    );
  },
);

test('X-10 a page that comes back takes its word back', ownDocument, async (t) => {
  const { page } = await leavingFrame(t);
  const count = t.countListeners(page, 'pageshow');
  page.call('never').catch(() => {});
  await begun(page, 'never');
  page.dispatchEvent(new page.PageTransitionEvent('pagehide', { persisted: true }));
  assert.ok(sessionStorage.getItem(KEY));
  page.dispatchEvent(new page.PageTransitionEvent('pageshow', { persisted: true }));
  assert.equal(sessionStorage.getItem(KEY), null);
  assert.deepEqual([count.added, count.active], [1, 0]);
});

test('X-10 a frame that is taken out of the page leaves no word', frames, async (t) => {
  const { frame, page } = await leavingFrame(t);
  await untilListed(t, 'never', { window: page });
  const call = executeTool('never', {}, { window: page });
  await begun(page, 'never');
  frame.remove();
  assert.equal((await t.rejects(call)).errorCode, 'OUTCOME_UNKNOWN');
  assert.equal(sessionStorage.getItem(KEY), null);
});

test('X-10 the page is listened to by one listener for all calls, from the first on', async (t) => {
  /** @type {(value: unknown) => void} */
  let answer = () => {};
  await t.register({ name: 'asked', execute: () => new Promise((resolve) => (answer = resolve)) });
  const count = t.countListeners(window, 'pagehide');
  const call = executeTool('asked');
  while (count.active === 0) await t.tick();
  await t.sleep(30);
  answer('done');
  await call;
  const controller = new AbortController();
  const aborted = executeTool('asked', {}, controller.signal);
  await t.sleep(30);
  controller.abort();
  await t.rejects(aborted);
  await executeTools({ toolCalls: [{ name: 'other', input: {} }] });
  assert.deepEqual([count.added, count.removed], [1, 0]);
  assert.equal(sessionStorage.length, 0, 'and nothing is stored');
});

/** What a page may find in the storage. */
const junk = [
  '',
  'x',
  '5',
  'null',
  '{}',
  '[]',
  '[null,5,"x",[],{}]',
  '[{"left":"x"}]',
  `[{"left":${1e300}}]`,
  '[[[[',
];

test('X-10 what somebody else has put there is no call', async (t) => {
  for (const text of junk) {
    sessionStorage.setItem(KEY, text);
    assert.equal(takeNavigationResult(), null, text);
  }
  const now = performance.timeOrigin + performance.now();
  const from = new URL(document.referrer || location.href).pathname;
  for (const record of [
    { left: now, began: performance.timeOrigin },
    { left: now, began: performance.timeOrigin, from: 5 },
    { left: now, began: performance.timeOrigin, from, name: 'x' },
    { left: now, from: document.referrer },
  ]) {
    sessionStorage.setItem(KEY, JSON.stringify([record]));
    assert.equal(takeNavigationResult(), null, JSON.stringify(record));
  }
  t.after(() => sessionStorage.clear());
});

test('X-10 a call’s word stands beside what somebody else has put there', ownDocument, async (t) => {
  for (const text of junk) {
    sessionStorage.setItem(KEY, text);
    const { frame, page } = await leavingFrame(t);
    const after = await next(frame, () => void page.call('leave', { to: ARRIVED }));
    assert.equal(after.arrived?.name, 'leave', text);
    frame.remove();
  }
});

test('X-10 there are never more than four records', ownDocument, async (t) => {
  const { page } = await leavingFrame(t);
  for (let n = 1; n <= 6; n++) {
    page.call('never', { n }).catch(() => {});
    while (page.runs.never < n) await t.sleep(5);
  }
  page.dispatchEvent(new page.PageTransitionEvent('pagehide'));
  const records = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  assert.deepEqual(
    records.map((/** @type {any} */ { args }) => args),
    ['{"n":3}', '{"n":4}', '{"n":5}', '{"n":6}'],
  );
});

test('X-10 a storage that is refused or full: no word, and no error', ownDocument, async (t) => {
  /** @type {((page: any) => void)[]} */
  const refusals = [
    (page) =>
      Object.defineProperty(page, 'sessionStorage', {
        get() {
          throw new page.DOMException('no storage', 'SecurityError');
        },
      }),
    (page) => Object.defineProperty(page, 'sessionStorage', { value: null }),
    (page) => Object.defineProperty(page, 'sessionStorage', { value: {} }),
    (page) => {
      for (let size = 1 << 22; size >= 1; size >>= 1) {
        try {
          for (let n = 0; ; n++) page.sessionStorage.setItem(`${size}-${n}`, 'x'.repeat(size));
        } catch {}
      }
    },
  ];
  for (const refuse of refusals) {
    const { frame, page } = await leavingFrame(t);
    refuse(page);
    assert.equal(page.take(), null);
    const after = await next(frame, () => void page.call('leave', { to: ARRIVED }));
    assert.equal(after.arrived, null);
    sessionStorage.clear();
  }
});

test('X-10 a sandboxed page has no storage: nothing is told, nothing thrown', async (t) => {
  const told = new Promise((resolve) =>
    addEventListener('message', ({ data: message }) => message?.at && resolve(message)),
  );
  await t.frame(ARRIVED, { sandbox: 'allow-scripts' });
  assert.deepEqual(await told, { arrived: null, at: 'null' });
});

test('X-10 outside of pages there is none', { node: true }, () => {
  assert.equal(takeNavigationResult(), null);
});

test(
  'X-09 X-10 a caller that goes away with its frame stops to watch the page’s tools',
  frames,
  async (t) => {
    const { defineWebTool, onToolCall } = await import('webmcp-exec');
    let runs = 0;
    const tool = defineWebTool({
      name: 'of_the_page',
      description: 'Never answers.',
      execute: () => {
        runs += 1;
        return new Promise(() => {});
      },
    });
    t.after(await tool.register());
    /** @type {any[]} */
    const others = [];
    t.after(onToolCall((event) => event.by && others.push(event)));
    const { watches } = Reflect.get(document, Symbol.for('webmcp-exec@1'));
    const { frame, page } = await leavingFrame(t);
    await untilListed({ ...t, modelContext: () => t.modelContext(page) }, 'of_the_page');
    page.call('of_the_page').catch(() => {});
    while (runs === 0) await t.sleep(5);
    assert.equal(watches.size, 1);
    frame.remove();
    assert.equal(watches.size, 0);
    await t.sleep(100);
    assert.deepEqual(others, []);
  },
);
