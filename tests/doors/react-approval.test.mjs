/** The agent loop: who says that a call may be made, and what is told on the way. */

import { executeStep, onToolCall, reActLoop } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { hello, scriptedModel, streamOf, wants } from './scripted-model.mjs';

/** A shop whose orders are noted. */
function shop() {
  /** @type {any[]} */
  const orders = [];
  const order = {
    name: 'order',
    description: 'Orders mugs.',
    inputSchema: { type: 'object', properties: { qty: { type: 'number' } } },
    annotations: { consequentialHint: true },
    execute: (/** @type {any} */ input) => {
      orders.push(input);
      return 'ordered';
    },
  };
  return { orders, tools: [order] };
}

/** What comes of a call of the shop where `approve` is asked. @param {any} approve */
async function stepWith(approve) {
  const { orders, tools } = shop();
  const step = await executeStep({
    ...scriptedModel(wants('order', { qty: 3 })),
    tools,
    messages: hello,
    approve,
  });
  const [, , message] = /** @type {any[]} */ (step.messages);
  return { orders, content: message.content, isError: message.isError, results: step.results };
}

test('S4-18 only a plain yes allows a call', { node: true }, async () => {
  for (const yes of [true, { allow: true }, { allow: true, input: undefined }, Promise.resolve(true)]) {
    const { orders, content } = await stepWith(() => yes);
    assert.deepEqual(orders, [{ qty: 3 }]);
    assert.equal(content, 'ordered');
  }
  const plain = 'The call of "order" was not approved.';
  for (const [no, error] of /** @type {[any, string][]} */ ([
    [false, plain],
    [undefined, plain],
    [null, plain],
    [0, plain],
    [1, plain],
    [{}, plain],
    [[true], plain],
    [{ allow: 'yes' }, plain],
    [{ allow: 1 }, plain],
    [{ allow: false }, plain],
    [{ allow: false, reason: 5 }, plain],
    [() => true, plain],
    [Object(true), plain],
    [
      {
        get allow() {
          throw new Error('no');
        },
      },
      plain,
    ],
    [
      {
        allow: true,
        get input() {
          throw new Error('no');
        },
      },
      plain,
    ],
    ['yes', 'The call of "order" was not approved: yes'],
    ['too many', 'The call of "order" was not approved: too many'],
    [{ allow: false, reason: 'too many' }, 'The call of "order" was not approved: too many'],
    [Promise.resolve('too many'), 'The call of "order" was not approved: too many'],
  ])) {
    const { orders, content, isError, results } = await stepWith(() => no);
    assert.deepEqual(orders, []);
    assert.equal(content, error);
    assert.equal(isError, true);
    assert.deepEqual(results, [{ name: 'order', id: 'c1', success: false, error }]);
  }
});

test('S4-18 one who throws or rejects has not said yes, and is reported', { node: true }, async (t) => {
  const seen = t.env.engine === 'node' ? [] : t.expectUnhandled();
  const { error: log } = console;
  t.after(() => {
    console.error = log;
  });
  let logged = 0;
  console.error = () => {
    logged += 1;
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const approvals = [
    () => proxy,
    () => {
      throw new Error('broken');
    },
    () => Promise.reject(new Error('broken')),
    () => Promise.reject(true),
  ];
  for (const approve of approvals) {
    const { orders, content } = await stepWith(approve);
    assert.deepEqual(orders, []);
    assert.equal(content, 'The call of "order" was not approved.');
  }
  await t.tick();
  assert.equal(Math.max(seen.length, logged) >= approvals.length, true);
});

test('S4-18 the arguments may be changed, and the model is told of it', { node: true }, async () => {
  for (const input of [{ qty: 1 }, '{"qty":1}']) {
    const { orders, content, results } = await stepWith(() => ({ allow: true, input }));
    assert.deepEqual(orders, [{ qty: 1 }]);
    assert.equal(content, 'The arguments were changed before the call, to {"qty":1}.\nordered');
    assert.deepEqual(results, [{ name: 'order', id: 'c1', success: true, result: 'ordered' }]);
  }
  for (const [input, text] of /** @type {[any, RegExp][]} */ ([
    ['{"qty":', /^The arguments for "order" are not valid JSON: ./],
    [5, /^The arguments for "order" must be an object, not a number\.$/],
  ])) {
    const { orders, content, isError } = await stepWith(() => ({ allow: true, input }));
    assert.deepEqual(orders, []);
    assert.match(content, text);
    assert.equal(isError, true);
  }
});

test('S4-18 what is asked: the call with its arguments, and its tool', { node: true }, async () => {
  const { tools } = shop();
  /** @type {any[]} */
  const asked = [];
  const toolCalls = [
    { id: 'a', name: 'order', input: '{"qty":3}' },
    { id: 'b', name: 'nope' },
    { id: 'c', name: 'order', input: '{' },
    { id: 'd', name: 'order' },
  ];
  await executeStep({
    ...scriptedModel({ toolCalls }),
    tools,
    messages: hello,
    approve: (...args) => asked.push(args) < 0,
  });
  const { execute, ...tool } = tools[0] ?? assert.fail();
  assert.ok(execute);
  assert.deepEqual(
    asked.map(([call, of]) => [call, of]),
    [
      [{ id: 'a', name: 'order', input: { qty: 3 } }, tool],
      [{ id: 'd', name: 'order', input: {} }, tool],
    ],
    'nobody is asked of what cannot be called',
  );
  assert.equal(asked[0][2].signal instanceof AbortSignal, true);
});

test('S4-18 an abort is a no at once, for whoever is asked and for all that follow', {
  node: true,
}, async (t) => {
  const { orders, tools } = shop();
  const controller = new AbortController();
  /** @type {AbortSignal[]} */
  const signals = [];
  const toolCalls = [{ name: 'order' }, { name: 'order' }];
  const error = await t.rejects(
    reActLoop({
      ...scriptedModel({ toolCalls }),
      tools,
      messages: hello,
      signal: controller.signal,
      approve: (_call, _tool, { signal }) => {
        signals.push(signal);
        queueMicrotask(() => controller.abort('closed'));
        return new Promise(() => {});
      },
    }),
  );
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'closed');
  assert.equal('outcomeUnknown' in error, false);
  assert.equal(signals.length, 1);
  assert.equal(signals[0]?.aborted, true);
  assert.deepEqual(orders, []);
  const messages = /** @type {any[]} */ (error.messages);
  assert.deepEqual(
    messages.slice(2).map(({ content }) => content),
    ['closed', 'closed'],
  );
  // A yes that comes with the abort comes too late.
  const late = new AbortController();
  await t.rejects(
    reActLoop({
      ...scriptedModel(wants('order')),
      tools,
      messages: hello,
      signal: late.signal,
      approve: () => {
        late.abort();
        return true;
      },
    }),
  );
  assert.deepEqual(orders, []);
});

test('S4-18 a tool that is not offered cannot be called', { node: true }, async (t) => {
  const seen = t.env.engine === 'node' ? [] : t.expectUnhandled();
  const { error: log } = console;
  t.after(() => {
    console.error = log;
  });
  console.error = () => {};
  const { orders, tools } = shop();
  const other = { name: 'other', execute: () => 'fine' };
  /** @type {any[]} */
  const filtered = [];
  const { model, asked } = scriptedModel({ toolCalls: [{ name: 'order' }, { name: 'other' }] });
  const { results } = await executeStep({
    model,
    tools: [...tools, other, { name: 'throws', execute() {} }],
    messages: hello,
    filter: (tool) => {
      filtered.push(tool.name);
      if (tool.name === 'throws') throw new Error('no');
      return tool.name === 'other';
    },
  });
  assert.deepEqual(filtered, ['order', 'other', 'throws']);
  assert.deepEqual(
    asked[0]?.tools.map(({ name }) => name),
    ['other'],
  );
  assert.deepEqual(
    results.map((result) => (result.success ? result.result : result.error)),
    ['Tool order not found', 'fine'],
  );
  assert.deepEqual(orders, []);
  assert.ok(seen);
});

test('S4-18 what is told, in its order', { node: true }, async () => {
  /** @type {any[]} */
  const events = [];
  const steps = {
    name: 'steps',
    async *execute() {
      yield 'half';
      return 'all';
    },
  };
  const { model } = scriptedModel(
    () =>
      streamOf(
        { type: 'text', delta: 'One ' },
        { type: 'text', delta: 'moment.' },
        { type: 'tool', index: 0, id: 'a', name: 'steps', argsDelta: '{"n":1}' },
        { type: 'usage', tokens: 9 },
        { type: 'end', reason: 'tool_calls' },
      ),
    { content: 'Done.' },
  );
  const { messages } = await reActLoop({
    model,
    tools: [steps],
    messages: hello,
    onEvent: (event) => events.push(event),
  });
  const call = { id: 'a', name: 'steps', input: { n: 1 } };
  const tool = { name: 'steps', inputSchema: { type: 'object', properties: {} } };
  const result = { name: 'steps', id: 'a', success: true, result: 'all' };
  assert.deepEqual(events, [
    { type: 'step-start', step: 1, tools: [tool] },
    { type: 'delta', step: 1, delta: { type: 'text', delta: 'One ' } },
    { type: 'delta', step: 1, delta: { type: 'text', delta: 'moment.' } },
    {
      type: 'delta',
      step: 1,
      delta: { type: 'tool', index: 0, id: 'a', name: 'steps', argsDelta: '{"n":1}' },
    },
    { type: 'delta', step: 1, delta: { type: 'usage', tokens: 9 } },
    { type: 'delta', step: 1, delta: { type: 'end', reason: 'tool_calls' } },
    { type: 'message', step: 1, message: messages[1] },
    { type: 'call', step: 1, call, tool },
    { type: 'progress', step: 1, call, progress: 'half' },
    { type: 'result', step: 1, call, result },
    { type: 'message', step: 1, message: messages[2] },
    {
      type: 'step-end',
      step: 1,
      content: 'One moment.',
      toolCalls: [call],
      results: [result],
      reason: 'tool_calls',
    },
    { type: 'step-start', step: 2, tools: [tool] },
    { type: 'delta', step: 2, delta: { type: 'text', delta: 'Done.' } },
    { type: 'message', step: 2, message: messages[3] },
    { type: 'step-end', step: 2, content: 'Done.', toolCalls: [], results: [] },
  ]);
  assert.equal(events.find(({ type }) => type === 'message').message, messages[1], 'the very message');
});

test('what is told of calls that are not made, and a listener that throws', { node: true }, async (t) => {
  const seen = t.env.engine === 'node' ? [] : t.expectUnhandled();
  const { error: log } = console;
  t.after(() => {
    console.error = log;
  });
  console.error = () => {};
  const { tools } = shop();
  /** @type {string[]} */
  const told = [];
  /** @type {string[]} */
  const heard = [];
  t.after(onToolCall(({ type, name }) => heard.push(`${type} ${name}`)));
  const toolCalls = [{ name: 'order' }, { name: 'nope' }, { name: 'order', input: '{' }];
  const { result } = await reActLoop({
    ...scriptedModel({ toolCalls }, { content: 'Well.' }),
    tools,
    messages: hello,
    approve: () => false,
    onEvent: (/** @type {any} */ event) => {
      if (event.call) told.push(`${event.type} ${event.call.name} ${event.result.success}`);
      throw new Error('a listener of no use');
    },
  });
  assert.equal(result, 'Well.');
  assert.deepEqual(told, ['result order false', 'result nope false', 'result order false']);
  assert.deepEqual(heard, ['start nope', 'settle nope', 'start order', 'settle order']);
  assert.ok(seen);
});
