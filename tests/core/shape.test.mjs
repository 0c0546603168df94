/**
 * In which shape a provider is given the arguments: an object, or JSON text. The first guess is forced to be wrong on
 * real builds by the length of their own `executeTool`. How often the browser's own function was called is told by how
 * often it read the tool's description, which nobody else reads: a function put in its place would be no native code.
 */

import { defineWebTool, executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import {
  callMethod,
  installModelContext,
  installScripted,
  scriptedProvider,
  spy,
} from './scripted-provider.mjs';

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

const reason = 'only a refusal by native code is answered with the other shape';
/** @type {TestOptions} */
const nativeOnly = { only: { c156: reason, c150: reason } };

/** Makes the first guess wrong: 1 stands for an object, 2 for JSON text. */
function forceWrongGuess() {
  const { executeTool: native } = Reflect.get(window, 'ModelContext').prototype;
  Object.defineProperty(native, 'length', { value: native.length === 1 ? 2 : 1 });
}

/**
 * Counts the calls that the browser's own function gets.
 *
 * @param {TestContext} t
 * @param {() => void} [onCall]
 */
function countNativeCalls(t, onCall) {
  const context = t.modelContext();
  const { getTools } = context;
  const count = { calls: 0 };
  context.getTools = async (...options) => {
    const tools = await getTools.apply(context, options);
    for (const tool of tools) {
      const { description } = tool;
      Object.defineProperty(tool, 'description', {
        get() {
          count.calls += 1;
          onCall?.();
          return description;
        },
      });
    }
    return tools;
  };
  return count;
}

test('S1-05 S1-06 the tool gets an object, whatever the provider is given', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'add', execute: (/** @type {unknown} */ input) => inputs.push(input) });
  const calls = spy(t.modelContext(), callMethod(t));
  await executeTool('add', { qty: 3 });
  assert.deepEqual(inputs, [{ qty: 3 }]);
  const takesText = t.env.id === 'c150' || t.env.id === 'mcpb';
  assert.deepEqual(calls[0]?.args[1], takesText ? '{"qty":3}' : { qty: 3 });
  assert.equal(calls.length, 1);
});

test('S1-05 a build that wants an object is given one', { node: true }, async () => {
  const fake = installScripted({ shape: 'object' });
  for (const args of [{ qty: 3 }, '{"qty":3}']) await executeTool('greet', args);
  assert.deepEqual(
    fake.calls.map(({ args }) => args),
    [{ qty: 3 }, { qty: 3 }],
  );
});

test('S1-06 a build that wants JSON text is given that', { node: true }, async () => {
  const fake = installScripted({ shape: 'json' });
  for (const args of [{ qty: 3 }, ' { "qty" : 3 } ', undefined, ['{"a":1}']])
    await executeTool('greet', args);
  assert.deepEqual(
    fake.calls.map(({ args }) => args),
    ['{"qty":3}', '{"qty":3}', '{}', '["{\\"a\\":1}"]'],
  );
});

test('S1-07 a wrong first guess costs one more call and the tool runs once', nativeOnly, async (t) => {
  forceWrongGuess();
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'add', execute: (/** @type {unknown} */ input) => inputs.push(input) && 'added' });
  const native = countNativeCalls(t);
  const report = await executeToolDetailed('add', { qty: 3 });
  assert.equal(report.provider, 'native');
  assert.equal(native.calls, 2, 'refused once, then run');
  assert.deepEqual(inputs, [{ qty: 3 }]);
  assert.equal(report.raw, 'added');
  assert.equal(report.argsShape, t.env.id === 'c150' ? 'json' : 'object');
});

test('S1-08 the shape that worked goes first from then on', nativeOnly, async (t) => {
  forceWrongGuess();
  let runs = 0;
  await t.register({ name: 'add', execute: () => ++runs });
  await t.register({ name: 'other', execute: () => ++runs });
  const native = countNativeCalls(t);
  await executeTool('add', { qty: 3 });
  native.calls = 0;
  await executeTool('add', { qty: 3 });
  assert.equal(native.calls, 1);
  await executeTool('other', { qty: 3 });
  assert.equal(native.calls, 2);
  assert.equal(runs, 3);
});

test('S1-08 the memory belongs to the modelContext', { node: true }, async () => {
  const object = scriptedProvider({ shape: 'object' });
  const text = scriptedProvider({ shape: 'json' });
  for (const { context } of [object, text, object, text]) {
    installModelContext(context);
    await executeTool('greet', { qty: 3 });
  }
  assert.deepEqual(
    [...object.calls, ...text.calls].map(({ args }) => args),
    [{ qty: 3 }, { qty: 3 }, '{"qty":3}', '{"qty":3}'],
  );
});

test('S1-08 the page is asked once: a length that changes later means nothing', { node: true }, async () => {
  const fake = installScripted({ shape: 'json' });
  await executeTool('greet', {});
  Object.defineProperty(fake.context.executeTool, 'length', { value: 1 });
  await executeTool('greet', {});
  assert.deepEqual(
    fake.calls.map(({ args }) => args),
    ['{}', '{}'],
  );
});

test('S1-08 a page that swaps executeTool starts afresh', { node: true }, async () => {
  const fake = installScripted({ shape: 'json' });
  await executeTool('greet', {});
  const other = scriptedProvider({ shape: 'object' });
  fake.context.executeTool = other.context.executeTool;
  await executeTool('greet', {});
  assert.deepEqual(other.calls[0]?.args, {});
});

const GENERIC =
  'Tool was executed but the invocation failed. For example, the script function threw an error';

/** What a tool may throw that looks as if its arguments had been refused. */
const lookAlikes = {
  'an error of the browser': () => new DOMException(GENERIC, 'UnknownError'),
  'a refusal of text': () => new DOMException('Failed to parse input arguments', 'UnknownError'),
  'a refusal of a value': () =>
    new TypeError(
      "Failed to execute 'executeTool' on 'ModelContext': invalid input object: value is not an object",
    ),
};

for (const [what, error] of Object.entries(lookAlikes)) {
  test(`S1-09 a tool that throws ${what} is not called again`, async (t) => {
    // Chromium 150 reports what a tool throws as an error of the page.
    if (t.env.id === 'c150') t.expectUnhandled();
    let runs = 0;
    await t.register({
      name: 'fail',
      execute: () => {
        runs += 1;
        throw error();
      },
    });
    const native = t.env.provider === 'native' ? countNativeCalls(t) : undefined;
    const result = await executeTool('fail', { qty: 3 });
    assert.equal(result?.isError, true);
    assert.equal(runs, 1);
    if (native) assert.equal(native.calls, 1);
  });

  test(`S1-09 a page's own provider that rejects with ${what} is called once`, { node: true }, async () => {
    for (const shape of /** @type {const} */ (['object', 'json'])) {
      const fake = installScripted({ shape, executeTool: () => Promise.reject(error()) });
      const result = await executeTool('greet', { qty: 3 });
      assert.equal(result?.isError, true);
      assert.equal(fake.calls.length, 1);
      const throwing = installScripted({
        shape,
        executeTool: () => {
          throw error();
        },
      });
      await executeTool('greet', { qty: 3 });
      assert.equal(throwing.calls.length, 1);
    }
  });
}

test('S1-09 nor after a first guess that was wrong', nativeOnly, async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  forceWrongGuess();
  let runs = 0;
  await t.register({
    name: 'fail',
    execute: () => {
      runs += 1;
      throw lookAlikes['a refusal of text']();
    },
  });
  const native = countNativeCalls(t);
  const result = await executeTool('fail', {});
  assert.equal(result?.isError, true);
  assert.equal(native.calls, 2);
  assert.equal(runs, 1);
});

test(
  'S1-10 both shapes refused: two calls, and the first refusal is the one reported',
  nativeOnly,
  async (t) => {
    let runs = 0;
    await t.register({ name: 'add', execute: () => ++runs });
    const native = countNativeCalls(t);
    // Browsers honour it, and so the arguments have no JSON (156), or JSON that is no object (150).
    const toJSON = t.env.id === 'c150' ? () => 5 : () => undefined;
    Object.defineProperty(Object.prototype, 'toJSON', { configurable: true, value: toJSON });
    const error = await t.rejects(executeTool('add', '{"qty":3}'));
    Reflect.deleteProperty(Object.prototype, 'toJSON');
    assert.equal(native.calls, 2);
    assert.equal(runs, 0);
    assert.ok(error instanceof TypeError);
    assert.equal(error.errorCode, 'INVALID_INPUT');
    const first = t.env.id === 'c150' ? /Failed to parse input arguments/ : /toJSON\(\) returns undefined/;
    assert.match(error.message, first);
    assert.match(/** @type {Error} */ (error.cause).message, first);
    assert.equal('outcomeUnknown' in error, false, 'nothing ran');
  },
);

test('S1-10 after that the next call begins as the first did', nativeOnly, async (t) => {
  let runs = 0;
  await t.register({ name: 'add', execute: () => ++runs });
  const toJSON = t.env.id === 'c150' ? () => 5 : () => undefined;
  Object.defineProperty(Object.prototype, 'toJSON', { configurable: true, value: toJSON });
  await t.rejects(executeTool('add', '{"qty":3}'));
  Reflect.deleteProperty(Object.prototype, 'toJSON');
  const native = countNativeCalls(t);
  await executeTool('add', { qty: 3 });
  assert.equal(native.calls, 1);
  assert.equal(runs, 1);
});

for (const when of ['during the refused call', 'in a microtask after it']) {
  test(`S1-16 an abort between the shapes, ${when}: no second call`, nativeOnly, async (t) => {
    forceWrongGuess();
    let runs = 0;
    await t.register({ name: 'add', execute: () => ++runs });
    const controller = new AbortController();
    const native = countNativeCalls(t, () => {
      if (when === 'during the refused call') controller.abort('enough');
      else queueMicrotask(() => controller.abort('enough'));
    });
    const error = await t.rejects(executeTool('add', { qty: 3 }, controller.signal));
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, 'enough');
    await t.sleep(50);
    assert.equal(native.calls, 1);
    assert.equal(runs, 0);
  });
}

test('S1-16 an abort while the refusal is on its way back', {
  only: { c150: 'only it refuses in the tool’s document, which takes tasks' },
}, async (t) => {
  forceWrongGuess();
  let runs = 0;
  await t.register({ name: 'add', execute: () => ++runs });
  const controller = new AbortController();
  const native = countNativeCalls(t);
  // It says that the tool was activated before it says that the arguments were refused.
  addEventListener('toolactivated', () => controller.abort('enough'), { once: true });
  const error = await t.rejects(executeTool('add', { qty: 3 }, controller.signal));
  assert.equal(error.message, 'enough');
  await t.sleep(50);
  assert.equal(native.calls, 1);
  assert.equal(runs, 0);
});

/**
 * Aborts a call whose first guess was wrong once its tool runs; gives the signal that the tool was given.
 *
 * @param {TestContext} t
 * @param {boolean} own
 */
async function abortSecondCall(t, own) {
  forceWrongGuess();
  let runs = 0;
  /** @type {AbortSignal | undefined} */
  let given;
  const tool = {
    name: 'hang',
    description: 'A tool of the tests.',
    execute: (/** @type {unknown} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      runs += 1;
      given = signal;
      return new Promise(() => {});
    },
  };
  if (own) await defineWebTool(tool).register();
  else await t.register(tool);
  const controller = new AbortController();
  const native = countNativeCalls(t);
  const call = executeTool('hang', {}, controller.signal);
  while (runs === 0) await t.tick();
  assert.equal(native.calls, 2, 'refused once, then run');
  assert.equal(given?.aborted, false);
  controller.abort('enough');
  const error = await t.rejects(call);
  assert.deepEqual([error.message, error.outcomeUnknown], ['enough', true]);
  await t.sleep(50);
  assert.equal(runs, 1);
  return given;
}

test('S1-11 an abort during the second call reaches the browser and the tool', {
  only: { c156: 'the browser says so: older ones give tools no signal and fire no event' },
}, async (t) => {
  let cancelled = 0;
  t.modelContext().addEventListener('toolcancel', () => (cancelled += 1));
  assert.equal((await abortSecondCall(t, false))?.aborted, true);
  assert.equal(cancelled, 1);
});

test('S1-11 an abort during the second call reaches a tool of the package', nativeOnly, async (t) => {
  assert.equal((await abortSecondCall(t, true))?.aborted, true);
});

test('S1-37 five calls at once with a wrong first guess: each runs once', nativeOnly, async (t) => {
  forceWrongGuess();
  /** @type {number[]} */
  const ran = [];
  await t.register({ name: 'count', execute: (/** @type {{ n: number }} */ { n }) => ran.push(n) && { n } });
  const results = await Promise.all([0, 1, 2, 3, 4].map((n) => executeTool('count', { n })));
  assert.deepEqual(ran.sort(), [0, 1, 2, 3, 4]);
  assert.deepEqual(
    results.map((result) => result?.structuredContent),
    [0, 1, 2, 3, 4].map((n) => ({ n })),
  );
});
