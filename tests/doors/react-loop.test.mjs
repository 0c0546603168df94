/** The agent loop: what goes to the model, what comes back, how it ends. */

import { executeStep, executeTools, onToolCall, reActLoop, registerTool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { hello, scriptedModel, wants } from './scripted-model.mjs';

const weather = {
  name: 'get_weather',
  description: 'Says the weather of a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  annotations: { readOnlyHint: true },
  execute: async (/** @type {any} */ { city }) => ({ city, temp: '30°C' }),
};
const fails = {
  name: 'fails',
  execute: () => {
    throw new Error('out of order');
  },
};

test('S4-17 a loop by hand: the model’s calls, executeTools, and the results as messages', {
  node: true,
}, async (t) => {
  t.after(registerTool(weather));
  const { model } = scriptedModel(
    {
      toolCalls: [
        { id: '1', name: 'get_weather', input: { city: 'Karachi' } },
        { id: '2', name: 'nope' },
      ],
    },
    (/** @type {any[]} */ messages) => ({ content: messages.at(-2).content }),
  );
  /** @type {any[]} */
  const messages = [{ role: 'user', content: 'How warm is it?' }];
  for (;;) {
    const answer = await model(messages, { tools: [] });
    messages.push({ role: 'assistant', ...answer });
    if (!answer.toolCalls) break;
    for (const { id, ...result } of await executeTools({ toolCalls: answer.toolCalls })) {
      messages.push({
        role: 'tool',
        toolCallId: id,
        content: result.success ? JSON.stringify(result.result) : result.error,
      });
    }
  }
  assert.deepEqual(
    messages.slice(2).map(({ content }) => content),
    ['{"city":"Karachi","temp":"30°C"}', 'Tool nope not found', '{"city":"Karachi","temp":"30°C"}'],
  );
});

test('S4-18 two rounds of calls and an answer', { node: true }, async () => {
  const first = { id: 'a', name: 'get_weather', input: { city: 'Karachi' } };
  const { model, asked } = scriptedModel(
    { content: 'Let me see.', toolCalls: [first] },
    {
      toolCalls: [
        { ...first, id: 'b', input: '{"city":"Lahore"}' },
        { id: 'c', name: 'fails' },
      ],
    },
    { content: 'It is warm.' },
  );
  const messages = Object.freeze([{ role: 'user', content: 'How warm is it?' }]);
  const { stats, ...rest } = await reActLoop({ model, tools: [weather, fails], messages });
  const expected = [
    ...messages,
    { role: 'assistant', content: 'Let me see.', toolCalls: [first] },
    { role: 'tool', toolCallId: 'a', name: 'get_weather', content: '{"city":"Karachi","temp":"30°C"}' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: 'b', name: 'get_weather', input: { city: 'Lahore' } },
        { id: 'c', name: 'fails', input: {} },
      ],
    },
    { role: 'tool', toolCallId: 'b', name: 'get_weather', content: '{"city":"Lahore","temp":"30°C"}' },
    { role: 'tool', toolCallId: 'c', name: 'fails', content: 'out of order', isError: true },
    { role: 'assistant', content: 'It is warm.' },
  ];
  assert.deepEqual(rest, { result: 'It is warm.', stopReason: 'answer', messages: expected });
  const { durationMs, ...counts } = stats;
  assert.deepEqual(counts, { steps: 3, toolCalls: 3, errors: 1 });
  assert.equal(durationMs >= 0, true);
  assert.deepEqual(
    asked.map(({ messages }) => messages),
    [expected.slice(0, 1), expected.slice(0, 3), expected.slice(0, 6)],
  );
  assert.deepEqual(/** @type {any} */ (rest.messages[2]).result, { city: 'Karachi', temp: '30°C' });
  assert.equal(messages.length, 1);
});

test('S4-18 the most steps: it says so, and the results of the last calls are there', {
  node: true,
}, async (t) => {
  let runs = 0;
  const tools = [{ name: 'counts', execute: () => ++runs }];
  for (const [maxSteps, steps] of /** @type {[any, number][]} */ ([
    [undefined, 5],
    [1, 1],
    [2, 2],
  ])) {
    runs = 0;
    const { model, asked } = scriptedModel({ content: 'More.', toolCalls: [{ name: 'counts' }] });
    const { result, stopReason, messages, stats } = await reActLoop({
      model,
      tools,
      messages: hello,
      ...(maxSteps && { maxSteps }),
    });
    assert.deepEqual(
      [result, stopReason, stats.steps, stats.toolCalls],
      ['More.', 'max-steps', steps, steps],
    );
    assert.equal(asked.length, steps);
    assert.equal(runs, steps);
    assert.deepEqual(/** @type {any} */ (messages.at(-1)).content, `${steps}`);
  }
  const { model } = scriptedModel(...Array.from({ length: 20 }, () => wants('counts')), { content: 'Done.' });
  const { stats } = await reActLoop({ model, tools, messages: hello, maxSteps: Infinity });
  assert.equal(stats.steps, 21);
  assert.ok(t);
});

test('S4-18 what fails goes back to the model as a result', { node: true }, async () => {
  const calls = [
    { id: '1', name: 'fails' },
    { id: '2', name: 'nope' },
    { id: '3', name: 'get_weather', input: '{"city":' },
    { id: '4', name: 'get_weather', input: 5 },
    { id: '5', name: 'slow' },
    { id: '6', name: 'get_weather', input: { city: 'Karachi' } },
  ];
  const { model, asked } = scriptedModel({ toolCalls: calls }, { content: 'Never mind.' });
  const { messages, stats } = await reActLoop({
    model,
    tools: [weather, fails, { name: 'slow', execute: () => new Promise(() => {}) }],
    messages: hello,
    timeout: 20,
  });
  assert.deepEqual(stats.errors, 5);
  const told = /** @type {any[]} */ (messages).filter(({ role }) => role === 'tool');
  assert.deepEqual(
    told.map(({ toolCallId, isError }) => [toolCallId, isError]),
    ['1', '2', '3', '4', '5', '6'].map((id) => [id, id === '6' ? undefined : true]),
  );
  assert.equal(told[0].content, 'out of order');
  assert.equal(told[1].content, 'Tool nope not found');
  assert.match(told[2].content, /^The arguments for "get_weather" are not valid JSON: ./);
  assert.equal(told[3].content, 'The arguments for "get_weather" must be an object, not a number.');
  assert.equal(
    told[4].content,
    'The tool "slow" did not answer within 20 ms. It may have run all the same: find out before you call it again.',
  );
  // What the model wrote stands as it wrote it.
  assert.deepEqual(
    asked[1]?.messages[1].toolCalls.map((/** @type {any} */ { input }) => input),
    [{}, {}, '{"city":', 5, {}, { city: 'Karachi' }],
  );
});

test('S4-18 the signal gives up the model, and the error has the conversation', { node: true }, async (t) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  /** @type {AbortSignal | undefined} */
  let ofModel;
  const { model } = scriptedModel(
    wants('get_weather', { city: 'Karachi' }),
    (/** @type {any} */ _messages, /** @type {any} */ { signal }) => {
      ofModel = signal;
      controller.abort(reason);
      return new Promise(() => {});
    },
  );
  const options = { model, tools: [weather], messages: hello, signal: controller.signal };
  const error = await t.rejects(reActLoop(options));
  assert.equal(error.name, 'AbortError');
  assert.equal(error instanceof DOMException, true);
  assert.equal(error.message, 'Error: enough');
  assert.equal(error.errorCode, 'ABORTED');
  assert.equal(error.cause, reason);
  assert.equal('outcomeUnknown' in error, false);
  assert.equal(ofModel?.aborted, true);
  assert.equal(ofModel?.reason, reason);
  assert.deepEqual(
    /** @type {any} */ (error.messages).map((/** @type {any} */ { role }) => role),
    ['user', 'assistant', 'tool'],
  );
  assert.equal(Object.keys(error).includes('messages'), false);
});

test('S4-18 the signal gives up the tools, and their results say so', { node: true }, async (t) => {
  const controller = new AbortController();
  /** @type {AbortSignal[]} */
  const signals = [];
  const slow = {
    name: 'slow',
    annotations: { readOnlyHint: true },
    execute: (/** @type {any} */ _input, /** @type {any} */ { signal }) => {
      signals.push(signal);
      if (signals.length === 2) controller.abort('enough');
      return new Promise(() => {});
    },
  };
  const toolCalls = [{ name: 'get_weather', input: { city: 'x' } }, { name: 'slow' }, { name: 'slow' }];
  const { model, asked } = scriptedModel({ toolCalls });
  const error = await t.rejects(
    reActLoop({ model, tools: [weather, slow], messages: hello, signal: controller.signal }),
  );
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'enough');
  assert.equal(error.outcomeUnknown, true);
  assert.equal(asked.length, 1);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
  const messages = /** @type {any[]} */ (error.messages);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'tool', 'tool'],
  );
  assert.match(messages.at(-1).content, /^enough It may have run/);
});

test('S4-18 a signal that has fired: the model is not asked', { node: true }, async (t) => {
  const { model, asked } = scriptedModel({ content: 'Hi.' });
  for (const run of [reActLoop, executeStep]) {
    const error = await t.rejects(run({ model, messages: hello, signal: AbortSignal.abort('no') }));
    assert.equal(error.name, 'AbortError');
    assert.equal(error.message, 'no');
    assert.deepEqual(error.messages, hello);
  }
  assert.equal(asked.length, 0);
  // One that the model fires as it answers has given the loop up.
  const controller = new AbortController();
  const late = scriptedModel(() => {
    controller.abort('inside');
    return { content: 'Hi.' };
  });
  const error = await t.rejects(reActLoop({ ...late, messages: hello, signal: controller.signal }));
  assert.equal(error.message, 'inside');
});

test('signals are quiet once what they were for has ended', { node: true }, async (t) => {
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  /** @type {AbortSignal[]} */
  const signals = [];
  const { model, asked } = scriptedModel(wants('it'), { content: 'Hi.' });
  await reActLoop({
    model,
    tools: [{ name: 'it', execute: (_input, { signal }) => signals.push(signal) }],
    messages: hello,
    signal: controller.signal,
    approve: (_call, _tool, { signal }) => signals.push(signal) > 0,
  });
  assert.equal(count.added > 0, true);
  assert.equal(count.active, 0);
  controller.abort();
  signals.push(...asked.map(({ signal }) => signal));
  assert.equal(signals.length, 4);
  assert.deepEqual(
    signals.map((signal) => [signal instanceof AbortSignal, signal.aborted]),
    signals.map(() => [true, false]),
  );
});

test('a model that fails rejects with its error as the cause', { node: true }, async (t) => {
  const own = new Error('overloaded');
  const limited = Object.assign(new Error('slow down'), { code: 'RATE_LIMITED' });
  for (const [model, message, errorCode, cause] of /** @type {[any, string, string, unknown][]} */ ([
    [() => Promise.reject(own), 'The model failed: overloaded', 'INTERNAL_ERROR', own],
    [
      () => {
        throw own;
      },
      'The model failed: overloaded',
      'INTERNAL_ERROR',
      own,
    ],
    [() => Promise.reject('text'), 'The model failed: text', 'INTERNAL_ERROR', 'text'],
    [() => Promise.reject(limited), 'The model failed: slow down', 'RATE_LIMITED', limited],
  ])) {
    const error = await t.rejects(reActLoop({ model, messages: hello }));
    assert.equal(error.message, message);
    assert.equal(error.errorCode, errorCode);
    assert.equal(error.cause, cause);
    assert.deepEqual(error.messages, hello);
  }
});

test('an answer that makes no sense rejects with what is wrong', { node: true }, async (t) => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const wrong = /** @type {[any, RegExp][]} */ ([
    [undefined, /^The model's answer is no object\.$/],
    [null, /is no object/],
    ['text', /is no object/],
    [{}, /^The model's answer has neither `content` nor `toolCalls`\.$/],
    [[], /has neither/],
    [{ content: null, toolCalls: null }, /has neither/],
    [{ toolCalls: [] }, /has neither/],
    [{ content: 5 }, /^The model's answer has a `content` that is no string\.$/],
    [{ content: [{ type: 'text', text: 'Hi' }] }, /no string/],
    [{ content: 'Hi', toolCalls: {} }, /^The model's tool calls must be an array\.$/],
    [{ content: 'Hi', toolCalls: 'get_weather' }, /must be an array/],
    [
      { content: 'Hi', toolCalls: [null] },
      /^The model's tool call at index 0 has no `name` that is a string\.$/,
    ],
    [{ content: 'Hi', toolCalls: [{ name: 'ok' }, { name: '' }] }, /at index 1 has no `name`/],
    [{ content: 'Hi', toolCalls: [{ name: 5 }] }, /at index 0 has no `name`/],
    [proxy, /^The model failed: ./],
    [
      {
        get content() {
          throw new Error('no');
        },
      },
      /^The model failed: no$/,
    ],
  ]);
  let runs = 0;
  const tools = [{ name: 'ok', execute: () => ++runs }];
  for (const [answer, message] of wrong) {
    const error = await t.rejects(reActLoop({ model: () => answer, tools, messages: hello }));
    assert.match(error.message, message);
    assert.equal(error.errorCode, 'INTERNAL_ERROR');
    assert.deepEqual(error.messages, hello);
  }
  assert.equal(runs, 0);
});

test('an empty answer is an answer', { node: true }, async () => {
  const { result, stopReason } = await reActLoop({ model: () => ({ content: '' }), messages: hello });
  assert.deepEqual([result, stopReason], ['', 'answer']);
  const step = await executeStep({ model: () => ({ content: 'Hi.', reason: 'stop' }), messages: [] });
  assert.deepEqual(step, {
    content: 'Hi.',
    toolCalls: [],
    results: [],
    messages: [{ role: 'assistant', content: 'Hi.' }],
    done: true,
    reason: 'stop',
  });
});

test('executeStep: one answer and its calls', { node: true }, async () => {
  const { model, asked } = scriptedModel(
    { content: 'Let me see.', toolCalls: [{ id: 'a', name: 'get_weather', input: { city: 'x' } }] },
    { content: 'Warm.' },
  );
  const first = await executeStep({ model, tools: [weather], messages: hello });
  const result = { city: 'x', temp: '30°C' };
  assert.deepEqual(first, {
    content: 'Let me see.',
    toolCalls: [{ id: 'a', name: 'get_weather', input: { city: 'x' } }],
    results: [{ name: 'get_weather', id: 'a', success: true, result }],
    messages: [
      ...hello,
      {
        role: 'assistant',
        content: 'Let me see.',
        toolCalls: [{ id: 'a', name: 'get_weather', input: { city: 'x' } }],
      },
      { role: 'tool', toolCallId: 'a', name: 'get_weather', content: JSON.stringify(result) },
    ],
    done: false,
  });
  assert.equal(asked.length, 1);
  const second = await executeStep({ model, tools: [weather], messages: first.messages });
  assert.equal(second.done, true);
  assert.equal(second.messages.length, 4);
  assert.equal(first.messages.length, 3);
});

test('calls without an id, and those that share one, get one of their own', { node: true }, async () => {
  const toolCalls = [{}, { id: 'a' }, { id: 'a' }, { id: '' }, { id: 7 }].map((call) => ({
    ...call,
    name: 'fails',
  }));
  const { model } = scriptedModel({ toolCalls }, { toolCalls }, { content: 'Done.' });
  const { messages } = await reActLoop({ model, tools: [fails], messages: hello });
  const ids = /** @type {any[]} */ (messages).flatMap(({ toolCalls = [] }) =>
    toolCalls.map((/** @type {any} */ { id }) => id),
  );
  const answered = /** @type {any[]} */ (messages).flatMap(({ toolCallId }) => toolCallId ?? []);
  assert.deepEqual(answered, ids);
  assert.equal(
    ids.every((id) => typeof id === 'string' && id !== ''),
    true,
  );
  assert.deepEqual([ids[1], ids[6], new Set(ids.filter((id) => id !== 'a')).size], ['a', 'a', 8]);
});

test('nobody changes the history: not the model, not a tool, not the caller', { node: true }, async () => {
  const input = { list: [1] };
  const { model, asked } = scriptedModel(
    (/** @type {any} */ messages, /** @type {any} */ { tools }) => {
      messages.length = 0;
      tools.length = 0;
      return { toolCalls: [{ id: 'a', name: 'grows', input }] };
    },
    { content: 'Done.' },
  );
  const grows = { name: 'grows', execute: (/** @type {any} */ { list }) => list.push(2) };
  const given = [...hello];
  const { messages } = await reActLoop({ model, tools: [grows], messages: given });
  assert.deepEqual(given, hello);
  assert.deepEqual(/** @type {any} */ (messages[1]).toolCalls[0].input, { list: [1] });
  assert.equal(messages[0], hello[0]);
  assert.equal(asked[1]?.tools.length, 1);
});

test('what the model reads of a result', { node: true }, async () => {
  const text = (/** @type {string} */ text) => ({ type: 'text', text });
  const cyclic = /** @type {any} */ ({});
  cyclic.cyclic = cyclic;
  const cases = /** @type {[any, string, true?][]} */ ([
    ['plain', 'plain'],
    ['', 'The tool returned nothing.'],
    [undefined, 'The tool returned nothing.'],
    [null, 'null'],
    [5, '5'],
    [false, 'false'],
    [[1, 'a'], '[1,"a"]'],
    [{ a: 1 }, '{"a":1}'],
    [{ content: [text('one'), text('two')] }, 'one\ntwo'],
    [{ content: [text('short')], structuredContent: { long: 1 } }, 'short'],
    [{ content: [], structuredContent: { a: 1 } }, '{"a":1}'],
    [{ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }, '[image, image/png]'],
    [{ content: [text('sold out')], isError: true }, 'sold out', true],
    [{ content: [], isError: true }, 'The tool returned nothing.', true],
  ]);
  for (const [value, content, isError] of cases) {
    const { model } = scriptedModel(wants('it'), { content: 'Done.' });
    const { messages } = await reActLoop({
      model,
      tools: [{ name: 'it', execute: () => value }],
      messages: hello,
    });
    const message = { role: 'tool', toolCallId: 'c1', name: 'it', content };
    assert.deepEqual(messages[2], isError ? { ...message, isError } : message);
    assert.equal(JSON.stringify(messages).includes('"result"'), false);
    if (!isError) assert.equal(/** @type {any} */ (messages[2]).result, value);
  }
  const { messages } = await executeStep({
    ...scriptedModel(wants('it')),
    tools: [{ name: 'it', execute: () => cyclic }],
    messages: hello,
  });
  const [, , message] = /** @type {any[]} */ (messages);
  assert.match(message.content, /^The tool's result cannot be written as JSON: ./);
  assert.equal(message.isError, true);
  assert.equal(message.result, cyclic);
});

test('a result that is too long is cut, and says so', { node: true }, async () => {
  /** @param {string} text @param {number} [maxResultLength] */
  const contentOf = async (text, maxResultLength) => {
    const { messages } = await executeStep({
      ...scriptedModel(wants('it')),
      tools: [{ name: 'it', execute: () => text }],
      messages: hello,
      ...(maxResultLength !== undefined && { maxResultLength }),
    });
    return /** @type {any} */ (messages[2]).content;
  };
  assert.equal(await contentOf('abcdef', 6), 'abcdef');
  assert.equal(await contentOf('abcdef', 4), 'abcd\n[cut: the whole result has 6 characters]');
  assert.equal(await contentOf('abc😀def', 4), 'abc\n[cut: the whole result has 8 characters]');
  assert.equal(await contentOf('abc😀def', 5), 'abc😀\n[cut: the whole result has 8 characters]');
  assert.equal(await contentOf('abcdef', 0), '\n[cut: the whole result has 6 characters]');
  const long = 'x'.repeat(150_000);
  assert.equal(await contentOf(long, Infinity), long);
  assert.equal(
    await contentOf(long),
    `${'x'.repeat(100_000)}\n[cut: the whole result has 150000 characters]`,
  );
});

test('X-09 calls of a loop are told of once, with its name and their ids', { node: true }, async (t) => {
  /** @type {any[]} */
  const heard = [];
  t.after(onToolCall(({ type, name, door, callId }) => heard.push([type, name, door, callId].join(' '))));
  const toolCalls = [
    { id: 'a', name: 'get_weather', input: { city: 'x' } },
    { id: 'b', name: 'nope' },
    { id: 'c', name: 'get_weather', input: '{' },
  ];
  const { model } = scriptedModel({ toolCalls }, { content: 'Done.' });
  await reActLoop({ model, tools: [weather], messages: hello, concurrency: 1 });
  await executeStep({ ...scriptedModel(wants('get_weather', {}, 'd')), tools: [weather], messages: hello });
  assert.deepEqual(heard, [
    ...['a', 'b', 'c'].flatMap((id, index) => {
      const name = index === 1 ? 'nope' : 'get_weather';
      return [`start ${name} reActLoop ${id}`, `settle ${name} reActLoop ${id}`];
    }),
    'start get_weather executeStep d',
    'settle get_weather executeStep d',
  ]);
});

test('C13 calls that change nothing run together, others alone; with stopOnError nothing after a failure', {
  node: true,
}, async (t) => {
  /** @type {string[]} */
  const log = [];
  const slow = (/** @type {string} */ name, /** @type {object} */ more) => ({
    name,
    ...more,
    execute: async () => {
      log.push(`${name} begins`);
      await t.tick();
      await t.tick();
      log.push(`${name} ends`);
    },
  });
  const tools = [slow('reads', { annotations: { readOnlyHint: true } }), slow('writes', {}), fails];
  const toolCalls = ['reads', 'reads', 'writes', 'writes'].map((name) => ({ name }));
  await executeStep({ ...scriptedModel({ toolCalls }), tools, messages: hello });
  assert.deepEqual(log, [
    ...['reads begins', 'reads begins', 'reads ends', 'reads ends'],
    ...['writes begins', 'writes ends', 'writes begins', 'writes ends'],
  ]);
  const { results, messages } = await executeStep({
    ...scriptedModel({ toolCalls: ['fails', 'writes'].map((name) => ({ name })) }),
    tools,
    messages: hello,
    stopOnError: true,
  });
  const error = 'The tool "writes" was not called, since an earlier call had failed.';
  assert.deepEqual(
    results.map((result) => !result.success && result.error),
    ['out of order', error],
  );
  assert.equal(/** @type {any} */ (messages.at(-1)).content, error);
});

test('wrong options reject, and nothing has run', { node: true }, async (t) => {
  const { model, asked } = scriptedModel({ content: 'Hi.' });
  const good = { model, messages: hello };
  const wrong = /** @type {[any, string][]} */ ([
    [undefined, 'The options must be an object.'],
    [model, 'The options must be an object.'],
    [{ messages: hello }, 'The option `model` must be a function.'],
    [{ ...good, model: {} }, 'The option `model` must be a function.'],
    [{ model }, 'The messages must be an array.'],
    [{ ...good, messages: 'Hello' }, 'The messages must be an array.'],
    [{ ...good, tools: {} }, 'The tools must be an array.'],
    [{ ...good, tools: [{ name: 'idle' }] }, 'The tool at index 0 has no `execute` that is a function.'],
    [{ ...good, approve: true }, 'The option `approve` must be a function.'],
    [{ ...good, filter: [] }, 'The option `filter` must be a function.'],
    [{ ...good, onEvent: 'log' }, 'The option `onEvent` must be a function.'],
    [{ ...good, signal: {} }, 'The option `signal` must be an AbortSignal.'],
    [{ ...good, timeout: -1 }, 'The option `timeout` must be a number of milliseconds, 0 or more.'],
    [{ ...good, concurrency: 0 }, "The option `concurrency` must be a whole number, 1 or more, or 'auto'."],
    ...[-1, 1.5, Number.NaN, '5', true].map((maxResultLength) => [
      { ...good, maxResultLength },
      'The option `maxResultLength` must be a whole number, 0 or more.',
    ]),
  ]);
  for (const run of [reActLoop, executeStep]) {
    for (const [options, message] of wrong) {
      const error = await t.rejects(run(options));
      assert.equal(error.message, message);
      assert.equal(error instanceof TypeError, true);
      assert.equal(error.errorCode, 'INVALID_INPUT');
    }
  }
  for (const maxSteps of /** @type {any[]} */ ([0, -1, 1.5, Number.NaN, '5', true])) {
    const error = await t.rejects(reActLoop({ ...good, maxSteps }));
    assert.equal(error.message, 'The option `maxSteps` must be a whole number, 1 or more.');
  }
  const undescribed = { name: 'odd', inputSchema: 'no schema', execute() {} };
  const error = await t.rejects(reActLoop({ ...good, tools: [/** @type {any} */ (undescribed)] }));
  assert.match(error.message, /^The `inputSchema` of the tool "odd" is no JSON Schema of an object: ./);
  assert.equal(asked.length, 0);
});

test('a hundred steps leave no listener behind', { node: true }, async (t) => {
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  const toolCalls = ['get_weather', 'fails', 'nope'].map((name) => ({ name, input: {} }));
  await reActLoop({
    ...scriptedModel({ toolCalls }),
    tools: [weather, fails],
    messages: hello,
    maxSteps: 100,
    signal,
    approve: async () => true,
  });
  assert.equal(count.added >= 500, true);
  assert.equal(count.active, 0);
});
