/** The end of a call by its caller: always an AbortError, at once, with the caller's own reason. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { defineWebTool, executeTool, executeToolDetailed, listTools, provider } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakePolyfill, provide } from './fake-providers.mjs';

const description = 'A tool of the tests.';

/** An object that cannot become a text. */
const hostile = {
  toString() {
    throw new Error('no text');
  },
};

/** A message that cannot be read. */
const unreadable = {
  get message() {
    throw new Error('no message');
  },
  toString: () => 'readable',
};

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** Reasons, with the text they give the error. @type {() => [string, unknown, string][]} */
const reasons = () => [
  ['text', 'User cancelled', 'User cancelled'],
  ['empty text', '', 'Aborted'],
  ['null', null, 'Aborted'],
  ['0', 0, 'Aborted'],
  ['false', false, 'Aborted'],
  ['NaN', Number.NaN, 'Aborted'],
  ['a number', 7, '7'],
  ['a bigint', 7n, '7'],
  ['true', true, 'true'],
  ['a symbol', Symbol('why'), 'Symbol(why)'],
  ['an Error', new Error('boom'), 'Error: boom'],
  ['an Error without a text', new Error(''), 'Error'],
  ['a TimeoutError', new DOMException('too slow', 'TimeoutError'), 'TimeoutError: too slow'],
  ['an AbortError', new DOMException('my words', 'AbortError'), 'AbortError: my words'],
  ['an object', { a: 1 }, '[object Object]'],
  ['an object with a message', { message: 'in words' }, '[object Object]'],
  ['an object without a prototype', Object.create(null), 'a value without a text'],
  ['an object that refuses to be text', hostile, 'a value without a text'],
  ['an object whose message throws', unreadable, 'readable'],
  ['a revoked proxy', revoked.proxy, 'a value without a text'],
  ['a function', () => 1, String(() => 1)],
  ['half an emoji', '\ud83d', '\ud83d'],
  ['a promise', Promise.resolve(), '[object Promise]'],
];

/**
 * Checks the rejection of a call that was ended for this reason.
 *
 * @param {import('../harness/types.d.ts').Rejection} error
 * @param {unknown} reason
 * @param {string} text
 * @param {boolean} dispatched
 * @param {string} title
 */
function check(error, reason, text, dispatched, title) {
  assert.equal(error instanceof DOMException, true, title);
  assert.equal(error.name, 'AbortError', title);
  // Firefox keeps no half of an emoji in a DOMException, whoever makes it.
  assert.equal(error.message, new DOMException(text).message, title);
  assert.equal(error.errorCode, 'ABORTED', title);
  assert.equal(Object.hasOwn(error, 'cause'), true, title);
  assert.equal(error.cause, reason, title);
  assert.equal(error.outcomeUnknown, dispatched ? true : undefined, title);
}

/**
 * Aborts and sees that the call has ended before any task, three microtasks after the event at most.
 *
 * @param {Promise<unknown>} call
 * @param {AbortController} controller
 * @param {[reason?: unknown]} reason
 */
async function endsAtOnce(call, controller, ...reason) {
  let ended = false;
  /** @type {any} */
  let error;
  call.then(
    () => {},
    (thrown) => {
      ended = true;
      error = thrown;
    },
  );
  controller.abort(...reason);
  for (let i = 0; i < 3; i++) await null;
  assert.ok(ended, 'the call has ended');
  return error;
}

test('X-04 an abort before the call', async (t) => {
  let runs = 0;
  await t.register({ name: 'count', execute: () => runs++ });
  for (const [title, reason, text] of reasons()) {
    check(
      await t.rejects(executeTool('count', {}, { signal: AbortSignal.abort(reason) })),
      reason,
      text,
      false,
      title,
    );
    const report = await executeToolDetailed('count', {}, AbortSignal.abort(reason));
    assert.equal(report.status, 'aborted', title);
    check(/** @type {any} */ (report.error), reason, text, false, title);
    assert.deepEqual(
      [report.outcomeUnknown, report.argsShape, report.result],
      [false, undefined, null],
      title,
    );
  }
  const own = AbortSignal.abort();
  check(await t.rejects(executeTool('count', {}, own)), own.reason, 'Aborted', false, 'without a reason');
  check(
    await t.rejects(executeTool('nothing of that name', {}, own)),
    own.reason,
    'Aborted',
    false,
    'unknown tool',
  );
  check(await t.rejects(listTools({ signal: own })), own.reason, 'Aborted', false, 'listTools');
  await t.sleep(20);
  assert.equal(runs, 0);
});

test('X-04 an abort while the tools are looked up', async (t) => {
  const fake = fakePolyfill({ count: () => 1 });
  provide(t, { ...fake.context, getTools: () => new Promise(() => {}) });
  for (const [title, reason, text] of reasons()) {
    const controller = new AbortController();
    const call = executeTool('count', {}, controller.signal);
    await t.tick();
    check(await endsAtOnce(call, controller, reason), reason, text, false, title);
  }
  const controller = new AbortController();
  const call = executeTool('count', {}, controller.signal);
  check(await endsAtOnce(call, controller), controller.signal.reason, 'Aborted', false, 'without a reason');
  const other = new AbortController();
  const list = listTools(other.signal);
  await t.tick();
  check(await endsAtOnce(list, other, 'enough'), 'enough', 'enough', false, 'listTools');
  assert.equal(fake.calls.length, 0);
});

test('X-04 an abort in the tick of a call that looks its tool up: nothing is dispatched', async (t) => {
  let runs = 0;
  await t.register({ name: 'count', execute: () => runs++ });
  for (const [title, reason, text] of reasons()) {
    const controller = new AbortController();
    const call = executeTool('count', {}, controller.signal);
    const error = await endsAtOnce(call, controller, reason);
    check(error, reason, text, false, title);
  }
  await t.sleep(30);
  assert.equal(runs, 0);
});

test('X-04 an abort in the tick of a call of a tool that is remembered: it may have gone out, and the error says so', async (t) => {
  await t.register({ name: 'count', execute: () => 'counted' });
  await executeTool('count');
  const isRemembered = ['native', 'polyfill'].includes(provider() ?? '');
  // Older builds tell of the registration late, and what is remembered goes with that.
  await t.sleep(100);
  await executeTool('count');
  for (const [title, reason, text] of reasons()) {
    const controller = new AbortController();
    const call = executeTool('count', {}, controller.signal);
    check(await endsAtOnce(call, controller, reason), reason, text, isRemembered, title);
  }
  const fired = executeToolDetailed('count', {}, AbortSignal.abort());
  assert.equal((await fired).outcomeUnknown, false);
});

for (const own of [false, true]) {
  test(`X-04 an abort in flight, a tool of ${own ? 'the package' : 'others'}`, async (t) => {
    let runs = 0;
    /** @type {() => void} */
    let began;
    const execute = () => {
      runs += 1;
      began();
      return new Promise(() => {});
    };
    if (own) await defineWebTool({ name: 'never', description, execute }).register();
    else await t.register({ name: 'never', execute });
    for (const [title, reason, text] of reasons()) {
      const controller = new AbortController();
      const running = new Promise((resolve) => {
        began = () => resolve(undefined);
      });
      const call = executeTool('never', { title }, controller.signal);
      await running;
      check(await endsAtOnce(call, controller, reason), reason, text, true, title);
    }
    assert.equal(runs, reasons().length);
    const controller = new AbortController();
    const running = new Promise((resolve) => {
      began = () => resolve(undefined);
    });
    const call = executeToolDetailed('never', {}, controller.signal);
    await running;
    controller.abort();
    const report = await call;
    assert.deepEqual([report.status, report.outcomeUnknown, report.errorCode], ['aborted', true, 'ABORTED']);
    check(/** @type {any} */ (report.error), controller.signal.reason, 'Aborted', true, 'without a reason');
  });
}

test('X-04 AbortSignal.timeout and AbortSignal.any', async (t) => {
  let runs = 0;
  await t.register({
    name: 'never',
    execute: () => {
      runs += 1;
      return new Promise(() => {});
    },
  });
  const signal = AbortSignal.timeout(500);
  const error = await t.rejects(executeTool('never', {}, signal));
  check(error, signal.reason, String(signal.reason), true, 'timeout');
  assert.equal(/** @type {any} */ (error.cause).name, 'TimeoutError');
  const controller = new AbortController();
  const call = executeTool('never', {}, AbortSignal.any([controller.signal, AbortSignal.timeout(20_000)]));
  while (runs < 2) await t.sleep(5);
  controller.abort('one of them');
  check(await t.rejects(call), 'one of them', 'one of them', true, 'any');
});

test('X-04 every rejection is a fresh error', async (t) => {
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const reason = new DOMException('shared', 'AbortError');
  const controller = new AbortController();
  const calls = [1, 2, 3].map((a) => executeTool('never', { a }, controller.signal));
  await t.sleep(20);
  controller.abort(reason);
  const errors = await Promise.all(calls.map((call) => t.rejects(call)));
  assert.equal(new Set([...errors, reason]).size, 4);
  for (const error of errors) assert.equal(error.cause, reason);
});

test('X-04 a signal of another realm, and one made by hand', async (t) => {
  let runs = 0;
  await t.register({
    name: 'never',
    execute: () => {
      runs += 1;
      return new Promise(() => {});
    },
  });
  const { signal, abort } = await t.signalOfAnotherRealm();
  const call = executeTool('never', {}, { signal });
  while (runs === 0) await t.sleep(5);
  abort(null);
  check(await t.rejects(call), null, 'Aborted', true, 'of another realm');

  /** @type {Set<() => void>} */
  const listeners = new Set();
  const hand = {
    aborted: false,
    reason: /** @type {unknown} */ (undefined),
    /** @param {string} _ @param {() => void} listener */
    addEventListener: (_, listener) => void listeners.add(listener),
    /** @param {string} _ @param {() => void} listener */
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
  const second = executeTool('never', {}, /** @type {any} */ (hand));
  while (runs === 1) await t.sleep(5);
  Object.assign(hand, { aborted: true, reason: 'by hand' });
  for (const listener of listeners) listener();
  check(await t.rejects(second), 'by hand', 'by hand', true, 'by hand');
  assert.equal(listeners.size, 0);
});

test('X-04 listeners on the signal are as many as before, however a call ends', async (t) => {
  await t.register({ name: 'ok', execute: () => 'ok' });
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  await executeTool('ok', {}, signal);
  await t.rejects(executeTool('other', {}, signal));
  await t.rejects(executeTool('never', {}, { signal, timeout: 20 }));
  await t.rejects(executeTool('ok', '5', signal));
  await listTools({ signal });
  assert.equal(count.added > 0, true);
  assert.equal(count.active, 0);
  const controller = new AbortController();
  const ofAborted = t.countListeners(controller.signal, 'abort');
  const call = executeTool('never', {}, controller.signal);
  await t.sleep(20);
  controller.abort();
  await t.rejects(call);
  await t.tick();
  assert.equal(ofAborted.active, 0);
});

test('X-04 an event of that name at a signal that has not been aborted ends nothing', async (t) => {
  /** @type {(answer: string) => void} */
  let answer = () => {};
  await t.register({ name: 'asked', execute: () => new Promise((resolve) => (answer = resolve)) });
  const { signal } = new AbortController();
  const call = executeTool('asked', {}, signal);
  await t.sleep(100);
  signal.dispatchEvent(new Event('abort'));
  await t.sleep(20);
  answer('still here');
  assert.deepEqual((await call)?.content, [{ type: 'text', text: 'still here' }]);
});

const listenersInOrder = 'Chromium calls the listeners of a signal in the order in which they were added';

test('X-04 a listener of the page that stops the event hides no abort', {
  not: {
    c156: listenersInOrder,
    c150: listenersInOrder,
    'c156-poly': listenersInOrder,
    mcpb: listenersInOrder,
  },
}, async (t) => {
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const controller = new AbortController();
  controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
  const call = executeTool('never', {}, controller.signal);
  await t.sleep(50);
  controller.abort();
  assert.equal((await t.rejects(call)).name, 'AbortError');
});
