/** The author's side of a tool: `defineWebTool(definition)`, its `register` and its `invoke`. */

import { defineWebTool, executeTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { callMethod, installModelContext, installScripted, spy } from './scripted-provider.mjs';

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */
/** @import {WebToolDefinition} from 'webmcp-exec' */

const siteReason = 'it has no tools across origins';
/** @type {TestOptions} */
const acrossOrigins = { not: { 'ff-native': siteReason, mcpb: siteReason } };

/**
 * A definition, and how often its tool ran.
 *
 * @param {Partial<WebToolDefinition>} [members]
 */
function definitionOf(members) {
  const counted = { runs: 0 };
  /** @type {WebToolDefinition} */
  const definition = {
    name: 'add_to_cart',
    description: 'Puts mugs into the cart.',
    execute: ({ qty = 1 }) => {
      counted.runs += 1;
      return { inCart: qty };
    },
    ...members,
  };
  return { definition, counted };
}

/** @param {TestContext} t */
async function listedNames(t) {
  return (await t.modelContext().getTools()).map(({ name }) => name);
}

test('S1-40 register() makes it a tool of the page, and its function takes it out again', async (t) => {
  const { definition, counted } = definitionOf({
    inputSchema: { type: 'object', properties: { qty: { type: 'integer' } } },
  });
  const unregister = await defineWebTool(definition).register();
  assert.equal(typeof unregister, 'function');
  const [listed, ...more] = await t.modelContext().getTools();
  assert.deepEqual(more, []);
  assert.equal(listed?.name, 'add_to_cart');
  assert.equal(listed?.description, 'Puts mugs into the cart.');
  const schema = listed?.inputSchema;
  assert.deepEqual(typeof schema === 'string' ? JSON.parse(schema) : schema, definition.inputSchema);
  assert.deepEqual((await executeTool('add_to_cart', { qty: 3 }))?.structuredContent, { inCart: 3 });
  assert.equal(counted.runs, 1);

  unregister();
  assert.deepEqual(await listedNames(t), []);
  assert.equal((await t.rejects(executeTool('add_to_cart'))).message, 'Unknown tool "add_to_cart"');
});

test('S1-40 everybody else may call it as any tool', async (t) => {
  const { definition, counted } = definitionOf();
  await defineWebTool(definition).register();
  const context = t.modelContext();
  let answer;
  if (t.env.provider === 'preview') {
    answer = await context.invokeTool('add_to_cart', { qty: 3 });
  } else {
    const [tool] = await context.getTools();
    assert.ok(tool);
    answer = await context.executeTool(tool, context.executeTool.length === 2 ? '{"qty":3}' : { qty: 3 });
  }
  assert.deepEqual(typeof answer === 'string' ? JSON.parse(answer) : answer, { inCart: 3 });
  assert.equal(counted.runs, 1);
});

test('S1-40 the same definition twice is one registration, until both have let go', async (t) => {
  const { definition } = definitionOf();
  const tool = defineWebTool(definition);
  const registrations = spy(t.modelContext(), 'registerTool');
  const [first, second] = await Promise.all([tool.register(), defineWebTool(definition).register()]);
  const third = await tool.register();
  assert.equal(registrations.length, 1);
  assert.deepEqual(await listedNames(t), ['add_to_cart']);
  first();
  first();
  assert.deepEqual(await listedNames(t), ['add_to_cart'], 'one of three has let go');
  third();
  assert.deepEqual(await listedNames(t), ['add_to_cart'], 'two of three have let go');
  second();
  assert.deepEqual(await listedNames(t), []);
});

test('S1-40 a component that mounts, unmounts and mounts again', async (t) => {
  const { definition } = definitionOf();
  const tool = defineWebTool(definition);
  for (let n = 0; n < 3; n++) {
    const unregister = await tool.register();
    assert.deepEqual(await listedNames(t), ['add_to_cart']);
    unregister();
    assert.deepEqual(await listedNames(t), []);
  }
  const early = tool.register();
  (await early)();
  const late = await tool.register();
  assert.deepEqual(await listedNames(t), ['add_to_cart']);
  late();
});

test('S1-40 a name that somebody else’s tool has is an InvalidStateError', async (t) => {
  await t.register({ name: 'add_to_cart', execute: () => 'theirs' });
  const error = await t.rejects(defineWebTool(definitionOf().definition).register());
  assert.equal(error.name, 'InvalidStateError');
  assert.deepEqual((await executeTool('add_to_cart'))?.content, [{ type: 'text', text: 'theirs' }]);
});

test('S1-40 also if both are registered at the same moment', async (t) => {
  const mine = definitionOf();
  const theirs = definitionOf();
  const [first, second] = await Promise.allSettled([
    defineWebTool(mine.definition).register(),
    defineWebTool(theirs.definition).register(),
  ]);
  assert.equal(first.status, 'fulfilled');
  assert.equal(second.status, 'rejected');
  assert.equal(/** @type {PromiseRejectedResult} */ (second).reason.name, 'InvalidStateError');
  await executeTool('add_to_cart');
  assert.deepEqual([mine.counted.runs, theirs.counted.runs], [1, 0]);
  assert.deepEqual(await listedNames(t), ['add_to_cart']);
});

test('S1-40 a registration that was refused can be tried again', async (t) => {
  const unregister = await t.register({ name: 'add_to_cart', execute: () => 'theirs' });
  const tool = defineWebTool(definitionOf().definition);
  await t.rejects(tool.register());
  await unregister();
  await tool.register();
  assert.deepEqual((await executeTool('add_to_cart', { qty: 2 }))?.structuredContent, { inCart: 2 });
});

test('S1-40 its signal takes the tool out', async (t) => {
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  await defineWebTool(definitionOf().definition).register({ signal: controller.signal });
  assert.deepEqual(await listedNames(t), ['add_to_cart']);
  controller.abort();
  assert.deepEqual(await listedNames(t), []);
  assert.equal(count.active, 0);
});

test('S1-40 a signal of another realm takes the tool out', async (t) => {
  const { signal, abort } = await t.signalOfAnotherRealm();
  await defineWebTool(definitionOf().definition).register({ signal });
  abort();
  assert.deepEqual(await listedNames(t), []);
});

test('S1-40 a signal that has fired: an AbortError, and no tool', async (t) => {
  const tool = defineWebTool(definitionOf().definition);
  const error = await t.rejects(tool.register({ signal: AbortSignal.abort('unmounted') }));
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'unmounted');
  assert.deepEqual(await listedNames(t), []);
});

test('S1-40 a signal that fires while it is being registered: the same', async (t) => {
  const controller = new AbortController();
  const registered = defineWebTool(definitionOf().definition).register({ signal: controller.signal });
  controller.abort('unmounted');
  const error = await t.rejects(registered);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'unmounted');
  assert.deepEqual(await listedNames(t), []);
});

test('S1-40 a tool that is taken out while it runs still answers', async (t) => {
  const { definition } = definitionOf({
    execute: async () => {
      unregister();
      await t.sleep(50);
      return { taken: 'out' };
    },
  });
  const tool = defineWebTool(definition);
  const unregister = await tool.register();
  const { result, value } = await tool.invoke();
  assert.deepEqual(result?.structuredContent, { taken: 'out' });
  assert.deepEqual(value, { taken: 'out' });
});

for (const origin of /** @type {const} */ (['cross-port', 'cross-site'])) {
  test(`S1-40 exposedTo lets a frame (${origin}) call it`, acrossOrigins, async (t) => {
    const { definition, counted } = definitionOf();
    await defineWebTool(definition).register({ exposedTo: [t.origins[origin]] });
    const hidden = definitionOf({ name: 'hidden' });
    await defineWebTool(hidden.definition).register();
    const frame = await t.frame('/fixtures/caller.html', { origin, allow: 'tools' });
    /** @param {string} name */
    const callFromFrame = (name) => {
      const outcome = new Promise((resolve) => {
        const listen = (/** @type {MessageEvent} */ { data }) => {
          if (!data?.outcome) return;
          removeEventListener('message', listen);
          resolve(data);
        };
        addEventListener('message', listen);
      });
      const options = { fromOrigins: [t.origins.same] };
      frame.contentWindow.postMessage({ call: [name, { qty: 3 }, options] }, '*');
      return outcome;
    };
    const { outcome, result } = await callFromFrame('add_to_cart');
    assert.equal(outcome, 'resolved');
    assert.deepEqual(result.structuredContent, { inCart: 3 });
    assert.equal(counted.runs, 1);
    assert.equal((await callFromFrame('hidden')).message, 'Unknown tool "hidden"');
  });
}

test('S1-40 a page without WebMCP says so', { node: true }, async (t) => {
  installModelContext(undefined);
  const error = await t.rejects(defineWebTool(definitionOf().definition).register());
  assert.equal(error.errorCode, 'UNAVAILABLE');
});

test('S1-40 a name that the provider refuses: its own error', {
  not: { 'ff-native': 'it refuses no name' },
}, async (t) => {
  const { definition } = definitionOf({ name: 'two words' });
  const error = await t.rejects(defineWebTool(definition).register());
  assert.equal(error.name, 'InvalidStateError');
});

test('S1-40 what is no definition is a TypeError', { node: true }, () => {
  const execute = () => 1;
  for (const wrong of [
    undefined,
    null,
    5,
    'greet',
    {},
    { name: 'a', description: 'b' },
    { name: 'a', execute },
    { description: 'b', execute },
    { name: 5, description: 'b', execute },
    { name: 'a', description: 'b', execute: 'c' },
  ]) {
    /** @type {any} */
    let thrown;
    try {
      defineWebTool(/** @type {any} */ (wrong));
    } catch (error) {
      thrown = error;
    }
    assert.equal(thrown instanceof TypeError, true);
    assert.equal(thrown.errorCode, 'INVALID_INPUT');
  }
});

test('S1-33 invoke() goes through the page and adds what execute returned', async (t) => {
  /** @type {unknown[]} */
  const inputs = [];
  const live = { cart: new Map([['mug', 3]]), again: () => 1 };
  const { definition } = definitionOf({
    execute: (input) => {
      inputs.push(input);
      return live;
    },
  });
  const tool = defineWebTool(definition);
  await tool.register();
  const calls = spy(t.modelContext(), callMethod(t));
  const { result, value } = await tool.invoke({ qty: 3 });
  assert.equal(value, live, 'the very object');
  assert.deepEqual(JSON.parse(/** @type {any} */ (result).content[0].text), { cart: {} });
  assert.deepEqual(inputs, [{ qty: 3 }]);
  assert.equal(calls.length, 1, 'through the provider');
  await tool.invoke();
  assert.deepEqual(inputs[1], {});
});

for (const value of ['text', '5', 5, 0, '', null, undefined, Number.NaN, false, 7n]) {
  test(`S1-33 the value is told apart: ${typeof value} ${JSON.stringify(String(value))}`, async () => {
    for (const execute of [() => value, async () => value]) {
      const tool = defineWebTool(definitionOf({ execute }).definition);
      const unregister = await tool.register();
      const invoked = await tool.invoke();
      assert.equal(invoked.value, value);
      assert.ok(invoked.result);
      unregister();
    }
  });
}

test('S1-33 calls that overlap get their own values', async () => {
  const { definition } = definitionOf({
    execute: async ({ ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { ms };
    },
  });
  const tool = defineWebTool(definition);
  await tool.register();
  const delays = [40, 10, 20];
  const invoked = await Promise.all(delays.map((ms) => tool.invoke({ ms })));
  assert.deepEqual(
    invoked.map(({ value }) => value),
    delays.map((ms) => ({ ms })),
  );
});

test('S1-33 equal calls that overlap get their own values too', async () => {
  let runs = 0;
  const { definition } = definitionOf({
    execute: async () => {
      const run = ++runs;
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { run };
    },
  });
  const tool = defineWebTool(definition);
  await tool.register();
  const invoked = await Promise.all([tool.invoke({ a: 1 }), tool.invoke({ a: 1 }), tool.invoke({ a: 1 })]);
  assert.deepEqual(
    invoked.map(({ value }) => value),
    [{ run: 1 }, { run: 2 }, { run: 3 }],
  );
});

test('S1-33 a tool that fails: a result that says so, and no value', async (t) => {
  // Chromium 150 reports what a tool throws as an error of the page.
  if (t.env.id === 'c150') t.expectUnhandled();
  const { definition } = definitionOf({
    execute: () => {
      throw new Error('out of stock');
    },
  });
  const tool = defineWebTool(definition);
  await tool.register();
  const { result, value } = await tool.invoke();
  assert.equal(result?.isError, true);
  assert.equal(value, undefined);
});

test('S1-33 it rejects as executeTool does', async (t) => {
  const tool = defineWebTool(definitionOf({ execute: () => new Promise(() => {}) }).definition);
  assert.equal((await t.rejects(tool.invoke())).message, 'Unknown tool "add_to_cart"', 'not registered');
  await tool.register();
  assert.equal((await t.rejects(tool.invoke(/** @type {any} */ (5)))).name, 'TypeError');
  assert.equal((await t.rejects(tool.invoke({}, /** @type {any} */ (5)))).name, 'TypeError');
  const controller = new AbortController();
  const call = tool.invoke({}, controller.signal);
  await t.sleep(20);
  controller.abort('enough');
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
});

test('S1-33 its execute has a signal that follows the call', async (t) => {
  /** @type {AbortSignal | undefined} */
  let own;
  const { definition } = definitionOf({
    execute: (_, { signal }) => {
      own = signal;
      return new Promise(() => {});
    },
  });
  const tool = defineWebTool(definition);
  await tool.register();
  const controller = new AbortController();
  const call = tool.invoke({}, controller.signal);
  while (!own) await t.tick();
  assert.equal(own.aborted, false);
  controller.abort('enough');
  await t.rejects(call);
  while (!own.aborted) await t.tick();
  assert.equal(own.aborted, true);
});

test('S1-33 over a provider of the page’s own', { node: true }, async () => {
  /** @type {any} */
  let registered;
  const fake = installScripted({
    tools: ['add_to_cart'],
    executeTool: async ({ args }) => JSON.stringify(await registered.execute(args, {})),
  });
  fake.context.registerTool = async (/** @type {any} */ tool) => {
    registered = tool;
  };
  const live = { inCart: 3 };
  const tool = defineWebTool(definitionOf({ execute: () => live }).definition);
  await tool.register();
  const { result, value } = await tool.invoke({ qty: 3 });
  assert.equal(value, live);
  assert.deepEqual(result?.structuredContent, { inCart: 3 });
});

test('S1-40 what a definition inherits belongs to it', async (t) => {
  class Tool {
    get title() {
      return 'Add to cart';
    }
    get inputSchema() {
      return { type: 'object', properties: { qty: { type: 'integer' } } };
    }
    execute(/** @type {{ qty: number }} */ { qty }) {
      return { inCart: qty, byItself: this instanceof Tool };
    }
  }
  class AddToCart extends Tool {
    get name() {
      return 'add_to_cart';
    }
    get description() {
      return 'Puts mugs into the cart.';
    }
  }
  const unregister = await defineWebTool(new AddToCart()).register();
  t.after(unregister);
  const [listed] = await t.modelContext().getTools();
  assert.equal(listed?.description, 'Puts mugs into the cart.');
  const schema = listed?.inputSchema;
  assert.deepEqual(typeof schema === 'string' ? JSON.parse(schema) : schema, new Tool().inputSchema);
  if (t.env.id !== 'ff-native') assert.equal(listed?.title, 'Add to cart');
  const result = await executeTool('add_to_cart', { qty: 3 });
  assert.deepEqual(result?.structuredContent, { inCart: 3, byItself: true });
});

test('S1-40 every refusal to register is an error with a code and its cause', async (t) => {
  await t.register({ name: 'add_to_cart', execute: () => '' });
  const taken = await t.rejects(defineWebTool(definitionOf().definition).register());
  assert.ok(taken instanceof Error);
  assert.equal(taken.errorCode, 'INVALID_INPUT');
  if (t.env.provider !== 'mcpb') assert.equal(taken.name, 'InvalidStateError');
  assert.ok(taken.cause instanceof Error);

  /** @type {any[]} */
  const wrong = [5, 'x', { signal: {} }];
  for (const options of wrong) {
    const error = await t.rejects(defineWebTool(definitionOf().definition).register(options));
    assert.ok(error instanceof TypeError, String(error));
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  const thrown = new Error('not to be read');
  const unreadable = {
    /** @returns {string[]} */
    get exposedTo() {
      throw thrown;
    },
  };
  const error = await t.rejects(defineWebTool(definitionOf().definition).register(unreadable));
  assert.equal(error.errorCode, 'INVALID_INPUT');
  assert.equal(error.cause, thrown);
});

test('S1-40 a provider that takes no tools is none', async (t) => {
  installModelContext({ getTools: async () => [], executeTool: async () => 'ok' });
  const error = await t.rejects(defineWebTool(definitionOf().definition).register());
  assert.equal(error.errorCode, 'UNAVAILABLE');
});
