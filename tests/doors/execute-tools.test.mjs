/** Several calls at once, of tools that are run here. */

/** @import {ToolCall, ToolExecutionResult} from 'webmcp-exec' */

import { defineWebTool, executeTools, onToolCall, registerTool, Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** A call of a tool of the list that is given with it. @param {(...args: any[]) => any} execute @param {object} [call] */
const one = async (execute, call) => {
  const [result] = await executeTools({
    tools: [{ name: 'it', execute }],
    toolCalls: [{ name: 'it', ...call }],
  });
  return result ?? assert.fail('no result');
};

/** A tool whose calls end when the test says so, in whatever order. */
function controlled(name = 'controlled') {
  /** @type {any[]} */
  const started = [];
  /** @type {((value?: any) => void)[]} */
  const end = [];
  /** @type {AbortSignal[]} */
  const signals = [];
  const execute = (/** @type {any} */ input, /** @type {any} */ { signal }) => {
    started.push(input.n);
    signals[input.n] = signal;
    return new Promise((resolve, reject) => {
      end[input.n] = (value) => (value instanceof Error ? reject(value) : resolve(value));
    });
  };
  return { tool: { name, execute }, started, end, signals };
}

/** @param {number} count */
const calls = (count, name = 'controlled') =>
  Array.from({ length: count }, (_, n) => ({ name, input: { n } }));

test('S4-01 an array of results, empty for no calls', { node: true }, async () => {
  const promise = executeTools({ toolCalls: [] });
  assert.equal(promise instanceof Promise, true);
  assert.deepEqual(await promise, []);
});

test('S4-02 S4-11 two registered tools and one that nobody has', { node: true }, async (t) => {
  t.after(registerTool({ name: 'get_weather', execute: async ({ city }) => ({ city, temp: '30°C' }) }));
  t.after(
    registerTool({ name: 'get_time', execute: async ({ timezone }) => ({ timezone, time: '14:30 PKT' }) }),
  );
  const results = await executeTools({
    toolCalls: [
      { name: 'get_weather', input: { city: 'Karachi' } },
      { name: 'get_time', input: { timezone: 'Asia/Karachi' } },
      { name: 'unknown_tool', input: {} },
    ],
  });
  assert.deepEqual(results, [
    { name: 'get_weather', success: true, result: { city: 'Karachi', temp: '30°C' } },
    { name: 'get_time', success: true, result: { timezone: 'Asia/Karachi', time: '14:30 PKT' } },
    { name: 'unknown_tool', success: false, error: 'Tool unknown_tool not found' },
  ]);
});

test('S4-03 results stand in the order of the calls, whichever ends first', { node: true }, async (t) => {
  const { tool, end } = controlled();
  const batch = executeTools({ tools: [tool], toolCalls: calls(3) });
  for (const n of [1, 2, 0]) {
    end[n]?.(n);
    await t.tick();
  }
  assert.deepEqual(
    (await batch).map((result) => result.success && result.result),
    [0, 1, 2],
  );
});

test('S4-04 S4-13 S4-15 a tool that nobody has is an entry, whatever its name', { node: true }, async () => {
  for (const name of ['nope', 'constructor', '__proto__', 'toString', 'a"b', ' ', 'half \ud800']) {
    assert.deepEqual(await executeTools({ toolCalls: [{ name }, { name, id: '1' }] }), [
      { name, success: false, error: `Tool ${name} not found` },
      { name, id: '1', success: false, error: `Tool ${name} not found` },
    ]);
  }
});

test('S4-05 S4-06 a tool that fails stops no other', { node: true }, async () => {
  let runs = 0;
  const counts = { name: 'counts', execute: () => ++runs };
  const throws = {
    name: 'throws',
    execute() {
      throw new Error('bad');
    },
  };
  const rejects = { name: 'rejects', execute: async () => Promise.reject(new Error('worse')) };
  const toolCalls = ['throws', 'counts', 'rejects', 'counts'].map((name) => ({ name }));
  assert.deepEqual(await executeTools({ tools: [counts, throws, rejects], toolCalls }), [
    { name: 'throws', success: false, error: 'bad' },
    { name: 'counts', success: true, result: 1 },
    { name: 'rejects', success: false, error: 'worse' },
    { name: 'counts', success: true, result: 2 },
  ]);
});

test('S4-07 the members of an entry, and an error that is always text', { node: true }, async () => {
  assert.deepEqual(Object.keys(await one(() => 1)), ['name', 'success', 'result']);
  const thrown = /** @type {[any, string][]} */ ([
    [new Error('m'), 'm'],
    [new Error(''), ''],
    [42, '42'],
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ a: 1 }, '[object Object]'],
    [Symbol('x'), 'Symbol(x)'],
    [10n, '10'],
    [new DOMException('dm', 'DataError'), 'dm'],
    [Object.create(null), 'a value without a text'],
    [
      {
        get message() {
          throw new Error('no');
        },
      },
      '[object Object]',
    ],
  ]);
  for (const [value, error] of thrown) {
    const entry = await one(() => {
      throw value;
    });
    assert.deepEqual(entry, { name: 'it', success: false, error });
    assert.deepEqual(await one(() => Promise.reject(value)), entry);
  }
});

test('S4-08 a result is what the tool returned', { node: true }, async () => {
  const values = [0, '', false, null, undefined, Number.NaN, 5n, Symbol('s'), {}, [1], () => {}, new Date()];
  for (const value of values) {
    for (const entry of [await one(() => value), await one(async () => value)]) {
      assert.equal(entry.success, true);
      assert.equal('result' in entry, true);
      assert.equal(entry.success && entry.result, value);
    }
  }
  // As data it is no failure; as the answer of a tool it is one.
  assert.deepEqual(await one(() => ({ isError: true })), {
    name: 'it',
    success: true,
    result: { isError: true },
  });
  const content = [
    { type: 'text', text: 'first' },
    { type: 'text', text: 'second' },
  ];
  assert.deepEqual(await one(() => ({ isError: true, content })), {
    name: 'it',
    success: false,
    error: 'first\nsecond',
  });
});

test('S4-09 the input goes to the tool as it is', { node: true }, async () => {
  const echo = (/** @type {any} */ ...args) => args;
  const input = { city: 'Karachi', nothing: undefined, cyclic: /** @type {any} */ (null) };
  input.cyclic = input;
  const entry = await one(echo, { input });
  assert.equal(entry.success && entry.result[0], input);
  assert.equal(entry.success && entry.result.length, 2);
  const list = [1];
  const ofList = await one(echo, { input: list });
  assert.equal(ofList.success && ofList.result[0], list);
  for (const nothing of [{}, { input: undefined }, { input: null }, { input: '' }, { input: ' \n' }]) {
    const ofNothing = await one((given) => given, nothing);
    assert.deepEqual(ofNothing, { name: 'it', success: true, result: {} });
  }
  const text = '{"city":"Karachi","__proto__":{"a":1}}';
  const ofText = await one((given) => JSON.stringify(given), { input: text });
  assert.deepEqual(ofText, { name: 'it', success: true, result: text });
});

test('S4-09 an input that is none is a failure, and nothing has run', { node: true }, async () => {
  const wrong = /** @type {[any, RegExp][]} */ ([
    ['{"city":', /^The arguments for "it" are not valid JSON: ./],
    ['nonsense', /are not valid JSON/],
    ['5', /^The arguments for "it" must be the JSON text of an object\.$/],
    ['null', /must be the JSON text of an object/],
    [5, /^The arguments for "it" must be an object, not a number\.$/],
    [true, /must be an object, not a boolean/],
    [Symbol('s'), /must be an object, not a symbol/],
    [() => {}, /must be an object, not a function/],
  ]);
  for (const [input, text] of wrong) {
    const entry = await one(() => assert.fail('it ran'), { input });
    assert.equal(entry.success, false);
    assert.match(entry.success || entry.error, text);
  }
});

test('S4-10 an id comes back where one was given', { node: true }, async () => {
  let runs = 0;
  const tools = [{ name: 'counts', execute: () => ++runs }];
  const id = /** @type {any} */ (7);
  const toolCalls = [{ name: 'counts', id: 'a' }, { name: 'counts' }, { name: 'counts', id }];
  const results = await executeTools({ tools, toolCalls });
  assert.deepEqual(results, [
    { name: 'counts', id: 'a', success: true, result: 1 },
    { name: 'counts', success: true, result: 2 },
    { name: 'counts', id: 7, success: true, result: 3 },
  ]);
  assert.deepEqual(
    results.map((result) => 'id' in result),
    [true, false, true],
  );
});

test('S4-14 a malformed call is a failure, and the others run', { node: true }, async () => {
  const unreadable = {
    get name() {
      throw new Error('no');
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const toolCalls = /** @type {any[]} */ ([
    null,
    undefined,
    5,
    'it',
    {},
    { name: 5 },
    { name: '' },
    { id: 'a', name: null },
    unreadable,
    proxy,
    { name: 'it' },
    { name: 'it', timeout: -1 },
    { name: 'it', timeout: 'soon' },
    { name: 'it', origin: 5 },
    { name: 'it', window: 5 },
  ]);
  let runs = 0;
  const results = await executeTools({ tools: [{ name: 'it', execute: () => ++runs }], toolCalls });
  assert.equal(results.length, toolCalls.length);
  assert.equal(runs, 1);
  assert.deepEqual(results[0], {
    name: '',
    success: false,
    error: 'The tool call at index 0 is no object.',
  });
  assert.deepEqual(results[7], {
    name: '',
    id: 'a',
    success: false,
    error: 'The tool call at index 7 has no `name` that is a string.',
  });
  assert.deepEqual(results[10], { name: 'it', success: true, result: 1 });
  assert.deepEqual(results[11], {
    name: 'it',
    success: false,
    error: 'The option `timeout` must be a number of milliseconds, 0 or more.',
  });
  for (const [index, result] of results.entries()) {
    assert.equal(result.success, index === 10, `call ${index}`);
  }
});

test('S4-14 what is no list rejects, and so does a wrong option', { node: true }, async (t) => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  let runs = 0;
  const tools = [{ name: 'it', execute: () => ++runs }];
  const good = { tools, toolCalls: [{ name: 'it' }] };
  const wrong = /** @type {any[]} */ ([
    undefined,
    null,
    5,
    'calls',
    {},
    ...[null, {}, 'it', { length: 1, 0: { name: 'it' } }, proxy].map((toolCalls) => ({ tools, toolCalls })),
    { tools, toolCalls: Object.assign([], { length: 4e9 }) },
    ...[0, -1, 1.5, Number.NaN, -Infinity, '2', 'all', true, {}].map((concurrency) => ({
      ...good,
      concurrency,
    })),
    ...[-1, Number.NaN, '5', true].map((timeout) => ({ ...good, timeout })),
    { ...good, maxTotalTimeout: -1 },
    { ...good, signal: {} },
    { ...good, signal: 5 },
    { ...good, onProgress: 'log' },
    { ...good, tools: {} },
    { ...good, tools: [{ name: 'nothing to execute' }] },
    { ...good, tools: [...tools, { execute() {} }] },
    { ...good, tools: [...tools, ...tools] },
    { ...good, origin: 5 },
    { ...good, fromOrigins: 5 },
    {
      ...good,
      get concurrency() {
        throw new Error('no');
      },
    },
  ]);
  for (const options of wrong) {
    const error = await t.rejects(executeTools(options));
    assert.equal(error instanceof TypeError, true, String(error));
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  assert.equal(runs, 0);
  const message = async (/** @type {any} */ options) => (await t.rejects(executeTools(options))).message;
  assert.equal(await message({ toolCalls: {} }), 'The tool calls must be an array.');
  assert.equal(await message({ ...good, tools: [...tools, ...tools] }), 'Two of the tools are named "it".');
  assert.equal(
    await message({ ...good, tools: [...tools, {}] }),
    'The tool at index 1 has no `name` that is a string.',
  );
});

test('C13 no more calls than allowed run side by side, and they start in their order', {
  node: true,
}, async (t) => {
  const { tool, started, end } = controlled();
  const batch = executeTools({ tools: [tool], toolCalls: calls(5), concurrency: 2 });
  assert.deepEqual(started, [0, 1]);
  for (const [ended, now] of /** @type {[number, number][]} */ ([
    [1, 2],
    [2, 3],
    [0, 4],
  ])) {
    end[ended]?.();
    while (started.length <= now) await t.tick();
    assert.equal(started.at(-1), now);
    assert.equal(started.length, now + 1);
  }
  end[3]?.();
  end[4]?.(new Error('bad'));
  assert.deepEqual(
    (await batch).map(({ success }) => success),
    [true, true, true, true, false],
  );
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  for (const concurrency of [undefined, Infinity, 1e9]) {
    const { tool, started, end } = controlled();
    const batch = executeTools({ tools: [tool], toolCalls: calls(3), ...(concurrency && { concurrency }) });
    assert.deepEqual(started, [0, 1, 2]);
    for (const ends of end) ends();
    await batch;
  }
});

test("C13 'auto' runs calls that change nothing together, and any other alone", { node: true }, async (t) => {
  const reads = controlled('reads');
  const writes = controlled('writes');
  const tools = [
    { ...reads.tool, annotations: { readOnlyHint: true } },
    writes.tool,
    {
      name: 'careful',
      annotations: { readOnlyHint: true, consequentialHint: true },
      execute: writes.tool.execute,
    },
  ];
  const toolCalls = ['reads', 'reads', 'writes', 'careful', 'reads', 'nope'].map((name, n) => ({
    name,
    input: { n },
  }));
  const batch = executeTools({ tools, toolCalls, concurrency: 'auto' });
  const started = () => [reads.started, writes.started];
  const end = async (/** @type {typeof reads} */ { end }, /** @type {number} */ n) => {
    end[n]?.();
    for (let turn = 0; turn < 5; turn++) await t.tick();
  };
  // In a page, its tools are listed first.
  while (reads.started.length < 2) await t.sleep(1);
  assert.deepEqual(started(), [[0, 1], []]);
  await end(reads, 1);
  assert.deepEqual(started(), [[0, 1], []]);
  await end(reads, 0);
  assert.deepEqual(started(), [[0, 1], [2]]);
  await end(writes, 2);
  assert.deepEqual(started(), [
    [0, 1],
    [2, 3],
  ]);
  await end(writes, 3);
  assert.deepEqual(started(), [
    [0, 1, 4],
    [2, 3],
  ]);
  await end(reads, 4);
  assert.deepEqual(
    (await batch).map(({ success }) => success),
    [true, true, true, true, true, false],
  );
});

test('C1 an abort: what has ended stays, what runs is given up, nothing more is started', {
  node: true,
}, async (t) => {
  const { tool, started, end, signals } = controlled();
  const controller = new AbortController();
  const batch = executeTools({
    tools: [tool],
    toolCalls: calls(4),
    concurrency: 2,
    signal: controller.signal,
  });
  end[0]?.('done');
  while (started.length < 3) await t.tick();
  controller.abort('enough');
  assert.deepEqual(await batch, [
    { name: 'controlled', success: true, result: 'done' },
    { name: 'controlled', success: false, error: 'enough' },
    { name: 'controlled', success: false, error: 'enough' },
    { name: 'controlled', success: false, error: 'enough' },
  ]);
  assert.deepEqual(started, [0, 1, 2]);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, true, true],
  );
  assert.equal(signals[1]?.reason, 'enough');
});

test('C1 a signal that has fired lets nothing start, and one that a tool fires nothing more', {
  node: true,
}, async () => {
  let runs = 0;
  const tools = [{ name: 'it', execute: () => ++runs }];
  const toolCalls = [{ name: 'it' }, { name: 'nope' }];
  for (const [signal, error] of /** @type {[AbortSignal, string][]} */ ([
    [AbortSignal.abort('no'), 'no'],
    [AbortSignal.abort(), 'Aborted'],
    [AbortSignal.abort(new Error('boom')), 'Error: boom'],
    [AbortSignal.abort(null), 'Aborted'],
  ])) {
    assert.deepEqual(await executeTools({ tools, toolCalls, signal }), [
      { name: 'it', success: false, error },
      { name: 'nope', success: false, error },
    ]);
  }
  const controller = new AbortController();
  const aborts = { name: 'aborts', execute: () => controller.abort('inside') };
  const results = await executeTools({
    tools: [...tools, aborts],
    toolCalls: [{ name: 'aborts' }, ...toolCalls],
    signal: controller.signal,
  });
  assert.deepEqual(
    results.map((result) => !result.success && result.error),
    ['inside', 'inside', 'inside'],
  );
  assert.equal(runs, 0);
});

test('C13 with stopOnError nothing is started after a failure, and what runs runs on', {
  node: true,
}, async () => {
  const { tool, started, end } = controlled();
  const toolCalls = [...calls(2), { name: 'nope', id: 'n' }, ...calls(1)];
  const batch = executeTools({ tools: [tool], toolCalls, concurrency: 2, stopOnError: true });
  end[1]?.(new Error('bad'));
  await Promise.resolve();
  end[0]?.('done');
  assert.deepEqual(await batch, [
    { name: 'controlled', success: true, result: 'done' },
    { name: 'controlled', success: false, error: 'bad' },
    {
      name: 'nope',
      id: 'n',
      success: false,
      error: 'The tool "nope" was not called, since an earlier call had failed.',
    },
    {
      name: 'controlled',
      success: false,
      error: 'The tool "controlled" was not called, since an earlier call had failed.',
    },
  ]);
  assert.deepEqual(started, [0, 1]);
  // A malformed call is a failure, too, and stays what it is.
  const malformed = /** @type {any[]} */ ([null, { name: 'controlled' }, {}]);
  const results = await executeTools({ tools: [tool], toolCalls: malformed, stopOnError: true });
  assert.deepEqual(
    results.map((result) => !result.success && result.error),
    [
      'The tool call at index 0 is no object.',
      'The tool "controlled" was not called, since an earlier call had failed.',
      'The tool call at index 2 has no `name` that is a string.',
    ],
  );
});

test('X-08 a deadline counts for each call, and a call may have its own', { node: true }, async () => {
  const { tool, signals, end } = controlled();
  const toolCalls = [
    { name: 'controlled', input: { n: 0 } },
    { name: 'controlled', input: { n: 1 }, timeout: 20 },
    { name: 'controlled', input: { n: 2 }, timeout: 0 },
  ];
  const batch = executeTools({ tools: [tool], toolCalls, timeout: 40 });
  while (!signals[0]?.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
  end[2]?.('late');
  assert.deepEqual(await batch, [
    { name: 'controlled', success: false, error: 'The tool "controlled" did not answer within 40 ms.' },
    { name: 'controlled', success: false, error: 'The tool "controlled" did not answer within 20 ms.' },
    { name: 'controlled', success: true, result: 'late' },
  ]);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true, false],
  );
  const [last] = await executeTools({ tools: [tool], toolCalls: calls(1), maxTotalTimeout: 5 });
  assert.equal(last?.success || last?.error, 'The tool "controlled" did not answer within 5 ms.');
});

test('X-08 progress is told with its call, and puts off the deadline of that call alone', {
  node: true,
}, async (t) => {
  /** @type {any[]} */
  const told = [];
  const busy = {
    name: 'busy',
    execute: async (/** @type {any} */ { times }, /** @type {any} */ { emit }) => {
      for (let time = 0; time < times; time++) {
        await t.sleep(10);
        emit(time);
      }
      return 'done';
    },
  };
  const steps = {
    name: 'steps',
    async *execute() {
      yield 'first';
      yield 'second';
      return 'last';
    },
  };
  const toolCalls = [{ name: 'busy', input: { times: 40 } }, { name: 'steps' }];
  const results = await executeTools({
    tools: [busy, steps, { name: 'idle', execute: () => new Promise(() => {}) }],
    toolCalls: [...toolCalls, { name: 'idle' }],
    timeout: 300,
    resetTimeoutOnProgress: true,
    onProgress: (progress, call) => told.push([progress, call]),
  });
  assert.deepEqual(
    results.map(({ success }) => success),
    [true, true, false],
  );
  const [first, second] = toolCalls;
  assert.equal(told.filter(([, call]) => call === first).length, 40);
  assert.deepEqual(
    told.filter(([, call]) => call === second).map(([progress]) => progress),
    ['first', 'second'],
  );
});

test('S4-09 an input is checked against the schema where that is asked for', { node: true }, async () => {
  let runs = 0;
  const execute = () => ++runs;
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const tools = [
    { name: 'tool', inputSchema: schema, execute },
    Tool.define({ name: 'plugin', parameters: schema, execute }),
    { name: 'free', execute },
  ];
  const toolCalls = tools.flatMap(({ name }) => [
    { name, input: { n: 'x' } },
    { name, input: { n: 1 } },
  ]);
  const results = await executeTools({ tools, toolCalls, validate: true });
  assert.deepEqual(
    results.map(({ success }) => success),
    [false, true, false, true, true, true],
  );
  for (const index of [0, 2]) {
    const [{ name, error }] = /** @type {any[]} */ (results.slice(index));
    assert.equal(error.startsWith(`The arguments for "${name}" `), true);
    assert.match(error, /integer/);
  }
  assert.equal(runs, 4);
  assert.equal(
    (await executeTools({ tools, toolCalls })).every(({ success }) => success),
    true,
  );
});

test('C7 a tool is called as a method of its definition, with a live signal and emit', {
  node: true,
}, async () => {
  const tool = {
    name: 'self',
    greeting: 'hello',
    execute(/** @type {any} */ _input, /** @type {any} */ { signal, emit }) {
      emit('nobody hears it');
      return [this.greeting, signal instanceof AbortSignal, signal.aborted, typeof emit];
    },
  };
  const [result] = await executeTools({ tools: [tool], toolCalls: [{ name: 'self' }] });
  assert.deepEqual(result?.success && result.result, ['hello', true, false, 'function']);
});

test('a signal is quiet once its call has ended', { node: true }, async (t) => {
  const { tool, signals, end } = controlled();
  const controller = new AbortController();
  const batch = executeTools({ tools: [tool], toolCalls: calls(1), signal: controller.signal });
  end[0]?.();
  await batch;
  controller.abort();
  await t.tick();
  assert.equal(signals[0]?.aborted, false);
});

test('tools by Tool.define and defineWebTool are run here, too', { node: true }, async () => {
  const plugin = Tool.define({
    name: 'double',
    execute: async (/** @type {{n: number}} */ { n }, signal, emit) => {
      emit?.('doubling');
      if (n === 0) throw new Error('nothing to double');
      if (n < 0) return { success: false, json: null, text: 'not below zero' };
      return { success: true, json: { value: 2 * n }, text: `${signal instanceof AbortSignal}` };
    },
  });
  const web = defineWebTool({ name: 'five', description: 'Gives 5.', execute: () => 5 });
  /** @type {string[]} */
  const heard = [];
  const stop = onToolCall((event) => heard.push(`${event.type} ${event.name} ${event.door}`));
  const results = await executeTools({
    tools: [plugin, web],
    toolCalls: [
      { name: 'double', input: { n: 21 } },
      { name: 'double', input: { n: 0 } },
      { name: 'double', input: { n: -1 } },
      { name: 'five' },
    ],
    concurrency: 1,
  });
  stop();
  assert.deepEqual(results, [
    { name: 'double', success: true, result: { success: true, json: { value: 42 }, text: 'true' } },
    { name: 'double', success: false, error: 'nothing to double' },
    { name: 'double', success: false, error: 'not below zero' },
    { name: 'five', success: true, result: 5 },
  ]);
  const ofDouble = ['start', 'progress', 'settle'].map((type) => `${type} double executeTools`);
  assert.deepEqual(heard, [
    ...ofDouble,
    ...ofDouble,
    ...ofDouble,
    'start five executeTools',
    'settle five executeTools',
  ]);
});

test('X-09 every call is told of once, with its id', { node: true }, async (t) => {
  /** @type {any[]} */
  const settled = [];
  const tools = [
    { name: 'works', execute: () => 'it did' },
    {
      name: 'fails',
      execute: () => {
        throw new Error('no');
      },
    },
    { name: 'never', execute: () => new Promise(() => {}) },
  ];
  t.after(onToolCall((event) => event.type === 'settle' && settled.push(event)));
  const toolCalls = [
    { name: 'works', id: 'a' },
    { name: 'fails', id: 'b' },
    { name: 'nope' },
    { name: 'never', timeout: 5 },
    { name: 'refused', id: 'c', input: '{' },
  ];
  await executeTools({ tools: [...tools, { name: 'refused', execute() {} }], toolCalls });
  const byName = Object.fromEntries(settled.map((event) => [event.name, event]));
  assert.equal(settled.length, 5);
  assert.deepEqual(
    toolCalls.map(({ name }) => byName[name].callId),
    ['a', 'b', undefined, undefined, 'c'],
  );
  assert.deepEqual(
    toolCalls.map(({ name }) => byName[name].errorCode),
    [
      undefined,
      'EXECUTION_ERROR',
      byName.nope.status === 'unavailable' ? 'UNAVAILABLE' : 'NOT_FOUND',
      'TIMEOUT',
      'INVALID_INPUT',
    ],
  );
  assert.equal(byName.refused.status, 'bad-arguments');
  assert.equal(byName.works.result, 'it did');
  assert.equal(byName.fails.error.message, 'no');
});

test('X-09 a call that is malformed is told of, too', { node: true }, async (t) => {
  /** @type {string[]} */
  const told = [];
  t.after(onToolCall(({ type, name, door, callId }) => told.push([type, name, door, callId].join())));
  await executeTools({ toolCalls: /** @type {any[]} */ ([null, { id: 7 }]) });
  assert.deepEqual(told, [
    'start,,executeTools,',
    'settle,,executeTools,',
    'start,,executeTools,7',
    'settle,,executeTools,7',
  ]);
});

test('a thousand calls at once', { node: true }, async () => {
  const tools = [{ name: 'later', execute: (/** @type {any} */ { n }) => Promise.resolve(n) }];
  const results = await executeTools({ tools, toolCalls: calls(1000, 'later') });
  assert.deepEqual(
    results.map((result) => result.success && result.result),
    Array.from({ length: 1000 }, (_, n) => n),
  );
});

test('listeners on a shared signal go with the calls', { node: true }, async (t) => {
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  const tools = [
    { name: 'now', execute: () => 1 },
    { name: 'later', execute: async () => 1 },
    { name: 'fails', execute: () => Promise.reject(new Error('no')) },
    { name: 'never', execute: () => new Promise(() => {}) },
  ];
  const toolCalls = ['now', 'later', 'fails', 'nope', 'never'].map((name) => ({ name, timeout: 1 }));
  for (let time = 0; time < 200; time++) {
    await Promise.all(Array.from({ length: 5 }, () => executeTools({ tools, toolCalls, signal })));
  }
  assert.equal(count.added >= 4000, true);
  assert.equal(count.active, 0);
});
