/** What a tool's arguments may be, and what reaches the tool. */

import { executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { callMethod, installScripted, spy } from './scripted-provider.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @param {TestContext} t */
async function recorder(t) {
  /** @type {any[]} */
  const inputs = [];
  await t.register({ name: 'record', execute: (/** @type {any} */ input) => inputs.push(input) });
  return inputs;
}

test('S1-04 arguments are not checked against the schema here', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({
    name: 'add',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    execute: (/** @type {unknown} */ input) => inputs.push(input),
  });
  for (const args of [{ n: 'x' }, {}, { n: 1, more: true }]) await executeTool('add', args);
  assert.deepEqual(inputs, [{ n: 'x' }, {}, { n: 1, more: true }]);
});

/** What is accepted, and what the tool then gets. */
const accepted = {
  'an object': [
    { qty: 3, tags: ['a'], deep: { b: null } },
    { qty: 3, tags: ['a'], deep: { b: null } },
  ],
  'an array': [
    [1, 'two', { three: 3 }],
    [1, 'two', { three: 3 }],
  ],
  'an array that holds one JSON text': [['{"a":1}'], ['{"a":1}']],
  'the text of an object': [' {"qty": 3, "qty": 4}\n', { qty: 4 }],
  'the text of an array': ['[1,{"a":2}]', [1, { a: 2 }]],
  nothing: [undefined, {}],
  null: [null, {}],
  'an empty text': ['', {}],
  blanks: [' \n\t ', {}],
  'an object without a prototype': [Object.assign(Object.create(null), { qty: 3 }), { qty: 3 }],
  'an object with a toJSON': [{ toJSON: () => ({ qty: 3 }) }, { qty: 3 }],
  'an object whose text is other JSON': [{ qty: 3, toString: () => '{"qty":4}' }, { qty: 3 }],
  'a member that JSON leaves out': [{ a: undefined, b: () => 1, c: Symbol('c'), d: 1 }, { d: 1 }],
  'members that JSON writes otherwise': [
    { at: new Date(0), n: Number.NaN },
    { at: '1970-01-01T00:00:00.000Z', n: null },
  ],
  'half a character': [{ text: 'a\ud83d' }, { text: 'a\ud83d' }],
  'the text of half a character, escaped': ['{"text":"a\\ud83d"}', { text: 'a\ud83d' }],
  'the text of half a character, as it is': ['{"text":"a\ud83d"}', { text: 'a\ud83d' }],
  'a class of the page': [
    new (class Order {
      qty = 3;
    })(),
    { qty: 3 },
  ],
  'a map, of which JSON holds nothing': [new Map([['a', 1]]), {}],
};

for (const [what, [args, expected]] of Object.entries(accepted)) {
  test(`S1-35 accepted: ${what}`, async (t) => {
    const inputs = await recorder(t);
    await executeTool('record', /** @type {any} */ (args));
    assert.deepEqual(inputs, [expected]);
  });
}

test('S1-35 a number in a text that JSON cannot write is null', {
  not: { 'ff-native': 'it gives the tool the value itself, without JSON' },
}, async (t) => {
  const inputs = await recorder(t);
  await executeTool('record', '{"n":1e999}');
  assert.deepEqual(inputs, [{ n: null }]);
});

test('S1-35 a member named __proto__ stays a member', async (t) => {
  const inputs = await recorder(t);
  const text = '{"__proto__":{"admin":true},"qty":3}';
  await executeTool('record', text);
  await executeTool('record', JSON.parse(text));
  for (const input of inputs) {
    assert.deepEqual(Object.keys(input), ['__proto__', 'qty']);
    assert.equal(Object.getPrototypeOf(input).admin, undefined);
  }
  assert.equal(inputs.length, 2);
});

test('S1-35 the tool gets a copy, made when the call is made', async (t) => {
  const inputs = await recorder(t);
  const args = { list: [1] };
  const call = executeTool('record', args);
  args.list.push(2);
  await call;
  assert.deepEqual(inputs, [{ list: [1] }]);
  assert.equal(inputs[0] === args, false);
});

test('S1-35 a megabyte and ten thousand members arrive whole', async (t) => {
  const inputs = await recorder(t);
  const args = {
    text: 'x'.repeat(1_000_000),
    ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`member ${n}`, n])),
  };
  await executeTool('record', args);
  assert.equal(inputs[0].text.length, 1_000_000);
  assert.equal(Object.keys(inputs[0]).length, 10_001);
  assert.equal(inputs[0]['member 9999'], 9999);
});

/** @type {Record<string, () => unknown>} */
const refused = {
  'no JSON': () => 'not json',
  'cut off JSON': () => '{"a":1',
  'JSON with a mark before it': () => '\ufeff{}',
  'the text of a number': () => '5',
  'the text of null': () => 'null',
  'the text of a text': () => '"{}"',
  'a number': () => 5,
  'not a number': () => Number.NaN,
  true: () => true,
  'a symbol': () => Symbol('args'),
  'a bigint': () => 5n,
  'a date': () => new Date(0),
  'a function': () => () => ({}),
  'a class': () => class {},
  'a boxed text': () => new String('{"a":1}'),
  'a boxed number': () => new Number(5),
  'a web address': () => new URL('https://example.com'),
  'a circle': () => {
    /** @type {Record<string, unknown>} */
    const circle = {};
    circle.again = circle;
    return circle;
  },
  'a bigint inside': () => ({ n: 1n }),
  'a toJSON that gives text': () => ({ toJSON: () => '{}' }),
  'a toJSON that gives a number': () => ({ toJSON: () => 5 }),
  'a toJSON that gives null': () => ({ toJSON: () => null }),
  'a toJSON that gives nothing': () => ({ toJSON: () => undefined }),
  'a toJSON that throws': () => ({
    toJSON() {
      throw new RangeError('toJSON failed');
    },
  }),
  'a getter that throws': () => ({
    get qty() {
      throw 'a bare text';
    },
  }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a proxy whose traps throw': () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error('trapped');
        },
      },
    ),
};

for (const [what, make] of Object.entries(refused)) {
  test(`S1-35 refused: ${what}`, { node: true }, async (t) => {
    let runs = 0;
    /** @type {{ calls: unknown[] }} */
    let seen;
    if (t.env.engine === 'node') {
      seen = installScripted({ tools: ['record'] });
    } else {
      await t.register({ name: 'record', execute: () => ++runs });
      seen = { calls: spy(t.modelContext(), callMethod(t)) };
    }
    for (const execute of [executeTool, executeToolDetailed]) {
      const error = await t.rejects(execute('record', /** @type {any} */ (make())));
      assert.ok(error instanceof TypeError);
      assert.equal(error.errorCode, 'INVALID_INPUT');
      assert.match(error.message, /^The arguments for "record" /);
    }
    assert.equal(seen.calls.length, 0, 'the provider was not called');
    assert.equal(runs, 0);
  });
}

test('S1-35 what the arguments threw when they were read is the cause', { node: true }, async (t) => {
  installScripted();
  const thrown = new RangeError('toJSON failed');
  const args = {
    toJSON() {
      throw thrown;
    },
  };
  const error = await t.rejects(executeTool('greet', args));
  assert.equal(error.cause, thrown);
  assert.match(error.message, /toJSON failed/);
});
