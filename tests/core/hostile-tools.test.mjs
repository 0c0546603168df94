/** Tools whose results nobody can hand on: each call ends, once, with a result, and the next one works. */

import {
  defineWebTool,
  executeTool,
  executeToolDetailed,
  normalizeToolResult,
  toolErrorCode,
  toToolResult,
} from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { cyclic, ordinary, revoked, thenable, thrower, trapped } from './hostile-values.mjs';

const description = 'A tool of the tests.';
const MEGABYTE = 1 << 20;

/** @param {any} result */
const textOf = (result) => result?.content[0]?.text;

/** What a tool may return that nobody can hand on. @type {() => [string, unknown][]} */
const unserialisable = () => [
  ['a cycle', cyclic()],
  ['a bigint inside', { a: 5n }],
  ['a toJSON that throws', { toJSON: thrower() }],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('hostile');
      },
    },
  ],
  ['a revoked proxy', revoked()],
  ['a proxy that throws', trapped()],
];

for (const promised of [false, true]) {
  test(`S1-25 X-01 results that cannot be handed on, ${promised ? 'promised' : 'returned'} by tools of the package`, async (t) => {
    const { works } = await ordinary(t);
    if (t.env.id === 'c150') t.expectUnhandled();
    /** @type {unknown} */
    let value;
    let runs = 0;
    await defineWebTool({
      name: 'odd',
      description,
      execute: () => {
        runs += 1;
        // Within an object, for a promise would read `then` of the value itself.
        return promised ? Promise.resolve({ value }) : value;
      },
    }).register();
    const all = /** @type {[string, unknown][]} */ ([
      ...unserialisable(),
      ['a symbol', Symbol('s')],
      ['a symbol inside', [Symbol('s')]],
    ]);
    for (const [index, [title, one]] of all.entries()) {
      value = one;
      const report = await executeToolDetailed('odd', { title });
      assert.equal(runs, index + 1, title);
      // JSON leaves a symbol inside a value out; a symbol itself is refused.
      const fits = title === 'a symbol inside' || (promised && title === 'a symbol');
      assert.equal(report.status, fits ? 'completed' : 'failed', title);
      assert.equal(Array.isArray(report.result?.content), true, title);
      await works(title);
    }
  });
}

test('S1-25 a symbol as the result of a tool of the package is a failure, everywhere', async (t) => {
  const { works } = await ordinary(t);
  if (t.env.id === 'c150') t.expectUnhandled();
  let runs = 0;
  for (const [name, give] of /** @type {const} */ ([
    ['symbol', () => Symbol('s')],
    ['promised_symbol', async () => Symbol('s')],
    ['thenable_symbol', () => thenable((resolve) => resolve(Symbol('s')))],
    ['nested_symbol', () => thenable((resolve) => resolve(Promise.resolve(Symbol('s'))))],
  ])) {
    const execute = () => {
      runs += 1;
      return give();
    };
    const before = runs;
    await defineWebTool({ name, description, execute }).register();
    const report = await executeToolDetailed(name);
    assert.equal(report.status, 'failed', name);
    assert.match(textOf(report.result), /symbol/);
    assert.equal(toolErrorCode(report.result), 'EXECUTION_ERROR');
    assert.equal(runs, before + 1, name);
    await works(name);
  }
});

test('S1-25 thenables and promises that misbehave', async (t) => {
  const { works } = await ordinary(t);
  if (t.env.id === 'c150') t.expectUnhandled();
  /** @type {[string, () => unknown, string, string][]} */
  const cases = [
    ['then throws', () => thenable(thrower('in then')), 'failed', 'in then'],
    [
      'reading then throws',
      () => Object.defineProperty({}, 'then', { get: thrower('in get') }),
      'failed',
      'in get',
    ],
    [
      'settles twice',
      () =>
        thenable((resolve, reject) => {
          resolve('one');
          resolve('two');
          reject(new Error('three'));
        }),
      'completed',
      'one',
    ],
    [
      'settles, then throws',
      () =>
        thenable((resolve) => {
          resolve('one');
          throw new Error('two');
        }),
      'completed',
      'one',
    ],
    ['rejects with nothing', () => Promise.reject(), 'failed', 'undefined'],
  ];
  for (const [title, execute, status, text] of cases) {
    const tool = defineWebTool({ name: title.replaceAll(/\W/g, '_'), description, execute });
    await tool.register();
    const report = await executeToolDetailed(tool.name);
    assert.deepEqual([report.status, textOf(report.result)], [status, text], title);
    await works(title);
  }
});

test('S1-22 a result of 50 MB', { timeout: 60_000 }, async (t) => {
  const { works } = await ordinary(t);
  const big = 'x'.repeat(50 * MEGABYTE);
  await t.register({ name: 'big', execute: () => big });
  assert.equal(textOf(await executeTool('big')) === big, true);
  await works('50 MB');
});

test('S1-27 S1-30 the functions for results never throw', { node: true }, () => {
  const values = [
    undefined,
    null,
    '',
    'x',
    '{',
    5,
    Number.NaN,
    -0,
    5n,
    true,
    Symbol('s'),
    () => {},
    [],
    {},
    new Date(0),
    new Date(Number.NaN),
    new Error('x'),
    cyclic(),
    [cyclic()],
    { a: 5n },
    trapped(),
    trapped([]),
    trapped(() => {}),
    revoked(),
    { content: [] },
    { content: 'x' },
    { content: trapped() },
    { content: revoked() },
    { isError: true },
    { isError: true, message: Symbol('s') },
    { isError: true, error: trapped() },
    { isError: true, error: cyclic() },
    { isError: 'yes' },
    { structuredContent: cyclic() },
    { structuredContent: 5n },
    { structuredContent: trapped() },
    { structuredContent: undefined },
    {
      get content() {
        throw null;
      },
    },
    {
      get isError() {
        throw new Error('x');
      },
    },
    { toJSON: thrower() },
    { isError: true, _meta: trapped() },
    { isError: true, _meta: { 'webmcp-exec/code': Symbol('s') } },
    { isError: true, structuredContent: { code: Symbol('s') } },
    Object.create(null),
    new Map(),
    globalThis,
    '\ud83d',
    '{"__proto__":{"isError":true}}',
    '[1',
    'x'.repeat(MEGABYTE),
    Object.freeze({ isError: true }),
    new Proxy({ isError: true }, {}),
  ];
  for (const [index, value] of values.entries()) {
    for (const result of [toToolResult(value), normalizeToolResult(value)]) {
      assert.equal(typeof result === 'object' && result !== null, true, `value ${index}`);
      const code = toolErrorCode(result);
      assert.equal(code === undefined || typeof code === 'string', true, `value ${index}`);
    }
    // What passes through normalizeToolResult need not have content; what toToolResult makes has.
    assert.equal(Array.isArray(toToolResult(value).content), true, `value ${index}`);
    const code = toolErrorCode(/** @type {any} */ (value));
    assert.equal(code === undefined || typeof code === 'string', true, `value ${index}`);
  }
  assert.equal(Reflect.get({}, 'isError'), undefined);
});

test('S1-40 definitions and options of a registration that are none', async (t) => {
  const { works } = await ordinary(t);
  const execute = () => 'x';
  const bad = [
    undefined,
    null,
    5,
    'x',
    Symbol('s'),
    {},
    [],
    { name: 'a' },
    { name: 'a', description },
    { name: 5, description, execute },
    { name: 'a', description: 5, execute },
    { name: 'a', description, execute: 5 },
    trapped(),
    revoked(),
    {
      description,
      execute,
      get name() {
        throw new Error('hostile');
      },
    },
  ];
  for (const [index, definition] of bad.entries()) {
    let error;
    try {
      defineWebTool(/** @type {any} */ (definition));
    } catch (thrown) {
      error = /** @type {any} */ (thrown);
    }
    assert.deepEqual([error?.name, error?.errorCode], ['TypeError', 'INVALID_INPUT'], `definition ${index}`);
  }
  // Read by the provider, and only then.
  const late = defineWebTool({
    name: 'late',
    description,
    execute,
    get inputSchema() {
      return /** @type {any} */ (thrower('hostile schema')());
    },
  });
  assert.match((await t.rejects(late.register())).message, /hostile schema/);
  const circle = defineWebTool({ name: 'circle', description, execute, inputSchema: cyclic() });
  const ended = await Promise.race([
    circle.register().then(
      () => 'registered',
      (/** @type {Error} */ error) => error.name,
    ),
    t.sleep(5000),
  ]);
  assert.equal(
    ended === 'TypeError' || (ended === 'registered' && t.env.provider !== 'native'),
    true,
    String(ended),
  );
  for (const options of [5, 'x', { signal: {} }, { signal: trapped() }]) {
    const tool = defineWebTool({ name: 'ok', description, execute });
    assert.equal((await t.rejects(tool.register(/** @type {any} */ (options)))).errorCode, 'INVALID_INPUT');
  }
  await works('bad definitions');
});
