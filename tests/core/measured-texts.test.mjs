/**
 * What `src/context` relies on of browsers and no standard promises: texts, names, lengths and orders, asked of the
 * browser itself and not through the package. Where a newer browser differs, this says in what.
 */

/** @import {ProviderTool, TestContext, TestOptions} from '../harness/types.d.ts' */

import { assert, test } from '../harness/page.mjs';
import { untilListed } from './until-listed.mjs';

const byText = 'known by what this build says';
/** @type {TestOptions} */
const native = { measured: true, only: { c156: byText, c150: byText } };
/** @type {TestOptions} */
const newer = { measured: true, only: { c156: 'of the newer build' } };
/** @type {TestOptions} */
const older = { measured: true, only: { c150: 'of the older build' } };
/** @type {TestOptions} */
const preview = { measured: true, only: { 'ff-native': 'of the preview' } };

const LOST = 'UnknownError: The operation failed for an unknown transient reason (e.g. out of memory).';
const THREW =
  'UnknownError: Tool was executed but the invocation failed. For example, the script function threw an error';
const NOT_JSON = 'UnknownError: Failed to parse input arguments';
const REFUSED = "TypeError: Failed to execute 'executeTool' on 'ModelContext': ";
const NOT_AN_OBJECT = `${REFUSED}invalid input object: value is not an object`;
const DETACHED = 'InvalidStateError: Target frame is detached.';

/** @param {TestContext} t */
const wantsText = (t) => t.env.id === 'c150';

/**
 * Arguments in the shape that the build wants.
 *
 * @param {TestContext} t
 * @param {object} args
 */
const shaped = (t, args) => (wantsText(t) ? JSON.stringify(args) : args);

/** @param {TestContext} t @param {PromiseLike<unknown>} promise */
async function refusal(t, promise) {
  const { name, message } = await t.rejects(promise);
  return `${name}: ${message}`;
}

/**
 * A tool as pages may make it by hand.
 *
 * @param {string} name
 * @returns {ProviderTool}
 */
const registeredTool = (name) => ({ name, description: '', origin: location.origin, window });

/**
 * Registers a tool and gives it as it is listed.
 *
 * @param {TestContext} t
 * @param {(...args: any[]) => unknown} execute
 */
async function listed(t, execute) {
  const unregister = await t.register({ name: 'tool', execute });
  const tool = (await t.modelContext().getTools()).find(({ name }) => name === 'tool');
  assert.ok(tool, 'the tool is listed');
  return { tool, unregister };
}

/**
 * Notes each `toolactivated`, at the window (up to 155) and at the model context (since).
 *
 * @param {TestContext} t
 */
function activations(t) {
  /** @type {string[]} */
  const log = [];
  window.addEventListener('toolactivated', () => log.push('activated at window'));
  t.modelContext().addEventListener('toolactivated', () => log.push('activated at modelContext'));
  return log;
}

test('X-01 where the model context is, and with which methods', native, (t) => {
  const methods = /** @type {const} */ (['registerTool', 'getTools', 'executeTool']);
  const context = t.modelContext();
  assert.equal(Object.prototype.toString.call(context), '[object ModelContext]');
  assert.equal(t.modelContext(), context, 'the same at every read');
  assert.deepEqual(
    methods.map((name) => context[name].length),
    [1, 0, wantsText(t) ? 2 : 1],
  );
  assert.equal('unregisterTool' in context || 'invokeTool' in context, false);
  assert.equal(Reflect.get(navigator, 'modelContext'), wantsText(t) ? context : undefined);
});

test('X-01 the source text of the browser’s own executeTool, and of a bound function', native, (t) => {
  const context = t.modelContext();
  const source = (/** @type {Function} */ method) => Function.prototype.toString.call(method);
  assert.equal(source(context.executeTool), 'function executeTool() { [native code] }');
  assert.equal(source(context.executeTool.bind(context)), 'function () { [native code] }');
});

test('X-01 X-06 what a listed tool tells', native, async (t) => {
  const { tool } = await listed(t, () => 'done');
  assert.deepEqual(Object.keys(tool), ['description', 'name', 'origin', 'title', 'window']);
  assert.equal(tool.window, window);
  assert.equal(tool.origin, location.origin);
});

test('S1-03 listing and calling are promises, and what is wrong is a rejection', native, async (t) => {
  const context = t.modelContext();
  const text = wantsText(t)
    ? `${REFUSED}2 arguments required, but only 0 present.`
    : `${REFUSED}1 argument required, but only 0 present.`;
  assert.equal(await refusal(t, Reflect.apply(context.executeTool, context, [])), text);
  assert.ok(Array.isArray(await context.getTools()));
});

test('X-02 the question without an effect is answered before it is refused', native, async (t) => {
  const log = activations(t);
  const question = {
    toString: () => log.push('toString') && '{}',
    toJSON: () => log.push('toJSON') && {},
  };
  const signal = AbortSignal.abort('no');
  const asked = t.modelContext().executeTool(registeredTool('nope'), question, { signal });
  assert.deepEqual(log, [wantsText(t) ? 'toString' : 'toJSON'], 'read during the call');
  const reason = await asked.then(
    () => assert.fail('it was answered'),
    (error) => (error instanceof DOMException ? `${error.name}: ${error.message}` : error),
  );
  assert.equal(reason, wantsText(t) ? 'AbortError: Execution cancelled.' : 'no');
  await t.sleep(20);
  assert.equal(log.length, 1);
});

test('S1-07 the refusal of arguments of the other shape, without running the tool', native, async (t) => {
  const context = t.modelContext();
  let runs = 0;
  const { tool } = await listed(t, () => ++runs);
  const other = wantsText(t) ? { qty: 3 } : '{"qty":3}';
  assert.equal(await refusal(t, context.executeTool(tool, other)), wantsText(t) ? NOT_JSON : NOT_AN_OBJECT);
  assert.equal(runs, 0);
  await context.executeTool(tool, shaped(t, { qty: 3 }));
  assert.equal(runs, 1);
});

test('S1-10 the refusal of JSON that is no object, and of an object without JSON', native, async (t) => {
  const context = t.modelContext();
  let runs = 0;
  const { tool } = await listed(t, () => ++runs);
  const scalar = wantsText(t) ? '5' : { toJSON: () => 5 };
  assert.equal(await refusal(t, context.executeTool(tool, scalar)), NOT_JSON);
  const none = { toJSON: () => undefined };
  assert.equal(
    await refusal(t, context.executeTool(tool, none)),
    wantsText(t) ? NOT_JSON : `${REFUSED}invalid input object: toJSON() returns undefined`,
  );
  assert.equal(runs, 0);
});

test('S1-35 the refusal of an object that is too deep to be written', newer, async (t) => {
  const { tool } = await listed(t, () => 'done');
  let deep = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { deep };
  assert.match(await refusal(t, t.modelContext().executeTool(tool, deep)), /^RangeError: /);
});

test('S1-09 S1-25 X-05 the one text for whatever a tool throws', native, async (t) => {
  if (wantsText(t)) t.expectUnhandled();
  const context = t.modelContext();
  const thrown = [
    new Error('stock is 0'),
    new DOMException('Failed to parse input arguments', 'UnknownError'),
    'text',
    undefined,
  ];
  for (const error of thrown) {
    for (const how of [() => Promise.reject(error), () => throwing(error)]) {
      const { tool, unregister } = await listed(t, how);
      assert.equal(await refusal(t, context.executeTool(tool, shaped(t, {}))), THREW);
      await unregister();
    }
  }
});

/** @param {unknown} error @returns {never} */
function throwing(error) {
  throw error;
}

test('S1-20 X-07 the generic text for a tool that there is not, without an event', native, async (t) => {
  const context = t.modelContext();
  const log = activations(t);
  assert.equal(await refusal(t, context.executeTool(registeredTool('nope'), shaped(t, {}))), LOST);
  let runs = 0;
  const { tool, unregister } = await listed(t, () => ++runs);
  await unregister();
  assert.equal(await refusal(t, context.executeTool(tool, shaped(t, {}))), LOST);
  await t.sleep(20);
  assert.deepEqual(log, []);
  assert.equal(runs, 0);
});

test('S1-20 X-07 a tool that is unregistered in the tick of its call is not run', native, async (t) => {
  const log = activations(t);
  let runs = 0;
  const { tool, unregister } = await listed(t, () => ++runs);
  const call = t.modelContext().executeTool(tool, shaped(t, {}));
  unregister();
  assert.equal(await refusal(t, call), wantsText(t) ? LOST : 'UnknownError: Tool not found: tool');
  await t.sleep(20);
  assert.deepEqual(log, []);
  assert.equal(runs, 0);
});

test('X-07 a tool that unregisters itself: the event at the window, then the loss', older, async (t) => {
  const log = activations(t);
  const { tool, unregister } = await listed(t, async () => {
    log.push('runs');
    await unregister();
    await t.sleep(50);
    log.push('ends');
    return 'done';
  });
  assert.equal(await refusal(t, t.modelContext().executeTool(tool, '{}')), LOST);
  log.push('rejected');
  await t.sleep(100);
  assert.deepEqual(log, ['runs', 'activated at window', 'rejected', 'ends']);
});

test('X-07 a tool that unregisters itself: the call goes on', newer, async (t) => {
  const log = activations(t);
  const { tool, unregister } = await listed(t, async () => {
    log.push('runs');
    await unregister();
    await t.sleep(50);
    return 'done';
  });
  assert.equal(await t.modelContext().executeTool(tool, {}), 'done');
  assert.deepEqual(log, ['runs', 'activated at modelContext']);
});

for (const [what, leave] of /** @type {[string, (frame: HTMLIFrameElement) => void][]} */ ([
  ['is removed', (frame) => frame.remove()],
  ['shows another page', (frame) => frame.setAttribute('src', '/fixtures/blank.html')],
])) {
  test(`S1-38 the generic text for a call whose frame ${what}`, native, async (t) => {
    const context = t.modelContext();
    const frame = await t.frame('/fixtures/tools.html?tools=never,text');
    await untilListed(t, 'never', { window: frame.contentWindow });
    await untilListed(t, 'text', { window: frame.contentWindow });
    const tools = await context.getTools();
    const [never, text] = ['never', 'text'].map((name) => tools.find((tool) => tool.name === name));
    assert.ok(never && text);
    const call = context.executeTool(never, shaped(t, {}));
    // Answered later than the other began.
    await context.executeTool(text, shaped(t, {}));
    leave(frame);
    assert.equal(await refusal(t, call), LOST);
  });
}

test('S1-38 the refusal of a tool whose frame was removed before', native, async (t) => {
  const context = t.modelContext();
  const frame = await t.frame('/fixtures/tools.html?tools=text');
  await untilListed(t, 'text', { window: frame.contentWindow });
  const [tool] = await context.getTools();
  assert.ok(tool);
  frame.remove();
  assert.equal(await refusal(t, context.executeTool(tool, shaped(t, {}))), DETACHED);
});

test('X-06 what a permissions policy says', {
  ...native,
  headers: { 'Permissions-Policy': 'tools=()' },
}, async (t) => {
  const text = 'NotAllowedError: Access to the feature "tools" is disallowed by permissions policy.';
  assert.equal(await refusal(t, t.modelContext().getTools()), text);
});

test('X-03 the texts of results that are none', native, async (t) => {
  const results = { undefined: undefined, null: null, 'Operation succeeded': '' };
  for (const [text, value] of Object.entries(results)) {
    const { tool, unregister } = await listed(t, () => value);
    assert.equal(await t.modelContext().executeTool(tool, shaped(t, {})), text);
    await unregister();
  }
  const { tool } = await listed(t, () => 'half a character \ud83d');
  assert.equal(await t.modelContext().executeTool(tool, shaped(t, {})), null);
});

test('X-03 a result without JSON', native, async (t) => {
  const unhandled = wantsText(t) ? t.expectUnhandled() : [];
  /** @type {Record<string, unknown>} */
  const cyclic = {};
  cyclic.itself = cyclic;
  const { tool } = await listed(t, () => cyclic);
  const call = t.modelContext().executeTool(tool, shaped(t, {}));
  if (!wantsText(t)) {
    assert.equal(await refusal(t, call), THREW);
    return;
  }
  assert.equal(await call, '[object Object]');
  await t.sleep(20);
  assert.equal(unhandled.length, 1);
});

test('S1-11 S1-40 what a tool is given beside its arguments', native, async (t) => {
  /** @type {unknown[][]} */
  const calls = [];
  const { tool } = await listed(t, (...args) => void calls.push(args));
  await t.modelContext().executeTool(tool, shaped(t, { qty: 3 }));
  const [input, client] = calls[0] ?? [];
  assert.deepEqual(input, { qty: 3 });
  assert.equal(calls[0]?.length, wantsText(t) ? 1 : 2);
  if (!wantsText(t)) assert.ok(Reflect.get(Object(client), 'signal') instanceof AbortSignal);
});

test('S1-40 a name that is taken: thrown by the older build, a rejection of the newer', native, async (t) => {
  const context = t.modelContext();
  const definition = { name: 'tool', description: 'Again.', execute: () => 'done' };
  await listed(t, () => 'done');
  let thrown;
  let promise;
  try {
    promise = context.registerTool(definition);
  } catch (error) {
    thrown = error;
  }
  assert.equal(promise instanceof Promise, !wantsText(t));
  const { name } = wantsText(t) ? Object(thrown) : await t.rejects(Promise.resolve(promise));
  assert.equal(name, 'InvalidStateError');
});

test('X-01 where the preview is, and with which methods', preview, (t) => {
  const context = t.modelContext();
  assert.equal(context, Reflect.get(navigator, 'modelContext'));
  assert.equal('modelContext' in document, false);
  assert.equal('executeTool' in context, false);
  assert.deepEqual(
    [context.registerTool, context.unregisterTool, context.getTools, context.invokeTool].map(
      ({ length }) => length,
    ),
    [1, 1, 0, 1],
  );
});

test('S1-20 what the preview says of a tool that there is not', preview, async (t) => {
  const text = 'NotFoundError: ModelContext.invokeTool: Tool not found';
  assert.equal(await refusal(t, t.modelContext().invokeTool('nope', {})), text);
});

test('X-02 the preview wants an object', preview, async (t) => {
  let runs = 0;
  await t.register({ name: 'tool', execute: () => ++runs });
  const text = 'TypeError: ModelContext.invokeTool: Input must be an object';
  const invoke = (/** @type {any} */ args) => t.modelContext().invokeTool('tool', args);
  assert.equal(await refusal(t, invoke('{"qty":3}')), text);
  assert.equal(runs, 0);
  assert.equal(await invoke({ qty: 3 }), 1);
});

test('X-03 X-05 the preview passes on what a tool returns and throws', preview, async (t) => {
  const context = t.modelContext();
  const value = { itself: 'the same object' };
  for (const returned of [value, null, undefined, '', 'half a character \ud83d', Symbol.iterator]) {
    const unregister = await t.register({ name: 'tool', execute: () => returned });
    assert.equal(await context.invokeTool('tool', {}), returned);
    await unregister();
  }
  const error = new Error('stock is 0');
  await t.register({ name: 'tool', execute: () => Promise.reject(error) });
  assert.equal(await t.rejects(context.invokeTool('tool', {})), error);
});

test('S1-40 the preview lists at once, and takes a name twice without a word', preview, async (t) => {
  const context = t.modelContext();
  const names = () => [.../** @type {any} */ (context.getTools())].map(({ name }) => name);
  const definition = { name: 'tool', description: 'A tool.', execute: () => 'done' };
  assert.equal(context.registerTool(definition), undefined);
  assert.deepEqual(names(), ['tool']);
  assert.equal(context.registerTool(definition), undefined);
  context.unregisterTool('tool');
  assert.deepEqual(names(), []);
});

test('S1-11 the preview gives tools no signal', preview, async (t) => {
  /** @type {unknown[][]} */
  const calls = [];
  await t.register({ name: 'tool', execute: (...args) => void calls.push(args) });
  await t.modelContext().invokeTool('tool', {}, { signal: new AbortController().signal });
  assert.equal(calls[0]?.length, 2);
  assert.equal(Reflect.get(Object(calls[0]?.[1]), 'signal'), undefined);
});
