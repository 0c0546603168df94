/** `onToolCall`: one listener hears of every call, of every door, exactly once. */

import {
  createRuntime,
  defineWebTool,
  executeTool,
  executeToolDetailed,
  executeTools,
  onToolCall,
  registerTool,
  Tool,
  ToolRegistry,
} from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const node = { node: true };
const description = 'A tool of the tests.';
const never = () => new Promise(() => {});

/**
 * Collects what is told.
 *
 * @param {TestContext} t
 * @returns {any[]}
 */
function listening(t) {
  /** @type {any[]} */
  const events = [];
  t.after(onToolCall((event) => events.push(event)));
  return events;
}

/** @param {any[]} events */
const inWords = (events) =>
  events.map((event) => [event.type, event.door, event.name, event.status].filter(Boolean).join(' '));

/** @param {(input: any, signal?: AbortSignal, emit?: (event: any) => void) => any} execute */
const toolOf = (execute) => Tool.define({ name: 'lookup', execute });

test('X-09 a call of a plugin: its beginning, its progress, its end', node, async (t) => {
  const events = listening(t);
  const input = { city: 'Lahore' };
  const plugin = toolOf(async function* () {
    yield 'half';
    return { success: true, json: null, text: 'ok' };
  });
  const result = await plugin.execute(input);
  const [start, progress, settle] = events;
  assert.equal(events.length, 3);
  const { id } = start;
  assert.deepEqual(start, { type: 'start', id, name: 'lookup', door: 'Tool', args: input });
  assert.equal(start.args, input);
  assert.deepEqual(progress, { type: 'progress', id, name: 'lookup', door: 'Tool', progress: 'half' });
  const { durationMs, ...rest } = settle;
  assert.ok(durationMs >= 0);
  assert.deepEqual(rest, {
    type: 'settle',
    id,
    name: 'lookup',
    door: 'Tool',
    status: 'completed',
    outcomeUnknown: false,
    result,
    errorCode: undefined,
    error: undefined,
    origin: undefined,
  });
  for (const event of events) assert.ok(Object.isFrozen(event));
  await plugin.execute({});
  assert.ok(events[3].id !== id);
});

test('X-09 a call that fails, is given up or is refused', node, async (t) => {
  const events = listening(t);
  const error = new Error('no');
  await toolOf(() => Promise.reject(error)).execute({});
  const controller = new AbortController();
  const aborted = toolOf(never).execute({}, controller.signal);
  controller.abort('enough');
  await aborted;
  await toolOf(never).execute({}, AbortSignal.abort('before'));
  await toolOf(never).execute({}, { timeout: 1 });
  await toolOf(never).execute({ n: 1 }, /** @type {any} */ ({ timeout: 'soon' }));
  const ends = events.filter(({ type }) => type === 'settle');
  assert.deepEqual(
    ends.map(({ status, errorCode, outcomeUnknown, error }) => [
      status,
      errorCode,
      outcomeUnknown,
      error.name,
      error.message,
    ]),
    [
      ['failed', 'EXECUTION_ERROR', false, 'Error', 'no'],
      ['aborted', 'ABORTED', true, 'AbortError', 'enough'],
      ['aborted', 'ABORTED', false, 'AbortError', 'before'],
      ['timed-out', 'TIMEOUT', true, 'TimeoutError', 'The tool "lookup" did not answer within 1 ms.'],
      [
        'bad-arguments',
        'INVALID_INPUT',
        false,
        'TypeError',
        'The option `timeout` must be a number of milliseconds, 0 or more.',
      ],
    ],
  );
  assert.equal(ends[0].error, error);
  assert.equal(ends[1].error.cause, 'enough');
  assert.equal(events.length, 10);
  assert.deepEqual(events[8].args, { n: 1 });
});

/** Every door, once with each outcome that is told apart, to what a listener is to hear of it. */
const calls = /** @type {[string, () => Promise<unknown>, string[]][]} */ ([
  [
    'executeTool',
    () => executeTool('ok', { n: 1 }),
    ['start executeTool ok', 'settle executeTool ok completed'],
  ],
  [
    'a failing tool',
    () => executeTool('fails'),
    ['start executeTool fails', 'settle executeTool fails failed'],
  ],
  [
    'an unknown name',
    () => executeTool('nope'),
    ['start executeTool nope', 'settle executeTool nope not-found'],
  ],
  [
    'wrong arguments',
    () => executeTool('ok', /** @type {any} */ (5)),
    ['start executeTool ok', 'settle executeTool ok bad-arguments'],
  ],
  [
    'wrong options',
    () => executeTool('ok', {}, /** @type {any} */ ({ timeout: -1 })),
    ['start executeTool ok', 'settle executeTool ok bad-arguments'],
  ],
  [
    'a name that is none',
    () => executeTool(/** @type {any} */ (Symbol('x'))),
    ['start executeTool Symbol(x)', 'settle executeTool Symbol(x) bad-arguments'],
  ],
  [
    'executeToolDetailed',
    () => executeToolDetailed('ok'),
    ['start executeToolDetailed ok', 'settle executeToolDetailed ok completed'],
  ],
  [
    'executeToolDetailed refused',
    () => executeToolDetailed('ok', '{'),
    ['start executeToolDetailed ok', 'settle executeToolDetailed ok bad-arguments'],
  ],
  [
    'invoke',
    () => defineWebTool({ name: 'ok', description, execute: never }).invoke(),
    ['start invoke ok', 'settle invoke ok completed'],
  ],
  [
    'invoke refused',
    () => defineWebTool({ name: 'ok', description, execute: never }).invoke(/** @type {any} */ (true)),
    ['start invoke ok', 'settle invoke ok bad-arguments'],
  ],
  [
    'a signal that has fired',
    () => executeTool('ok', {}, AbortSignal.abort()),
    ['start executeTool ok', 'settle executeTool ok aborted'],
  ],
  [
    'a batch of page tools',
    () => executeTools({ toolCalls: [{ name: 'ok', input: {} }] }),
    ['start executeTools ok', 'settle executeTools ok completed'],
  ],
]);

for (const [what, call, expected] of calls) {
  test(`X-09 ${what}: told once`, async (t) => {
    if (t.env.id === 'c150') t.expectUnhandled();
    await t.register({ name: 'ok', execute: () => 'ok' });
    await t.register({
      name: 'fails',
      execute: () => {
        throw new Error('no');
      },
    });
    const events = listening(t);
    await call().catch(() => {});
    await t.sleep(20);
    assert.deepEqual(inWords(events), expected);
    assert.equal(events[0].id, events[1].id);
  });
}

test('X-09 calls that never reach a tool, without a page', node, async (t) => {
  const events = listening(t);
  if (t.env.engine === 'node') {
    await t.rejects(executeTool('ok'));
    assert.equal(events.pop().status, 'unavailable');
    assert.equal(events.pop().type, 'start');
  }
  await t.rejects(executeTool('ok', /** @type {any} */ (5)));
  t.after(registerTool({ name: 'local', execute: () => 'here' }));
  await executeTools({
    toolCalls: [
      { name: 'local', input: { n: 1 } },
      { name: 'missing', input: {} },
    ],
  });
  const batch = events.filter(({ door }) => door === 'executeTools');
  assert.deepEqual(inWords(batch.filter(({ name }) => name === 'local')), [
    'start executeTools local',
    'settle executeTools local completed',
  ]);
  assert.equal(batch.filter(({ name }) => name === 'missing').length, 2);
});

test('X-09 the doors that need no page: one listener hears of each call once', node, async (t) => {
  t.after(registerTool({ name: 'in_memory', execute: () => 'here' }));
  const registry = new ToolRegistry();
  for (const id of ['double', 'fails', 'hangs']) {
    const parameters = [{ name: 'n', type: /** @type {const} */ ('number'), required: true }];
    registry.register(
      { id, description, parameters },
      /** @returns {any} */ ({ n }) => {
        if (id === 'fails') throw new Error('no');
        return id === 'hangs' ? never() : { success: true, data: n * 2 };
      },
    );
  }
  const runtime = createRuntime(registry);
  const events = listening(t);
  await toolOf(() => 'ok').execute({});
  await executeTools({ toolCalls: [{ name: 'in_memory', input: {} }] });
  await runtime.execute('double', { n: 21 });
  await runtime.execute('double', { n: 'many' });
  await runtime.execute('fails', { n: 1 });
  await runtime.execute('hangs', { n: 1 }, { timeout: 5 });
  await runtime.execute('missing', {});
  await runtime.executeAll([
    { id: 'double', params: { n: 1 } },
    { id: 'double', params: { n: 2 } },
  ]);
  const starts = events.filter(({ type }) => type === 'start');
  assert.deepEqual(
    starts.map(({ name }) => name),
    ['lookup', 'in_memory', 'double', 'double', 'fails', 'hangs', 'missing', 'double', 'double'],
  );
  assert.equal(new Set(starts.map(({ id }) => id)).size, starts.length);
  assert.deepEqual(
    starts
      .map(({ id }) => events.filter((event) => event.type === 'settle' && event.id === id))
      .map((ends) => ends.map(({ status, errorCode = '' }) => `${status} ${errorCode}`.trim()).join()),
    [
      ...['completed', 'completed', 'completed', 'bad-arguments INVALID_INPUT', 'failed EXECUTION_ERROR'],
      ...['timed-out TIMEOUT', 'not-found NOT_FOUND', 'completed', 'completed'],
    ],
  );
});

test('X-09 the caller’s own id is told', node, async (t) => {
  t.after(registerTool({ name: 'local', execute: () => 'here' }));
  const events = listening(t);
  await executeTools({ toolCalls: [{ name: 'local', input: {}, id: 'call_7' }] });
  assert.deepEqual(
    events.map(({ callId }) => callId),
    ['call_7', 'call_7'],
  );
});

test('X-09 the caller’s own id is told by the doors of one call, too, whatever it is', async (t) => {
  await t.register({ name: 'ok', execute: () => 'ok' });
  const events = listening(t);
  const callId = {};
  await executeTool('ok', {}, { callId: 'mine' });
  await executeToolDetailed('ok', {}, { callId });
  assert.deepEqual(
    events.map((event) => event.callId),
    ['mine', 'mine', callId, callId],
  );
  assert.equal(events[3].callId, callId);
  const unreadable = {
    get callId() {
      throw new Error('no');
    },
  };
  assert.match((await t.rejects(executeTool('ok', {}, unreadable))).message, /cannot be read: no/);
});

test('X-09 the end is told before the caller’s promise, also after an abort', async (t) => {
  await t.register({ name: 'never', execute: never });
  await t.register({ name: 'ok', execute: () => 'ok' });
  /** @type {string[]} */
  const order = [];
  t.after(onToolCall(({ type, name }) => order.push(`${type} ${name}`)));
  await executeTool('ok').then(() => order.push('promise'));
  const controller = new AbortController();
  const call = executeTool('never', {}, controller.signal).catch(() => order.push('promise'));
  await t.tick();
  controller.abort();
  await call;
  await executeTool('other').catch(() => order.push('promise'));
  assert.deepEqual(order, [
    ...['start ok', 'settle ok', 'promise'],
    ...['start never', 'settle never', 'promise'],
    ...['start other', 'settle other', 'promise'],
  ]);
});

test('X-09 the start is told before the tool runs, in the caller’s own turn', node, (t) => {
  /** @type {string[]} */
  const order = [];
  t.after(onToolCall(({ type }) => order.push(type)));
  toolOf(() => order.push('runs')).execute({});
  assert.deepEqual(order, ['start', 'runs', 'settle']);
});

test('X-09 calls within calls, each told once', node, async (t) => {
  const events = listening(t);
  const plugin = toolOf(async ({ depth }) => (depth === 0 ? 0 : plugin.execute({ depth: depth - 1 })));
  await plugin.execute({ depth: 3 });
  assert.equal(events.length, 8);
  assert.equal(new Set(events.map(({ id }) => id)).size, 4);
  assert.deepEqual(
    events.map(({ type }) => type),
    [...Array(4).fill('start'), ...Array(4).fill('settle')],
  );
});

test('X-09 a page tool that calls page tools', async (t) => {
  await t.register({ name: 'inner', execute: () => 'in' });
  await defineWebTool({
    name: 'outer',
    description,
    execute: async () => (await executeTool('inner'))?.content[0]?.text,
  }).register();
  const events = listening(t);
  await executeTool('outer');
  assert.deepEqual(inWords(events), [
    'start executeTool outer',
    'start executeTool inner',
    'settle executeTool inner completed',
    'settle executeTool outer completed',
  ]);
});

test('X-09 progress of page tools is told, also where the caller does not ask for it', async (t) => {
  await defineWebTool({
    name: 'steps',
    description,
    async *execute(_input, { emit }) {
      emit(1);
      yield 2;
      return 'done';
    },
  }).register();
  const events = listening(t);
  /** @type {unknown[]} */
  const seen = [];
  await executeTool('steps');
  await executeTool('steps', {}, { onProgress: (one) => seen.push(one) });
  const progress = events.filter(({ type }) => type === 'progress');
  assert.deepEqual(
    progress.map(({ progress: one }) => one),
    [1, 2, 1, 2],
  );
  assert.deepEqual(seen, [1, 2]);
  assert.equal(new Set(progress.map(({ id }) => id)).size, 2);
});

test('X-09 what a caller’s own emit gets is the tool’s and his', node, async (t) => {
  const events = listening(t);
  const emit = () => {};
  /** @type {unknown} */
  let given;
  await toolOf((_input, _signal, own) => {
    given = own;
    own?.('quiet');
  }).execute({}, undefined, emit);
  assert.equal(given, emit);
  assert.deepEqual(inWords(events), ['start Tool lookup', 'settle Tool lookup completed']);
  await toolOf((_input, _signal, own) => {
    given = own;
  }).execute({});
  assert.equal(given, undefined, 'a listener changes nothing for the tool');
});

test(
  'X-09 a listener that throws is reported, and disturbs neither the call nor the others',
  node,
  async (t) => {
    /** @type {unknown[]} */
    const reported = [];
    if (t.env.engine === 'node') {
      const { error: print } = console;
      console.error = (...args) => reported.push(args[0]);
      t.after(() => {
        console.error = print;
      });
    } else {
      t.expectUnhandled();
      const listen = (/** @type {ErrorEvent} */ event) => reported.push(event.error);
      addEventListener('error', listen);
      t.after(() => removeEventListener('error', listen));
    }
    const error = new Error('listener');
    t.after(
      onToolCall(() => {
        throw error;
      }),
    );
    const events = listening(t);
    assert.equal(await toolOf(() => 'ok').execute({}), 'ok');
    assert.equal(events.length, 2);
    assert.equal(reported.length, 2);
    assert.equal(reported[0], error);
  },
);

test('X-09 a listener may end itself and others while it is told', node, async (t) => {
  /** @type {string[]} */
  const heard = [];
  const stopFirst = onToolCall(() => {
    heard.push('first');
    stopFirst();
    stopLast();
  });
  t.after(onToolCall(() => heard.push('second')));
  const stopLast = onToolCall(() => heard.push('last'));
  await toolOf(() => 'ok').execute({});
  assert.deepEqual(heard, ['first', 'second', 'last', 'second'], 'what is being told goes to all');
  stopFirst();
  stopFirst();
});

test('X-09 a listener that is added twice hears once, and ends once for all', node, async (t) => {
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const stops = [onToolCall(listener), onToolCall(listener)];
  await toolOf(() => 'ok').execute({});
  assert.equal(heard, 2);
  stops[0]?.();
  await toolOf(() => 'ok').execute({});
  assert.equal(heard, 2);
  stops[1]?.();
  t.after(onToolCall(listener));
  await toolOf(() => 'ok').execute({});
  assert.equal(heard, 4);
});

test('X-09 a listener that calls tools itself', node, async (t) => {
  const plugin = toolOf(() => 'ok');
  /** @type {Promise<unknown>[]} */
  const more = [];
  const events = listening(t);
  const stop = onToolCall(({ type }) => {
    if (type !== 'start') return;
    stop();
    more.push(plugin.execute({ again: true }));
  });
  await plugin.execute({});
  await Promise.all(more);
  assert.equal(more.length, 1);
  assert.equal(events.filter(({ type }) => type === 'start').length, 2);
  assert.equal(events.filter(({ type }) => type === 'settle').length, 2);
});

test('X-09 a listener that is added while a call runs hears of the next', node, async (t) => {
  /** @type {any[]} */
  const events = [];
  await toolOf(() => {
    t.after(onToolCall((event) => events.push(event)));
    return 'ok';
  }).execute({});
  assert.deepEqual(events, []);
  await toolOf(() => 'ok').execute({});
  assert.equal(events.length, 2);
});

test('X-09 a signal ends it; one that has fired lets it not begin', node, async (t) => {
  for (const options of /** @type {((signal: AbortSignal) => any)[]} */ ([
    (signal) => signal,
    (signal) => ({ signal }),
  ])) {
    const controller = new AbortController();
    const count = t.countListeners(controller.signal, 'abort');
    /** @type {any[]} */
    const events = [];
    const stop = onToolCall((event) => events.push(event), options(controller.signal));
    await toolOf(() => 'ok').execute({});
    assert.equal(events.length, 2);
    controller.abort();
    await toolOf(() => 'ok').execute({});
    assert.equal(events.length, 2);
    stop();
    assert.equal(count.active, 0);
    onToolCall((event) => events.push(event), options(controller.signal))();
    await toolOf(() => 'ok').execute({});
    assert.equal(events.length, 2);
  }
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  onToolCall(() => {}, { signal })();
  assert.deepEqual([count.added, count.active], [1, 0]);
});

test('X-09 a signal of another realm ends it, too', async (t) => {
  const { signal, abort } = await t.signalOfAnotherRealm();
  /** @type {any[]} */
  const events = [];
  onToolCall((event) => events.push(event), signal);
  abort();
  await toolOf(() => 'ok').execute({});
  assert.deepEqual(events, []);
});

test('X-09 what is no listener, and options that are none', node, (t) => {
  const thrown = new Error('not to be read');
  const unreadable = {
    get signal() {
      throw thrown;
    },
  };
  for (const args of /** @type {any[][]} */ ([
    [],
    [null],
    [5],
    [{ handleEvent() {} }],
    [() => {}, 5],
    [() => {}, 'x'],
    [() => {}, { signal: {} }],
    [() => {}, { signal: 5 }],
    [() => {}, unreadable],
  ])) {
    let error;
    try {
      Reflect.apply(onToolCall, undefined, args);
    } catch (caught) {
      error = /** @type {any} */ (caught);
    }
    assert.ok(error instanceof TypeError, String(error));
    assert.equal(Reflect.get(error, 'errorCode'), 'INVALID_INPUT');
  }
  for (const options of [undefined, null, {}, { signal: null }, { signal: undefined }]) {
    t.after(onToolCall(() => {}, options));
  }
});

test('X-09 hundreds of calls at once: each a start and an end of its own', node, async (t) => {
  const events = listening(t);
  const plugin = toolOf(async ({ n }) => {
    await t.tick();
    return n;
  });
  await Promise.all(Array.from({ length: 300 }, (_, n) => plugin.execute({ n })));
  const starts = events.filter(({ type }) => type === 'start');
  assert.equal(starts.length, 300);
  assert.equal(new Set(starts.map(({ id }) => id)).size, 300);
  for (const { id, args } of starts) {
    const ends = events.filter((event) => event.type === 'settle' && event.id === id);
    if (ends.length !== 1 || ends[0].result !== args.n) assert.fail(`call ${id}`);
  }
});
