/** Tools in memory: `registerTool`, shared by all copies of the package. */

import { defineWebTool, executeTools, registeredTools, registerTool, Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { anotherCopy } from './copies.mjs';

/** @param {string} name */
const call = async (name) => {
  const [result] = await executeTools({ toolCalls: [{ name }] });
  return result?.success ? result.result : result?.error;
};

/** What is thrown. @param {() => unknown} act @returns {any} */
function thrown(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

test('S4-11 a registered tool is found until it is unregistered', { node: true }, async () => {
  const tool = { name: 'five', execute: () => 5 };
  const unregister = registerTool(tool);
  assert.equal(await call('five'), 5);
  assert.deepEqual(registeredTools(), [tool]);
  assert.equal(registeredTools()[0], tool);
  unregister();
  assert.equal(await call('five'), 'Tool five not found');
  assert.deepEqual(registeredTools(), []);
  const again = registerTool(tool);
  unregister();
  assert.equal(await call('five'), 5, 'the function lets go of its own registration only');
  again();
  again();
  assert.equal(await call('five'), 'Tool five not found');
});

test('S4-12 a name that is taken throws at once, and the tool stays the first', { node: true }, async (t) => {
  t.after(registerTool({ name: 'taken', execute: () => 'first' }));
  const error = thrown(() => registerTool({ name: 'taken', execute: () => 'second' }));
  assert.equal(error instanceof Error, true);
  assert.equal(error.message, 'A tool "taken" is registered already.');
  assert.equal(error.errorCode, 'INVALID_INPUT');
  assert.equal(await call('taken'), 'first');
});

test('S4-15 names are names, whatever they look like', { node: true }, async (t) => {
  for (const name of ['constructor', '__proto__', 'hasOwnProperty', ' ', 'a"b', 'half \ud800']) {
    t.after(registerTool({ name, execute: () => name }));
    assert.equal(await call(name), name);
  }
});

test('a definition that is none throws a TypeError that says why', { node: true }, () => {
  const execute = () => 5;
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const wrong = /** @type {[any, string][]} */ ([
    [undefined, 'The tool is no object.'],
    [null, 'The tool is no object.'],
    ['five', 'The tool is no object.'],
    [execute, 'The tool is no object.'],
    [{ execute }, 'The tool has no `name` that is a string.'],
    [{ name: '', execute }, 'The tool has no `name` that is a string.'],
    [{ name: 5, execute }, 'The tool has no `name` that is a string.'],
    [{ name: 'five' }, 'The tool has no `execute` that is a function.'],
    [{ name: 'five', execute: 5 }, 'The tool has no `execute` that is a function.'],
  ]);
  for (const [tool, message] of wrong) {
    const error = thrown(() => registerTool(tool));
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.message, message);
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  assert.match(thrown(() => registerTool(/** @type {any} */ (proxy))).message, /^The tool cannot be read: ./);
  const good = { name: 'five', execute };
  for (const options of /** @type {any[]} */ ([5, 'x', { signal: {} }, { signal: 5 }])) {
    assert.equal(thrown(() => registerTool(good, options)) instanceof TypeError, true);
  }
  assert.deepEqual(registeredTools(), []);
});

test('a signal unregisters, and lets go of its listener', { node: true }, async (t) => {
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  const tool = { name: 'five', execute: () => 5 };
  const unregister = registerTool(tool, { signal: controller.signal });
  assert.equal(count.active, 1);
  unregister();
  assert.equal(count.active, 0);
  const other = registerTool(tool, controller.signal);
  assert.equal(await call('five'), 5);
  controller.abort();
  assert.equal(await call('five'), 'Tool five not found');
  other();
  assert.equal(count.active, 0);
  registerTool(tool, controller.signal)();
  registerTool(tool, { signal: AbortSignal.abort() })();
  assert.deepEqual(registeredTools(), []);
});

test('running calls survive that their tool is unregistered', { node: true }, async () => {
  /** @type {(value: string) => void} */
  let end = () => {};
  const unregister = registerTool({
    name: 'slow',
    execute: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  const result = call('slow');
  unregister();
  end('done');
  assert.equal(await result, 'done');
});

test('a tool that an earlier call registers is found by a later one', { node: true }, async (t) => {
  const tools = [
    {
      name: 'teach',
      execute: () => t.after(registerTool({ name: 'learnt', execute: () => 'so it is' })),
    },
  ];
  const toolCalls = [{ name: 'learnt' }, { name: 'teach' }, { name: 'learnt' }];
  const results = await executeTools({ tools, toolCalls, concurrency: 1 });
  assert.deepEqual(
    results.map(({ success }) => success),
    [false, true, true],
  );
});

test('tools of Tool.define and defineWebTool can be registered', { node: true }, async (t) => {
  const plugin = Tool.define({ name: 'plugin', execute: () => ({ success: true, json: 1, text: 'one' }) });
  const web = defineWebTool({ name: 'web', description: 'A tool.', execute: () => 'web' });
  t.after(registerTool(plugin));
  t.after(registerTool(web));
  assert.deepEqual(await call('plugin'), { success: true, json: 1, text: 'one' });
  assert.equal(await call('web'), 'web');
  assert.deepEqual(registeredTools(), [plugin, web]);
});

test('X-11 copies of the package share the tools', async (t) => {
  const other = await anotherCopy();
  assert.equal(other.registerTool === registerTool, false, 'it is another copy');
  const signals = /** @type {AbortSignal[]} */ ([]);
  const execute = (/** @type {any} */ input, /** @type {any} */ { signal }) => {
    signals.push(signal);
    return input;
  };
  const ofOther = other.registerTool({ name: 'of_other', execute });
  t.after(registerTool({ name: 'of_this', execute }));
  for (const execute of [other.executeTools, executeTools]) {
    const results = await execute({
      toolCalls: [
        { name: 'of_other', input: { n: 1 } },
        { name: 'of_this', input: { n: 2 } },
      ],
    });
    assert.deepEqual(
      results.map((/** @type {any} */ { result }) => result),
      [{ n: 1 }, { n: 2 }],
    );
  }
  assert.equal(signals.length, 4);
  assert.equal(
    signals.every((signal) => signal instanceof AbortSignal),
    true,
  );
  assert.match(thrown(() => registerTool({ name: 'of_other', execute })).message, /"of_other"/);
  ofOther();
  assert.equal(await call('of_other'), 'Tool of_other not found');
});

test('X-11 a page that has done something else with the channel breaks nothing', {
  node: true,
}, async (t) => {
  t.after(registerTool({ name: 'good', execute: () => 'good' }));
  const place = t.env.engine === 'node' ? globalThis : document;
  const channel = Reflect.get(place, Symbol.for('webmcp-exec@1'));
  const { tools } = channel;
  const hostile = {
    get execute() {
      throw new Error('no');
    },
  };
  for (const record of [5, null, {}, hostile, { name: 'bad', execute: 5 }]) tools.set('bad', record);
  assert.equal(await call('bad'), 'Tool bad not found');
  assert.equal(registeredTools().length, 1);
  tools.set('bad', hostile);
  assert.equal(await call('bad'), 'Tool bad not found');
  assert.equal(await call('good'), 'good');
  for (const junk of [undefined, 5, {}, []]) {
    channel.tools = junk;
    assert.equal(await call('good'), 'Tool good not found');
    assert.deepEqual(registeredTools(), []);
  }
  channel.tools = tools;
  tools.delete('bad');
  assert.equal(await call('good'), 'good');
});
