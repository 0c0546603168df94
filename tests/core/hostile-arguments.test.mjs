/**
 * Bad names, arguments, options and signals: each gets its one error, nothing runs that should not, and the next call
 * works.
 */

import { executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { cyclic, ordinary, revoked, thrower, trapped } from './hostile-values.mjs';

const MEGABYTE = 1 << 20;

test('S1-35 arguments that are none are refused before anything runs', async (t) => {
  const { runs, works } = await ordinary(t);
  /** @type {[string, any][]} */
  const bad = [
    ['no JSON', 'not json'],
    ['half of JSON', '{"a":'],
    ['two JSON texts', '{}{}'],
    ['a byte order mark', '\ufeff{}'],
    ['the text 5', '5'],
    ['the text null', 'null'],
    ['the text true', 'true'],
    ['a quoted text', '"x"'],
    ['5', 5],
    ['NaN', Number.NaN],
    ['true', true],
    ['false', false],
    ['0', 0],
    ['a symbol', Symbol('s')],
    ['a bigint', 5n],
    ['a function', () => {}],
    ['a date', new Date(0)],
    ['an address', new URL('https://example.com')],
    ['a boxed text', new String('{"a":1}')],
    ['a boxed number', new Number(5)],
    ['a cycle', cyclic()],
    [
      'a cyclic array',
      (() => {
        const list = /** @type {any[]} */ ([]);
        list.push(list);
        return list;
      })(),
    ],
    ['a bigint inside', { a: { b: 5n } }],
    ['a toJSON that throws', { toJSON: thrower() }],
    [
      'a toJSON that throws null',
      {
        toJSON() {
          throw null;
        },
      },
    ],
    ['a toJSON to text', { toJSON: () => '{"a":1}' }],
    ['a toJSON to a number', { toJSON: () => 5 }],
    ['a toJSON to null', { toJSON: () => null }],
    ['a toJSON to undefined', { toJSON: () => undefined }],
    ['a toJSON to a function', { toJSON: () => () => {} }],
    ['a toJSON to a cycle', { toJSON: cyclic }],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('hostile');
        },
      },
    ],
    ['a proxy that throws', trapped()],
    ['a revoked proxy', revoked()],
    ['a revoked proxy inside', { a: revoked() }],
    ['a proxy of an array that throws', trapped([])],
    ['a window', window],
  ];
  for (const [title, args] of bad) {
    for (const call of [executeTool('echo', args), executeToolDetailed('echo', args)]) {
      const error = await t.rejects(call);
      assert.deepEqual([error.name, error.errorCode], ['TypeError', 'INVALID_INPUT'], title);
      assert.match(error.message, /arguments/);
      assert.equal(error.outcomeUnknown, undefined);
    }
    await works(title);
  }
  assert.equal(runs(), bad.length);
});

test('S1-35 arguments deeper than an engine can write', async (t) => {
  const { works } = await ordinary(t);
  let runs = 0;
  await t.register({ name: 'take', execute: () => ++runs });
  let deep = {};
  for (let i = 0; i < 1e5; i++) deep = { deep };
  const text = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
  for (const args of [deep, text]) {
    const before = runs;
    // How deep is too deep differs; what it comes to does not.
    const report = await executeToolDetailed('take', args).catch((error) => error);
    if (report instanceof Error) {
      const { name, errorCode } = /** @type {any} */ (report);
      assert.deepEqual([name, errorCode], ['TypeError', 'INVALID_INPUT']);
    } else {
      assert.equal(report.status, 'completed');
    }
    assert.equal(runs - before <= 1, true);
    await works('deep arguments');
  }
});

test('S1-35 X-02 odd arguments arrive as JSON says, once, and alike everywhere', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'take', execute: (/** @type {any} */ input) => void inputs.push(input) });
  class Point {
    x = 1;
    get y() {
      return 2;
    }
  }
  const pollute = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  /** @type {[string, any, unknown][]} */
  const odd = [
    ['no prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an array of one JSON text', ['{"a":1}'], ['{"a":1}']],
    ['a toString to JSON', { a: 2, toString: () => '{"a":1}' }, { a: 2 }],
    ['a toPrimitive to JSON', { a: 2, [Symbol.toPrimitive]: () => '{"a":1}' }, { a: 2 }],
    ['a toString that throws', { a: 1, toString: thrower() }, { a: 1 }],
    ['a toJSON to an object', { toJSON: () => ({ a: 1 }) }, { a: 1 }],
    ['a class', new Point(), { x: 1 }],
    ['a map', new Map([[1, 2]]), {}],
    ['an error', new Error('x'), {}],
    ['a proxy', new Proxy({ a: 1 }, {}), { a: 1 }],
    ['a proxy of an array', new Proxy([1], {}), [1]],
    ['holes', Object.assign(Array(2), { 1: 1 }), [null, 1]],
    ['what JSON leaves out', { a: undefined, b: () => {}, c: Symbol('s'), d: Number.NaN }, { d: null }],
    ['blanks', ' \n\t', {}],
    ['blanks around', ' {"a":1}\n', { a: 1 }],
    ['half an emoji', { s: '\ud83d' }, { s: '\ud83d' }],
    ['half an emoji, escaped', '{"s":"\\ud83d"}', { s: '\ud83d' }],
    ['a zero character', { s: 'a\0b' }, { s: 'a\0b' }],
    ['line separators', { s: '\u2028\u2029' }, { s: '\u2028\u2029' }],
  ];
  for (const [title, args, expected] of odd) {
    await executeTool('take', args);
    assert.deepEqual(inputs.pop(), expected, title);
    assert.equal(inputs.length, 0, title);
  }
  for (const args of [pollute, JSON.stringify(pollute)]) {
    await executeTool('take', args);
    const input = /** @type {any} */ (inputs.pop());
    assert.equal(Object.hasOwn(input, '__proto__'), true, 'an own member');
    assert.equal(Object.getPrototypeOf(input), Object.prototype);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  }
  const big = { text: 'x'.repeat(MEGABYTE), list: Array.from({ length: 20_000 }, (_, i) => i) };
  await executeTool('take', big);
  assert.deepEqual(inputs.pop(), big, '1 MB');
});

test('S1-35 what the caller changes after the call has no effect', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  await t.register({ name: 'take', execute: (/** @type {any} */ input) => void inputs.push(input) });
  const args = { qty: 3 };
  const call = executeTool('take', args);
  args.qty = 4;
  await call;
  assert.deepEqual(inputs, [{ qty: 3 }]);
});

test('S1-20 S1-21 absurd names', async (t) => {
  const { works } = await ordinary(t);
  for (const name of [
    '',
    ' ',
    'nope',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'a"b',
    'a\nb',
    'a\0b',
    '\ud83d',
    'é',
    'echo ',
    ' echo',
    'ECHO',
    'x'.repeat(MEGABYTE),
  ]) {
    const error = await t.rejects(executeTool(name, {}));
    assert.equal(error.message === `Unknown tool "${name}"`, true, name.slice(0, 20));
    assert.equal(error.errorCode, 'NOT_FOUND');
    assert.deepEqual(error.available, ['echo']);
    const report = await executeToolDetailed(name);
    assert.equal(report.status, 'not-found');
    assert.equal(report.name === name, true);
  }
  await works('absurd names');
  for (const name of [
    Symbol('s'),
    5,
    null,
    undefined,
    true,
    {},
    [],
    ['echo'],
    new String('echo'),
    () => 'echo',
    5n,
    { toString: () => 'echo' },
    trapped(),
    revoked(),
  ]) {
    for (const door of [executeTool, executeToolDetailed]) {
      const error = await t.rejects(door(/** @type {any} */ (name), {}));
      assert.deepEqual([error.name, error.errorCode], ['TypeError', 'INVALID_INPUT'], typeof name);
    }
  }
  await works('names that are no text');
});

test('S1-39 a third argument that is none, and options that throw', async (t) => {
  const { runs, works } = await ordinary(t);
  /** @type {[string, any][]} */
  const bad = [
    ['5', 5],
    ['text', 'x'],
    ['true', true],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a function', () => {}],
    ['a signal that is none', { signal: {} }],
    ['a signal that is text', { signal: 'x' }],
    ['a signal that is a controller', { signal: new AbortController() }],
    ['a signal that is 0', { signal: 0 }],
    ['a signal that is false', { signal: false }],
    ['a signal that is a revoked proxy', { signal: revoked() }],
    ['a signal of which every member throws', { signal: trapped(new AbortController().signal) }],
    ['a signal without listeners', { signal: { aborted: false } }],
    [
      'a signal with an odd aborted',
      { signal: { aborted: 1, addEventListener() {}, removeEventListener() {} } },
    ],
    [
      'a signal whose aborted throws',
      {
        signal: {
          get aborted() {
            throw new Error('hostile');
          },
          addEventListener() {},
          removeEventListener() {},
        },
      },
    ],
    ['a timeout below 0', { timeout: -1 }],
    ['a timeout of NaN', { timeout: Number.NaN }],
    ['a timeout that is text', { timeout: '10' }],
    ['a timeout that is a bigint', { timeout: 10n }],
    ['origins that are none', { fromOrigins: 5 }],
    ...['signal', 'timeout', 'origin', 'window', 'fromOrigins'].map(
      (member) =>
        /** @type {[string, any]} */ ([
          `a getter ${member} that throws`,
          Object.defineProperty({}, member, { get: thrower() }),
        ]),
    ),
    ['a proxy that throws', trapped()],
    ['a revoked proxy', revoked()],
  ];
  for (const [title, options] of bad) {
    for (const door of [executeTool, executeToolDetailed]) {
      const error = await t.rejects(door('echo', {}, options));
      assert.deepEqual([error.name, error.errorCode], ['TypeError', 'INVALID_INPUT'], title);
    }
    await works(title);
  }
  assert.equal(runs(), bad.length);
  for (const options of [
    undefined,
    null,
    {},
    [],
    { signal: undefined },
    { signal: null },
    { timeout: 0 },
    { timeout: Infinity },
    { timeout: 3e9 },
    { timeout: undefined, origin: null, window: null, fromOrigins: null },
    new Map(),
  ]) {
    const report = await executeToolDetailed('echo', {}, /** @type {any} */ (options));
    assert.equal(report.status, 'completed', String(options));
  }
});

test('S1-39 signals made by hand that do not keep their word', async (t) => {
  const { works } = await ordinary(t);
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const base = { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} };
  /** @type {[string, () => any][]} */
  const hostile = [
    ['listeners are refused', () => ({ ...base, addEventListener: thrower() })],
    ['listeners cannot leave', () => ({ ...base, removeEventListener: thrower() })],
    ['neither', () => ({ ...base, addEventListener: thrower(), removeEventListener: thrower() })],
    ['its reason throws', () => Object.defineProperty({ ...base }, 'reason', { get: thrower() })],
    [
      'aborted is read only once',
      () => {
        let reads = 0;
        const get = () => {
          if (reads++ > 0) throw new Error('hostile');
          return false;
        };
        return Object.defineProperty({ ...base }, 'aborted', { get });
      },
    ],
  ];
  for (const [title, make] of hostile) {
    const report = await executeToolDetailed('echo', {}, make());
    assert.equal(report.status, 'completed', title);
    const limited = await executeToolDetailed('never', { title }, { signal: make(), timeout: 10 });
    assert.equal(limited.status, 'timed-out', title);
    await works(title);
  }

  // It fires while the listener is being added, again and again.
  const eager = {
    ...base,
    aborted: false,
    addEventListener(/** @type {any} */ _, /** @type {() => void} */ listener) {
      this.aborted = true;
      for (let i = 0; i < 3; i++) listener();
    },
  };
  const error = await t.rejects(executeTool('never', {}, /** @type {any} */ (eager)));
  assert.deepEqual([error.name, error.message], ['AbortError', 'Aborted']);

  // Aborted, with a reason that cannot be read.
  const sealed = Object.defineProperty({ ...base, aborted: true }, 'reason', { get: thrower() });
  assert.equal((await t.rejects(executeTool('echo', {}, sealed))).name, 'AbortError');

  // Its event comes, again, long after the call.
  /** @type {(() => void)[]} */
  const kept = [];
  const late = {
    ...base,
    addEventListener: (/** @type {any} */ _, /** @type {() => void} */ listener) => void kept.push(listener),
  };
  await executeTool('echo', {}, /** @type {any} */ (late));
  for (const listener of [...kept, ...kept]) listener();
  await works('a late event');
});

test('S1-39 a callback of the caller that calls in its turn', async (t) => {
  const { works } = await ordinary(t);
  /** @type {Promise<unknown>[]} */
  const inner = [];
  const again = () => void inner.push(executeTool('echo', { inner: true }));
  const args = {
    toJSON() {
      again();
      return { outer: true };
    },
  };
  const options = {
    get signal() {
      again();
      return undefined;
    },
  };
  assert.deepEqual((await executeTool('echo', args, options))?.structuredContent, { input: { outer: true } });
  const controller = new AbortController();
  controller.signal.addEventListener('abort', again);
  const call = executeTool('echo', {}, controller.signal);
  controller.abort();
  await t.rejects(call);
  // The signal fires while the arguments of its own call are being read.
  const own = new AbortController();
  const aborting = {
    toJSON() {
      own.abort('meanwhile');
      return {};
    },
  };
  assert.equal((await t.rejects(executeTool('echo', aborting, own.signal))).message, 'meanwhile');
  assert.equal((await Promise.all(inner)).length, 3);
  await works('calls within calls');
});
