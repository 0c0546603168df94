/** What a tool by `Tool.define` says of itself, in every format, and what is wrong with a configuration. */

import { defineWebTool, executeTool, Tool, toOpenAITools, toolErrorCode } from 'webmcp-exec';
import { installScripted } from '../core/scripted-provider.mjs';
import { assert, test } from '../harness/page.mjs';

const node = { node: true };
const execute = () => ({ success: true, json: null, text: 'pong' });
const nothing = { type: 'object', properties: {} };
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

test('S0-37 a tool that says no more than its name', node, () => {
  const ping = Tool.define({ name: 'ping', execute });
  assert.deepEqual(ping.schema, { type: 'function', function: { name: 'ping', parameters: nothing } });
  assert.deepEqual(ping.toOpenAI(), ping.schema);
  assert.deepEqual(ping.toAnthropic(), { name: 'ping', input_schema: nothing });
  assert.deepEqual(ping.toFlatFunction(), { name: 'ping', parameters: nothing });
  assert.deepEqual(ping.toGemini(), { name: 'ping', parametersJsonSchema: nothing });
  assert.deepEqual(ping.toMcp(), { name: 'ping', inputSchema: nothing });
  assert.deepEqual(Object.keys(ping.toWebMcp()), ['name', 'inputSchema', 'execute']);
  assert.equal('description' in ping, false);
  assert.deepEqual(ping.parameters, nothing);
});

/** All that a configuration may say. */
const weather = {
  name: 'weather',
  title: 'Weather',
  description: 'Says the weather.',
  parameters: city,
  strict: true,
  input_examples: [{ city: 'Karachi' }],
  cache_control: { type: 'ephemeral' },
  annotations: { readOnlyHint: true },
  execute,
};

test('S0-37 a tool that says all, in each format', node, () => {
  const { name, title, description, strict, input_examples, cache_control, annotations } = weather;
  const plugin = Tool.define(weather);
  const flat = { name, description, parameters: city, strict };
  assert.deepEqual(plugin.schema, { type: 'function', function: flat });
  assert.deepEqual(plugin.toOpenAI(), { type: 'function', function: flat });
  assert.deepEqual(plugin.toFlatFunction(), flat);
  assert.deepEqual(plugin.toAnthropic(), {
    name,
    description,
    input_schema: city,
    input_examples,
    cache_control,
  });
  assert.deepEqual(plugin.toGemini(), { name, description, parametersJsonSchema: city });
  assert.deepEqual(plugin.toMcp(), { name, title, description, inputSchema: city, annotations });
  const { execute: run, ...rest } = plugin.toWebMcp();
  assert.equal(typeof run, 'function');
  assert.deepEqual(rest, { name, title, description, inputSchema: city, annotations });
  assert.deepEqual(toOpenAITools([plugin]), [plugin.schema]);
  assert.deepEqual(plugin.parameters, city);
});

test('S0-37 whoever changes what he was given changes it for nobody else', node, () => {
  const parameters = structuredClone(city);
  const plugin = Tool.define({ ...weather, parameters });
  const before = JSON.stringify(plugin.schema);
  Reflect.deleteProperty(parameters, 'required');
  /** @type {any} */ (plugin.toOpenAI()).function.parameters.properties.city.type = 'number';
  /** @type {any} */ (plugin.toAnthropic()).input_examples.push('more');
  assert.equal(JSON.stringify(plugin.toOpenAI()), before);
  assert.equal(plugin.toAnthropic().input_examples?.length, 1);
  /** @type {any} */ (plugin.schema).function.name = 'other';
  assert.equal(plugin.toOpenAI().function.name, 'weather');
});

test('S0-37 parameters that do not say what model APIs insist on are completed', node, () => {
  assert.deepEqual(Tool.define({ name: 'a', parameters: {}, execute }).parameters, nothing);
  assert.deepEqual(Tool.define({ name: 'a', parameters: { type: 'object' }, execute }).parameters, nothing);
  const described = { description: 'Nothing.', properties: {}, additionalProperties: false };
  assert.deepEqual(
    Tool.define({ name: 'a', parameters: described, execute }).toGemini().parametersJsonSchema,
    {
      ...described,
      type: 'object',
    },
  );
});

/** @param {any} config */
function refusal(config) {
  try {
    Tool.define(config);
  } catch (error) {
    return /** @type {any} */ (error);
  }
  return assert.fail('it was not refused');
}

test('S0-37 what is no configuration is a TypeError that names the member', node, () => {
  const cyclic = { type: 'object', properties: {} };
  Object.assign(cyclic.properties, { self: cyclic });
  for (const [config, text] of /** @type {[any, string][]} */ ([
    [undefined, 'The tool definition is no object.'],
    [null, 'The tool definition is no object.'],
    [5, 'The tool definition is no object.'],
    ['ping', 'The tool definition is no object.'],
    [() => 1, 'The tool definition is no object.'],
    [{}, 'The tool definition has no `name` that is a string.'],
    [{ name: '', execute }, 'The tool definition has no `name` that is a string.'],
    [{ name: 5, execute }, 'The tool definition has no `name` that is a string.'],
    [{ name: 'a' }, 'The tool definition has no `execute` that is a function.'],
    [{ name: 'a', execute: 'b' }, 'The tool definition has no `execute` that is a function.'],
    [{ name: 'a', execute, description: 5 }, 'The `description` of the tool definition is no string.'],
    [
      { name: 'a', execute, parameters: 5 },
      'The `parameters` of the tool definition is no JSON Schema of an object.',
    ],
    [
      { name: 'a', execute, parameters: [] },
      'The `parameters` of the tool definition is no JSON Schema of an object.',
    ],
    [{ name: 'a', execute, strict: 'yes' }, 'The `strict` of the tool definition is no boolean.'],
    [{ name: 'a', execute, input_examples: {} }, 'The `input_examples` of the tool definition are no array.'],
    [
      { name: 'a', execute, cache_control: 'yes' },
      'The `cache_control` of the tool definition is no object.',
    ],
  ])) {
    const error = refusal(config);
    assert.ok(error instanceof TypeError);
    assert.equal(error.message, text);
    assert.equal(Reflect.get(error, 'errorCode'), 'INVALID_INPUT');
  }
  const unwritable = refusal({ name: 'a', execute, parameters: cyclic });
  assert.match(unwritable.message, /^The `parameters` of the tool definition cannot be written as JSON: ./);
  assert.ok(unwritable.cause instanceof TypeError);
});

test('S0-37 a configuration that throws when it is read', node, () => {
  const thrown = new Error('not to be read');
  for (const member of ['name', 'description', 'parameters', 'strict', 'execute']) {
    const config = Object.defineProperty({ name: 'a', execute }, member, {
      get() {
        throw thrown;
      },
    });
    const error = refusal(config);
    assert.ok(error instanceof TypeError);
    assert.equal(error.cause, thrown);
  }
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  assert.ok(refusal(proxy) instanceof TypeError);
});

test('S0-37 members of an odd kind do no harm', node, async () => {
  const config = JSON.parse('{"name":"a","__proto__":{"polluted":true},"parameters":{"__proto__":{"b":1}}}');
  const plugin = Tool.define(Object.assign(config, { execute }));
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  assert.equal(/** @type {any} */ (plugin.parameters).b, undefined);
  assert.deepEqual(await plugin.execute({}), execute());
  const bare = Object.assign(Object.create(null), { name: 'bare', execute });
  assert.equal(Tool.define(bare).name, 'bare');
  for (const name of ['constructor', '__proto__', 'a"b', '\ud800']) {
    assert.equal(Tool.define({ name, execute }).toFlatFunction().name, name);
  }
});

/** Tools of the page that were made of plugins, and what calling them gives. */
const answers = /** @type {[string, () => any, any][]} */ ([
  [
    'a result of the plugin',
    () => ({ success: true, json: { value: 42 }, text: 'The answer' }),
    { content: [{ type: 'text', text: 'The answer' }], structuredContent: { value: 42 } },
  ],
  [
    'one without an object as its JSON',
    () => ({ success: true, json: [1], text: 'A list' }),
    { content: [{ type: 'text', text: 'A list' }] },
  ],
  [
    'a failure of the plugin',
    () => ({ success: false, json: null, text: 'no such city' }),
    { content: [{ type: 'text', text: 'no such city' }], isError: true },
  ],
  ['a result as pages give it', () => ({ content: [] }), { content: [] }],
  ['text', () => 'hello', { content: [{ type: 'text', text: 'hello' }] }],
  [
    'another object',
    () => ({ success: true }),
    { content: [{ type: 'text', text: '{"success":true}' }], structuredContent: { success: true } },
  ],
]);

for (const [what, answer, expected] of answers) {
  test(`S0-37 toWebMcp() is a tool of the page that answers with ${what}`, async (t) => {
    for (const give of [answer, async () => answer(), generatorOf(answer)]) {
      const plugin = Tool.define({ name: 'ask', description: 'Asks.', execute: give });
      const unregister = await t.register(plugin.toWebMcp());
      assert.deepEqual(await executeTool('ask'), expected);
      await unregister();
    }
  });
}

/** @param {() => any} answer */
function generatorOf(answer) {
  return async function* () {
    yield 'progress';
    return answer();
  };
}

test('S0-37 toWebMcp() tells the text of what the tool throws, which browsers mask', async (t) => {
  const refusing = () => {
    throw Object.assign(new Error('stock is 0'), { code: 'CONSTRAINT_VIOLATION' });
  };
  for (const execute of /** @type {(() => any)[]} */ ([
    refusing,
    async () => refusing(),
    generatorOf(refusing),
  ])) {
    const plugin = Tool.define({ name: 'buy', description: 'Buys.', execute });
    const unregister = await t.register(plugin.toWebMcp());
    const result = await executeTool('buy');
    assert.deepEqual(result?.content, [{ type: 'text', text: 'stock is 0' }]);
    assert.equal(toolErrorCode(result), 'CONSTRAINT_VIOLATION');
    await unregister();
  }
});

test('S0-37 toWebMcp() gives the tool input, signal and emit of the page', async () => {
  /** @type {any[][]} */
  const received = [];
  const plugin = Tool.define({
    name: 'ask',
    description: 'Asks.',
    execute: (...args) => {
      received.push(args);
      args[2]?.('half');
      return 'done';
    },
  });
  const unregister = await defineWebTool(plugin.toWebMcp()).register();
  /** @type {unknown[]} */
  const progress = [];
  await executeTool('ask', { city: 'Lahore' }, { onProgress: (event) => progress.push(event) });
  unregister();
  const [[input, signal] = []] = received;
  assert.deepEqual(input, { city: 'Lahore' });
  assert.equal(signal.aborted, false);
  assert.deepEqual(progress, ['half']);
});

test('S0-37 toWebMcp() over a provider of the page’s own', node, async () => {
  const plugin = Tool.define({
    name: 'double',
    execute: ({ n }) => ({ success: true, json: { n: n * 2 }, text: 'ok' }),
  });
  const { execute: run } = plugin.toWebMcp();
  installScripted({
    tools: ['double'],
    executeTool: async ({ args }) => JSON.stringify(await run(args, /** @type {any} */ (undefined))),
  });
  assert.deepEqual(await executeTool('double', { n: 21 }), {
    content: [{ type: 'text', text: 'ok' }],
    structuredContent: { n: 42 },
  });
});
