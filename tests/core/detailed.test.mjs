/** What a report keeps apart, and what of a tool's own error reaches the caller. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { defineWebTool, executeTool, executeToolDetailed, toolErrorCode, toToolResult } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { onDispatch } from './call-steps.mjs';
import { fakePolyfill, provide, THREW } from './fake-providers.mjs';
import { callMethod } from './scripted-provider.mjs';

const description = 'A tool of the tests.';
/** @param {any} result */
const textOf = (result) => result?.content[0]?.text;

/** @param {string} value */
const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** Older builds report what a tool throws as an error of the page, too. @param {TestContext} t */
function toolErrorsAreReported(t) {
  if (t.env.id === 'c150') t.expectUnhandled();
}

/** Half of an emoji: browsers give null for it. */
const cut = 'Hello 😀'.slice(0, 7);
const megabyte = 'x'.repeat(1 << 20);
const date = new Date(0);
const nested = { a: { b: [1, { c: null }] } };
const answer = { content: [{ type: 'text', text: 'hi' }], _meta: { from: 'test' } };
const failing = { isError: true, message: 'stock is 0' };
const structured = { structuredContent: { total: 3 } };

/**
 * @typedef {object} Row
 * @property {string} title
 * @property {unknown} value what the tool returns
 * @property {unknown} raw how Chromium hands it on
 * @property {unknown} known the result where the value itself is known
 * @property {unknown} [told] the result where only `raw` is, if that is another
 */

/** @type {Row[]} */
const rows = [
  { title: 'undefined', value: undefined, raw: 'undefined', known: { content: [] } },
  { title: 'null', value: null, raw: 'null', known: text('null') },
  {
    title: 'empty text',
    value: '',
    raw: 'Operation succeeded',
    known: text(''),
    told: text('Operation succeeded'),
  },
  { title: 'the text 5', value: '5', raw: '5', known: text('5') },
  { title: '5', value: 5, raw: '5', known: text('5') },
  { title: 'the text null', value: 'null', raw: 'null', known: text('null') },
  {
    title: 'the text undefined',
    value: 'undefined',
    raw: 'undefined',
    known: text('undefined'),
    told: { content: [] },
  },
  {
    title: 'the text {}',
    value: '{}',
    raw: '{}',
    known: text('{}'),
    told: { ...text('{}'), structuredContent: {} },
  },
  { title: '{}', value: {}, raw: '{}', known: { ...text('{}'), structuredContent: {} } },
  { title: 'NaN', value: Number.NaN, raw: 'NaN', known: text('NaN') },
  { title: 'true', value: true, raw: 'true', known: text('true') },
  { title: 'a bigint', value: 5n, raw: '5', known: text('5') },
  { title: 'a date', value: date, raw: JSON.stringify(date), known: text(date.toJSON()) },
  { title: 'an array', value: [1, 'a', null], raw: '[1,"a",null]', known: text('[1,"a",null]') },
  {
    title: 'the JSON text of a result',
    value: JSON.stringify(answer),
    raw: JSON.stringify(answer),
    known: answer,
  },
  { title: 'a result', value: answer, raw: JSON.stringify(answer), known: answer },
  {
    title: 'a failure without content',
    value: failing,
    raw: JSON.stringify(failing),
    known: { ...failing, ...text('stock is 0') },
  },
  {
    title: 'structured content alone',
    value: structured,
    raw: JSON.stringify(structured),
    known: { ...structured, ...text('{"total":3}') },
  },
  { title: 'a lone surrogate', value: cut, raw: null, known: text(cut) },
  {
    title: 'nested',
    value: nested,
    raw: JSON.stringify(nested),
    known: { ...text(JSON.stringify(nested)), structuredContent: nested },
  },
  { title: '1 MB of text', value: megabyte, raw: megabyte, known: text(megabyte) },
];

/**
 * What the row comes to where the provider passes the value itself on.
 *
 * @param {Row} row
 * @param {unknown} [told]
 */
const byReference = (row, told) => (row.value === date ? toToolResult(date) : told || row.known);

/** @param {TestContext} t @param {Row} row */
function rawOf(t, row) {
  if (t.env.provider === 'preview') return row.value;
  // The one oddity of browsers that polyfills are better without.
  if (row.value === cut && t.env.provider !== 'native') return cut;
  return row.raw;
}

for (const promised of [false, true]) {
  const how = promised ? 'promised' : 'returned';

  test(`X-03 ${rows.length} values, ${how} by tools of the package: the value is known`, async (t) => {
    for (const [index, row] of rows.entries()) {
      const execute = promised ? async () => row.value : () => row.value;
      const tool = defineWebTool({ name: `own_${index}`, description, execute });
      const unregister = await tool.register();
      const report = await executeToolDetailed(tool.name, { row: index });
      assert.equal(report.valueKnown, true, row.title);
      assert.equal(report.value, row.value, row.title);
      assert.equal(report.status, row.value === failing ? 'failed' : 'completed', row.title);
      assert.equal(report.outcomeUnknown, false, row.title);
      assert.equal(report.errorCode, row.value === failing ? 'EXECUTION_ERROR' : undefined, row.title);
      assert.deepEqual(report.result, t.env.provider === 'preview' ? byReference(row) : row.known, row.title);
      if (t.env.provider !== 'mcpb') assert.equal(report.raw, rawOf(t, row), row.title);
      assert.deepEqual(await executeTool(tool.name, { row: index }), report.result, row.title);
      unregister();
    }
  });

  test(`X-03 ${rows.length} values, ${how} by tools of others: what the provider tells`, async (t) => {
    for (const [index, row] of rows.entries()) {
      const name = `raw_${index}`;
      const execute = promised ? async () => row.value : () => row.value;
      const unregister = await t.register({ name, execute });
      const report = await executeToolDetailed(name, { row: index });
      assert.equal(report.valueKnown, false, row.title);
      assert.equal(report.value, undefined, row.title);
      assert.equal(report.outcomeUnknown, false, row.title);
      if (t.env.provider !== 'mcpb') {
        const raw = rawOf(t, row);
        assert.equal(report.raw, raw, row.title);
        const told =
          t.env.provider === 'preview' ? byReference(row, row.value && row.told) : (row.told ?? row.known);
        assert.deepEqual(report.result, raw === null && row.value !== null ? null : told, row.title);
      } else {
        assert.deepEqual(report.result, report.raw === null ? null : await executeTool(name, { row: index }));
      }
      // Without a record, the null for half an emoji is like that of a call that navigated.
      const lost = row.value === cut && report.raw === null;
      assert.equal(
        report.status,
        lost ? 'navigated' : row.value === failing ? 'failed' : 'completed',
        row.title,
      );
      await unregister();
    }
  });
}

test('X-03 values of calls that overlap: known where the arguments differ, and never a wrong one', async (t) => {
  let turn = 0;
  const tool = defineWebTool({
    name: 'number',
    description,
    execute: async (/** @type {any} */ { qty }) => {
      const live = turn++;
      await new Promise((resolve) => setTimeout(resolve, 10 * (3 - (live % 3))));
      return { live, qty };
    },
  });
  await tool.register();
  const different = await Promise.all([5, 6, 7].map((qty) => executeToolDetailed('number', { qty })));
  assert.deepEqual(
    different.map(({ valueKnown, value }) => [valueKnown, value]),
    [5, 6, 7].map((qty, live) => [true, { live, qty }]),
  );
  const equal = await Promise.all([0, 0, 0].map((qty) => executeToolDetailed('number', { qty })));
  for (const [index, { valueKnown, value, status, result }] of equal.entries()) {
    assert.equal(status, 'completed');
    assert.deepEqual(result?.structuredContent, { live: 3 + index, qty: 0 });
    // Where a tool begins within the call, the last of them cannot be any of those that had begun before.
    if (t.env.provider === 'native' || t.env.provider === 'polyfill') assert.equal(valueKnown, false);
    assert.deepEqual(value, valueKnown ? result?.structuredContent : undefined);
  }
  const after = await executeToolDetailed('number', { qty: 0 });
  assert.deepEqual(
    [after.valueKnown, after.value],
    [true, { live: 6, qty: 0 }],
    'known again once none overlaps',
  );
});

test('X-03 arguments in any order of writing are matched', async () => {
  const tool = defineWebTool({ name: 'echo', description, execute: (/** @type {any} */ input) => input });
  await tool.register();
  for (const args of [
    '{ "b": 1,\n "a": [ 1, 2 ] }',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '{"n":1e999}',
    '{"s":"\\ud83d"}',
    '[1]',
    { a: undefined, b: Number.NaN },
  ]) {
    const report = await executeToolDetailed('echo', args);
    assert.equal(report.valueKnown, true, JSON.stringify(args));
  }
});

test("X-03 a tool whose own execution is not on record does not borrow another's", async (t) => {
  const tool = defineWebTool({ name: 'twice', description, execute: () => 'of the package' });
  const unregister = await tool.register();
  unregister();
  await t.register({ name: 'twice', execute: () => 'of the page' });
  const report = await executeToolDetailed('twice');
  assert.equal(report.valueKnown, false);
  assert.equal(textOf(report.result), 'of the page');
});

/** Every way in which a tool may fail. */
const failures = () =>
  /** @type {[string, unknown, string, string?][]} */ ([
    ['an error', new Error('stock is 0'), 'stock is 0'],
    [
      'an error with a code',
      Object.assign(new Error('slow down'), { code: 'RATE_LIMITED' }),
      'slow down',
      'RATE_LIMITED',
    ],
    ['an error with a code of another list', Object.assign(new Error('gone'), { code: 'ENOENT' }), 'gone'],
    ['an error without a text', new Error(''), ''],
    ['a DOMException', new DOMException('no data', 'DataError'), 'no data'],
    ['an AbortError of its own', new DOMException('my own', 'AbortError'), 'my own'],
    ['text', 'only text', 'only text'],
    ['a number', 42, '42'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    ['an object', { a: 1 }, '[object Object]'],
    ['a text like the mask', new Error(THREW), THREW],
    [
      'a text like a refusal',
      new TypeError('invalid input object: value is not an object'),
      'invalid input object: value is not an object',
    ],
    ['half an emoji', new Error(cut), cut],
  ]);

test('X-05 a tool of the package fails with its own text and code, everywhere', async (t) => {
  toolErrorsAreReported(t);
  /** @type {unknown} */
  let error;
  for (const later of [false, true]) {
    const execute = later
      ? () => Promise.reject(error)
      : () => {
          throw error;
        };
    const tool = defineWebTool({ name: later ? 'fails_later' : 'fails', description, execute });
    await tool.register();
    for (const [title, thrown, expected, code = 'EXECUTION_ERROR'] of failures()) {
      error = thrown;
      const report = await executeToolDetailed(tool.name, { title });
      assert.equal(report.status, 'failed', title);
      assert.equal(textOf(report.result), expected, title);
      assert.equal(report.result?.isError, true, title);
      assert.equal(report.errorCode, code, title);
      assert.equal(toolErrorCode(report.result), code, title);
      assert.equal(report.outcomeUnknown, false, title);
      const { result } = await tool.invoke({ title: `${title} again` });
      assert.equal(textOf(result), expected, title);
    }
  }
});

test('X-05 what other agents see of such a tool is what they see of any', async (t) => {
  toolErrorsAreReported(t);
  const execute = () => {
    throw new Error('stock is 0');
  };
  await t.register({ name: 'raw', execute });
  await defineWebTool({ name: 'own', description, execute }).register();
  /** @param {string} name */
  const seen = async (name) => {
    const context = t.modelContext();
    const tool = (await context.getTools()).find((one) => one.name === name);
    const args = t.env.id === 'c150' || t.env.id === 'mcpb' ? '{}' : {};
    const call =
      t.env.provider === 'preview'
        ? context.invokeTool(name, {})
        : context.executeTool(/** @type {any} */ (tool), args);
    const error = await t.rejects(call);
    return [error.name, error.message];
  };
  assert.deepEqual(await seen('own'), await seen('raw'));
});

test("X-05 equal calls that overlap never get each other's text", async (t) => {
  toolErrorsAreReported(t);
  let turn = 0;
  await defineWebTool({
    name: 'fails',
    description,
    execute: async () => {
      const mine = turn++;
      await new Promise((resolve) => setTimeout(resolve, 30 - 10 * mine));
      throw new Error(`turn ${mine}`);
    },
  }).register();
  const results = await Promise.all([0, 1, 2].map(() => executeTool('fails', { a: 1 })));
  // The peer's polyfill and the preview pass the text on themselves, to the right caller.
  const passed = t.env.provider === 'preview' || t.env.provider === 'mcpb';
  for (const [index, result] of results.entries()) {
    assert.equal(result?.isError, true);
    assert.equal(textOf(result), passed ? `turn ${index}` : THREW);
  }
});

test('X-05 different calls that overlap get their own text', async (t) => {
  toolErrorsAreReported(t);
  await defineWebTool({
    name: 'fails',
    description,
    execute: async (/** @type {any} */ { text, ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      throw new Error(text);
    },
  }).register();
  const texts = ['a', 'b', 'c', 'd'];
  const results = await Promise.all(
    texts.map((text, index) => executeTool('fails', { text, ms: 40 - 10 * index })),
  );
  assert.deepEqual(results.map(textOf), texts);
});

test('X-05 a call beside one of an agent that does not use the package', async (t) => {
  toolErrorsAreReported(t);
  let turn = 0;
  await defineWebTool({
    name: 'fails',
    description,
    execute: async () => {
      const mine = turn++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error(`turn ${mine}`);
    },
  }).register();
  /** @type {any} */
  const context = t.modelContext();
  const tool = (await context.getTools()).find((/** @type {any} */ one) => one.name === 'fails');
  const call = context[callMethod(t)];
  const args = t.env.id === 'c150' || t.env.id === 'mcpb' ? '{}' : {};
  // A tool takes its turns in the order of the calls: the number of calls before ours is its turn.
  let dispatched = 0;
  /** @type {number[]} */
  const ownTurns = [];
  onDispatch(t, () => ownTurns.push(dispatched++));
  /** @type {string[]} */
  const foreignTexts = [];
  const foreign = async () => {
    const index = dispatched++;
    const target = t.env.provider === 'preview' ? 'fails' : tool;
    foreignTexts[index] = (await t.rejects(call.call(context, target, args))).message;
  };
  const first = foreign();
  const own = executeTool('fails');
  const last = foreign();
  const result = await own;
  await Promise.all([first, last]);
  assert.equal(turn, 3);
  assert.equal(ownTurns.length, 1);
  const [ownTurn] = ownTurns;
  assert.equal(ownTurn === 1 || ownTurn === 2, true, `turn ${ownTurn}: the agent's was the first`);
  assert.equal(result?.isError, true);
  const seen = textOf(result);
  const passed = t.env.provider === 'preview' || t.env.provider === 'mcpb';
  // Where texts are masked it depends on when the look-up ended: the mask, or the right text.
  if (passed || seen !== THREW) assert.equal(seen, `turn ${ownTurn}`);
  for (const [index, text] of foreignTexts.entries()) {
    if (passed && index !== ownTurn) assert.equal(text.endsWith(`turn ${index}`), true, text);
  }
});

const notInFrames = {
  'ff-native': 'its tools are for the top window only',
  mcpb: 'it lists the tools of its own document only',
};

test('X-03 X-05 a tool of another copy of the package in a frame of this origin', {
  not: notInFrames,
}, async (t) => {
  toolErrorsAreReported(t);
  const { contentWindow } = await t.frame('/fixtures/web-tools.html');
  await settledList(t, 5);
  /** @param {string} name @param {object} [args] */
  const call = (name, args) => executeToolDetailed(name, args, { window: contentWindow });
  const five = await call('five');
  assert.deepEqual([five.valueKnown, five.value, five.status], [true, 5, 'completed']);
  const nothing = await call('nothing');
  assert.deepEqual([nothing.valueKnown, nothing.value, nothing.status], [true, null, 'completed']);
  const surrogate = await call('cut');
  assert.deepEqual([surrogate.valueKnown, surrogate.value, surrogate.status], [true, cut, 'completed']);
  assert.equal(textOf(surrogate.result), cut);
  const failed = await call('fails', { text: 'no tea' });
  assert.deepEqual(
    [failed.status, failed.errorCode, textOf(failed.result)],
    ['failed', 'EXECUTION_ERROR', 'no tea'],
  );
  assert.equal(textOf(await executeTool('fails')), 'stock is 0');
  const overlapping = await Promise.all([0, 1].map(() => executeTool('slow_failure')));
  assert.deepEqual(overlapping.map(textOf), [THREW, THREW], 'masked where two overlap');
  assert.equal(textOf(await executeTool('slow_failure')), 'too late');
});

/** Tools of a frame may be listed a little after it has loaded. @param {TestContext} t @param {number} least */
async function settledList(t, least) {
  for (let i = 0; i < 100; i++) {
    if ((await t.modelContext().getTools()).length >= least) return;
    await t.sleep(20);
  }
}

test('X-03 on a polyfill that passes errors and values on, the report holds them', async (t) => {
  const error = Object.assign(new Error('stock is 0'), { code: 'CONSTRAINT_VIOLATION' });
  const fake = fakePolyfill(
    { fails: () => Promise.reject(error), null: () => null },
    { results: 'reference' },
  );
  provide(t, fake.context);
  const report = await executeToolDetailed('fails');
  assert.equal(report.error, error);
  assert.equal(report.errorCode, 'CONSTRAINT_VIOLATION');
  assert.equal(textOf(report.result), 'stock is 0');
});

test('X-03 every report has the same members', async (t) => {
  toolErrorsAreReported(t);
  await t.register({ name: 'ok', execute: () => 'ok' });
  await t.register({
    name: 'fails',
    execute: () => {
      throw new Error('no');
    },
  });
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const reports = [
    await executeToolDetailed('ok'),
    await executeToolDetailed('fails'),
    await executeToolDetailed('other'),
    await executeToolDetailed('never', {}, { timeout: 20 }),
    await executeToolDetailed('ok', {}, AbortSignal.abort()),
  ];
  const members = [
    'status',
    'name',
    'result',
    'raw',
    'value',
    'valueKnown',
    'errorCode',
    'error',
    'outcomeUnknown',
    'durationMs',
    'provider',
    'argsShape',
    'origin',
  ];
  assert.deepEqual(
    reports.map(({ status }) => status),
    ['completed', 'failed', 'not-found', 'timed-out', 'aborted'],
  );
  for (const report of reports) {
    assert.deepEqual(Object.keys(report), members, report.status);
    assert.equal(Object.getPrototypeOf(report), Object.prototype);
    assert.equal(report.durationMs >= 0, true);
  }
  assert.deepEqual(
    reports.map(({ errorCode }) => errorCode),
    [undefined, 'EXECUTION_ERROR', 'NOT_FOUND', 'TIMEOUT', 'ABORTED'],
  );
  assert.deepEqual(
    reports.map(({ outcomeUnknown }) => outcomeUnknown),
    [false, false, false, true, false],
  );
  assert.deepEqual(
    reports.map(({ argsShape }) => argsShape === undefined),
    [false, false, true, false, true],
  );
});
