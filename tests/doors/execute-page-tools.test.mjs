/** Several calls at once, of tools of the page. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { defineWebTool, executeTools, onToolCall, registerTool } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';

const description = 'A tool of the tests.';
const inFrames = {
  not: {
    'ff-native': 'its tools are those of the top window',
    mcpb: 'it knows the tools of its own document only',
  },
};

/** The text of a page tool's result. @param {any} entry */
const textOf = (entry) => entry?.result?.content?.[0]?.text;

test('S4-16 a page tool’s result is a tool result', async (t) => {
  await t.register({ name: 'greet', execute: ({ name }) => `Hello ${name}` });
  await t.register({ name: 'sum', execute: async ({ a, b }) => ({ sum: a + b }) });
  await t.register({
    name: 'whole',
    execute: () => ({ content: [{ type: 'text', text: 'as it is' }], structuredContent: { ok: 1 } }),
  });
  const results = await executeTools({
    toolCalls: [
      { name: 'greet', input: { name: 'Ada' }, id: 'a' },
      { name: 'sum', input: '{"a":1,"b":2}' },
      { name: 'whole' },
      { name: 'nope' },
    ],
  });
  assert.equal(results[0]?.id, 'a');
  assert.deepEqual(results.map(textOf), ['Hello Ada', '{"sum":3}', 'as it is', undefined]);
  assert.deepEqual(/** @type {any} */ (results[1]).result.structuredContent, { sum: 3 });
  assert.deepEqual(/** @type {any} */ (results[2]).result.structuredContent, { ok: 1 });
  assert.deepEqual(results[3], { name: 'nope', success: false, error: 'Tool nope not found' });
});

test('S4-16 isError is a failure with its text; a tool that throws is one, too', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  const content = [
    { type: 'text', text: 'sold out' },
    { type: 'text', text: 'come back later' },
  ];
  await t.register({ name: 'sold_out', execute: () => ({ isError: true, content }) });
  const throwing = () => {
    throw new Error('stock is 0');
  };
  await defineWebTool({ name: 'own_throws', description, execute: throwing }).register();
  await t.register({ name: 'raw_throws', execute: throwing });
  await t.register({ name: 'works', execute: () => 'fine' });
  const toolCalls = ['sold_out', 'own_throws', 'raw_throws', 'works'].map((name) => ({ name }));
  const results = /** @type {any[]} */ (await executeTools({ toolCalls }));
  assert.deepEqual(results[0], { name: 'sold_out', success: false, error: 'sold out\ncome back later' });
  assert.deepEqual(results[1], { name: 'own_throws', success: false, error: 'stock is 0' });
  assert.deepEqual(Object.keys(results[2]), ['name', 'success', 'error']);
  assert.equal(typeof results[2].error, 'string');
  assert.equal(textOf(results[3]), 'fine');
});

test('S4-16 a call that navigates is a success without a result', inFrames, async (t) => {
  await t.frame('/fixtures/tools.html?tools=navigate,text');
  for (const name of ['navigate', 'text']) await untilListed(t, name);
  const [first, second] = await executeTools({ toolCalls: [{ name: 'text' }, { name: 'navigate' }] });
  assert.equal(textOf(first), 'hello');
  assert.deepEqual(second, { name: 'navigate', success: true, result: null });
});

test('S4-13 tools in memory come before those of the page, given ones before both', async (t) => {
  for (const name of ['all', 'two', 'page']) await t.register({ name, execute: () => 'page' });
  for (const name of ['all', 'two']) t.after(registerTool({ name, execute: () => 'registered' }));
  const results = await executeTools({
    tools: [{ name: 'all', execute: () => 'given' }],
    toolCalls: [{ name: 'all' }, { name: 'two' }, { name: 'page' }],
  });
  assert.deepEqual(
    results.map((entry) => textOf(entry) ?? /** @type {any} */ (entry).result),
    ['given', 'registered', 'page'],
  );
});

test('S4-14 wrong input for a page tool is a failure, and nothing has run', async (t) => {
  let runs = 0;
  await t.register({ name: 'counts', execute: () => ++runs });
  const inputs = /** @type {any[]} */ ([5, 'no json', '5', () => {}, 1n, { big: 1n }]);
  const results = await executeTools({ toolCalls: inputs.map((input) => ({ name: 'counts', input })) });
  for (const result of results) {
    assert.equal(result.success, false);
    assert.match(!result.success && result.error, /^The arguments for "counts" /);
  }
  assert.equal(runs, 0);
});

test(
  'S4-13 several documents offer the tool: the entry says so, and a call may choose',
  inFrames,
  async (t) => {
    const frames = [1, 2].map((number) => t.frame(`/fixtures/tools.html?tools=echo&frame=${number}`));
    const [first, second] = await Promise.all(frames);
    for (const frame of [first, second]) await untilListed(t, 'echo', { window: frame?.contentWindow });
    const results = /** @type {any[]} */ (
      await executeTools({
        toolCalls: [
          { name: 'echo' },
          ...[first, second].map((frame) => ({ name: 'echo', window: frame?.contentWindow ?? {} })),
          { name: 'echo', origin: 'https://nowhere.example' },
        ],
      })
    );
    assert.match(results[0].error, /^Several documents offer a tool "echo"/);
    assert.deepEqual(
      results.slice(1, 3).map(({ result }) => result.structuredContent.query),
      ['?tools=echo&frame=1', '?tools=echo&frame=2'],
    );
    assert.equal(results[3].error, 'Tool echo not found');
    const [of2] = await executeTools({ toolCalls: [{ name: 'echo' }], window: second?.contentWindow ?? {} });
    assert.match(textOf(of2), /frame=2/);
  },
);

/** @param {TestContext} t */
function controlled(t) {
  /** @type {string[]} */
  const started = [];
  /** @type {Record<string, () => void>} */
  const end = {};
  const execute = (/** @type {any} */ { id }) => {
    started.push(id);
    return new Promise((resolve) => {
      end[id] = () => resolve(id);
    });
  };
  const untilStarted = async (/** @type {number} */ count) => {
    while (started.length < count) await t.sleep(1);
  };
  return { execute, started, end, untilStarted };
}

test("C13 'auto' reads the hints of page tools", async (t) => {
  const { execute, started, end, untilStarted } = controlled(t);
  await t.register({ name: 'reads', execute, annotations: { readOnlyHint: true } });
  await t.register({ name: 'writes', execute });
  t.after(registerTool({ name: 'here', execute, annotations: { readOnlyHint: true } }));
  const names = ['reads', 'here', 'reads', 'writes', 'writes', 'reads'];
  const toolCalls = names.map((name, index) => ({ name, input: { id: `${index}` } }));
  const batch = executeTools({ toolCalls, concurrency: 'auto' });
  await untilStarted(3);
  assert.deepEqual(started.toSorted(), ['0', '1', '2']);
  for (const id of ['1', '0', '2']) end[id]?.();
  for (const [index, id] of ['3', '4', '5'].entries()) {
    await untilStarted(index + 4);
    await t.sleep(10);
    assert.deepEqual(started.slice(3), ['3', '4', '5'].slice(0, index + 1));
    end[id]?.();
  }
  assert.deepEqual(
    (await batch).map(({ success }) => success),
    names.map(() => true),
  );
});

test('C1 an abort gives up what runs in the page, and nothing more goes out', async (t) => {
  const { execute, started, end, untilStarted } = controlled(t);
  await t.register({ name: 'slow', execute });
  const controller = new AbortController();
  const toolCalls = ['0', '1', '2', '3'].map((id) => ({ name: 'slow', input: { id } }));
  const batch = executeTools({ toolCalls, concurrency: 2, signal: controller.signal });
  await untilStarted(2);
  end[0]?.();
  await untilStarted(3);
  controller.abort('enough');
  const results = /** @type {any[]} */ (await batch);
  assert.equal(textOf(results[0]), '0');
  for (const { error } of results.slice(1)) assert.equal(error, 'enough');
  await t.sleep(30);
  assert.deepEqual(started, ['0', '1', '2']);
  const pre = await executeTools({ toolCalls, signal: AbortSignal.abort('before') });
  assert.deepEqual(
    pre.map((entry) => !entry.success && entry.error),
    toolCalls.map(() => 'before'),
  );
  assert.equal(started.length, 3);
});

test('X-09 X-08 calls of page tools are told of once, with their progress', async (t) => {
  await defineWebTool({
    name: 'steps',
    description,
    execute: (/** @type {any} */ _input, { emit }) => {
      emit('half');
      return 'done';
    },
  }).register();
  /** @type {any[]} */
  const heard = [];
  t.after(onToolCall((event) => heard.push(event)));
  /** @type {any[]} */
  const progress = [];
  const toolCalls = [{ name: 'steps', id: 'a', input: { n: 1 } }];
  await executeTools({ toolCalls, onProgress: (...args) => progress.push(args) });
  assert.deepEqual(progress, [['half', toolCalls[0]]]);
  assert.equal(progress[0][1], toolCalls[0]);
  assert.deepEqual(
    heard.map(({ type, name, door, callId }) => [type, name, door, callId]),
    ['start', 'progress', 'settle'].map((type) => [type, 'steps', 'executeTools', 'a']),
  );
});

test('X-08 a deadline ends a call in the page', async (t) => {
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  await t.register({ name: 'text', execute: () => 'hello' });
  const toolCalls = [
    { name: 'never', timeout: 30 },
    { name: 'text', timeout: 0 },
  ];
  const [never, text] = await executeTools({ toolCalls, timeout: 10_000 });
  assert.equal(!never?.success && never?.error, 'The tool "never" did not answer within 30 ms.');
  assert.equal(textOf(text), 'hello');
});

test('listeners on a shared signal go with calls of page tools', { timeout: 60_000 }, async (t) => {
  await t.register({ name: 'text', execute: () => 'hello' });
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  const toolCalls = [{ name: 'text' }, { name: 'nope' }, { name: 'never', timeout: 1 }];
  for (let time = 0; time < 100; time++) {
    await Promise.all(Array.from({ length: 5 }, () => executeTools({ toolCalls, signal })));
  }
  assert.equal(count.added >= 1500, true);
  assert.equal(count.active, 0);
});
