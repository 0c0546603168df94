/** Ending a call by a signal: at once, whatever the provider does, and at every stage. */

import { executeTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { callMethod, installScripted, spy } from './scripted-provider.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/**
 * A tool that never answers.
 *
 * @param {TestContext} t
 */
async function registerHanging(t) {
  /** @type {(value?: unknown) => void} */
  let begin = () => {};
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  const tool = { runs: 0, begun };
  await t.register({
    name: 'hang',
    execute: () => {
      tool.runs += 1;
      begin();
      return new Promise(() => {});
    },
  });
  return tool;
}

/**
 * Aborts, and gives what the call has come to before the next task: `undefined` if it has not ended.
 *
 * @param {Promise<unknown>} call
 * @param {AbortController} controller
 * @param {unknown} reason
 */
async function abortAndLook(call, controller, reason) {
  /** @type {any} */
  let ended;
  call.then(
    (value) => {
      ended = { value };
    },
    (error) => {
      ended = { error };
    },
  );
  // Nothing may have ended it before, and only microtasks lie between the abort and the task posted before it.
  const { port1, port2 } = new MessageChannel();
  const nextTask = new Promise((resolve) => {
    port1.onmessage = () => resolve(ended);
  });
  port2.postMessage(null);
  assert.equal(ended, undefined);
  controller.abort(reason);
  const outcome = await nextTask;
  port1.close();
  return outcome;
}

test('S1-11 the signal is passed on: what the provider is given follows it', {
  not: { 'ff-native': 'its process dies when a tool settles after the signal that it was given has fired' },
}, async (t) => {
  const tool = await registerHanging(t);
  const calls = spy(t.modelContext(), callMethod(t));
  const controller = new AbortController();
  const call = executeTool('hang', {}, { signal: controller.signal });
  await tool.begun;
  const given = calls[0]?.args[2].signal;
  assert.ok(given instanceof AbortSignal);
  assert.equal(given.aborted, false);
  controller.abort('enough');
  await t.rejects(call);
  assert.equal(given.aborted, true);
  assert.equal(given.reason, 'enough');
});

test('S1-11 over a provider of the page’s own', { node: true }, async (t) => {
  for (const shape of /** @type {const} */ (['object', 'json'])) {
    const fake = installScripted({ shape, executeTool: () => new Promise(() => {}) });
    const controller = new AbortController();
    const call = executeTool('greet', {}, { signal: controller.signal });
    await t.tick();
    const given = fake.calls[0]?.options.signal;
    assert.ok(given instanceof AbortSignal);
    assert.equal(given.aborted, false);
    controller.abort('enough');
    await t.rejects(call);
    assert.equal(given.aborted, true);
  }
});

test('S1-11 the tool’s own signal fires', {
  not: {
    c150: 'it gives tools no signal',
    'ff-native': 'it gives tools no signal',
    mcpb: 'it gives tools no signal',
  },
}, async (t) => {
  /** @type {AbortSignal | undefined} */
  let own;
  await t.register({
    name: 'hang',
    execute: (/** @type {unknown} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      own = signal;
      return new Promise(() => {});
    },
  });
  const controller = new AbortController();
  const call = executeTool('hang', {}, controller.signal);
  while (!own) await t.tick();
  assert.equal(own?.aborted, false);
  controller.abort('enough');
  await t.rejects(call);
  while (!own.aborted) await t.tick();
  assert.equal(own.aborted, true);
});

test('S1-12 an abort ends the call before the next task', async (t) => {
  const tool = await registerHanging(t);
  const controller = new AbortController();
  const call = executeTool('hang', {}, { signal: controller.signal });
  await tool.begun;
  const { error } = await abortAndLook(call, controller, 'enough');
  assert.equal(error.name, 'AbortError');
  assert.equal(error instanceof DOMException, true);
  assert.equal(error.errorCode, 'ABORTED');
  assert.equal(error.outcomeUnknown, true, 'the tool had been dispatched');
});

test('S1-12 also where the provider ignores the signal and never answers', { node: true }, async (t) => {
  for (const shape of /** @type {const} */ (['object', 'json'])) {
    const fake = installScripted({ shape, executeTool: () => new Promise(() => {}) });
    const controller = new AbortController();
    const call = executeTool('greet', {}, { signal: controller.signal });
    await t.tick();
    assert.equal(fake.calls.length, 1);
    const { error } = await abortAndLook(call, controller, 'enough');
    assert.equal(error.name, 'AbortError');
    assert.equal(error.outcomeUnknown, true);
  }
});

/** A reason, and the text that the error has for it. */
const reasons = {
  'a text': ['my reason', 'my reason'],
  'an error': [new RangeError('too late'), 'RangeError: too late'],
  'a number': [7, '7'],
  'an object': [{ because: 1 }, '[object Object]'],
};

for (const [what, [reason, text]] of Object.entries(reasons)) {
  test(`S1-13 the rejection is an AbortError, never the bare reason: ${what}`, async (t) => {
    const tool = await registerHanging(t);
    const controller = new AbortController();
    const call = executeTool('hang', {}, { signal: controller.signal });
    await tool.begun;
    controller.abort(reason);
    const error = await t.rejects(call);
    assert.equal(error instanceof DOMException, true);
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, text);
    assert.equal(error.cause, reason);
  });
}

test('S1-13 without a reason, or with an empty one, the text is Aborted', { node: true }, async (t) => {
  installScripted({ executeTool: () => new Promise(() => {}) });
  for (const reason of [undefined, null, '', 0, false]) {
    const controller = new AbortController();
    const call = executeTool('greet', {}, controller.signal);
    await t.tick();
    controller.abort(reason);
    const error = await t.rejects(call);
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, 'Aborted');
  }
});

test('S1-13 a signal that is a timeout gives an AbortError as well', { node: true }, async (t) => {
  installScripted({ executeTool: () => new Promise(() => {}) });
  const signal = AbortSignal.timeout(20);
  const error = await t.rejects(executeTool('greet', {}, { signal }));
  assert.equal(error.name, 'AbortError');
  assert.equal(error.cause, signal.reason);
});

test('S1-13 a provider that rejects with the bare reason', { node: true }, async (t) => {
  const rejecting = (/** @type {any} */ { options }) =>
    new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)));
  installScripted({ executeTool: rejecting });
  const controller = new AbortController();
  const call = executeTool('greet', {}, controller.signal);
  await t.tick();
  controller.abort('my reason');
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'my reason');
});

test('S1-14 a signal that has fired: nothing is called', async (t) => {
  const tool = await registerHanging(t);
  const calls = spy(t.modelContext(), callMethod(t));
  const error = await t.rejects(executeTool('hang', {}, { signal: AbortSignal.abort('before') }));
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'before');
  assert.equal('outcomeUnknown' in error, false, 'nothing ran');
  await t.sleep(20);
  assert.equal(calls.length, 0);
  assert.equal(tool.runs, 0);
});

test('S1-14 not even the look-up', { node: true }, async (t) => {
  const fake = installScripted();
  const controller = new AbortController();
  controller.abort();
  const error = await t.rejects(executeTool('greet', {}, controller.signal));
  assert.equal(error.name, 'AbortError');
  assert.equal(fake.lookups, 0);
  assert.equal(fake.calls.length, 0);
});

for (const how of ['resolves later', 'rejects later', 'never settles']) {
  test(`S1-15 an abort while the look-up is pending, which ${how}`, { node: true }, async (t) => {
    /** @type {(value: any) => void} */
    let settle = () => {};
    const fake = installScripted({
      getTools: (tools) =>
        new Promise((resolve, reject) => {
          settle = () => (how === 'resolves later' ? resolve(tools) : reject(new Error('no tools')));
        }),
    });
    const controller = new AbortController();
    const call = executeTool('greet', {}, controller.signal);
    await t.tick();
    const { error } = await abortAndLook(call, controller, 'enough');
    assert.equal(error.name, 'AbortError');
    assert.equal('outcomeUnknown' in error, false);
    if (how !== 'never settles') settle(undefined);
    await t.sleep(20);
    assert.equal(fake.calls.length, 0);
  });
}

test('S1-15 an abort in the microtask in which the look-up ends', { node: true }, async (t) => {
  const controller = new AbortController();
  const fake = installScripted({
    getTools: async (tools) => {
      queueMicrotask(() => controller.abort('enough'));
      return tools;
    },
  });
  const error = await t.rejects(executeTool('greet', {}, controller.signal));
  assert.equal(error.name, 'AbortError');
  await t.sleep(5);
  // Whichever came first: nothing is called after the abort.
  assert.equal(fake.calls.length, error.outcomeUnknown ? 1 : 0);
});

test('S1-15 an abort inside the look-up itself', { node: true }, async (t) => {
  const controller = new AbortController();
  const fake = installScripted({
    getTools: async (tools) => {
      controller.abort('enough');
      return tools;
    },
  });
  const error = await t.rejects(executeTool('greet', {}, controller.signal));
  assert.equal(error.message, 'enough');
  await t.sleep(5);
  assert.equal(fake.calls.length, 0);
});

for (const how of ['resolves', 'rejects']) {
  test(`S1-17 a provider that ${how} after the abort is not heard`, { node: true }, async (t) => {
    /** @type {() => void} */
    let settle = () => {};
    installScripted({
      executeTool: () =>
        new Promise((resolve, reject) => {
          settle = () => (how === 'resolves' ? resolve('"late"') : reject(new Error('late')));
        }),
    });
    const controller = new AbortController();
    const call = executeTool('greet', {}, controller.signal);
    await t.tick();
    controller.abort('enough');
    // An unhandled rejection would fail the test.
    settle();
    const error = await t.rejects(call);
    assert.equal(error.message, 'enough');
    await t.sleep(20);
  });

  test(`S1-17 a tool that ${how} after the abort is not heard`, async (t) => {
    // Chromium 150 reports what a tool throws as an error of the page.
    const seen = t.env.id === 'c150' ? t.expectUnhandled() : [];
    /** @type {() => void} */
    let begin = () => {};
    const begun = new Promise((resolve) => {
      begin = () => resolve(undefined);
    });
    let ended = false;
    await t.register({
      name: 'slow',
      execute: async () => {
        begin();
        await t.sleep(30);
        ended = true;
        if (how === 'rejects') throw new Error('late');
        return 'late';
      },
    });
    const controller = new AbortController();
    const call = executeTool('slow', {}, controller.signal);
    await begun;
    controller.abort('enough');
    const error = await t.rejects(call);
    assert.equal(error.message, 'enough');
    while (!ended) await t.sleep(5);
    await t.sleep(50);
    assert.equal(
      seen.some((what) => what.includes('unhandled rejection')),
      false,
    );
  });
}

test('S1-18 an abort after the result changes nothing', async (t) => {
  await t.register({ name: 'greet', execute: () => 'hello' });
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  const call = executeTool('greet', {}, { signal: controller.signal });
  const result = await call;
  assert.equal(count.active, 0, 'nobody listens any more');
  controller.abort('too late');
  await t.sleep(20);
  assert.equal(await call, result);
  assert.deepEqual(result?.content, [{ type: 'text', text: 'hello' }]);
});

test('S1-18 nor does it tell a tool that has answered', {
  not: {
    c150: 'it gives tools no signal',
    'ff-native': 'it gives tools no signal',
    mcpb: 'it gives tools no signal',
  },
}, async (t) => {
  /** @type {AbortSignal | undefined} */
  let own;
  await t.register({
    name: 'greet',
    execute: (/** @type {unknown} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      own = signal;
      return 'hello';
    },
  });
  const controller = new AbortController();
  await executeTool('greet', {}, controller.signal);
  controller.abort('too late');
  await t.sleep(20);
  assert.equal(own?.aborted, false);
});

test('S1-18 one signal for many calls keeps no listener', { node: true }, async (t) => {
  const fake = installScripted();
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  for (let n = 0; n < 100; n++) await executeTool('greet', { n }, controller.signal);
  assert.equal(fake.calls.length, 100);
  assert.ok(count.added > 0);
  assert.equal(count.active, 0);
  controller.abort();
  await t.tick();
  assert.equal(
    fake.calls.some(({ options }) => options.signal.aborted),
    false,
  );
});
