/** One call for every provider, and the shape of its arguments decided before it. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { executeTool, executeToolDetailed, listTools, provider } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import {
  fakePolyfill,
  fakePreview,
  fakeToolObjects,
  NOT_AN_OBJECT,
  NOT_JSON,
  provide,
} from './fake-providers.mjs';

/** @param {any} result */
const textOf = (result) => result.content[0].text;

/** @param {TestContext} t */
const wantsJson = (t) => t.env.id === 'c150' || t.env.id === 'mcpb';

/** @param {TestContext} t */
const byName = (t) => (t.env.provider === 'preview' ? 'invokeTool' : 'executeTool');

/**
 * Counts `toolactivated`, which fires wherever a build does more with a call than refuse it.
 *
 * @param {TestContext} t
 */
function countActivations(t) {
  const count = { seen: 0 };
  // A window up to build 155, the model context since; the preview has neither.
  for (const target of [window, t.modelContext()]) {
    if (!(target instanceof EventTarget)) continue;
    const listener = () => {
      count.seen += 1;
    };
    target.addEventListener('toolactivated', listener);
    t.after(() => target.removeEventListener('toolactivated', listener));
  }
  return count;
}

test('X-01 the provider is known', (t) => {
  const names = { native: 'native', polyfill: 'polyfill', preview: 'preview', mcpb: 'other' };
  assert.equal(provider(), t.env.provider && names[t.env.provider]);
});

test('X-01 X-02 the report says in which shape the arguments went', async (t) => {
  const activations = countActivations(t);
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'add', execute: (/** @type {any} */ input) => void inputs.push(input) });
  for (const args of [{ qty: 3 }, '{"qty":3}', [3], '[3]', undefined, null, '']) {
    const report = await executeToolDetailed('add', args);
    assert.equal(report.status, 'completed');
    assert.equal(report.argsShape, wantsJson(t) ? 'json' : 'object');
    assert.equal(report.provider, provider());
    assert.equal(report.origin, location.origin);
  }
  assert.deepEqual(inputs, [{ qty: 3 }, { qty: 3 }, [3], [3], {}, {}, {}]);
  await t.sleep(20);
  if (t.env.provider === 'native') assert.equal(activations.seen, inputs.length, 'an event for each call');
});

test('X-01 Tool objects with accessors, `source` and null members go back as they came', async (t) => {
  const fake = fakeToolObjects({
    add: ({ qty }) => ({ inCart: qty }),
    no: () => Promise.reject(new Error('no')),
  });
  provide(t, fake.context);
  assert.deepEqual(/** @type {any} */ (await executeTool('add', { qty: 3 })).structuredContent, {
    inCart: 3,
  });
  const report = await executeToolDetailed('add', '{"qty":4}', { window, origin: location.origin });
  assert.equal(report.status, 'completed');
  assert.equal(report.argsShape, 'object');
  assert.equal(report.origin, location.origin);
  assert.equal(textOf(await executeTool('no')), 'no');
  assert.deepEqual(fake.runs, { add: 2, no: 1 });
  const [tool] = await listTools();
  assert.equal(tool?.name, 'add');
  assert.equal(tool?.title, '');
  assert.equal(tool?.description, 'The tool add.');
  assert.equal(tool?.own, true);
  assert.equal(tool?.window, window);
  assert.equal(tool?.inputSchema, undefined);
  assert.equal((await t.rejects(executeTool('other'))).message, 'Unknown tool "other"');
});

test('X-01 a polyfill that ignores the signal', async (t) => {
  const fake = fakePolyfill(
    { never: () => new Promise(() => {}), late: () => t.sleep(20) },
    { signal: 'ignored' },
  );
  provide(t, fake.context);
  for (const name of ['never', 'late']) {
    const controller = new AbortController();
    const call = executeTool(name, {}, controller.signal);
    await t.sleep(5);
    controller.abort('enough');
    const error = await t.rejects(call);
    assert.equal(error.name, 'AbortError');
    assert.equal(error.cause, 'enough');
    assert.equal(error.outcomeUnknown, true);
  }
  // The late result of a call that was given up is nobody's.
  await t.sleep(40);
  assert.deepEqual(fake.runs, { never: 1, late: 1 });
});

test("X-01 a polyfill that hands out the tool's own objects", async (t) => {
  const answer = { content: [{ type: 'text', text: 'hi' }] };
  const plain = { a: 1 };
  const cyclic = /** @type {any} */ ({});
  cyclic.self = cyclic;
  const fake = fakePolyfill(
    {
      answer: () => answer,
      plain: () => plain,
      list: () => [1],
      five: () => 5,
      cyclic: () => cyclic,
      symbol: () => Symbol('s'),
    },
    { results: 'reference' },
  );
  provide(t, fake.context);
  assert.equal(await executeTool('answer'), answer);
  const report = await executeToolDetailed('plain');
  assert.equal(report.raw, plain);
  assert.deepEqual(report.result, {
    content: [{ type: 'text', text: '{"a":1}' }],
    structuredContent: { a: 1 },
  });
  assert.deepEqual(plain, { a: 1 }, "the tool's own object is not changed");
  assert.deepEqual(await executeTool('list'), { content: [{ type: 'text', text: '[1]' }] });
  assert.deepEqual(await executeTool('five'), { content: [{ type: 'text', text: '5' }] });
  assert.equal((await executeTool('cyclic'))?.isError, true);
  assert.equal(textOf(await executeTool('symbol')), 'Symbol(s)');
  assert.deepEqual(Object.values(fake.runs), [1, 1, 1, 1, 1, 1]);
});

test('X-01 an object that only has invokeTool, passed off as document.modelContext', async (t) => {
  const fake = fakePreview({ add: ({ qty }) => qty, nothing: () => null });
  provide(t, fake.context);
  assert.equal(provider(), 'preview');
  const report = await executeToolDetailed('add', '{"qty":3}');
  assert.equal(report.raw, 3);
  assert.equal(report.argsShape, 'object');
  assert.deepEqual(fake.calls[0]?.[0], 'add', 'called by its name');
  assert.deepEqual(
    await executeTool('nothing'),
    { content: [{ type: 'text', text: 'null' }] },
    'null is a value',
  );
  assert.equal((await t.rejects(executeTool('other'))).errorCode, 'NOT_FOUND');
});

test("X-01 the peer's polyfill over Firefox's preview", {
  only: { 'ff-native': 'the one browser with a preview' },
}, async (t) => {
  const { initializeWebMCPPolyfill } = await import('@mcp-b/webmcp-polyfill');
  initializeWebMCPPolyfill();
  let runs = 0;
  await t.register({
    name: 'add',
    execute: (/** @type {any} */ { qty }) => {
      runs += 1;
      return { inCart: qty };
    },
  });
  const report = await executeToolDetailed('add', { qty: 3 });
  assert.equal(report.status, 'completed');
  assert.deepEqual(report.result?.structuredContent, { inCart: 3 });
  assert.equal(runs, 1);
});

test("X-01 an object at document.modelContext without any of the methods does not hide the navigator's", async (t) => {
  provide(t, {});
  const context = fakePreview({ add: ({ qty }) => qty }).context;
  Object.defineProperty(navigator, 'modelContext', { value: context, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, 'modelContext'));
  assert.equal(textOf(await executeTool('add', { qty: 3 })), '3');
});

test('X-01 X-02 executeTool wrapped by a logger that takes any number of arguments', async (t) => {
  const method = byName(t);
  const context = t.modelContext();
  const original = Reflect.get(context, method);
  /** @type {any[][]} */
  const log = [];
  Object.defineProperty(context, method, {
    configurable: true,
    writable: true,
    value: /** @param {any[]} args */ (...args) => {
      log.push(args);
      return Reflect.apply(original, context, args);
    },
  });
  t.after(() => Reflect.deleteProperty(context, method));
  const activations = countActivations(t);
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'add', execute: (/** @type {any} */ input) => inputs.push(input) });
  await t.register({
    name: 'fails',
    execute: () => {
      inputs.push('fails');
      throw new TypeError(NOT_AN_OBJECT);
    },
  });
  if (t.env.id === 'c150') t.expectUnhandled();
  for (const args of [{ qty: 1 }, '{"qty":2}'])
    assert.equal((await executeToolDetailed('add', args)).status, 'completed');
  assert.equal((await executeTool('fails'))?.isError, true);
  assert.deepEqual(inputs, [{ qty: 1 }, { qty: 2 }, 'fails']);
  const calls = log.filter(([tool]) => (tool.name ?? tool) !== 'webmcp-exec.no-such-tool');
  assert.equal(calls.length, 3, 'every call once');
  assert.equal(log.length <= 4, true, 'and at most one question');
  await t.sleep(20);
  if (t.env.provider === 'native') assert.equal(activations.seen, 3, 'the question activates no tool');
});

for (const wants of /** @type {const} */ (['object', 'json'])) {
  for (const length of [0, 3]) {
    test(`X-02 a provider that wants ${wants} and needs ${length} arguments is asked without effect`, async (t) => {
      const fake = fakePolyfill({ add: ({ qty }) => qty }, { wants, length });
      provide(t, fake.context);
      for (const qty of [1, 2, 3]) assert.equal(textOf(await executeTool('add', { qty })), String(qty));
      assert.equal(fake.runs.add, 3);
      assert.equal(fake.calls.length, 4, 'one question, once, and three calls');
      const [question] = fake.calls;
      assert.equal(question?.[2].signal.aborted, true);
      assert.equal(
        fake.calls.slice(1).every(([, args]) => typeof args === (wants === 'json' ? 'string' : 'object')),
        true,
      );
      const report = await executeToolDetailed('add', { qty: 4 });
      assert.equal(report.argsShape, wants);
    });
  }
}

test('X-02 a provider that answers the question by throwing at once, or not at all', async (t) => {
  for (const answer of [
    () => {
      throw new Error('not like this');
    },
    () => undefined,
    () => new Promise(() => {}),
    () => Promise.reject(new Error('a question is refused')),
  ]) {
    const fake = fakePolyfill({ add: ({ qty }) => qty });
    const { executeTool: own, ...rest } = /** @type {any} */ (fake.context);
    const remove = provide(t, {
      ...rest,
      /** @param {any[]} args */
      executeTool: (...args) => (args[2]?.signal?.aborted ? answer() : own(...args)),
    });
    assert.equal(textOf(await executeTool('add', { qty: 3 })), '3', String(answer));
    assert.equal(fake.runs.add, 1);
    remove();
  }
});

test('X-02 another object at document.modelContext, or another executeTool, is judged afresh', async (t) => {
  const tools = { add: (/** @type {any} */ { qty }) => qty };
  for (const [wants, length] of /** @type {const} */ ([
    ['json', 2],
    ['object', 1],
    ['json', 2],
    ['object', 0],
    ['json', 0],
  ])) {
    const fake = fakePolyfill(tools, { wants, length });
    const remove = provide(t, fake.context);
    const report = await executeToolDetailed('add', { qty: 3 });
    assert.equal(report.argsShape, wants);
    assert.equal(fake.runs.add, 1);
    remove();
  }
  const [first, second] = [fakePolyfill(tools, { wants: 'json', length: 2 }), fakePolyfill(tools)];
  const context = /** @type {any} */ (first.context);
  provide(t, context);
  assert.equal((await executeToolDetailed('add', { qty: 3 })).argsShape, 'json');
  context.executeTool = /** @type {any} */ (second.context).executeTool;
  assert.equal((await executeToolDetailed('add', { qty: 3 })).argsShape, 'object');
  assert.deepEqual([first.runs.add, second.runs.add], [1, 1]);
});

/** Errors by which a careless caller would take a tool's failure for a refusal of its arguments. */
const misleading = () => [
  new TypeError('x is not a function'),
  new TypeError('invalid input object: value is not an object'),
  new TypeError(NOT_AN_OBJECT),
  new Error(NOT_JSON),
  new DOMException(NOT_JSON, 'UnknownError'),
  new DOMException('Failed to parse input string as JSON', 'UnknownError'),
  new DOMException(
    'The operation failed for an unknown transient reason (e.g. out of memory).',
    'UnknownError',
  ),
  new DOMException('Tool not found: fails', 'UnknownError'),
  new DOMException('Not now', 'NotAllowedError'),
  new DOMException('Stopped', 'AbortError'),
];

test('X-02 a tool runs once, whatever it throws', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  const activations = countActivations(t);
  /** @type {unknown} */
  let error;
  let runs = 0;
  await t.register({
    name: 'fails',
    execute: () => {
      runs += 1;
      throw error;
    },
  });
  await t.register({
    name: 'fails_later',
    execute: async () => {
      runs += 1;
      await t.tick();
      throw error;
    },
  });
  let calls = 0;
  for (error of misleading()) {
    for (const name of ['fails', 'fails_later']) {
      const report = await executeToolDetailed(name, { qty: 3 });
      calls += 1;
      assert.equal(runs, calls, `${name}: ${error}`);
      assert.equal(report.argsShape, wantsJson(t) ? 'json' : 'object');
      assert.equal(
        ['failed', 'owner-gone'].includes(report.status),
        true,
        `${name}, ${error}: ${report.status}`,
      );
    }
  }
  await t.sleep(20);
  if (t.env.provider === 'native') assert.equal(activations.seen, calls, 'and is activated once');
});

test('X-02 a tool runs once on providers that pass its errors on', async (t) => {
  for (const behaviour of /** @type {const} */ ([
    { wants: 'object', length: 1 },
    { wants: 'json', length: 2 },
    { wants: 'object', length: 0 },
    { wants: 'json', length: 3 },
  ])) {
    for (const error of misleading()) {
      const fake = fakePolyfill({ fails: () => Promise.reject(error), ok: () => 'ok' }, behaviour);
      const remove = provide(t, fake.context);
      await executeTool('ok');
      const before = fake.calls.length;
      const report = await executeToolDetailed('fails', { qty: 3 });
      assert.equal(fake.runs.fails, 1);
      assert.equal(fake.calls.length, before + 1, 'dispatched once');
      assert.equal(report.argsShape, behaviour.wants);
      // Even of itself: it is still listed.
      assert.equal(report.status, 'failed', String(error));
      remove();
    }
  }
});

test('X-02 a provider of the page’s own that refuses its arguments is asked once', async (t) => {
  for (const length of [1, 2]) {
    for (const error of [new TypeError(NOT_AN_OBJECT), new DOMException(NOT_JSON, 'UnknownError')]) {
      const fake = fakePolyfill({ add: () => {} }, { length });
      let calls = 0;
      const executeTool = async () => {
        calls += 1;
        throw error;
      };
      Object.defineProperty(executeTool, 'length', { value: length });
      const remove = provide(t, { ...fake.context, executeTool });
      const report = await executeToolDetailed('add', {});
      // It may be what a tool threw: a second call could run that tool twice.
      assert.equal(calls, 1);
      assert.deepEqual([report.status, report.errorCode], ['failed', 'EXECUTION_ERROR']);
      assert.equal(report.error, error);
      assert.equal(report.argsShape, length === 1 ? 'object' : 'json');
      assert.deepEqual([report.result?.isError, textOf(report.result)], [true, error.message]);
      remove();
    }
  }
});
