/** The third argument: an AbortSignal, an options object, or nothing. */

import { executeTool, executeToolDetailed, listTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { callMethod, installScripted, spy } from './scripted-provider.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @param {TestContext} t */
async function registerHanging(t) {
  await t.register({ name: 'hang', execute: () => new Promise(() => {}) });
}

test('S1-39 a signal by itself ends the call', async (t) => {
  await registerHanging(t);
  const controller = new AbortController();
  const call = executeTool('hang', {}, controller.signal);
  await t.sleep(20);
  controller.abort('enough');
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
});

test('S1-39 a signal among options ends the call', async (t) => {
  await registerHanging(t);
  const controller = new AbortController();
  const call = executeTool('hang', {}, { signal: controller.signal });
  await t.sleep(20);
  controller.abort('enough');
  assert.equal((await t.rejects(call)).message, 'enough');
});

for (const how of ['by itself', 'among options']) {
  test(`S1-39 a signal of another realm, ${how}`, async (t) => {
    await registerHanging(t);
    const { signal, abort } = await t.signalOfAnotherRealm();
    const call = executeTool('hang', {}, how === 'by itself' ? signal : { signal });
    await t.sleep(20);
    abort('from elsewhere');
    const error = await t.rejects(call);
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, 'from elsewhere');
    assert.ok(error instanceof DOMException, 'an error of this realm');
  });
}

test('S1-39 an object that does as a signal does', { node: true }, async (t) => {
  const fake = installScripted({ executeTool: () => new Promise(() => {}) });
  const target = Object.assign(new EventTarget(), { aborted: false, reason: undefined });
  const call = executeTool('greet', {}, /** @type {any} */ (target));
  await t.sleep(1);
  assert.equal(fake.calls.length, 1);
  Object.assign(target, { aborted: true, reason: 'enough' });
  target.dispatchEvent(new Event('abort'));
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
});

/** @type {Record<string, any>} */
const without = {
  undefined: undefined,
  null: null,
  'no options': {},
  'a signal that is undefined': { signal: undefined },
  'a signal that is null': { signal: null },
  'options that nobody knows': { retries: 3 },
};

for (const [what, options] of Object.entries(without)) {
  test(`S1-39 no signal: ${what}`, async (t) => {
    let runs = 0;
    await t.register({ name: 'greet', execute: () => `hello ${++runs}` });
    const calls = spy(t.modelContext(), callMethod(t));
    const result = await executeTool('greet', {}, options);
    assert.deepEqual(result?.content, [{ type: 'text', text: 'hello 1' }]);
    // A provider refuses `{ signal: null }`, and an object that it need not be given.
    assert.equal(calls[0]?.args[2]?.signal, undefined);
  });
}

/** @type {Record<string, any>} */
const refused = {
  'a number': 5,
  'a text': 'x',
  true: true,
  'a symbol': Symbol('options'),
  'a bigint': 5n,
  'a function': () => {},
  'a signal that is an object': { signal: {} },
  'a signal that is a text': { signal: 'x' },
  'a signal that is true': { signal: true },
  'a controller for a signal': { signal: new AbortController() },
  'a signal without listeners': { signal: { aborted: false } },
  'a timeout that is a text': { timeout: '5' },
  'a timeout below 0': { timeout: -1 },
  'a timeout that is no number': { timeout: Number.NaN },
  'an origin that is none': { origin: 'somewhere' },
  'an origin that is a number': { origin: 5 },
  'a window that is a text': { window: 'top' },
  'origins that are a text': { fromOrigins: 'https://example.com' },
};

for (const [what, options] of Object.entries(refused)) {
  test(`S1-39 refused: ${what}`, { node: true }, async (t) => {
    let runs = 0;
    if (t.env.engine === 'node') installScripted({ executeTool: () => ++runs });
    else await t.register({ name: 'greet', execute: () => ++runs });
    for (const execute of [executeTool, executeToolDetailed]) {
      const error = await t.rejects(execute('greet', {}, options));
      assert.ok(error instanceof TypeError);
      assert.equal(error.errorCode, 'INVALID_INPUT');
    }
    await t.sleep(20);
    assert.equal(runs, 0, 'the tool did not run');
  });
}

test('S1-39 a getter that throws is refused, and is the cause', { node: true }, async (t) => {
  const fake = installScripted();
  const thrown = new Error('no signal today');
  const options = {
    /** @returns {AbortSignal} */
    get signal() {
      throw thrown;
    },
  };
  const error = await t.rejects(executeTool('greet', {}, options));
  assert.ok(error instanceof TypeError);
  assert.equal(error.cause, thrown);
  assert.equal(fake.calls.length, 0);
});

test('S1-39 the look-up takes the same', { node: true }, async (t) => {
  installScripted();
  for (const options of [undefined, null, {}, { signal: null }, new AbortController().signal]) {
    assert.equal((await listTools(/** @type {any} */ (options))).length, 1);
  }
  for (const options of [5, 'x', { signal: {} }]) {
    assert.equal((await t.rejects(listTools(/** @type {any} */ (options)))).name, 'TypeError');
  }
  const error = await t.rejects(listTools(AbortSignal.abort('enough')));
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
});

test('S1-39 a timeout ends the call with a TimeoutError', async (t) => {
  await registerHanging(t);
  const error = await t.rejects(executeTool('hang', {}, { timeout: 30 }));
  assert.ok(error instanceof DOMException);
  assert.equal(error.name, 'TimeoutError');
  assert.equal(error.errorCode, 'TIMEOUT');
});

test('S1-39 after a timeout it is said whether the tool may have run', { node: true }, async (t) => {
  installScripted({ executeTool: () => new Promise(() => {}) });
  const dispatched = await t.rejects(executeTool('greet', {}, { timeout: 10 }));
  assert.equal(dispatched.name, 'TimeoutError');
  assert.equal(dispatched.outcomeUnknown, true);
  const fake = installScripted({ getTools: () => new Promise(() => {}) });
  const lookingUp = await t.rejects(executeTool('greet', {}, { timeout: 10 }));
  assert.equal(lookingUp.name, 'TimeoutError');
  assert.equal('outcomeUnknown' in lookingUp, false);
  assert.equal(fake.calls.length, 0);
});

test('S1-39 a timeout of 0 or Infinity is none, and a long one does not fire at once', async (t) => {
  await t.register({ name: 'slow', execute: () => t.sleep(50).then(() => 'done') });
  for (const timeout of [0, Number.POSITIVE_INFINITY, 3e9]) {
    const result = await executeTool('slow', {}, { timeout });
    assert.deepEqual(result?.content, [{ type: 'text', text: 'done' }]);
  }
});
