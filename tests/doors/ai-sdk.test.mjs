/** Page tools in the Vercel AI SDK, by its own package and a model that is scripted. */
import { convertToModelMessages, generateText, stepCountIs, streamText } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { createToolAliases, executeTool, listTools, toAiSdkTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * A model that calls tools in its first answer and says `done` in the next.
 *
 * @param {[name: string, input: unknown][]} calls
 */
function modelThatCalls(...calls) {
  const content = calls.map(([toolName, input], index) => ({
    type: /** @type {const} */ ('tool-call'),
    toolCallId: `call_${index}`,
    toolName,
    input: JSON.stringify(input),
  }));
  const answer = (/** @type {any} */ parts, /** @type {'stop' | 'tool-calls'} */ unified) => ({
    content: parts,
    finishReason: { unified, raw: unified },
    usage,
    warnings: [],
  });
  return new MockLanguageModelV3({
    doGenerate: [answer(content, 'tool-calls'), answer([{ type: 'text', text: 'done' }], 'stop')],
  });
}

/** What the model was told of its calls. @param {MockLanguageModelV3} model */
function told(model) {
  /** @type {any[]} */
  const prompt = model.doGenerateCalls[1]?.prompt ?? [];
  return prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
}

const add = {
  name: 'cart.add',
  title: 'Add',
  description: 'Puts something in the cart.',
  inputSchema: { type: 'object', properties: { qty: { type: 'number' } }, required: ['qty'] },
};

test('S4-17 the SDK calls tools by names that models take, and tells the model', { node: true }, async () => {
  /** @type {any[]} */
  const calls = [];
  const tools = toAiSdkTools([add, { name: 'free', inputSchema: { type: 'object' } }], {
    timeout: 5000,
    execute: (call, options) => {
      calls.push([call, options]);
      return { content: [{ type: 'text', text: 'in the cart' }], structuredContent: { inCart: 3 } };
    },
  });
  assert.deepEqual(Object.keys(tools), ['cart_add', 'free']);
  const model = modelThatCalls(['cart_add', { qty: 3 }]);
  const { text, steps } = await generateText({
    model,
    tools,
    prompt: 'Three, please.',
    stopWhen: stepCountIs(2),
  });
  assert.equal(text, 'done');
  const [result] = steps[0]?.toolResults ?? [];
  assert.deepEqual(result?.output, {
    content: [{ type: 'text', text: 'in the cart' }],
    structuredContent: { inCart: 3 },
  });
  assert.deepEqual(told(model), [
    {
      type: 'tool-result',
      toolCallId: 'call_0',
      toolName: 'cart_add',
      output: { type: 'text', value: 'in the cart' },
      providerOptions: undefined,
    },
  ]);
  const [[call, options]] = calls;
  assert.deepEqual(call, { name: 'cart.add', input: { qty: 3 }, id: 'call_0', alias: 'cart_add' });
  assert.equal(options.timeout, 5000);
  // The schemas reach the model as they are: the SDK closes objects of schemas that it does not know.
  const [first, second] = /** @type {any[]} */ (model.doGenerateCalls[0]?.tools ?? []);
  assert.deepEqual(
    [first.name, first.description, first.inputSchema],
    ['cart_add', add.description, add.inputSchema],
  );
  assert.deepEqual(second.inputSchema, { type: 'object', properties: {} });
});

test('S4-17 a tool that fails is a tool-error, and the others run', { node: true }, async () => {
  const tools = toAiSdkTools([{ name: 'fails' }, { name: 'throws' }, { name: 'works' }], {
    execute: ({ name }) => {
      if (name === 'throws') throw new RangeError('no such thing');
      if (name === 'works') return 'fine';
      return { content: [{ type: 'text', text: 'stock is 0' }], isError: true };
    },
  });
  const model = modelThatCalls(['fails', {}], ['throws', {}], ['works', {}]);
  const { steps } = await generateText({ model, tools, prompt: 'All.', stopWhen: stepCountIs(2) });
  /** @type {any[]} */
  const parts = steps[0]?.content.filter(({ type }) => type !== 'tool-call') ?? [];
  assert.deepEqual(
    parts.map(({ type, toolName }) => [type, toolName]),
    [
      ['tool-error', 'fails'],
      ['tool-error', 'throws'],
      ['tool-result', 'works'],
    ],
  );
  const [failed, threw] = parts.map(({ error }) => error);
  assert.equal(failed instanceof Error, true);
  assert.deepEqual([failed.message, failed.errorCode], ['stock is 0', 'EXECUTION_ERROR']);
  assert.equal(failed.cause.isError, true);
  assert.equal(threw instanceof RangeError, true);
  assert.deepEqual(
    told(model).map(({ output }) => output),
    [
      { type: 'error-text', value: 'stock is 0' },
      { type: 'error-text', value: 'no such thing' },
      { type: 'text', value: 'fine' },
    ],
  );
});

test('S4-17 every kind of result, as the model is told of it', { node: true }, async () => {
  const png = { type: 'image', data: 'iVBORw==', mimeType: 'image/png' };
  const results = [
    null,
    undefined,
    'text',
    { success: true, json: {}, text: 'of a plugin' },
    { content: [{ type: 'text', text: 'Look:' }, png] },
    { total: 3 },
  ];
  const tools = toAiSdkTools(
    results.map((_, index) => ({ name: `tool_${index}` })),
    { execute: ({ name }) => results[Number(name.slice(5))] },
  );
  const model = modelThatCalls(
    ...results.map((_, index) => /** @type {[string, {}]} */ ([`tool_${index}`, {}])),
  );
  await generateText({ model, tools, prompt: 'All.', stopWhen: stepCountIs(2) });
  const text = (/** @type {string} */ value) => ({ type: 'text', value });
  assert.deepEqual(
    told(model).map(({ output }) => output),
    [
      text('The call navigated to another page.'),
      text('The call navigated to another page.'),
      text('text'),
      text('of a plugin'),
      {
        type: 'content',
        value: [
          { type: 'text', text: 'Look:' },
          { type: 'image-data', data: 'iVBORw==', mediaType: 'image/png' },
        ],
      },
      text('{"total":3}'),
    ],
  );
});

test('S4-17 a failure is one in streams, too', { node: true }, async () => {
  const tools = toAiSdkTools([{ name: 'fails' }], { execute: () => new Error('stock is 0') });
  /** @type {any[]} */
  const chunks = [
    { type: 'stream-start', warnings: [] },
    { type: 'tool-call', toolCallId: 'call_0', toolName: 'fails', input: '{}' },
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
  ];
  const model = new MockLanguageModelV3({ doStream: { stream: simulateReadableStream({ chunks }) } });
  /** @type {any[]} */
  const errors = [];
  for await (const part of streamText({ model, tools, prompt: 'Go.' }).fullStream) {
    if (part.type === 'tool-error') errors.push(part.error);
  }
  assert.equal(errors.length, 1);
  assert.equal(errors[0].message, 'stock is 0');
});

test('S4-17 results that the application has kept are told again', { node: true }, async () => {
  const tools = toAiSdkTools([{ name: 'add' }]);
  /** @type {any[]} */
  const messages = await convertToModelMessages(
    [
      {
        role: 'assistant',
        parts: [
          {
            type: 'dynamic-tool',
            toolName: 'add',
            toolCallId: 'call_0',
            state: 'output-available',
            input: {},
            output: JSON.parse('{"content":[{"type":"text","text":"kept"}]}'),
          },
        ],
      },
    ],
    { tools },
  );
  const parts = messages.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
  assert.deepEqual(parts[0].output, { type: 'text', value: 'kept' });
});

test('S4-17 the schema is a Standard Schema with JSON Schema', { node: true }, async () => {
  const schema = toAiSdkTools([add]).cart_add?.inputSchema;
  const standard = schema?.['~standard'];
  assert.equal(standard?.version, 1);
  const value = { anything: true };
  assert.equal((await standard?.validate(value))?.value, value);
  assert.deepEqual(standard?.jsonSchema.input({ target: 'draft-07' }), add.inputSchema);
});

test('S4-17 bad lists and options', { node: true }, () => {
  const thrown = (/** @type {any} */ tools, /** @type {any} */ options) => {
    try {
      toAiSdkTools(tools, options);
    } catch (error) {
      assert.equal(error instanceof TypeError, true);
      return /** @type {Error} */ (error).message;
    }
    return assert.fail('it was not refused');
  };
  assert.equal(thrown(undefined, undefined), 'The tools must be an array.');
  assert.match(thrown([{ name: 'a' }, {}], undefined), /^The tool at index 1 has no `name`/);
  assert.match(thrown([], { timeout: Number.NaN }), /`timeout`/);
  assert.match(thrown([], { execute: 5 }), /^The option `execute` must be a function/);
  assert.match(thrown([], { onProgress: {} }), /`onProgress`/);
  assert.match(thrown([], { aliases: {} }), /`aliases`/);
  assert.match(thrown([], new AbortController().signal), /must be an object/);
  assert.match(thrown([], 5), /must be an object/);
  assert.deepEqual(toAiSdkTools([], null), {});
  const aliases = createToolAliases([add]);
  assert.deepEqual(Object.keys(toAiSdkTools([add], { aliases })), ['cart_add']);
  const many = Array.from({ length: 10_000 }, (_, index) => ({ name: `tool.${index}` }));
  assert.equal(Object.keys(toAiSdkTools(many)).length, 10_000);
});

test("S4-17 S1-11 the page's own tools in the SDK", async (t) => {
  /** @type {any[]} */
  const inputs = [];
  await t.register({
    ...add,
    execute: (/** @type {any} */ input) => {
      inputs.push(input);
      return { inCart: input.qty };
    },
  });
  await t.register({ name: 'never', execute: () => new Promise(() => {}) });
  const tools = toAiSdkTools(await listTools());
  const model = modelThatCalls(['cart_add', { qty: 3 }]);
  const { text } = await generateText({ model, tools, prompt: 'Three.', stopWhen: stepCountIs(2) });
  assert.equal(text, 'done');
  assert.deepEqual(inputs, [{ qty: 3 }]);
  assert.deepEqual(told(model)[0]?.output, { type: 'text', value: '{"inCart":3}' });

  const controller = new AbortController();
  const calling = tools.never?.execute({}, { toolCallId: 'call_1', abortSignal: controller.signal });
  controller.abort('enough');
  const error = await t.rejects(calling);
  assert.deepEqual([error.name, error.message], ['AbortError', 'enough']);

  const gone = toAiSdkTools([{ name: 'gone' }], { timeout: 5000 });
  const unknown = await t.rejects(gone.gone?.execute({}, { toolCallId: 'call_2' }));
  assert.equal(unknown.errorCode, 'NOT_FOUND');
  assert.deepEqual(
    await executeTool('cart.add', { qty: 1 }),
    await tools.cart_add?.execute(
      { qty: 1 },
      {
        toolCallId: 'call_3',
      },
    ),
  );
});
