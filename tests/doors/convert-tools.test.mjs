/** Lists of tools in the formats of model APIs. */
import {
  defineWebTool,
  listTools,
  Tool,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAIResponsesTools,
  toOpenAITools,
} from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const converters = { toOpenAITools, toOpenAIResponsesTools, toAnthropicTools, toGeminiTools, toMcpTools };

/** The error with which every converter refuses a list; they agree. @param {any} tools */
function refusal(tools) {
  const errors = Object.values(converters).map((convert) => {
    try {
      convert(tools);
    } catch (error) {
      return /** @type {any} */ (error);
    }
    return assert.fail('it was not refused');
  });
  for (const error of errors) {
    assert.equal(error instanceof TypeError, true);
    assert.equal(error.errorCode, 'INVALID_INPUT');
    assert.equal(error.message, errors[0].message);
  }
  return errors[0];
}

test('S0-37 a tool in each format, without what it does not say', { node: true }, () => {
  const tools = [{ name: 'weather', description: 'Says the weather.', inputSchema: city }];
  const [name, description] = ['weather', 'Says the weather.'];
  assert.deepEqual(toOpenAITools(tools), [
    { type: 'function', function: { name, description, parameters: city } },
  ]);
  assert.deepEqual(toOpenAIResponsesTools(tools), [
    { type: 'function', name, description, parameters: city },
  ]);
  assert.deepEqual(toAnthropicTools(tools), [{ name, description, input_schema: city }]);
  assert.deepEqual(toGeminiTools(tools), [{ name, description, parametersJsonSchema: city }]);
  assert.deepEqual(toMcpTools(tools), [{ name, description, inputSchema: city }]);
  for (const convert of Object.values(converters)) {
    assert.deepEqual(convert([]), []);
    const [bare] = /** @type {any[]} */ (convert([{ name: 'bare' }]));
    assert.equal('description' in (bare.function ?? bare), false);
  }
});

test('S0-37 what only some formats take goes to those', { node: true }, () => {
  const tool = {
    name: 'weather',
    title: 'Weather',
    parameters: city,
    strict: true,
    input_examples: [{ city: 'Karachi' }],
    cache_control: { type: 'ephemeral' },
    annotations: { readOnlyHint: true },
  };
  assert.deepEqual(toOpenAITools([tool])[0]?.function, { name: 'weather', parameters: city, strict: true });
  assert.deepEqual(toAnthropicTools([tool])[0], {
    name: 'weather',
    input_schema: city,
    input_examples: [{ city: 'Karachi' }],
    cache_control: { type: 'ephemeral' },
  });
  assert.deepEqual(toMcpTools([tool])[0], {
    name: 'weather',
    title: 'Weather',
    inputSchema: city,
    annotations: { readOnlyHint: true },
  });
  assert.deepEqual(toGeminiTools([tool])[0], { name: 'weather', parametersJsonSchema: city });
});

test('S0-37 a tool is read from each format', { node: true }, () => {
  const tools = [{ name: 'weather', description: 'Says the weather.', inputSchema: city }];
  for (const convert of Object.values(converters)) assert.deepEqual(toMcpTools(convert(tools)), tools);
  const [schema] = toOpenAITools(tools);
  assert.deepEqual(toMcpTools([{ schema: /** @type {any} */ (schema) }]), tools);
  const plugin = Tool.define({
    name: 'weather',
    description: 'Says the weather.',
    parameters: city,
    execute() {},
  });
  assert.deepEqual(toMcpTools([plugin]), tools);
  const [input_examples, annotations] = [[{ city: 'Karachi' }], { readOnlyHint: true }];
  const whole = Tool.define({
    ...{ name: 'weather', title: 'Weather', annotations, strict: true },
    ...{ input_examples, cache_control: { type: 'ephemeral' } },
    execute() {},
  });
  assert.deepEqual(toAnthropicTools([whole]), [whole.toAnthropic()]);
  assert.deepEqual(toMcpTools([whole]), [whole.toMcp()]);
  assert.deepEqual(toOpenAITools([whole]), [whole.toOpenAI()]);
  const web = defineWebTool({ .../** @type {any} */ (tools[0]), execute: () => 1 });
  assert.deepEqual(toMcpTools([web]), tools);
});

test('S0-37 a schema is completed to what the APIs insist on, and is a copy', { node: true }, () => {
  const empty = { type: 'object', properties: {} };
  for (const inputSchema of [undefined, null, {}, '{}', { type: 'object' }, { type: ['object', 'null'] }]) {
    assert.deepEqual(toMcpTools([{ name: 'a', inputSchema }])[0]?.inputSchema, empty);
  }
  const closed = { additionalProperties: false, $schema: 'https://json-schema.org/draft/2020-12/schema' };
  assert.deepEqual(toMcpTools([{ name: 'a', inputSchema: closed }])[0]?.inputSchema, { ...closed, ...empty });
  assert.deepEqual(Object.keys(closed), ['additionalProperties', '$schema']);
  const schema = structuredClone(city);
  const [converted] = toMcpTools([{ name: 'a', inputSchema: schema }]);
  schema.required.push('street');
  assert.deepEqual(converted?.inputSchema, city);
});

test('S0-37 members named like those of prototypes stay members', { node: true }, () => {
  const text = '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}';
  const [tool] = toOpenAITools([{ name: 'a', inputSchema: text }]);
  assert.equal(JSON.stringify(tool?.function.parameters), text);
  assert.equal(Object.getPrototypeOf(tool?.function.parameters), Object.prototype);
});

test('S0-37 lists that are none are refused', { node: true }, () => {
  for (const tools of [undefined, null, 5, 'tools', {}, { length: 1, 0: { name: 'a' } }, new Set()]) {
    assert.equal(refusal(tools).message, 'The tools must be an array.');
  }
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.equal(refusal(proxy).message, 'The tools must be an array.');
  const endless = new Proxy(/** @type {any[]} */ ([]), {
    get: (_, key) => (key === 'length' ? 2 ** 53 : { name: 'a' }),
  });
  assert.match(refusal(endless).message, /too many/);
  assert.match(refusal(new Array(4e9)).message, /too many/);
});

test('S0-37 a tool that is wrong is named by its index', { node: true }, () => {
  const good = { name: 'good' };
  /** @type {any} */
  const cyclic = { type: 'object' };
  cyclic.properties = { self: cyclic };
  const thrown = new Error('not for you');
  const throwing = (/** @type {string} */ member) =>
    Object.defineProperty({ name: 'a' }, member, {
      enumerable: true,
      get() {
        throw thrown;
      },
    });
  /** @type {[any, RegExp][]} */
  const wrong = [
    [null, /^The tool at index 2 is no object\.$/],
    [undefined, /is no object/],
    ['name', /is no object/],
    [() => {}, /is no object/],
    [{}, /^The tool at index 2 has no `name` that is a string\.$/],
    [{ name: '' }, /has no `name`/],
    [{ name: 5 }, /has no `name`/],
    [{ name: Symbol('name') }, /has no `name`/],
    [{ name: 'a', description: 5 }, /^The `description` of the tool at index 2 is no string\.$/],
    [{ name: 'a', title: {} }, /^The `title` of the tool at index 2 is no string\.$/],
    [
      { name: 'a', inputSchema: 5 },
      /^The `inputSchema` of the tool at index 2 is no JSON Schema of an object\.$/,
    ],
    [{ name: 'a', inputSchema: [] }, /`inputSchema` .* is no JSON Schema/],
    [{ name: 'a', inputSchema: '{' }, /`inputSchema` .* is no JSON Schema of an object: ./],
    [{ name: 'a', inputSchema: 'null' }, /`inputSchema` .* is no JSON Schema/],
    [{ name: 'a', parameters: true }, /`parameters` .* is no JSON Schema/],
    [{ name: 'a', inputSchema: cyclic }, /`inputSchema` .* cannot be written as JSON: ./],
    [{ name: 'a', input_schema: { a: 1n } }, /`input_schema` .* cannot be written as JSON: ./],
    [{ name: 'a', inputSchema: throwing('properties') }, /`inputSchema` .* JSON: not for you$/],
    [{ name: 'a', annotations: () => {} }, /`annotations` .* has no JSON\.$/],
    [throwing('name'), /^The tool at index 2 cannot be read: not for you$/],
    [throwing('inputSchema'), /cannot be read: not for you/],
    [throwing('definition'), /cannot be read: not for you/],
  ];
  for (const [tool, text] of wrong) assert.match(refusal([good, good, tool]).message, text);
  assert.equal(refusal([throwing('name')]).cause, thrown);
  const readable = Object.defineProperty([good], 1, {
    get() {
      throw thrown;
    },
  });
  assert.match(refusal(readable).message, /^The tools at index 1 cannot be read: not for you$/);
  assert.match(refusal(new Array(3)).message, /^The tool at index 0 is no object\.$/);
});

test('S0-37 10,000 tools', { node: true }, () => {
  const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `tool_${index}`, inputSchema: city }));
  for (const convert of Object.values(converters)) {
    const converted = convert(tools);
    assert.equal(converted.length, 10_000);
    assert.match(JSON.stringify(converted[9999]), /tool_9999/);
  }
});

test("S0-37 the page's own tools", async (t) => {
  await t.register({
    name: 'weather',
    description: 'Says the weather.',
    inputSchema: city,
    execute: () => 1,
  });
  const tools = await listTools();
  assert.deepEqual(toAnthropicTools(tools), [
    { name: 'weather', description: 'Says the weather.', input_schema: city },
  ]);
});
