/** The agent loop over tools of the page. */

import { defineWebTool, executeStep, reActLoop, registerTool, Tool, toOpenAITools } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';
import { hello, scriptedModel, wants } from './scripted-model.mjs';

const description = 'A tool of the tests.';
const inFrames = {
  not: {
    'ff-native': 'its tools are those of the top window',
    mcpb: 'it knows the tools of its own document only',
  },
};

/** @param {{ tools: any[] } | undefined} asked */
const namesOf = (asked) => asked?.tools.map(({ name }) => name);

/** Providers list their tools in an order of their own. @param {{ tools: any[] }} asked */
const sortedNamesOf = (asked) => namesOf(asked)?.sort();

test('S4-18 page tools are offered and called', async (t) => {
  await t.register({
    name: 'add_to_cart',
    description: 'Puts mugs into the cart.',
    inputSchema: { type: 'object', properties: { qty: { type: 'number' } }, required: ['qty'] },
    annotations: { readOnlyHint: false },
    execute: ({ qty }) => ({ inCart: qty }),
  });
  const { model, asked } = scriptedModel(wants('add_to_cart', '{"qty":3}'), { content: 'Done.' });
  const { messages } = await reActLoop({ model, messages: hello });
  const [tool] = asked[0]?.tools ?? [];
  assert.equal(tool.name, 'add_to_cart');
  assert.equal(tool.description, 'Puts mugs into the cart.');
  assert.deepEqual(tool.inputSchema, {
    type: 'object',
    properties: { qty: { type: 'number' } },
    required: ['qty'],
  });
  assert.equal(tool.origin, location.origin);
  assert.equal(tool.own, true);
  assert.equal(tool.window, window);
  assert.equal(JSON.parse(JSON.stringify(tool)).name, 'add_to_cart');
  assert.equal(toOpenAITools(asked[0]?.tools ?? [])[0]?.function.name, 'add_to_cart');
  const message = /** @type {any} */ (messages[2]);
  assert.equal(message.content, '{"inCart":3}');
  assert.deepEqual(message.result.structuredContent, { inCart: 3 });
});

test('S4-18 given tools come first, then registered ones, then those of the page; one of a name', async (t) => {
  for (const name of ['all', 'two', 'page']) await t.register({ name, execute: () => 'page' });
  for (const name of ['all', 'two', 'memory']) t.after(registerTool({ name, execute: () => 'registered' }));
  const plugin = Tool.define({
    name: 'plugin',
    description: 'A plugin.',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
    execute: () => ({ success: true, json: { n: 1 }, text: 'one of it' }),
  });
  const web = defineWebTool({ name: 'web', description, execute: () => 'web' });
  const names = ['all', 'plugin', 'web', 'two', 'memory', 'page'];
  const { model, asked } = scriptedModel(
    { toolCalls: names.map((name) => ({ name })) },
    { content: 'Done.' },
  );
  const { messages } = await reActLoop({
    model,
    tools: [{ name: 'all', execute: () => 'given' }, plugin, web],
    messages: hello,
  });
  assert.deepEqual(namesOf(asked[0]), names);
  assert.deepEqual(asked[0]?.tools[1].inputSchema, plugin.parameters);
  assert.deepEqual(
    /** @type {any[]} */ (messages).filter(({ role }) => role === 'tool').map(({ content }) => content),
    ['given', 'one of it', 'web', 'registered', 'registered', 'page'],
  );
});

test('S4-18 tools are listed anew for each step', async (t) => {
  await t.register({
    name: 'open_cart',
    execute: async () => {
      await t.register({ name: 'check_out', execute: () => 'bought' });
      return 'open';
    },
  });
  const { model, asked } = scriptedModel(wants('open_cart'), wants('check_out'), { content: 'Bought.' });
  const { messages, stats } = await reActLoop({ model, messages: hello });
  assert.deepEqual(asked.map(sortedNamesOf), [
    ['open_cart'],
    ['check_out', 'open_cart'],
    ['check_out', 'open_cart'],
  ]);
  assert.equal(stats.errors, 0);
  assert.equal(/** @type {any} */ (messages[4]).content, 'bought');
  // What was not offered when the model was asked is not called.
  const eager = scriptedModel({ toolCalls: [{ name: 'late' }] });
  const { results } = await executeStep({
    model: async (messages, context) => {
      await t.register({ name: 'late', execute: () => 'too soon' });
      return eager.model(messages, context);
    },
    messages: hello,
  });
  assert.deepEqual(
    results.map((result) => !result.success && result.error),
    ['Tool late not found'],
  );
});

test('S4-18 names that model APIs refuse have aliases; who approves sees the tool’s own', {
  not: { mcpb: 'its names are those of model APIs' },
}, async (t) => {
  await t.register({ name: 'cart.add', execute: ({ qty }) => `${qty} added` });
  t.after(registerTool({ name: 'größe', execute: () => 'XL' }));
  /** @type {any[]} */
  const approved = [];
  const { model, asked } = scriptedModel(
    (/** @type {any} */ _messages, /** @type {any} */ { tools }) => ({
      toolCalls: tools.map((/** @type {any} */ { name }) => ({ name, input: { qty: 3 } })),
    }),
    { content: 'Done.' },
  );
  const { messages } = await reActLoop({
    model,
    messages: hello,
    approve: (call, tool) => approved.push([call.name, tool.name]) > 0,
  });
  for (const name of namesOf(asked[0]) ?? []) assert.match(name, /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  assert.deepEqual(approved, [
    ['größe', 'größe'],
    ['cart.add', 'cart.add'],
  ]);
  const [, { toolCalls }, ...told] = /** @type {any[]} */ (messages);
  assert.deepEqual(
    told.slice(0, 2).map(({ name, content }) => [name, content]),
    toolCalls.map((/** @type {any} */ { name }, /** @type {number} */ index) => [
      name,
      ['XL', '3 added'][index],
    ]),
  );
});

test(
  'S4-18 one name in several documents: each is offered, and the one that is meant is called',
  inFrames,
  async (t) => {
    const frames = [1, 2].map((number) =>
      t.frame(`/fixtures/tools.html?tools=echo,navigate&frame=${number}`),
    );
    for (const frame of await Promise.all(frames)) {
      await untilListed(t, 'navigate', { window: frame.contentWindow });
    }
    await t.register({ name: 'echo', execute: () => 'own' });
    await untilListed(t, 'echo', { window });
    const { model, asked } = scriptedModel(
      (/** @type {any} */ _messages, /** @type {any} */ { tools }) => ({
        toolCalls: tools
          .filter((/** @type {any} */ { name }) => name.startsWith('echo'))
          .map((/** @type {any} */ { name }) => ({ name })),
      }),
      { content: 'Done.' },
    );
    const { messages } = await reActLoop({ model, messages: hello });
    const names = namesOf(asked[0]) ?? [];
    assert.equal(new Set(names).size, 5);
    const own = asked[0]?.tools.find((tool) => tool.own);
    assert.equal(own.name, 'echo', 'its own keeps its name');
    const contents = /** @type {any[]} */ (messages).flatMap(({ role, content }) =>
      role === 'tool' ? content : [],
    );
    for (const text of ['own', 'frame=1', 'frame=2']) {
      assert.equal(contents.filter((content) => content.includes(text)).length, 1, text);
    }
  },
);

test('S4-18 a name that the model has learned stays that tool’s for the whole loop', inFrames, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo&frame=1');
  await untilListed(t, 'echo', { window: frame.contentWindow });
  const teach = {
    name: 'teach',
    execute: async () => {
      await t.register({ name: 'echo', execute: () => 'own' });
      await untilListed(t, 'echo', { window });
    },
  };
  const { model, asked } = scriptedModel(wants('teach'), wants('echo'), { content: 'Done.' });
  const { messages } = await reActLoop({ model, tools: [teach], messages: hello });
  assert.deepEqual(sortedNamesOf(asked[0] ?? assert.fail()), ['echo', 'teach']);
  assert.equal(asked[1]?.tools.length, 3);
  assert.equal(asked[1]?.tools.find(({ own }) => own).name === 'echo', false);
  assert.match(/** @type {any} */ (messages[4]).content, /frame=1/);
});

test('S4-18 with validate an input that does not fit goes back to the model', async (t) => {
  let runs = 0;
  const execute = () => ++runs;
  const inputSchema = { type: 'object', properties: { n: { type: 'integer' } } };
  await t.register({ name: 'of_page', inputSchema, execute });
  const toolCalls = ['of_page', 'given'].map((name) => ({ name, input: { n: 'x' } }));
  const { messages, stats } = await reActLoop({
    ...scriptedModel({ toolCalls }, { content: 'Sorry.' }),
    tools: [{ name: 'given', inputSchema, execute }],
    messages: hello,
    validate: true,
  });
  assert.equal(stats.errors, 2);
  assert.equal(runs, 0);
  for (const message of /** @type {any[]} */ (messages.slice(2, 4))) {
    assert.match(message.content, /^The arguments for "(of_page|given)" .*integer/);
    assert.equal(message.isError, true);
  }
});

test('S4-16 a call that navigates is told of to the model', inFrames, async (t) => {
  await t.frame('/fixtures/tools.html?tools=navigate');
  await untilListed(t, 'navigate');
  const { messages, results } = await executeStep({ ...scriptedModel(wants('navigate')), messages: hello });
  assert.deepEqual(results, [{ name: 'navigate', id: 'c1', success: true, result: null }]);
  const message = /** @type {any} */ (messages[2]);
  assert.equal(message.content, 'The call navigated to another page.');
  assert.equal('isError' in message, false);
});

test('S4-16 a page tool that fails goes back to the model', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  await defineWebTool({
    name: 'fails',
    description,
    execute: () => {
      throw new Error('stock is 0');
    },
  }).register();
  const { messages, stats } = await reActLoop({
    ...scriptedModel(wants('fails'), { content: 'Sold out.' }),
    messages: hello,
  });
  const message = /** @type {any} */ (messages[2]);
  assert.equal(message.content, 'stock is 0');
  assert.equal(message.isError, true);
  assert.equal(stats.errors, 1);
});

test('S4-18 an abort gives up tools of the page', async (t) => {
  const controller = new AbortController();
  /** @type {any} */
  let signal;
  await defineWebTool({
    name: 'never',
    description,
    execute: (_input, context) => {
      signal = context.signal;
      setTimeout(() => controller.abort('enough'));
      return new Promise(() => {});
    },
  }).register();
  const error = await t.rejects(
    reActLoop({ ...scriptedModel(wants('never')), messages: hello, signal: controller.signal }),
  );
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
  assert.equal(error.outcomeUnknown, true);
  while (!signal.aborted) await t.sleep(5);
  assert.equal(signal.aborted, true);
});

test('S4-18 a page whose tools cannot be had is one without tools', async (t) => {
  const getTools = () => Promise.reject(new Error('not now'));
  Object.defineProperty(t.modelContext(), 'getTools', { configurable: true, value: getTools });
  const { model, asked } = scriptedModel({ content: 'Hi.' });
  const { result } = await reActLoop({ model, messages: hello });
  assert.equal(result, 'Hi.');
  assert.deepEqual(asked[0]?.tools, []);
  // One that never answers is given up with the loop.
  const never = () => new Promise(() => {});
  Object.defineProperty(t.modelContext(), 'getTools', { configurable: true, value: never });
  const controller = new AbortController();
  const call = reActLoop({ model, messages: hello, signal: controller.signal });
  controller.abort();
  assert.equal((await t.rejects(call)).name, 'AbortError');
  assert.equal(asked.length, 1);
});
