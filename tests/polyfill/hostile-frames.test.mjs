/** The threat model of src/polyfill/channels.rs, line by line: what a hostile frame sends, and what comes of it. */

/** @import {Relay} from './relay.mjs' */

import { assert, test } from '../harness/page.mjs';
import { eventually, listing, registering, relay, toolOf } from './relay.mjs';
import { named, polyfillOnly, registeredTool, unknownReason } from './side-by-side.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/** What frames say, as the frame itself writes it. */
const speaking = `
  globalThis.TAG = 'webmcp-exec.polyfill';
  const [HERE, ASK, OFFER] = [1, 2, 3];
  globalThis.say = (kind, document, port, versions = [1]) =>
    parent.postMessage([TAG, versions, kind, document], '*', port ? [port] : []);
  globalThis.offer = (tools) => {
    const { port1, port2 } = new MessageChannel();
    globalThis.heard = [];
    port1.onmessage = ({ data }) => heard.push(data);
    say(OFFER, 0, port2);
    port1.postMessage([1, 0, 0, tools]);
    globalThis.port = port1;
  };
  // Before the frame's own polyfill, which stops what it understands.
  globalThis.offered = [];
  const listen = (event) => {
    if (Array.isArray(event.data) && event.data[0] === TAG && event.data[2] === OFFER) {
      const [port] = event.ports;
      port.onmessage = ({ data }) => (port.heard ??= []).push(data);
      offered.push(port);
    }
  };
  addEventListener('message', listen, true);`;

/**
 * A frame whose scripts speak themselves. It has the polyfill, too, but no \`modelContext\` has been read there.
 * @param {import('../harness/types.d.ts').TestContext} t
 */
async function hostile(t) {
  const frame = await relay(t, 'cross-site');
  await frame.run(speaking);
  return frame;
}

/** Ends when everything that the frame has said until now has been heard. @param {Relay} frame */
const heardAll = (frame) => frame.run('await new Promise((resolve) => setTimeout(resolve, 50))');

const tool = { name: 'a', title: '', description: 'd' };

test('4,000 messages of garbage list nothing, run nothing and are not answered', {
  ...polyfillOnly,
  timeout: 60_000,
}, async (t) => {
  const context = contextOf(t);
  let runs = 0;
  await t.register({ name: 'hidden', execute: () => ++runs });
  await t.register({ name: 'shown', execute: () => ++runs }, { exposedTo: [t.origins['cross-port']] });
  const frame = await hostile(t);
  const sent = await frame.run(`
    let seed = 20261130;
    const random = (below) => ((seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 8) % below;
    const values = [
      undefined, null, true, 0, 1, 2, 3, 4, 5, 6, 7, -1, NaN, Infinity, 2 ** 31, 2 ** 53, 1.5, 10n, '', 'hidden', 'shown',
      '__proto__', 'constructor', 'x'.repeat(1000), '\\ud800', [], [[]], {}, new Date(), new Map([[1, 2]]), new Set([1]),
      /a/, new Uint8Array(8), new ArrayBuffer(8), new Error('e'), { name: 'hidden' }, { length: 1e9 },
      JSON.parse('{"__proto__":{"name":"hidden","polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
      [{ name: 'hidden', description: 'd', inputSchema: '{' }], [{ name: {}, description: [] }], new Blob(['a']),
    ];
    const value = (depth = 0) =>
      depth < 3 && random(4) === 0 ? Array.from({ length: random(6) }, () => value(depth + 1)) : values[random(values.length)];
    const ports = [];
    for (let count = 0; count < 2000; count++) {
      const { port1, port2 } = new MessageChannel();
      const isForm = random(3) > 0;
      const message = isForm ? [TAG, random(4) ? [1] : value(), random(5) ? random(5) : value(), value(), value()] : value();
      const transferred = random(2) ? [port2] : [];
      parent.postMessage(message, '*', transferred);
      if (transferred.length > 0) {
        ports.push(port1);
        port1.postMessage(random(3) ? [random(9), random(3), random(3), value(), value()] : value());
      }
    }
    for (let count = 0; ports.length > 0 && count < 2000; count++) {
      ports[random(ports.length)].postMessage([random(9), random(3), random(3), value(), value()]);
    }
    return ports.length;`);
  assert.ok(sent > 500);
  await heardAll(frame);
  assert.equal(runs, 0);
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  assert.equal(await frame.run('return offered.length'), 0);
  const tools = await context.getTools();
  assert.deepEqual(
    tools.map((/** @type {any} */ { name }) => name),
    ['hidden', 'shown'],
  );
  const all = await context.getTools({ fromOrigins: [frame.origin] });
  for (const { name, origin, window: shownBy } of all.filter(
    (/** @type {any} */ one) => one.window !== window,
  )) {
    assert.deepEqual([origin, shownBy === frame.window, /^[\w.-]+$/.test(name)], [frame.origin, true, true]);
  }
});

test(
  'a frame that is not named in exposedTo gets no answer, one that is gets what is exposed',
  polyfillOnly,
  async (t) => {
    let runs = 0;
    /** @type {(text: string) => void} */
    let end = () => {};
    const shown = new Promise((resolve) => {
      end = resolve;
    });
    await t.register({ name: 'hidden', execute: () => ++runs });
    const frame = await hostile(t);
    await frame.run('say(2, 1)');
    await heardAll(frame);
    assert.equal(await frame.run('return offered.length'), 0);
    await t.register({ name: 'shown', execute: () => shown }, { exposedTo: [frame.origin] });
    await frame.run('say(2, 1); say(2, 1); say(2, 1)');
    await eventually(() => frame.run('return offered[0]?.heard?.length === 1'), assert.fail);
    await heardAll(frame);
    assert.equal(await frame.run('return offered.length'), 1, 'the same question again is not answered');
    const [kind, , , records] = await frame.run('return offered[0].heard[0]');
    assert.deepEqual([kind, records.map((/** @type {any} */ { name }) => name)], [1, ['shown']]);
    // By the port it may run that and no more, each call once.
    await frame.run(`const [port] = offered;
    for (const [number, name] of [[1, 'hidden'], [2, 'shown'], [2, 'shown'], [3, 'nope'], [4, '__proto__']])
      port.postMessage([5, number, 0, name, '{}']);
    port.postMessage([5, 5, 0, { name: 'shown' }, '{}']);
    port.postMessage([6, 99, 0]);`);
    await heardAll(frame);
    end('shown');
    await eventually(() => frame.run('return offered[0].heard.length >= 5'), assert.fail);
    await heardAll(frame);
    const answers = (await frame.run('return offered[0].heard.slice(1)')).sort(
      (/** @type {any} */ one, /** @type {any} */ other) => one[1] - other[1],
    );
    assert.deepEqual(
      answers.map((/** @type {any} */ [kind, number, , failure, text]) => [kind, number, failure, text]),
      [
        [4, 1, '', undefined],
        [4, 2, undefined, 'shown'],
        [4, 3, '', undefined],
        [4, 4, '', undefined],
      ],
    );
    assert.equal(runs, 0);
  },
);

test(
  'what a frame offers bears its own origin and window, and what is wrong of it is left out',
  polyfillOnly,
  async (t) => {
    const context = contextOf(t);
    const frame = await hostile(t);
    await frame.run(
      `offer([
      { ...args[0], origin: 'https://bank.example', window: 'top' },
      { ...args[0] }, { ...args[0], name: 'b c' }, { ...args[0], name: '' }, { name: 'x' }, 5, null, [[]],
      { ...args[0], name: 'bad_schema', inputSchema: '{' }, { ...args[0], name: 'no_object', inputSchema: '5' },
      JSON.parse('{"name":"proto","description":"d","title":"","__proto__":{"polluted":1}}'),
      { ...args[0], name: 'large', description: 'x'.repeat(10_000_000) },
    ])`,
      tool,
    );
    const look = () => context.getTools({ fromOrigins: [frame.origin] });
    await eventually(async () => (await look()).length > 0, assert.fail);
    const tools = await look();
    assert.deepEqual(
      tools.map((/** @type {any} */ { name }) => name),
      ['a', 'large', 'proto'],
    );
    assert.ok(
      tools.every((/** @type {any} */ one) => one.origin === frame.origin && one.window === frame.window),
    );
    assert.equal(tools[1].description.length, 10_000_000);
    assert.deepEqual(await context.getTools(), []);
    assert.deepEqual(await context.getTools({ fromOrigins: ['https://bank.example'] }), []);
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
  },
);

test('an answer counts once, and only for a call of its own port', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const [first, second] = [await hostile(t), await hostile(t)];
  for (const { run } of [first, second]) await run('offer([args[0]])', tool);
  const calls = [first, second].map(({ window, origin }) =>
    context.executeTool(registeredTool('a', { window, origin }), {}),
  );
  for (const { run } of [first, second]) {
    await eventually(() => run('return heard.some(([kind]) => kind === 5)'), assert.fail);
  }
  // The second answers every call that there may be; then the first answers its own, twice.
  await second.run(`const [, own] = heard.find(([kind]) => kind === 5);
    for (let number = 0; number < 50; number++) if (number !== own) port.postMessage([4, number, 0, undefined, 'forged']);
    port.postMessage([4, own, 0, undefined, 'second']);`);
  await first.run(`const [, own, generation] = heard.find(([kind]) => kind === 5);
    for (const text of ['first', 'again']) port.postMessage([4, own, generation, undefined, text]);`);
  assert.deepEqual(await Promise.all(calls), ['first', 'second']);
  // The number is that of another call by now.
  const next = context.executeTool(toolOf(first, 'a'), {});
  await eventually(() => first.run('return heard.filter(([kind]) => kind === 5).length === 2'), assert.fail);
  await first.run(`port.postMessage([4, 0, 0, undefined, 'replayed']); port.postMessage([4, 1, 0, undefined, 'replayed']);
    const [, own, generation] = heard.filter(([kind]) => kind === 5)[1];
    port.postMessage([4, own, generation, undefined, 'next']);`);
  assert.equal(await next, 'next');
});

test('a frame that makes itself known and is silent delays nobody for good', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const frame = await hostile(t);
  await frame.run('for (let count = 0; count < 100; count++) say(1)');
  await heardAll(frame);
  assert.deepEqual(await context.getTools({ fromOrigins: [frame.origin] }), []);
  const call = context.executeTool(toolOf(frame, 'a'), {});
  assert.equal(named(await t.rejects(call)), `UnknownError: ${unknownReason}`);
  // What it says later counts all the same, and the page is told.
  let changes = 0;
  context.ontoolchange = () => changes++;
  await frame.run('offer([args[0]])', tool);
  await eventually(() => changes === 1, assert.fail);
  assert.equal((await context.getTools({ fromOrigins: [frame.origin] })).length, 1);
});

test('a new channel of a frame ends the old one', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const frame = await hostile(t);
  await frame.run('offer([args[0]])', tool);
  const listed = toolOf(frame, 'a');
  await eventually(
    async () => (await context.getTools({ fromOrigins: [frame.origin] })).length === 1,
    assert.fail,
  );
  const call = t.rejects(context.executeTool(listed, {}));
  await eventually(() => frame.run('return heard.some(([kind]) => kind === 5)'), assert.fail);
  await frame.run('for (let count = 0; count < 500; count++) offer([])');
  assert.equal(named(await call), `UnknownError: ${unknownReason}`);
  await eventually(
    async () => (await context.getTools({ fromOrigins: [frame.origin] })).length === 0,
    assert.fail,
  );
});

test('versions: a message that names ours is taken, any other is the page’s', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const frame = await hostile(t);
  await t.register({ name: 'shown', execute: () => 1 }, { exposedTo: [frame.origin] });
  /** @type {any[]} */
  const seen = [];
  addEventListener('message', ({ data }) => {
    if (data?.[0] === 'webmcp-exec.polyfill') seen.push(data);
  });
  // An older one, a later one that has given up ours, and what is no list of versions.
  for (const versions of ['[0]', '[2, 3]', '[]', '1', '"1"', '["1"]']) {
    await frame.run(`say(2, 1, undefined, ${versions})`);
  }
  await heardAll(frame);
  assert.equal(seen.length, 6);
  assert.equal(await frame.run('return offered.length'), 0);
  // A later one that still speaks ours, in messages with more members.
  await frame.run(`parent.postMessage([TAG, [2, 1], 2, 7, { later: true }, 'more'], '*')`);
  await eventually(() => frame.run('return offered[0]?.heard?.length === 1'), assert.fail);
  await frame.run(
    `offered[0].postMessage([99, 1, 0, 'later']); offered[0].postMessage([5, 1, 0, 'shown', '{}', 'more']);`,
  );
  await eventually(() => frame.run('return offered[0].heard.length === 2'), assert.fail);
  assert.equal((await frame.run('return offered[0].heard[1]'))[4], '1');
  assert.equal(seen.length, 6, 'what is understood is not seen by the page');
  assert.ok(context);
});

const { 'ff-poly': _, 'ff-no-wasm': __, ...elsewhere } = polyfillOnly.only;
/** Firefox makes no event with a window of another origin as its source. */
const whereSourcesCanBeForged = { only: elsewhere };

test('events that a script has made are nobody’s word', whereSourcesCanBeForged, async (t) => {
  const context = contextOf(t);
  const frame = await hostile(t);
  const { port1, port2 } = new MessageChannel();
  await context.getTools();
  const data = ['webmcp-exec.polyfill', [1], 3, 0];
  dispatchEvent(
    new MessageEvent('message', {
      data,
      origin: 'https://bank.example',
      source: frame.window,
      ports: [port2],
    }),
  );
  port1.postMessage([1, 0, 0, [tool]]);
  await t.sleep(50);
  assert.deepEqual(await context.getTools({ fromOrigins: ['https://bank.example'] }), []);
});

test(
  'a page that listens to messages sees those of its frames, and none of the polyfill',
  polyfillOnly,
  async (t) => {
    const context = contextOf(t);
    /** @type {any[]} */
    const seen = [];
    addEventListener('message', ({ data }) => seen.push(data), true);
    const frame = await relay(t, 'cross-site');
    await frame.run(registering, 'a', [location.origin], 'return 1');
    await eventually(
      async () => (await context.getTools({ fromOrigins: [frame.origin] })).length === 1,
      assert.fail,
    );
    await context.executeTool(toolOf(frame, 'a'), {});
    assert.ok(seen.length > 0);
    assert.deepEqual(
      seen.filter((data) => Array.isArray(data)),
      [],
    );
  },
);

test('a page that patches prototypes after the load changes nothing', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const frame = await relay(t, 'cross-site');
  await t.register({ name: 'b', execute: () => 'b' }, { exposedTo: [frame.origin] });
  const patched = /** @type {[any, string][]} */ ([
    [MessagePort.prototype, 'postMessage'],
    [MessagePort.prototype, 'start'],
    [MessagePort.prototype, 'close'],
    [Array.prototype, 'includes'],
    [Event.prototype, 'stopImmediatePropagation'],
  ]);
  for (const [prototype, name] of patched) {
    const original = prototype[name];
    t.after(() => {
      prototype[name] = original;
    });
    prototype[name] = () => assert.fail(`${name} was called`);
  }
  await frame.run(registering, 'a', [location.origin], 'return 1');
  await eventually(
    async () => (await context.getTools({ fromOrigins: [frame.origin] })).length === 2,
    assert.fail,
  );
  assert.equal(await context.executeTool(toolOf(frame, 'a'), {}), '1');
  assert.deepEqual(await frame.run(listing, location.origin), [
    `a of ${frame.origin}`,
    `b of ${location.origin}`,
  ]);
});

test(
  'documents of one origin with different versions: a later peer that is still one of ours is used',
  polyfillOnly,
  async (t) => {
    const context = contextOf(t);
    const brand = Symbol.for('webmcp-exec.polyfill');
    for (const [versions, isUsed] of /** @type {[any, boolean][]} */ ([
      [{ version: 2, oldest: 1 }, true],
      [{ version: 3, oldest: 2 }, false],
      [{ version: 2 }, false],
      [{ version: 0 }, false],
      [{ version: '1' }, false],
      [{}, false],
    ])) {
      const { contentDocument, contentWindow } = await t.frame('/fixtures/blank.html');
      const peer = {
        ...versions,
        has: () => true,
        list: () => [tool],
        run: (/** @type {string} */ _, /** @type {string} */ __, /** @type {any} */ settled) =>
          void settled(undefined, 'later'),
        cancel() {},
        changed() {},
      };
      Object.defineProperty(contentDocument, 'modelContext', { value: { [brand]: peer } });
      const listed = registeredTool('a', { window: contentWindow });
      if (isUsed) assert.equal(await context.executeTool(listed, {}), 'later');
      else
        assert.equal(
          named(await t.rejects(context.executeTool(listed, {}))),
          `UnknownError: ${unknownReason}`,
        );
      const isListed = (await context.getTools()).some(
        (/** @type {any} */ one) => one.window === contentWindow,
      );
      assert.equal(isListed, isUsed);
    }
  },
);
