/**
 * Pages whose `document.modelContext` means ill: each call ends with one documented outcome, dispatches once at most,
 * and the next one works.
 */

import { executeTool, executeToolDetailed, listTools, provider } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakePolyfill, provide, provideBy } from './fake-providers.mjs';
import { ordinary, revoked, thenable, thrower, trapped } from './hostile-values.mjs';

test('S1-19 X-01 a document.modelContext that throws, or is nothing', async (t) => {
  const { works } = await ordinary(t);
  const alias = Reflect.get(navigator, 'modelContext') !== undefined;
  const throwing = new Error('hostile');
  /** @type {[string, PropertyDescriptor][]} */
  const cases = [
    [
      'a getter that throws',
      {
        get() {
          throw throwing;
        },
      },
    ],
    [
      'a getter that throws null',
      {
        get() {
          throw null;
        },
      },
    ],
    ['undefined', { value: undefined }],
    ['null', { value: null }],
    ['a number', { value: 5 }],
    ['text', { value: 'modelContext' }],
    ['an empty object', { value: {} }],
    ['a list of tools alone', { value: { getTools: async () => [] } }],
    ['no list of tools', { value: { executeTool: async () => 'x' } }],
    ['methods that are none', { value: { getTools: 1, executeTool: 'x' } }],
    ['a proxy that throws', { value: trapped() }],
    ['a revoked proxy', { value: revoked() }],
  ];
  for (const [title, descriptor] of cases) {
    const remove = provideBy(t, descriptor);
    const report = await executeToolDetailed('echo', { a: 1 });
    // Where the navigator has one as well, that one is used.
    assert.equal(report.status, alias ? 'completed' : 'unavailable', title);
    if (!alias) {
      const error = await t.rejects(executeTool('echo'));
      assert.equal(error.errorCode, 'UNAVAILABLE', title);
      assert.equal((await t.rejects(listTools())).errorCode, 'UNAVAILABLE', title);
      if (title === 'undefined')
        assert.equal(
          error.message,
          'document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded.',
        );
      if (title === 'a getter that throws') assert.equal(error.cause, throwing);
      assert.equal(provider(), null);
    }
    remove();
    await works(title);
  }
});

test('X-01 a list of tools that is garbage', async (t) => {
  const { works } = await ordinary(t);
  const throwingName = Object.defineProperty({}, 'name', { get: thrower() });
  const throwingWindow = Object.defineProperties(
    { name: 'tool' },
    { window: { get: thrower() }, source: { get: thrower() }, origin: { get: thrower() } },
  );
  /** @type {[string, unknown, string][]} */
  const cases = [
    ['undefined', undefined, 'not-found'],
    ['null', null, 'not-found'],
    ['a number', 5, 'not-found'],
    ['text', 'tool', 'not-found'],
    ['an object', { 0: { name: 'tool' }, length: 1 }, 'not-found'],
    ['nothing', [], 'not-found'],
    ['items that are nothing', [null, undefined, 5, 'tool', Symbol('s'), () => {}], 'not-found'],
    ['holes', Array(2), 'not-found'],
    ['names that are none', [{ name: 5 }, { name: {} }, { name: Symbol('tool') }, {}], 'not-found'],
    ['names that throw', [throwingName], 'not-found'],
    ['items that are hostile proxies', [trapped(), revoked()], 'not-found'],
    ['garbage before the tool', [null, throwingName, trapped(), revoked(), { name: 'tool' }], 'completed'],
    ['a tool whose window throws', [throwingWindow], 'completed'],
    ['a tool of a window that is none', [{ name: 'tool', window: 5, origin: 7 }], 'completed'],
    ['a list at once', 'sync', 'completed'],
    ['a proxy of a list', new Proxy([{ name: 'tool' }], {}), 'completed'],
    ['a list that throws', trapped([{ name: 'tool' }]), 'any'],
    [
      'a revoked list',
      (() => {
        const { proxy, revoke } = Proxy.revocable([], {});
        revoke();
        return proxy;
      })(),
      'any',
    ],
    [
      'an item that throws',
      Object.defineProperty([{ name: 'other' }, { name: 'tool' }], 0, { get: thrower() }),
      'any',
    ],
  ];
  for (const [title, list, expected] of cases) {
    let runs = 0;
    const remove = provide(t, {
      getTools: () => (list === 'sync' ? [{ name: 'tool' }] : Promise.resolve(list)),
      /** @param {unknown} _ */
      executeTool: async (_) => String(++runs),
    });
    const report = await Promise.race([executeToolDetailed('tool', {}, { timeout: 2000 }), t.sleep(5000)]);
    assert.ok(report, `${title}: hangs`);
    if (expected !== 'any') assert.equal(report.status, expected, title);
    assert.equal(runs, report.status === 'completed' ? 1 : 0, title);
    await Promise.race([
      listTools().catch(() => {}),
      t.sleep(5000).then(() => assert.fail(`${title}: listTools hangs`)),
    ]);
    remove();
    await works(title);
  }
});

test('X-01 a look-up that fails, never ends or throws at once', async (t) => {
  const { works } = await ordinary(t);
  const thrown = new Error('no list');
  /** @type {[string, () => unknown, string][]} */
  const cases = [
    [
      'throws at once',
      () => {
        throw thrown;
      },
      'unavailable',
    ],
    ['rejects', () => Promise.reject(thrown), 'unavailable'],
    ['is refused', () => Promise.reject(new DOMException('not here', 'NotAllowedError')), 'refused'],
    ['rejects with nothing', () => Promise.reject(), 'unavailable'],
    ['rejects with null', () => Promise.reject(null), 'unavailable'],
    ['rejects with a hostile proxy', () => Promise.reject(trapped()), 'unavailable'],
    ['a then that throws', () => thenable(thrower()), 'unavailable'],
    [
      'a then that throws when read',
      () => Object.defineProperty({}, 'then', { get: thrower() }),
      'unavailable',
    ],
    [
      'a promise of which then throws',
      () => Object.defineProperty(Promise.resolve([]), 'then', { value: thrower() }),
      'unavailable',
    ],
    [
      'a promise of which constructor throws',
      () => Object.defineProperty(Promise.resolve([]), 'constructor', { get: thrower() }),
      'unavailable',
    ],
    ['never ends', () => new Promise(() => {}), 'timed-out'],
  ];
  for (const [title, getTools, expected] of cases) {
    const fake = fakePolyfill({ tool: () => 'x' });
    const remove = provide(t, { ...fake.context, getTools });
    const report = await executeToolDetailed('tool', {}, { timeout: 100 });
    assert.equal(report.status, expected, title);
    assert.equal(report.outcomeUnknown, false, title);
    if (expected === 'unavailable' && title.startsWith('reject') && title.length === 7) {
      const error = await t.rejects(executeTool('tool'));
      assert.equal(error.cause, thrown, title);
      assert.match(error.message, /no list/);
    }
    assert.equal(fake.calls.length, 0, title);
    remove();
    await works(title);
  }
});

test('X-01 X-02 an executeTool that throws at once, gives nothing or a hostile promise', async (t) => {
  const { works } = await ordinary(t);
  const thrown = new TypeError('thrown at once');
  /** @type {[string, () => unknown, string][]} */
  const cases = [
    [
      'throws at once',
      () => {
        throw thrown;
      },
      'failed',
    ],
    [
      'throws null',
      () => {
        throw null;
      },
      'failed',
    ],
    ['gives nothing', () => undefined, 'navigated'],
    ['gives null', () => null, 'navigated'],
    ['gives a value at once', () => 'x', 'completed'],
    ['rejects with nothing', () => Promise.reject(), 'failed'],
    ['rejects with a symbol', () => Promise.reject(Symbol('s')), 'failed'],
    ['rejects with a hostile proxy', () => Promise.reject(trapped()), 'failed'],
    ['rejects with a revoked proxy', () => Promise.reject(revoked()), 'failed'],
    [
      'resolves to a hostile object',
      async () => ({
        get content() {
          throw new Error('hostile');
        },
        get isError() {
          throw new Error('hostile');
        },
      }),
      'any',
    ],
    ['resolves to a proxy of a result', async () => new Proxy({ content: [] }, {}), 'completed'],
    ['resolves to a symbol', async () => Symbol('s'), 'completed'],
    ['resolves to a function', async () => () => {}, 'completed'],
    ['resolves to a bigint', async () => 5n, 'completed'],
    [
      'settles twice',
      () =>
        thenable((resolve, reject) => {
          reject(thrown);
          resolve('x');
        }),
      'failed',
    ],
    [
      'a promise of which then throws',
      () => Object.defineProperty(Promise.resolve('x'), 'then', { value: thrower() }),
      'failed',
    ],
  ];
  for (const [title, executeToolOf, expected] of cases) {
    let runs = 0;
    const remove = provide(t, {
      getTools: async () => [{ name: 'tool', window }],
      /** @param {unknown} _ */
      executeTool: (_) => {
        runs += 1;
        return executeToolOf();
      },
    });
    const report = await executeToolDetailed('tool', {}, { timeout: 2000 });
    if (expected !== 'any') assert.equal(report.status, expected, title);
    assert.equal(report.status === 'timed-out', false, title);
    assert.equal(runs, 1, title);
    if (title === 'throws at once') assert.equal(report.error, thrown);
    remove();
    await works(title);
  }
});
