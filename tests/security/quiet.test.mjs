/** What the package leaves alone: the network, the page's globals and prototypes. It is imported by the tests themselves. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { assert, test } from '../harness/page.mjs';

/** A whole round. @param {TestContext} t @param {typeof import('webmcp-exec')} main */
async function everything(t, main) {
  const tool = main.defineWebTool({
    name: 'add',
    description: 'Adds.',
    execute: (/** @type {any} */ { qty }) => ({ inCart: qty }),
  });
  const unregister = await tool.register();
  await main.executeTool('add', { qty: 3 });
  await main.executeToolDetailed('add', '{"qty":4}', { timeout: 1000, signal: new AbortController().signal });
  await main.listTools();
  await main.executeTool('other').catch(() => {});
  await tool.invoke({ qty: 5 });
  main.normalizeToolResult('x');
  main.provider();
  unregister();
  await t.sleep(20);
}

test('S3-30 S1-02 the package makes no request of its own', async (t) => {
  const main = await import('webmcp-exec');
  performance.clearResourceTimings();
  /** @type {string[]} */
  const requests = [];
  /** @param {any} holder @param {string} name */
  const watch = (holder, name) => {
    const original = holder[name];
    if (typeof original !== 'function') return;
    holder[name] = new Proxy(original, {
      apply(target, self, args) {
        requests.push(`${name} ${String(args[0])}`);
        return Reflect.apply(target, self, args);
      },
      construct(target, args, self) {
        requests.push(`${name} ${String(args[0])}`);
        return Reflect.construct(target, args, self);
      },
    });
    t.after(() => {
      holder[name] = original;
    });
  };
  for (const name of [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'Worker',
    'SharedWorker',
    'Image',
    'RTCPeerConnection',
    'open',
  ])
    watch(window, name);
  for (const name of ['sendBeacon']) watch(Navigator.prototype, name);
  for (const name of ['setItem', 'getItem']) watch(Storage.prototype, name);
  await everything(t, main);
  assert.deepEqual(requests, []);
  assert.deepEqual(
    performance.getEntriesByType('resource').map(({ name }) => name),
    [],
  );
  assert.equal(document.cookie, '');
});

/** The own members of what every script of the page shares, with what they are. */
function shared() {
  /** @type {[string, any][]} */
  const holders = [
    ['window', window],
    ['document', document],
    ['navigator', navigator],
    ...Object.getOwnPropertyNames(globalThis)
      .filter((name) => typeof Reflect.get(globalThis, name)?.prototype === 'object')
      .flatMap(
        (name) =>
          /** @type {[string, any][]} */ ([
            [name, Reflect.get(globalThis, name)],
            [`${name}.prototype`, Reflect.get(globalThis, name).prototype],
          ]),
      ),
    ...['JSON', 'Math', 'Reflect', 'Atomics'].map(
      (name) => /** @type {[string, any]} */ ([name, Reflect.get(globalThis, name)]),
    ),
  ];
  const members = new Map();
  for (const [name, holder] of holders) {
    if (holder === null) continue;
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
      members.set(`${name}.${key}`, descriptor.value ?? descriptor.get);
    for (const key of Object.getOwnPropertySymbols(holder))
      members.set(`${name}.${String(key)}`, Object.getOwnPropertyDescriptor(holder, key)?.value);
  }
  return members;
}

test('S1-01 the main entry adds no global and changes no prototype', async (t) => {
  // The polyfill of the environment looks out for forms from its first reading on.
  void t.modelContext();
  const before = shared();
  const main = await import('webmcp-exec');
  assert.deepEqual([...changes(before, shared())], [], 'by the import');
  await main.executeTool('other').catch(() => {});
  await main.listTools();
  assert.deepEqual([...changes(before, shared())], [], 'by calls');
  await everything(t, main);
  assert.deepEqual([...changes(before, shared())], ['document.Symbol(webmcp-exec@1)'], 'by a registration');
  const channel = Object.getOwnPropertyDescriptor(document, Symbol.for('webmcp-exec@1'));
  assert.equal(channel?.enumerable, false);
});

/** @param {Map<string, unknown>} before @param {Map<string, unknown>} after */
function* changes(before, after) {
  for (const [key, value] of after) {
    // A reading of the page's state, not of what it is made of.
    if (key === 'window.event' || /^window\.\d+$/.test(key)) continue;
    // A new list at each reading, in WebKit.
    if (key === 'PerformanceObserver.supportedEntryTypes') continue;
    if (!before.has(key) || !Object.is(before.get(key), value)) yield key;
  }
}

test('S1-35 arguments do not reach prototypes', async (t) => {
  const { executeTool, normalizeToolResult, toToolResult } = await import('webmcp-exec');
  /** @type {any[]} */
  const inputs = [];
  await t.register({ name: 'take', execute: (/** @type {any} */ input) => void inputs.push(input) });
  const text =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}}}';
  for (const args of [text, JSON.parse(text), [JSON.parse(text)]]) await executeTool('take', args);
  for (const value of [
    text,
    `[${text}]`,
    `{"isError":true,"__proto__":{"polluted":1},"structuredContent":${text}}`,
  ]) {
    for (const result of [normalizeToolResult(value), toToolResult(JSON.parse(value))]) {
      assert.equal(Reflect.get(result, 'polluted'), undefined);
      assert.equal(Object.getPrototypeOf(result), Object.prototype);
    }
  }
  assert.equal(Object.hasOwn(inputs[0], '__proto__'), true);
  assert.deepEqual(Object.keys(inputs[0]), ['__proto__', 'constructor', 'a']);
  for (const one of [{}, [], () => {}, inputs[0], inputs[0].a, inputs[2][0]])
    assert.equal(one.polluted, undefined);
});

test('S1-01 a prototype that the page has polluted', async (t) => {
  const { executeTool, executeToolDetailed } = await import('webmcp-exec');
  let runs = 0;
  await t.register({ name: 'take', execute: () => ++runs });
  for (const name of ['signal', 'timeout', 'origin', 'window', 'fromOrigins', 'version']) {
    Object.defineProperty(Object.prototype, name, { value: 'polluted', configurable: true, writable: true });
    t.after(() => Reflect.deleteProperty(Object.prototype, name));
  }
  // An options object inherits them, as it would with any API; nothing else does.
  assert.equal((await t.rejects(executeTool('take', {}, {}))).errorCode, 'INVALID_INPUT');
  const { status, errorCode } = await executeToolDetailed('take', {});
  // The peer's look-up takes options of its own, and with them the origins that are polluted.
  if (t.env.id === 'mcpb') assert.deepEqual([status, errorCode, runs], ['refused', 'UNAUTHORIZED', 0]);
  else assert.deepEqual([status, errorCode, runs], ['completed', undefined, 1]);
});

test("S1-01 the package's files evaluate no text and write no markup", async () => {
  const files = [
    'agent.js',
    'core.js',
    'core.no-wasm.js',
    'devtools.js',
    'devtools.iife.js',
    'index.js',
    'models.js',
    'no-wasm.js',
    'page.js',
    'polyfill.js',
    'polyfill.iife.js',
    'polyfill.no-wasm.js',
    'polyfill.no-wasm.iife.js',
    'realms.js',
    'registry.js',
    'tool.js',
    'generated/exec.js',
    'generated/polyfill.js',
    'generated/exec.bytes.js',
    'generated/exec.no-wasm.js',
    'generated/exec.translated.js',
    'generated/polyfill.bytes.js',
    'generated/polyfill.no-wasm.js',
    'generated/polyfill.translated.js',
    'validator.js',
    'generated/json-schema.js',
    'generated/validate.js',
    'generated/validate.bytes.js',
    'webmcp-exec.iife.js',
    'generated/validate.no-wasm.js',
    'generated/validate.translated.js',
    'validator.no-wasm.js',
  ];
  for (const part of ['agent', 'models', 'page', 'runtime']) {
    const list = await fetch(`/node_modules/webmcp-exec/generated/parts/${part}.js`);
    files.push(`generated/parts/${part}.js`);
    for (const [, piece] of (await list.text()).matchAll(/from '\.\/(.+)'/g))
      files.push(`generated/parts/${piece}`);
  }
  // The files of the elements, which name each other. A list grows while it is gone through.
  const ui = new Set(['devtools.js']);
  for (const name of ui) {
    const text = await (await fetch(`/node_modules/webmcp-exec/ui/${name}`)).text();
    for (const [, other] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) ui.add(other);
    files.push(`ui/${name}`);
  }
  assert.ok(ui.size > 5, [...ui].join());
  for (const name of files) {
    const response = await fetch(`/node_modules/webmcp-exec/${name}`);
    assert.equal(response.status, 200, name);
    const text = (await response.text())
      // Names of languages, which look like addresses and are none.
      .replaceAll(/http:\/\/www\.w3\.org\/\d{4}\/(svg|xhtml|Math\/MathML|xlink)/g, '')
      .replaceAll("'wasm-unsafe-eval'", '')
      // The base of addresses in a schema where there is no page.
      .replace('"https://github.com/cfworker"', '');
    for (const pattern of [
      /\beval\s*\(/,
      /\bFunction\s*\(/,
      /\.(inner|outer)HTML\b/,
      /insertAdjacentHTML/,
      /document\.write/,
      /setTimeout\(\s*['"`]/,
      /https?:\/\/(?!example\.)/,
      /sendBeacon|XMLHttpRequest|WebSocket/,
    ]) {
      assert.equal(text.match(pattern)?.[0], undefined, name);
    }
  }
});

/** What a page may replace after the load, and who does: libraries that follow promises, polyfills, loggers. */
const replaceable = /** @type {[string, () => any, string | symbol][]} */ ([
  ['JSON.stringify', () => JSON, 'stringify'],
  ['JSON.parse', () => JSON, 'parse'],
  ['Promise.prototype.then', () => Promise.prototype, 'then'],
  ['Promise.resolve', () => Promise, 'resolve'],
  ['Reflect.get', () => Reflect, 'get'],
  ['Reflect.apply', () => Reflect, 'apply'],
  ['Array.from', () => Array, 'from'],
  ['Array.isArray', () => Array, 'isArray'],
  ['Array.prototype.push', () => Array.prototype, 'push'],
  ['Array.prototype[Symbol.iterator]', () => Array.prototype, Symbol.iterator],
  ['Object.defineProperty', () => Object, 'defineProperty'],
  ['Object.entries', () => Object, 'entries'],
  ['Function.prototype.bind', () => Function.prototype, 'bind'],
  ['EventTarget.prototype.addEventListener', () => EventTarget.prototype, 'addEventListener'],
  ['queueMicrotask', () => window, 'queueMicrotask'],
  ['setTimeout', () => window, 'setTimeout'],
  ['String', () => window, 'String'],
]);

/**
 * Replaces the member until the function it gives back is called.
 *
 * @param {TestContext} t
 * @param {any} holder
 * @param {string | symbol} name
 * @param {any} value
 */
function replace(t, holder, name, value) {
  const descriptor = /** @type {PropertyDescriptor} */ (Reflect.getOwnPropertyDescriptor(holder, name));
  const { defineProperty } = Object;
  defineProperty(holder, name, { ...descriptor, value });
  const restore = () => void defineProperty(holder, name, descriptor);
  t.after(restore);
  return restore;
}

test('S1-01 a page that wraps what it likes after the load', async (t) => {
  const { executeTool, executeToolDetailed, listTools } = await import('webmcp-exec');
  await t.register({ name: 'take', execute: (/** @type {any} */ input) => ({ input }) });
  await executeTool('take', {});
  let calls = 0;
  for (const [, holder, name] of replaceable) {
    const original = holder()[name];
    replace(
      t,
      holder(),
      name,
      /** @this {any} @param {any[]} args */ function (...args) {
        calls += 1;
        return new.target ? new original(...args) : original.apply(this, args);
      },
    );
  }
  const { signal } = new AbortController();
  const report = await executeToolDetailed('take', { a: 1 }, { signal, timeout: 5000 });
  assert.deepEqual([report.status, report.result?.structuredContent], ['completed', { input: { a: 1 } }]);
  assert.equal((await t.rejects(executeTool('other'))).message, 'Unknown tool "other"');
  assert.equal((await listTools()).length, 1);
  assert.equal(calls > 0, true);
});

/**
 * Where the page's own functions throw, the results are the page's. What is promised is that the call ends and that the
 * next one works. Left out is what no page survives: the functions that the core adds items to arrays and schedules
 * its steps with.
 */
const survivable = replaceable.filter(
  ([title]) =>
    !['Array.prototype.push', 'Array.prototype[Symbol.iterator]', 'queueMicrotask'].includes(title),
);

for (const [title, holder, name] of survivable) {
  test(`S1-01 a page where ${title} throws, for a while`, async (t) => {
    const { executeTool, executeToolDetailed } = await import('webmcp-exec');
    const { then } = Promise.prototype;
    // The peer's polyfill leaves its own rejection behind.
    if (t.env.provider === 'mcpb') t.expectUnhandled();
    const channel = new MessageChannel();
    let runs = 0;
    await t.register({
      name: 'take',
      execute: (/** @type {any} */ input) => {
        runs += 1;
        return { input };
      },
    });
    await executeTool('take', {});
    /** @type {{ outcome?: string }} */
    const seen = {};
    await new Promise((resolve) => {
      const restore = replace(t, holder(), name, () => {
        throw new Error('replaced');
      });
      let turns = 0;
      channel.port1.onmessage = () => {
        if (++turns < 50) return channel.port2.postMessage(null);
        restore();
        resolve(undefined);
      };
      channel.port2.postMessage(null);
      try {
        const call = executeToolDetailed('take', { a: 1 }, { timeout: 3000 });
        const end = (/** @type {string} */ outcome) => {
          seen.outcome = outcome;
        };
        Reflect.apply(then, call, [() => end('a report'), () => end('a rejection')]);
      } catch {
        seen.outcome = 'an exception';
      }
    });
    for (let wait = 0; wait < 100 && !seen.outcome; wait++) await t.sleep(50);
    channel.port1.close();
    assert.ok(seen.outcome, 'it ended');
    assert.equal(runs <= 2, true);
    const next = await Promise.race([executeTool('take', { a: 2 }), t.sleep(5000)]);
    assert.deepEqual(next?.structuredContent, { input: { a: 2 } }, 'the next call');
  });
}
