/** Tool calls of models in the formats of their APIs, and results in those formats. */
import {
  createToolAliases,
  executeTools,
  fromAnthropicToolCalls,
  fromGeminiToolCalls,
  fromMcpToolCalls,
  fromOpenAIResponsesToolCalls,
  fromOpenAIToolCalls,
  listTools,
  toAnthropicToolResults,
  toGeminiToolResults,
  toMcpToolResults,
  toOpenAIResponsesToolResults,
  toOpenAIToolResults,
} from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const input = { qty: 3 };
const ours = [{ name: 'add', input, id: 'call_1' }];
const readers = {
  fromOpenAIToolCalls,
  fromOpenAIResponsesToolCalls,
  fromAnthropicToolCalls,
  fromGeminiToolCalls,
  fromMcpToolCalls,
};
const renderers = {
  toOpenAIToolResults,
  toOpenAIResponsesToolResults,
  toAnthropicToolResults,
  toGeminiToolResults,
  toMcpToolResults,
};

/** What a function throws. @param {() => unknown} run */
function thrown(run) {
  try {
    run();
  } catch (error) {
    return /** @type {any} */ (error);
  }
  return assert.fail('it threw nothing');
}

test('S4-17 OpenAI: the calls of a message', { node: true }, () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"qty":3}' } };
  assert.deepEqual(fromOpenAIToolCalls({ role: 'assistant', content: null, tool_calls: [call] }), ours);
  assert.deepEqual(fromOpenAIToolCalls([call]), ours);
  for (const none of [
    { role: 'assistant', content: 'No calls.' },
    { tool_calls: null },
    { tool_calls: [] },
    [],
  ]) {
    assert.deepEqual(fromOpenAIToolCalls(none), []);
  }
  // Tools of OpenAI's own are not ours.
  const custom = { id: 'call_2', type: 'custom', custom: { name: 'code', input: 'print()' } };
  assert.deepEqual(fromOpenAIToolCalls([custom, call]), ours);
});

test('S4-17 OpenAI: the calls of a response', { node: true }, () => {
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{"qty":3}' };
  const output = [{ type: 'reasoning', summary: [] }, call, { type: 'message', content: [] }, null];
  assert.deepEqual(fromOpenAIResponsesToolCalls({ output }), ours);
  assert.deepEqual(fromOpenAIResponsesToolCalls(output), ours);
  assert.deepEqual(fromOpenAIResponsesToolCalls({ output: null }), []);
});

test('S4-17 Anthropic: the calls of a message', { node: true }, () => {
  const content = [
    { type: 'text', text: 'I add it.' },
    { type: 'tool_use', id: 'call_1', name: 'add', input },
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} },
  ];
  assert.deepEqual(fromAnthropicToolCalls({ role: 'assistant', content }), ours);
  assert.deepEqual(fromAnthropicToolCalls(content), ours);
  assert.deepEqual(fromAnthropicToolCalls({ role: 'assistant', content: 'No calls.' }), []);
});

test('S4-17 Gemini: the calls of a response', { node: true }, () => {
  const functionCall = { id: 'call_1', name: 'add', args: input };
  const parts = [{ text: 'I add it.' }, { functionCall, thoughtSignature: 'abc' }];
  const content = { role: 'model', parts };
  assert.deepEqual(fromGeminiToolCalls({ candidates: [{ content }] }), ours);
  assert.deepEqual(fromGeminiToolCalls({ content }), ours);
  assert.deepEqual(fromGeminiToolCalls(content), ours);
  assert.deepEqual(fromGeminiToolCalls(parts), ours);
  assert.deepEqual(fromGeminiToolCalls([functionCall]), ours);
  assert.deepEqual(fromGeminiToolCalls({ candidates: [] }), []);
  assert.deepEqual(fromGeminiToolCalls({ candidates: [{ content: null }] }), []);
  const [bare] = fromGeminiToolCalls([{ functionCall: { name: 'add' } }]);
  assert.deepEqual(bare, { name: 'add', input: {} });
  const nameless = fromGeminiToolCalls([{ functionCall: { args: input } }, { text: 'text' }]);
  assert.deepEqual(nameless, [{ name: '', input }]);
});

test('S4-17 MCP: the call of a request', { node: true }, () => {
  const params = { name: 'add', arguments: input, _meta: { progressToken: 1 } };
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
  for (const from of [params, request, [params], [request]]) {
    assert.deepEqual(fromMcpToolCalls(from), [{ name: 'add', input }]);
  }
  assert.deepEqual(fromMcpToolCalls({ name: 'add' }), [{ name: 'add', input: {} }]);
});

test('S4-14 a call that is malformed stays, so that the model hears of it', { node: true }, () => {
  const call = (/** @type {any} */ args) => ({ id: 'call_1', function: { name: 'add', arguments: args } });
  /** @type {[any, any][]} */
  const table = [
    ['', {}],
    ['  \n', {}],
    ['null', {}],
    [undefined, {}],
    [null, {}],
    ['{"qty":3}', input],
    [input, input],
    ['[1]', [1]],
    ['{"qty":', '{"qty":'],
    ['5', '5'],
    ['"text"', '"text"'],
    [5, 5],
  ];
  for (const [args, expected] of table) {
    assert.deepEqual(fromOpenAIToolCalls([call(args)]), [{ name: 'add', input: expected, id: 'call_1' }]);
  }
  const throwing = Object.defineProperty({}, 'function', {
    get() {
      throw new Error('not for you');
    },
  });
  const calls = fromOpenAIToolCalls([
    null,
    { id: 'call_2' },
    { function: { name: 5 } },
    'text',
    throwing,
    call('{"qty":3}'),
  ]);
  assert.deepEqual(calls, [
    { name: '', input: {} },
    { name: '', input: {}, id: 'call_2' },
    { name: '', input: {} },
    { name: '', input: {} },
    { name: '', input: {} },
    ...ours,
  ]);
  const own = JSON.parse('{"__proto__":{"polluted":1}}');
  const [read] = fromOpenAIToolCalls([call(JSON.stringify(own))]);
  assert.equal(JSON.stringify(read?.input), JSON.stringify(own));
  assert.equal(Object.getPrototypeOf(read?.input), Object.prototype);
});

test('S4-14 what has no calls in it is refused', { node: true }, () => {
  for (const [name, read] of Object.entries(readers)) {
    for (const reply of /** @type {any[]} */ ([undefined, null, 5, 'text', true, () => {}])) {
      const error = thrown(() => read(reply));
      assert.ok(error instanceof TypeError, name);
      assert.match(error.message, /^The model's answer must be a message, or an array of what is in it\.$/);
    }
  }
  assert.match(
    thrown(() => fromOpenAIToolCalls({ tool_calls: /** @type {any} */ ({}) })).message,
    /an array/,
  );
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const read of Object.values(readers)) assert.ok(Array.isArray(read(/** @type {any} */ (proxy))));
  assert.match(thrown(() => fromOpenAIToolCalls(new Array(4e9))).message, /too many/);
});

test('S4-14 S4-17 the calls of a model, run as a batch, and its answers', { node: true }, async () => {
  const tool_calls = ['{"qty":3}', '{"qty":', ''].map((args, index) => ({
    id: `call_${index}`,
    function: { name: 'cart.add', arguments: args },
  }));
  /** @type {any[]} */
  const inputs = [];
  const tools = [{ name: 'cart.add', execute: (/** @type {any} */ given) => inputs.push(given) }];
  const toolCalls = fromOpenAIToolCalls([...tool_calls, { id: 'call_3', function: {} }]);
  const results = await executeTools({ toolCalls, tools });
  const messages = toOpenAIToolResults(results, toolCalls);
  assert.deepEqual(inputs, [input, {}]);
  assert.deepEqual(
    messages.map(({ tool_call_id }) => tool_call_id),
    ['call_0', 'call_1', 'call_2', 'call_3'],
  );
  const [first, malformed, empty, nameless] = messages.map(({ content }) => content);
  assert.deepEqual([first, empty], ['1', '2']);
  assert.match(malformed ?? '', /^Error: .*not valid JSON/);
  assert.match(nameless ?? '', /^Error: /);
});

test('S4-17 the same for tools of the page, by their aliases', async (t) => {
  await t.register({ name: 'cart.add', execute: (/** @type {any} */ given) => ({ given }) });
  const tools = await listTools();
  const aliases = createToolAliases(tools);
  const content = [{ type: 'tool_use', id: 'call_1', name: aliases.aliasOf('cart.add'), input }];
  const toolCalls = fromAnthropicToolCalls({ role: 'assistant', content }, { aliases });
  const results = await executeTools({ toolCalls });
  assert.deepEqual(toAnthropicToolResults(results, toolCalls), [
    { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: '{"given":{"qty":3}}' }] },
  ]);
  assert.equal(toGeminiToolResults(results, toolCalls)[0]?.functionResponse.name, 'cart_add');
});

const png = { type: 'image', data: 'iVBORw==', mimeType: 'image/png' };

test('S4-17 results for each API', { node: true }, () => {
  const results = [
    { name: 'add', id: 'call_1', success: true, result: { inCart: 3 } },
    { name: 'pay', id: 'call_2', success: false, error: 'stock is 0' },
  ];
  const json = '{"inCart":3}';
  assert.deepEqual(toOpenAIToolResults(results), [
    { role: 'tool', tool_call_id: 'call_1', content: json },
    { role: 'tool', tool_call_id: 'call_2', content: 'Error: stock is 0' },
  ]);
  assert.deepEqual(toOpenAIResponsesToolResults(results), [
    { type: 'function_call_output', call_id: 'call_1', output: json },
    { type: 'function_call_output', call_id: 'call_2', output: 'Error: stock is 0' },
  ]);
  assert.deepEqual(toAnthropicToolResults(results), [
    { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: json }] },
    {
      type: 'tool_result',
      tool_use_id: 'call_2',
      content: [{ type: 'text', text: 'stock is 0' }],
      is_error: true,
    },
  ]);
  assert.deepEqual(toGeminiToolResults(results), [
    { functionResponse: { id: 'call_1', name: 'add', response: { output: { inCart: 3 } } } },
    { functionResponse: { id: 'call_2', name: 'pay', response: { error: 'stock is 0' } } },
  ]);
  const [added, failed] = toMcpToolResults(results);
  assert.deepEqual(added, { content: [{ type: 'text', text: json }], structuredContent: { inCart: 3 } });
  assert.deepEqual([failed?.content, failed?.isError], [[{ type: 'text', text: 'stock is 0' }], true]);
  for (const render of Object.values(renderers)) assert.deepEqual(render([]), []);
});

test('S4-17 what other functions of the package resolve with is a result as well', { node: true }, () => {
  const text = (/** @type {any} */ result) => toOpenAIToolResults([result], [{ id: 'a' }])[0]?.content;
  assert.equal(text({ content: [{ type: 'text', text: 'hello' }] }), 'hello');
  assert.equal(text({ content: [{ type: 'text', text: 'no' }], isError: true }), 'Error: no');
  assert.equal(text(null), 'The call navigated to another page.');
  assert.equal(text({ success: true, json: { value: 42 }, text: '21 x 2 = 42' }), '21 x 2 = 42');
  assert.equal(text({ success: false, json: null, text: 'Aborted' }), 'Error: Aborted');
  assert.equal(text({ success: true, data: { hash: 'x' } }), '{"hash":"x"}');
  assert.equal(text({ success: false, error: 'E', errorCode: 'TIMEOUT' }), 'Error: E');
  assert.equal(text({ success: true, result: { content: [{ type: 'text', text: 'page' }] } }), 'page');
  for (const [result, expected] of [
    [0, '0'],
    ['', ''],
    [false, 'false'],
    [null, 'null'],
    [undefined, ''],
  ]) {
    assert.equal(text({ name: 'a', success: true, result }), expected);
  }
  /** @type {any} */
  const cyclic = {};
  cyclic.self = cyclic;
  assert.match(text({ success: true, result: cyclic }) ?? '', /^Error: .*cannot be written as JSON/);
  assert.equal(text(new Error('boom')), 'Error: boom');
});

test('S4-17 a result is placed by its id, else by its call', { node: true }, () => {
  const calls = [
    { id: 'call_1', name: 'cart.add', alias: 'cart_add' },
    { id: 'call_2', name: 'pay' },
  ];
  const done = (/** @type {object} */ more) => ({ success: true, result: 'ok', ...more });
  const ids = (/** @type {object[]} */ results) =>
    toOpenAIToolResults(results, calls).map(({ tool_call_id }) => tool_call_id);
  assert.deepEqual(ids([done({}), done({})]), ['call_1', 'call_2']);
  assert.deepEqual(ids([done({ id: 'call_2' }), done({ id: 'call_9' })]), ['call_2', 'call_9']);
  const gemini = (/** @type {object[]} */ results) =>
    toGeminiToolResults(results, calls).map(({ functionResponse: { id, name } }) => [id, name]);
  assert.deepEqual(gemini([done({ name: 'pay', id: 'call_2' }), done({ name: 'cart.add', id: 'call_1' })]), [
    ['call_2', 'pay'],
    ['call_1', 'cart_add'],
  ]);
  assert.deepEqual(gemini([done({ name: 'cart.add' }), done({ name: 'other', id: 'x' })]), [
    ['call_1', 'cart_add'],
    ['x', 'other'],
  ]);
  for (const [name, render] of Object.entries(renderers)) {
    if (name === 'toMcpToolResults') continue;
    const { message } = thrown(() => render([done({})]));
    assert.match(message, /^It is not known which call the result at index 0 answers: /, name);
  }
});

test('S4-17 content of other kinds', { node: true }, () => {
  const content = [
    { type: 'text', text: 'Here:' },
    png,
    { type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' },
    { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'A file.' } },
    { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAAA', mimeType: 'application/x' } },
    { type: 'resource_link', uri: 'https://shop.example/a', name: 'A' },
    { type: 'later' },
    { type: 'text', text: '' },
    null,
  ];
  const results = [{ id: 'a', name: 'look', success: true, result: { content } }];
  const link = '{"type":"resource_link","uri":"https://shop.example/a","name":"A"}';
  const later = '{"type":"later"}';
  const named = ['[audio, audio/wav]', 'A file.', '[file:///a.bin, application/x]', link, later];
  assert.equal(
    toOpenAIToolResults(results)[0]?.content,
    ['Here:', '[image, image/png]', '[image, image/svg+xml]', ...named, '', 'undefined'].join('\n'),
  );
  const block = (/** @type {string} */ text) => ({ type: 'text', text });
  assert.deepEqual(toAnthropicToolResults(results)[0]?.content, [
    block('Here:'),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
    block('[image, image/svg+xml]'),
    ...named.map(block),
    block('undefined'),
  ]);
  const pictures = [{ id: 'a', success: true, result: { content: [block('Here:'), png] } }];
  assert.deepEqual(toOpenAIResponsesToolResults(pictures)[0]?.output, [
    { type: 'input_text', text: 'Here:' },
    { type: 'input_image', image_url: 'data:image/png;base64,iVBORw==' },
  ]);
  const nothing = [{ id: 'a', success: true, result: undefined }];
  assert.deepEqual(toAnthropicToolResults(nothing), [{ type: 'tool_result', tool_use_id: 'a' }]);
  const silent = [{ id: 'a', success: false, error: '' }];
  assert.deepEqual(toAnthropicToolResults(silent)[0]?.content, [block('The tool failed.')]);
  const structured = [{ content: [], structuredContent: { a: 1 } }];
  assert.equal(toOpenAIToolResults(structured, [{ id: 'a' }])[0]?.content, '{"a":1}');
});

test('S4-17 lists of results that are none', { node: true }, () => {
  for (const [name, render] of Object.entries(renderers)) {
    for (const results of /** @type {any[]} */ ([undefined, null, 5, 'results', {}, new Set()])) {
      const error = thrown(() => render(results));
      assert.ok(error instanceof TypeError, name);
      assert.equal(error.message, 'The results must be an array.');
    }
    assert.match(
      thrown(() => render([], /** @type {any} */ ({}))).message,
      /^The tool calls must be an array/,
    );
  }
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('not for you');
      },
    },
  );
  for (const render of Object.values(renderers)) {
    assert.equal(render([hostile], [{ id: 'a', name: 'a' }]).length, 1);
    assert.equal(render([{ content: [hostile] }], [{ id: 'a', name: 'a' }]).length, 1);
  }
});
