/** Documents of other origins: `exposedTo`, `fromOrigins`, `allow="tools"`, and calls from one to the other. */

import { assert, test } from '../harness/page.mjs';
import { calling, eventually, listing, path, registering, relay, relayOf, toolOf } from './relay.mjs';
import { named, registeredTool, sideBySide, unknownReason } from './side-by-side.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

const unknown = `UnknownError: ${unknownReason}`;
const kinds = /** @type {const} */ (['cross-port', 'cross-site']);
const denied = 'NotAllowedError: Access to the feature "tools" is disallowed by permissions policy.';

/** @param {any} context @param {string[]} fromOrigins */
const listed = async (context, fromOrigins) =>
  (await context.getTools({ fromOrigins })).map((/** @type {any} */ { name }) => name).join();

for (const kind of kinds) {
  test(`a tool of a frame (${kind}) is listed where it is exposed and asked for`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await t.register({ name: 'own', execute() {} });
    await frame.run(registering, 'shown', [location.origin], 'return 1');
    await frame.run(registering, 'hidden', [], 'return 1');
    await frame.run(registering, 'shown_to_another', ['https://other.example'], 'return 1');
    await eventually(async () => (await listed(context, [frame.origin])) === 'own,shown', assert.fail);
    assert.equal(await listed(context, []), 'own');
    assert.equal(await listed(context, ['https://other.example']), 'own');
    assert.equal(await listed(context, [`${frame.origin}/some/path?x`]), 'own,shown');
    const [, shown] = await context.getTools({ fromOrigins: [frame.origin] });
    assert.deepEqual(Object.keys(shown), ['description', 'name', 'origin', 'title', 'window']);
    assert.equal(shown.window, frame.window);
    assert.equal(shown.origin, frame.origin);
    assert.equal(Object.getPrototypeOf(shown), Object.prototype);
  });

  test(`everything that is said of a tool arrives (${kind})`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(
      `await document.modelContext.registerTool({
        name: 'a', title: 'A', description: 'd 😀', inputSchema: { type: 'object', properties: { __proto__: null, x: {} } },
        annotations: { readOnlyHint: true, debugging: true }, execute() {},
      }, { exposedTo: args });`,
      location.origin,
    );
    await eventually(async () => (await listed(context, [frame.origin])) === 'a', assert.fail);
    const [tool] = await context.getTools({ fromOrigins: [frame.origin] });
    const { window: _, origin: __, ...said } = tool;
    assert.deepEqual(said, {
      annotations: {
        consequentialHint: false,
        debugging: true,
        readOnlyHint: true,
        untrustedContentHint: false,
      },
      description: 'd 😀',
      inputSchema: { type: 'object', properties: { x: {} } },
      name: 'a',
      title: 'A',
    });
    assert.equal(Object.getPrototypeOf(tool.inputSchema), Object.prototype);
    assert.equal(Object.getPrototypeOf(tool.annotations), Object.prototype);
    const [again] = await context.getTools({ fromOrigins: [frame.origin] });
    assert.ok(again.inputSchema !== tool.inputSchema && again.annotations !== tool.annotations);
  });

  test(`a tool of a frame (${kind}) is called with text and gives text`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(registering, 'a', [location.origin], 'return input.give');
    await frame.run(registering, 'hidden', [], 'return 1');
    const tool = toolOf(frame, 'a');
    assert.equal(await context.executeTool(tool, { give: { b: [1, null] } }), '{"b":[1,null]}');
    assert.equal(await context.executeTool(tool, { give: '' }), 'Operation succeeded');
    assert.equal(await context.executeTool(tool, {}), 'undefined');
    assert.equal(await context.executeTool(tool), 'undefined');
    assert.deepEqual(await frame.run('return runs.a.map(({ input }) => input)'), [
      { give: { b: [1, null] } },
      { give: '' },
      {},
      {},
    ]);
    for (const [what, members] of /** @type {[string, any][]} */ ([
      ['a tool that is not exposed', { name: 'hidden' }],
      ['a tool that there is not', { name: 'nope' }],
      ['the origin of this page', { origin: location.origin }],
      ['another origin', { origin: 'https://other.example' }],
      ['the window of this page', { window }],
    ])) {
      const error = await t.rejects(context.executeTool({ ...tool, ...members }, {}));
      assert.equal(named(error), unknown, what);
    }
    assert.deepEqual(await frame.run('return [runs.a.length, runs.hidden.length]'), [4, 0]);
  });

  test(`a tool of a frame (${kind}) that throws fails the call`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(registering, 'a', [location.origin], 'throw new Error("secret")');
    const tool = toolOf(frame, 'a');
    assert.equal(
      named(await t.rejects(context.executeTool(tool, {}))),
      'UnknownError: Tool was executed but the invocation failed. For example, the script function threw an error',
    );
    assert.equal(
      named(await t.rejects(context.executeTool(tool, new Date()))),
      'UnknownError: Failed to parse input arguments',
    );
  });

  test(`a frame (${kind}) lists and calls the tools of the page around it`, sideBySide, async (t) => {
    const origin = t.origins[kind];
    await t.register({ name: 'shown', execute: ({ a = 0 }) => a + 1 }, { exposedTo: [origin] });
    await t.register({ name: 'hidden', execute: () => 1 });
    const frame = await relay(t, kind);
    const here = location.origin;
    await eventually(async () => (await frame.run(listing, here)).join() === `shown of ${here}`, assert.fail);
    assert.deepEqual(await frame.run(listing), []);
    assert.equal(await frame.run(calling, ['parent'], here, 'shown', { a: 4 }), '5');
    for (const name of ['hidden', 'nope']) {
      assert.equal((await t.rejects(frame.run(calling, ['parent'], here, name))).message, unknown);
    }
  });

  test(
    `toolchange reaches a frame (${kind}) that may see the change, and no other`,
    sideBySide,
    async (t) => {
      const context = contextOf(t);
      const frame = await relay(t, kind);
      const other = await relay(t, kind === 'cross-site' ? 'cross-port' : 'cross-site');
      for (const { run } of [frame, other]) {
        await run(`globalThis.changes = 0; document.modelContext.ontoolchange = () => globalThis.changes++;`);
      }
      const heard = () => frame.run('return changes');
      await t.register({ name: 'first', execute() {} }, { exposedTo: [frame.origin] });
      await eventually(async () => (await heard()) === 1, assert.fail);
      const unregister = await t.register({ name: 'second', execute() {} }, { exposedTo: [frame.origin] });
      await eventually(async () => (await heard()) === 2, assert.fail);
      await t.register({ name: 'hidden', execute() {} });
      await unregister();
      await eventually(async () => (await heard()) === 3, assert.fail);
      // And the other way round: this page hears of its frame's tools.
      let changes = 0;
      context.ontoolchange = () => changes++;
      await frame.run(registering, 'third', [location.origin], '');
      await eventually(() => changes === 1, assert.fail);
      await frame.run(registering, 'fourth', [], '');
      await frame.run('registrations.third.abort()');
      await eventually(() => changes === 2, assert.fail);
      assert.equal(await heard(), 6, 'those of its own tools too');
      assert.equal(await other.run('return changes'), 0);
    },
  );

  test(`an abort reaches the tool of a frame (${kind})`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(`globalThis.log = [];
      for (const type of ['toolactivated', 'toolcancel'])
        document.modelContext.addEventListener(type, (event) => log.push(type + ' ' + event.toolName));`);
    await frame.run(
      registering,
      'a',
      [location.origin],
      `client.signal.onabort = () => log.push('abort ' + client.signal.reason.name); return new Promise(() => {})`,
    );
    context.ontoolactivated = context.ontoolcancel = () => assert.fail('not here');
    const tool = toolOf(frame, 'a');
    const controller = new AbortController();
    const call = t.rejects(context.executeTool(tool, {}, { signal: controller.signal }));
    const log = () => frame.run('return log.join()');
    await eventually(async () => (await log()) === 'toolactivated a', assert.fail);
    controller.abort('why');
    assert.equal(await call, 'why');
    await eventually(
      async () => (await log()) === 'toolactivated a,abort AbortError,toolcancel a',
      assert.fail,
    );
  });

  test(`a call that is aborted at once still begins in a frame (${kind})`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(registering, 'a', [location.origin], 'return new Promise(() => {})');
    const tool = toolOf(frame, 'a');
    const controller = new AbortController();
    const call = t.rejects(context.executeTool(tool, {}, { signal: controller.signal }));
    controller.abort('why');
    assert.equal(await call, 'why');
    await eventually(async () => frame.run('return runs.a[0]?.signal.aborted'), assert.fail);
  });

  test(`a running call of a frame's tool (${kind}) outlives its registration`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, kind);
    await frame.run(
      registering,
      'a',
      [location.origin],
      'return new Promise((resolve) => { globalThis.end = resolve; })',
    );
    const tool = toolOf(frame, 'a');
    const call = context.executeTool(tool, {});
    await eventually(async () => frame.run('return runs.a.length === 1'), assert.fail);
    await frame.run('registrations.a.abort()');
    assert.equal(named(await t.rejects(context.executeTool(tool, {}))), unknown);
    await frame.run('end("done")');
    assert.equal(await call, 'done');
  });

  for (const [what, leave] of /** @type {[string, (iframe: HTMLIFrameElement) => void][]} */ ([
    ['is removed', (iframe) => iframe.remove()],
    [
      'is navigated',
      (iframe) => {
        iframe.src = '/fixtures/blank.html?elsewhere';
      },
    ],
    ['is moved', (iframe) => document.documentElement.append(iframe)],
  ])) {
    test(`a call fails when the frame (${kind}) of its tool ${what}`, sideBySide, async (t) => {
      const context = contextOf(t);
      const frame = await relay(t, kind);
      await frame.run(registering, 'a', [location.origin], 'return new Promise(() => {})');
      const tool = toolOf(frame, 'a');
      const call = t.rejects(context.executeTool(tool, {}));
      await eventually(async () => frame.run('return runs.a.length === 1'), assert.fail);
      leave(frame.iframe);
      assert.equal(named(await call), unknown);
      assert.equal(await listed(context, [frame.origin]), '');
    });

    test(`a tool is told when the frame (${kind}) of its caller ${what}`, sideBySide, async (t) => {
      const context = contextOf(t);
      /** @type {AbortSignal | undefined} */
      let signal;
      let cancelled = 0;
      context.ontoolcancel = () => cancelled++;
      await context.registerTool(
        {
          name: 'a',
          description: 'd',
          execute: (/** @type {any} */ _, /** @type {any} */ client) => {
            signal = client.signal;
            return new Promise(() => {});
          },
        },
        { exposedTo: [t.origins[kind]] },
      );
      const frame = await relay(t, kind);
      frame.run(calling, ['parent'], location.origin, 'a').catch(() => {});
      await eventually(() => signal !== undefined, assert.fail);
      leave(frame.iframe);
      await eventually(() => cancelled === 1, assert.fail);
      assert.equal(signal?.aborted, true);
      assert.equal(signal?.reason.name, 'AbortError');
    });
  }
}

test(
  'siblings of different origins list and call each other, whatever the page knows',
  sideBySide,
  async (t) => {
    const [first, second] = [await relay(t, 'cross-site'), await relay(t, 'cross-port')];
    await first.run(registering, 'a', [second.origin], 'return input');
    await eventually(
      async () => (await second.run(listing, first.origin)).join() === `a of ${first.origin}`,
      assert.fail,
    );
    assert.equal(await second.run(calling, ['parent', '0'], first.origin, 'a', { b: 1 }), '{"b":1}');
    assert.equal(await listed(contextOf(t), [first.origin, second.origin]), '');
    const tool = toolOf(first, 'a');
    assert.equal(named(await t.rejects(contextOf(t).executeTool(tool, {}))), unknown);
  },
);

test(
  'a frame in a frame of another origin is reached from the top, and reaches it',
  sideBySide,
  async (t) => {
    const context = contextOf(t);
    const site = t.origins['cross-site'];
    const outer = await relay(t, 'cross-port', { allow: `tools *` });
    await outer.run(
      `const iframe = document.createElement('iframe');
    iframe.allow = 'tools';
    const ready = new Promise((resolve) => addEventListener('message', ({ data }) => data?.webmcpFixture === 'ready' && resolve()));
    iframe.src = args[0];
    document.body.append(iframe);
    await ready;`,
      site + path,
    );
    const inner = relayOf(outer.iframe, /** @type {any} */ (outer.window)[0], site);
    await inner.run(registering, 'deep', [location.origin], 'return "deep " + JSON.stringify(input)');
    await eventually(async () => (await listed(context, [site])) === 'deep', assert.fail);
    const [tool] = await context.getTools({ fromOrigins: [site] });
    assert.equal(tool.window, inner.window);
    assert.equal(await context.executeTool(tool, { a: 1 }), 'deep {"a":1}');
    await t.register({ name: 'top', execute: () => 'top' }, { exposedTo: [site] });
    assert.equal(await inner.run(calling, ['top'], location.origin, 'top'), 'top');
  },
);

test('equal names of several origins come in the order of the frames', sideBySide, async (t) => {
  const context = contextOf(t);
  await t.register({ name: 'a', execute() {} });
  const frames = [await relay(t, 'cross-site'), await relay(t, 'cross-port'), await relay(t, 'cross-site')];
  for (const { run } of frames) await run(registering, 'a', [location.origin], '');
  const fromOrigins = [t.origins['cross-site'], t.origins['cross-port']];
  await eventually(async () => (await listed(context, fromOrigins)) === 'a,a,a,a', assert.fail);
  const tools = await context.getTools({ fromOrigins });
  assert.deepEqual(
    tools.map((/** @type {any} */ { window }) => window),
    [window, ...frames.map(({ window }) => window)],
  );
});

test('one call waits for no other', sideBySide, async (t) => {
  const context = contextOf(t);
  const frame = await relay(t, 'cross-site');
  await frame.run(
    registering,
    'a',
    [location.origin],
    'return new Promise((resolve) => { (globalThis.ends ??= []).push(resolve); })',
  );
  const tool = toolOf(frame, 'a');
  /** @type {string[]} */
  const ended = [];
  const calls = ['1', '2', '3'].map((number) =>
    context.executeTool(tool, { number }).then((/** @type {string} */ text) => ended.push(text)),
  );
  await eventually(async () => frame.run('return runs.a.length === 3'), assert.fail);
  assert.deepEqual(await frame.run('return runs.a.map(({ input }) => input.number)'), ['1', '2', '3']);
  await frame.run('ends[2]("third"); ends[0]("first"); ends[1]("second");');
  await Promise.all(calls);
  assert.deepEqual(ended, ['third', 'first', 'second']);
});

for (const allow of [
  null,
  'camera',
  "tools 'none'",
  "tools 'self'",
  'tools https://other.example',
  'TOOLS',
]) {
  test(`a frame with allow ${allow} sees nothing and shows nothing`, sideBySide, async (t) => {
    const context = contextOf(t);
    const frame = await relay(t, 'cross-site', { allow });
    let runs = 0;
    await t.register({ name: 'a', execute: () => ++runs }, { exposedTo: [frame.origin] });
    // The frame itself cannot read this attribute: a native API refuses there, the polyfill is not answered.
    const isNative = t.env.provider === 'native';
    const registered = frame.run(registering, 'b', [location.origin], 'return 1');
    if (isNative) assert.equal((await t.rejects(registered)).message, denied);
    else await registered;
    assert.equal(await listed(context, [frame.origin]), 'a');
    const tool = toolOf(frame, 'b');
    assert.equal(named(await t.rejects(context.executeTool(tool, {}))), unknown);
    const listedThere = frame.run(listing, location.origin);
    if (isNative) assert.equal((await t.rejects(listedThere)).message, denied);
    else assert.deepEqual(await listedThere, [`b of ${frame.origin}`]);
    const called = await t.rejects(frame.run(calling, ['parent'], location.origin, 'a'));
    assert.equal(called.message, isNative ? denied : unknown);
    assert.equal(runs, 0);
  });
}

for (const allow of ['tools *', "tools 'src'", 'camera; tools', 'SITE']) {
  test(`a frame with allow ${allow} may see and show tools`, sideBySide, async (t) => {
    const context = contextOf(t);
    const site = t.origins['cross-site'];
    const frame = await relay(t, 'cross-site', { allow: allow.replace('SITE', `tools ${site}`) });
    await frame.run(registering, 'a', [location.origin], 'return 1');
    await eventually(async () => (await listed(context, [site])) === 'a', assert.fail);
    const [tool] = await context.getTools({ fromOrigins: [site] });
    assert.equal(await context.executeTool(tool, {}), '1');
  });
}

test('a frame in a shadow tree is found by its policy', sideBySide, async (t) => {
  const context = contextOf(t);
  const frame = await relay(t, 'cross-site');
  const host = document.createElement('div');
  document.body.append(host);
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => {
      if (source === frame.iframe.contentWindow && data?.webmcpFixture === 'ready') resolve(undefined);
    });
  });
  host.attachShadow({ mode: 'open' }).append(frame.iframe);
  await ready;
  const moved = relayOf(frame.iframe, /** @type {Window} */ (frame.iframe.contentWindow), frame.origin);
  await moved.run(registering, 'a', [location.origin], 'return 1');
  await eventually(async () => (await listed(context, [frame.origin])) === 'a', assert.fail);
  const [tool] = await context.getTools({ fromOrigins: [frame.origin] });
  assert.equal(await context.executeTool(tool, {}), '1');
});

for (const [what, call] of /** @type {[string, string][]} */ ([
  ['registerTool', "registerTool({ name: '', description: '', execute() {} })"],
  ['getTools', "getTools({ fromOrigins: ['http://not-secure.example'] })"],
  ['executeTool', "executeTool({ name: 'a', description: '', origin: 'garbage', window }, 5)"],
])) {
  test(`${what} is refused in a frame of this origin that does not allow it`, sideBySide, async (t) => {
    const frame = await relay(t, 'same', { allow: "tools 'none'" });
    assert.equal((await t.rejects(frame.run(`await document.modelContext.${call}`))).message, denied);
    // The conversion of the arguments comes first, as everywhere.
    const bad = /** @type {any} */ ({ registerTool: '5', getTools: '5', executeTool: '5' })[what];
    assert.match(
      (await t.rejects(frame.run(`await document.modelContext.${what}(${bad})`))).message,
      /^TypeError: /,
    );
  });
}

test('a sandboxed document lists its own tools and runs none', sideBySide, async (t) => {
  const context = contextOf(t);
  const frame = await relay(t, 'same', { sandbox: 'allow-scripts' });
  await t.register({ name: 'a', execute: () => 1 }, { exposedTo: [location.origin] });
  await frame.run(registering, 'b', [location.origin], 'return 1');
  assert.deepEqual(await frame.run(listing, location.origin), ['b of null']);
  for (const [origin, message] of [
    ['null', 'NotSupportedError: The provided origin is invalid.'],
    ['data:,', 'NotSupportedError: Cannot execute tools that live in a document with an opaque origin.'],
    [location.origin, unknown],
  ]) {
    assert.equal((await t.rejects(frame.run(calling, [], origin, 'b'))).message, message);
    assert.equal((await t.rejects(frame.run(calling, ['parent'], origin, 'a'))).message, message);
  }
  assert.equal(await listed(context, [location.origin]), 'a');
  const tool = registeredTool('b', { window: frame.window });
  assert.equal(named(await t.rejects(context.executeTool(tool, {}))), unknown);
});

test('a frame in front of its document has no tools, its document has', sideBySide, async (t) => {
  const context = contextOf(t);
  const iframe = document.createElement('iframe');
  iframe.allow = 'tools';
  iframe.src = `${t.origins['cross-site']}${path}?delay=100`;
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ data }) => data?.webmcpFixture === 'ready' && resolve(undefined));
  });
  document.body.append(iframe);
  t.after(() => iframe.remove());
  assert.equal(await listed(context, [t.origins['cross-site']]), '');
  await ready;
  const frame = relayOf(iframe, /** @type {Window} */ (iframe.contentWindow), t.origins['cross-site']);
  await frame.run(registering, 'a', [location.origin], 'return 1');
  await eventually(async () => (await listed(context, [frame.origin])) === 'a', assert.fail);
});
