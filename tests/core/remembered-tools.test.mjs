/**
 * Tools that change between calls and under them. Look-ups are remembered; whatever a page does, a call ends as if every
 * one of them asked the provider anew.
 */

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

import { executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { countLookUps } from './count-look-ups.mjs';
import { installModelContext, installScripted } from './scripted-provider.mjs';
import { untilListed } from './until-listed.mjs';

/** @type {TestOptions} */
const inFrames = {
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
};

/** @type {TestOptions} */
const atOnce = { not: { mcpb: 'it registers in a later task' } };

/** @param {TestContext} t @param {string} text @param {object} [more] */
const registerGreet = (t, text, more) => t.register({ name: 'greet', execute: () => text, ...more });

/** What the tool says. @param {object} [options] */
async function greeting(options) {
  const result = await executeTool('greet', {}, options);
  return /** @type {any} */ (result)?.content[0]?.text;
}

/** @param {Promise<unknown>} call @param {TestContext} t */
async function unknown(t, call) {
  const error = await t.rejects(call);
  assert.deepEqual([error.message, error.errorCode], ['Unknown tool "greet"', 'NOT_FOUND']);
  assert.equal('outcomeUnknown' in error, false);
  return error;
}

/** @param {{ contentWindow: Window }} frame @returns {Record<string, number>} */
const runsOf = ({ contentWindow }) => Reflect.get(contentWindow, 'runs');

test(
  'X-07 registered again under its name, in one task with the call: the new tool runs',
  atOnce,
  async (t) => {
    let unregister = await registerGreet(t, 'one');
    assert.equal(await greeting(), 'one');
    for (const text of ['two', 'three', 'four']) {
      unregister();
      const registered = registerGreet(t, text);
      assert.equal(await greeting(), text);
      unregister = await registered;
      assert.equal(await greeting(), text);
    }
  },
);

test('X-07 registered again a few microtasks before the call', atOnce, async (t) => {
  const unregister = await registerGreet(t, 'one');
  assert.equal(await greeting(), 'one');
  unregister();
  await null;
  registerGreet(t, 'two');
  await null;
  assert.equal(await greeting(), 'two');
});

test('X-07 unregistered between calls: unknown, and the others are named', async (t) => {
  const unregister = await registerGreet(t, 'hello');
  await t.register({ name: 'other', execute: () => 'other' });
  assert.equal(await greeting(), 'hello');
  await unregister();
  await t.sleep(30);
  assert.deepEqual((await unknown(t, executeTool('greet', {}))).available, ['other']);
});

test('X-07 unregistered in one task with the call: unknown, and the others are named', async (t) => {
  let runs = 0;
  const unregister = await t.register({ name: 'greet', execute: () => ++runs });
  await t.register({ name: 'other', execute: () => 'other' });
  for (let call = 0; call < 3; call++) await executeTool('greet', {});
  unregister();
  const first = executeTool('greet', {});
  const second = executeToolDetailed('greet', {});
  assert.deepEqual((await unknown(t, first)).available, ['other']);
  const report = await second;
  assert.deepEqual(
    [report.status, report.errorCode, report.outcomeUnknown],
    ['not-found', 'NOT_FOUND', false],
  );
  assert.deepEqual((await unknown(t, executeTool('greet', {}))).available, ['other']);
  assert.equal(runs, 3);
});

test('X-07 a call of a tool that is gone can be aborted while it is found out what there is', async (t) => {
  const unregister = await registerGreet(t, 'hello');
  assert.equal(await greeting(), 'hello');
  unregister();
  const controller = new AbortController();
  const call = executeTool('greet', {}, controller.signal);
  controller.abort();
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
});

test(
  'X-07 registered in one task with the call: found, however often others were called',
  atOnce,
  async (t) => {
    await registerGreet(t, 'hello');
    for (let call = 0; call < 3; call++) assert.equal(await greeting(), 'hello');
    t.register({ name: 'later', execute: () => 'later' });
    assert.deepEqual((await executeTool('later', {}))?.content, [{ type: 'text', text: 'later' }]);
  },
);

test('X-07 unregistered while it runs, once it is known: as at the first call', {
  only: { c156: 'native builds differ', c150: 'native builds differ' },
}, async (t) => {
  /** @type {(answer: string) => void} */
  let answer = () => {};
  let runs = 0;
  const execute = () => {
    runs += 1;
    return runs === 1 ? 'first' : new Promise((resolve) => (answer = resolve));
  };
  const unregister = await t.register({ name: 'greet', execute });
  assert.equal(await greeting(), 'first');
  const call = executeToolDetailed('greet', {});
  while (runs === 1) await t.tick();
  await unregister();
  await t.sleep(50);
  answer('answered');
  const { status, outcomeUnknown } = await call;
  assert.deepEqual(
    [status, outcomeUnknown],
    t.env.id === 'c156' ? ['completed', false] : ['owner-gone', true],
  );
  assert.equal(runs, 2);
});

test('X-06 X-07 a frame gets a tool of the same name: the own one runs', inFrames, async (t) => {
  await registerGreet(t, 'own');
  assert.equal(await greeting(), 'own');
  const frame = await t.frame('/fixtures/tools.html?tools=text');
  const inFrame = { window: frame.contentWindow };
  assert.equal(await greeting(), 'own');
  await t.register({ name: 'greet', execute: () => 'of the frame' }, inFrame);
  assert.equal(await greeting(), 'own');
  await untilListed(t, 'greet', inFrame);
  assert.equal(await greeting(), 'own');
  assert.equal(await greeting(inFrame), 'of the frame');
  assert.equal(await greeting({ window }), 'own');
});

test('X-06 X-07 the own tool comes and goes before that of a frame', inFrames, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=text');
  await untilListed(t, 'text', { window: frame.contentWindow });
  for (let turn = 1; turn < 4; turn++) {
    assert.equal((await executeToolDetailed('text')).status, 'completed');
    assert.equal(runsOf(frame).text, 2 * turn - 1);
    const registered = t.register({ name: 'text', execute: () => 'own' });
    const own = await executeTool('text', {});
    assert.deepEqual(own?.content, [{ type: 'text', text: 'own' }]);
    assert.deepEqual((await executeTool('text', {}))?.content, own?.content);
    const unregister = await registered;
    unregister();
    assert.deepEqual((await executeTool('text', {}))?.content, [{ type: 'text', text: 'hello' }]);
    assert.equal(runsOf(frame).text, 2 * turn);
  }
});

test('X-06 X-07 a second frame gets the name: which is meant is not known', inFrames, async (t) => {
  const first = await t.frame('/fixtures/tools.html?tools=echo&frame=1');
  await untilListed(t, 'echo', { window: first.contentWindow });
  await executeTool('echo', {});
  const second = await t.frame('/fixtures/tools.html?tools=text&frame=2');
  await untilListed(t, 'text', { window: second.contentWindow });
  await executeTool('echo', {});
  await t.register({ name: 'echo', execute: () => 'second' }, { window: second.contentWindow });
  await untilListed(t, 'echo', { window: second.contentWindow });
  assert.equal((await t.rejects(executeTool('echo', {}))).errorCode, 'AMBIGUOUS');
  assert.equal(runsOf(first).echo, 2);
});

test('X-07 a frame that is gone: its tool is unknown, at once', inFrames, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  await untilListed(t, 'echo', { window: frame.contentWindow });
  await executeTool('echo', {});
  frame.remove();
  const error = await t.rejects(executeTool('echo', {}));
  assert.deepEqual([error.message, error.available], ['Unknown tool "echo"', []]);
});

test('X-07 another document in the frame: its tools are called', inFrames, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  await untilListed(t, 'echo', { window: frame.contentWindow });
  await executeTool('echo', {});
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = '/fixtures/tools.html?tools=text,echo&again';
  await loaded;
  await untilListed(t, 'echo', { window: frame.contentWindow });
  const result = /** @type {any} */ (await executeTool('echo', {}));
  assert.match(result.structuredContent.query, /again/);
  const emptied = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = '/fixtures/blank.html';
  await emptied;
  assert.equal((await t.rejects(executeTool('echo', {}))).errorCode, 'NOT_FOUND');
});

test('X-07 frames that change places', inFrames, async (t) => {
  let before = await t.frame('/fixtures/tools.html?tools=echo&frame=0');
  await untilListed(t, 'echo', { window: before.contentWindow });
  for (const number of [1, 2]) {
    await executeTool('echo', {});
    const after = await t.frame(`/fixtures/tools.html?tools=echo&frame=${number}`);
    await untilListed(t, 'echo', { window: after.contentWindow });
    before.remove();
    const result = /** @type {any} */ (await executeTool('echo', {}));
    assert.match(result.structuredContent.query, new RegExp(`frame=${number}`));
    before = after;
  }
});

test('X-06 X-07 what is asked for beside the name counts at every call', {
  not: { 'ff-native': 'its tools tell neither window nor origin' },
}, async (t) => {
  await registerGreet(t, 'hello');
  const blank = await t.frame('/fixtures/blank.html');
  for (let turn = 0; turn < 2; turn++) {
    assert.equal(await greeting(), 'hello');
    assert.equal(await greeting({ window }), 'hello');
    assert.equal(await greeting({ origin: location.origin }), 'hello');
    await unknown(t, executeTool('greet', {}, { window: blank.contentWindow }));
    if (t.env.id !== 'mcpb')
      await unknown(t, executeTool('greet', {}, { origin: 'https://elsewhere.example' }));
  }
});

test('X-06 X-07 origins that a browser refuses are refused, however often the tool was called', {
  not: { 'ff-native': 'it looks at no origins', mcpb: 'it looks at no origins' },
}, async (t) => {
  await registerGreet(t, 'hello');
  for (let turn = 0; turn < 2; turn++) {
    assert.equal(await greeting(), 'hello');
    const error = await t.rejects(executeTool('greet', {}, { fromOrigins: ['http://not-secure.example'] }));
    assert.equal(error.name, 'SecurityError');
    assert.equal(await greeting({ fromOrigins: [location.origin] }), 'hello');
  }
});

test('X-07 another modelContext in its place: its tools are called, and then the first one’s again', {
  not: { 'ff-native': 'it stands at the navigator' },
}, async (t) => {
  await registerGreet(t, 'of the page');
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(await greeting(), 'of the page');
    const fake = installScripted({ executeTool: () => '"of another"' });
    assert.equal(await greeting(), 'of another');
    assert.equal(await greeting(), 'of another');
    assert.deepEqual([fake.calls.length, fake.lookups], [2, 2]);
    installModelContext(undefined);
    assert.equal((await t.rejects(greeting())).errorCode, 'UNAVAILABLE');
    Reflect.deleteProperty(document, 'modelContext');
  }
  assert.equal(await greeting(), 'of the page');
});

test('X-07 the polyfill is taken away and put back', {
  only: { 'c156-poly': 'ours', 'ff-poly': 'ours', 'wk-poly': 'ours' },
}, async (t) => {
  const { installModelContext: install, uninstallModelContext } = await import('webmcp-exec/polyfill');
  await registerGreet(t, 'hello');
  assert.equal(await greeting(), 'hello');
  assert.equal(uninstallModelContext(), true);
  assert.equal((await t.rejects(greeting())).errorCode, 'UNAVAILABLE');
  assert.equal(install().status, 'installed');
  assert.equal(await greeting(), 'hello');
});

test('X-07 a provider that never tells of changes is asked at every call', { node: true }, async (t) => {
  const fake = installScripted({ tools: ['greet'] });
  for (let call = 1; call < 4; call++) {
    await executeTool('greet', {});
    assert.equal(fake.lookups, call);
  }
  Reflect.set(fake.tools[0] ?? {}, 'name', 'welcome');
  assert.deepEqual((await t.rejects(executeTool('greet', {}))).available, ['welcome']);
  await executeTool('welcome', {});
  assert.equal(fake.calls.at(-1)?.tool, fake.tools[0]);
});

test('X-07 a page that has put a function of its own in the place of getTools is asked at every call', async (t) => {
  await registerGreet(t, 'hello');
  assert.equal(await greeting(), 'hello');
  const context = t.modelContext();
  const { getTools } = context;
  let hides = true;
  Object.defineProperty(context, 'getTools', {
    configurable: true,
    value: async () => (hides ? [] : Reflect.apply(getTools, context, [])),
  });
  await unknown(t, executeTool('greet', {}));
  hides = false;
  assert.equal(await greeting(), 'hello');
  hides = true;
  await unknown(t, executeTool('greet', {}));
  Reflect.deleteProperty(context, 'getTools');
  if (t.env.id !== 'mcpb') assert.equal(await greeting(), 'hello');
});

test('X-07 tools that change while it is asked for them', atOnce, async (t) => {
  let unregister = await registerGreet(t, '0');
  for (let turn = 1; turn < 10; turn++) {
    // Not known yet: it is asked for, and in the meantime the other one changes.
    const name = `new_${turn}`;
    await t.register({ name, execute: () => name });
    const call = executeTool(name, {});
    unregister();
    const registered = registerGreet(t, String(turn));
    if (turn % 3 === 0) await t.tick();
    assert.deepEqual((await call)?.content, [{ type: 'text', text: name }]);
    assert.equal(await greeting(), String(turn));
    unregister = await registered;
  }
  unregister();
  await unknown(t, executeTool('greet', {}));
});

test('X-04 X-07 aborted during the look-up: nothing is called, and the next call finds its tool', async (t) => {
  let runs = 0;
  await t.register({ name: 'greet', execute: () => ++runs });
  const controller = new AbortController();
  const call = executeTool('greet', {}, controller.signal);
  controller.abort('why');
  const error = await t.rejects(call);
  assert.deepEqual([error.name, error.cause, error.outcomeUnknown], ['AbortError', 'why', undefined]);
  await t.sleep(20);
  assert.equal(runs, 0);
  await executeTool('greet', {});
  assert.equal(runs, 1);
});

test('X-07 another schema of the same name counts at once', atOnce, async (t) => {
  let runs = 0;
  /** @param {string} type */
  const definition = (type) => ({
    name: 'greet',
    inputSchema: { type: 'object', properties: { to: { type } } },
    execute: () => ++runs,
  });
  let unregister = await t.register(definition('string'));
  await executeTool('greet', { to: 'you' });
  await executeTool('greet', { to: 'you' }, { validate: true });
  for (const [type, to] of /** @type {const} */ ([
    ['number', 'you'],
    ['string', 5],
    ['number', 'you'],
  ])) {
    unregister();
    const registered = t.register(definition(type));
    const error = await t.rejects(executeTool('greet', { to }, { validate: true }));
    assert.equal(error.errorCode, 'INVALID_INPUT');
    unregister = await registered;
  }
  assert.equal(runs, 2);
});

test('X-07 calls go out in the order in which they were made, known tools and others', async (t) => {
  /** @type {string[]} */
  const order = [];
  for (const name of ['known', 'new_1', 'new_2']) {
    await t.register({ name, execute: () => void order.push(name) });
  }
  await executeTool('known', {});
  await t.register({ name: 'new_3', execute: () => void order.push('new_3') });
  order.length = 0;
  const names = ['new_1', 'known', 'new_3', 'known', 'new_2', 'known'];
  await Promise.all(names.map((name) => executeTool(name, {})));
  assert.deepEqual(order, names);
});

/** @type {TestOptions} */
const remembering = {
  only: {
    c156: 'it tells of changes',
    c150: 'it tells of changes',
    'c156-poly': 'it tells of changes',
    'ff-poly': 'it tells of changes',
    'wk-poly': 'it tells of changes',
  },
};

test('X-07 a thousand calls ask once, and once more when the tools have changed', remembering, async (t) => {
  const count = await countLookUps(t);
  const unregister = await registerGreet(t, 'hello');
  await t.register({ name: 'other', execute: () => 'other' });
  await t.sleep(20);
  for (let call = 0; call < 1_000; call++) {
    assert.equal(
      await greeting(call % 2 === 0 ? undefined : { signal: new AbortController().signal }),
      'hello',
    );
  }
  assert.equal(count.lookUps, 1);
  await executeTool('other', {});
  await executeToolDetailed('greet', {});
  assert.equal(count.lookUps, 1, 'all of the document’s tools');
  await unregister();
  await registerGreet(t, 'hello again');
  await t.sleep(20);
  assert.equal(count.lookUps, 1, 'nobody has asked');
  for (let call = 0; call < 10; call++) assert.equal(await greeting(), 'hello again');
  assert.equal(count.lookUps, 2);
  await unknown(t, executeTool('greet', {}, { origin: 'https://elsewhere.example' }));
  assert.equal(count.lookUps, 3);
  await greeting();
  assert.equal(count.lookUps, 3);
});

test('X-07 a list that was asked for before a change is not kept', remembering, async (t) => {
  const count = await countLookUps(t);
  const unregister = await registerGreet(t, 'hello');
  const other = { name: 'other', execute: () => 'other' };
  await t.sleep(20);
  const call = executeTool('greet', {});
  unregister();
  // It may have been there still when it was asked for.
  await call.catch(() => {});
  await t.sleep(20);
  await t.register(other);
  await t.sleep(20);
  const before = count.lookUps;
  await executeTool('other', {});
  assert.equal(count.lookUps, before + 1);
  await unknown(t, executeTool('greet', {}));
});

test('X-07 tools are kept by one listener, which goes with what is kept', {
  not: { 'ff-native': 'it fires no events' },
}, async (t) => {
  const context = t.modelContext();
  const count = t.countListeners(context, 'toolchange');
  for (let turn = 0; turn < 5; turn++) {
    const unregister = await registerGreet(t, 'hello');
    await Promise.all([greeting(), greeting(), greeting()]);
    await greeting();
    assert.equal(count.active <= 1, true);
    await unregister();
    await t.sleep(20);
    assert.equal(count.active, 0);
  }
  await registerGreet(t, 'hello');
  await t.sleep(20);
  await greeting();
  assert.equal(count.active, t.env.id === 'mcpb' ? 0 : 1);
  // Another one has its place: the first is let go of at its first call.
  installScripted();
  await executeTool('greet', {});
  assert.equal(count.active, 0);
  Reflect.deleteProperty(document, 'modelContext');
});

test(
  'X-07 a page that stops the event: what is remembered is forgotten once it turns out to be gone',
  inFrames,
  async (t) => {
    if (typeof t.modelContext().addEventListener !== 'function')
      return assert.ok(true, 'it has no events to stop');
    t.modelContext().addEventListener(
      'toolchange',
      (/** @type {Event} */ event) => event.stopImmediatePropagation(),
      true,
    );
    const unregister = await t.register({ name: 'echo', execute: () => 'own' });
    const said = async () => /** @type {any} */ (await executeTool('echo', { text: 'hi' }))?.content[0]?.text;
    assert.equal(await said(), 'own');
    const frame = await t.frame('/fixtures/tools.html?tools=echo');
    await untilListed(t, 'echo', { window: frame.contentWindow });
    unregister();
    await t.sleep(30);
    // The first call after that may be told that the tool is gone; nothing runs then.
    const first = await said().catch((error) => error.errorCode);
    assert.ok(first === 'NOT_FOUND' || /hi/.test(first), String(first));
    assert.match(await said(), /hi/);
  },
);
