/** Progress of the page's tools, and the limits of calls to them: `timeout`, `maxTotalTimeout`, `onProgress`. */

import { defineWebTool, executeTool, executeToolDetailed } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';
import { anotherCopy } from './copies.mjs';
import { fakeClock } from './fake-clock.mjs';

/** @import {ExecuteToolOptions} from 'webmcp-exec' */

const description = 'A tool of the tests.';
const never = () => new Promise(() => {});

/** Every function that calls a tool of the page by its name. */
const doors =
  /** @type {[string, (name: string, args: object, options: ExecuteToolOptions) => Promise<unknown>][]} */ ([
    ['executeTool', executeTool],
    ['executeToolDetailed', executeToolDetailed],
    [
      'invoke',
      (name, args, options) => defineWebTool({ name, description, execute: never }).invoke(args, options),
    ],
  ]);

/**
 * Registers a tool, by the package.
 *
 * @param {(input: any, context: import('webmcp-exec').ToolExecutionContext) => any} execute
 * @param {string} [name]
 */
async function registerTool(execute, name = 'work') {
  return defineWebTool({ name, description, execute }).register();
}

/** A tool that is told from outside what to emit and when to answer. */
async function remoteControlled() {
  /** @type {{ args: any, emit: (progress: unknown) => void, answer: (value: unknown) => void, signal: AbortSignal }[]} */
  const runs = [];
  await registerTool(
    (args, { emit, signal }) => new Promise((answer) => runs.push({ args, emit, answer, signal })),
  );
  return {
    runs,
    async begun(count = 1) {
      while (runs.length < count) await new Promise((resolve) => queueTask(resolve));
      return /** @type {typeof runs[0]} */ (runs[count - 1]);
    },
  };
}

/** @param {(value: any) => void} task */
function queueTask(task) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task(undefined);
  };
  port2.postMessage(null);
}

/** @param {Promise<unknown>} call */
function follow(call) {
  /** @type {{ value?: any, error?: any }} */
  const state = {};
  call.then(
    (value) => {
      state.value = value;
    },
    (error) => {
      state.error = error;
    },
  );
  return state;
}

/** What a call that ran into a deadline came to, alike from every door. @param {{ value?: any, error?: any }} state */
const errorOf = ({ value, error }) => error ?? value?.error;

for (const [door, call] of doors) {
  test(`X-08 ${door} tells what the tool emits, as it is and in order`, async (t) => {
    const object = { step: 1 };
    const progress = [object, 'half', 0, undefined, null, Number.NaN];
    await registerTool(async (_args, { emit }) => {
      emit(progress[0]);
      await t.tick();
      for (const one of progress.slice(1)) emit(one);
      return 'done';
    });
    /** @type {unknown[]} */
    const seen = [];
    await call('work', {}, { onProgress: (one) => seen.push(one) });
    assert.equal(seen.length, progress.length);
    for (const [index, one] of progress.entries()) assert.equal(seen[index], one);
  });

  test(`X-08 ${door} with a timeout`, async (t) => {
    const tool = await remoteControlled();
    const clock = fakeClock(t);
    const state = follow(call('work', {}, { timeout: 100 }));
    await tool.begun();
    await clock.advance(99);
    assert.deepEqual(state, {});
    await clock.advance(1);
    const error = errorOf(state);
    assert.deepEqual(
      [error.name, error.message, error.errorCode, error.outcomeUnknown],
      ['TimeoutError', 'The tool "work" did not answer within 100 ms.', 'TIMEOUT', true],
    );
    assert.equal(clock.pending, 0);
  });

  test(`X-08 ${door}: progress puts the timeout off only when asked`, async (t) => {
    const tool = await remoteControlled();
    const clock = fakeClock(t);
    const fixed = follow(call('work', { n: 1 }, { timeout: 100, onProgress: () => {} }));
    const renewed = follow(call('work', { n: 2 }, { timeout: 100, resetTimeoutOnProgress: true }));
    await tool.begun(2);
    await clock.advance(60);
    for (const { emit } of tool.runs) emit('on the way');
    await clock.advance(40);
    assert.equal(errorOf(fixed).name, 'TimeoutError');
    assert.deepEqual(renewed, {});
    await clock.advance(59);
    assert.deepEqual(renewed, {});
    await clock.advance(1);
    assert.equal(errorOf(renewed).message, 'The tool "work" did not answer within 100 ms.');
    assert.equal(clock.pending, 0);
  });

  test(`X-08 ${door}: the total does not move, whatever progress there is`, async (t) => {
    const tool = await remoteControlled();
    const clock = fakeClock(t);
    const options = { timeout: 100, resetTimeoutOnProgress: true, maxTotalTimeout: 250 };
    const state = follow(call('work', {}, options));
    const { emit, signal } = await tool.begun();
    for (const ms of [90, 90, 69]) {
      await clock.advance(ms);
      assert.deepEqual(state, {});
      emit(ms);
    }
    await clock.advance(1);
    assert.equal(errorOf(state).message, 'The tool "work" did not answer within 250 ms.');
    assert.equal(clock.pending, 0);
    while (!signal.aborted) await t.tick();
    assert.equal(signal.aborted, true, 'the tool is told');
  });

  test(`X-08 ${door} in time leaves no timer`, async (t) => {
    const tool = await remoteControlled();
    const clock = fakeClock(t);
    const state = follow(
      call('work', {}, { timeout: 100, maxTotalTimeout: 200, resetTimeoutOnProgress: true }),
    );
    (await tool.begun()).answer('done');
    while (!('value' in state)) await t.tick();
    assert.equal(clock.pending, 0);
    const own = state.value?.result ?? state.value;
    assert.deepEqual(own.content, [{ type: 'text', text: 'done' }]);
  });
}

test('X-08 nothing is told after the end, however it came', async (t) => {
  const tool = await remoteControlled();
  /** @type {unknown[]} */
  const seen = [];
  const onProgress = (/** @type {unknown} */ one) => seen.push(one);
  const controller = new AbortController();
  const first = executeTool('work', { n: 1 }, { onProgress });
  const second = executeTool('work', { n: 2 }, { onProgress, signal: controller.signal });
  await tool.begun(2);
  tool.runs[0]?.emit('while it runs');
  tool.runs[0]?.answer('done');
  await first;
  controller.abort();
  await t.rejects(second);
  for (const { emit } of tool.runs) emit('late');
  for (const { answer } of tool.runs) answer('late');
  await t.sleep(20);
  for (const { emit } of tool.runs) emit('later still');
  assert.deepEqual(seen, ['while it runs']);
});

test('X-08 what onProgress throws is reported, and disturbs nothing', async (t) => {
  const unhandled = t.expectUnhandled();
  await registerTool((_args, { emit }) => {
    emit(1);
    emit(2);
    return 'done';
  });
  const onProgress = () => {
    throw new Error('the caller’s own');
  };
  assert.deepEqual((await executeTool('work', {}, { onProgress }))?.content, [
    { type: 'text', text: 'done' },
  ]);
  assert.equal(unhandled.length, 2);
  assert.match(unhandled[0], /the caller’s own/);
});

test('X-08 a tool that emits with nobody listening, and a tool of somebody else', async (t) => {
  await registerTool((_args, { emit }) => {
    emit('into the void');
    return typeof emit;
  });
  assert.deepEqual((await executeTool('work'))?.content, [{ type: 'text', text: 'function' }]);
  await t.register({ name: 'theirs', execute: () => 'no progress' });
  const result = await executeTool('theirs', {}, { onProgress: () => assert.fail('there is none') });
  assert.deepEqual(result?.content, [{ type: 'text', text: 'no progress' }]);
});

test('X-08 calls that overlap hear of their own progress, with equal arguments and others', async () => {
  const tool = await remoteControlled();
  const allArgs = [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 1 }];
  /** @type {unknown[][]} */
  const seen = allArgs.map(() => []);
  const calls = allArgs.map((args, index) =>
    executeTool('work', args, { onProgress: (one) => seen[index]?.push(one) }),
  );
  await tool.begun(4);
  assert.deepEqual(
    tool.runs.map(({ args }) => args),
    allArgs,
  );
  for (const [index, { emit }] of [...tool.runs.entries()].reverse()) emit(index);
  for (const [index, { emit }] of tool.runs.entries()) emit(`again ${index}`);
  for (const { answer } of tool.runs) answer('done');
  await Promise.all(calls);
  assert.deepEqual(
    seen,
    allArgs.map((_, index) => [index, `again ${index}`]),
  );
});

test('X-08 while an agent’s equal call runs beside it, progress is nobody’s', async (t) => {
  const tool = await remoteControlled();
  /** @type {unknown[]} */
  const seen = [];
  const call = executeTool('work', { n: 1 }, { onProgress: (one) => seen.push(one) });
  await tool.begun();
  const context = t.modelContext();
  const [listed] = await context.getTools();
  assert.ok(listed);
  const theirs =
    t.env.provider === 'preview'
      ? context.invokeTool('work', { n: 1 })
      : context.executeTool(listed, context.executeTool.length === 2 ? '{"n":1}' : { n: 1 });
  await tool.begun(2);
  for (const { emit } of tool.runs) emit('whose?');
  assert.deepEqual(seen, []);
  for (const { answer } of tool.runs) answer('done');
  await Promise.all([call, theirs]);
});

test('X-08 an async generator as a tool: yields are progress, its return the answer', async (t) => {
  await registerTool(async function* ({ steps }, { emit, signal }) {
    assert.ok(signal);
    emit('begins');
    for (let step = 1; step <= steps; step++) {
      yield step;
      await t.tick();
    }
    return { steps };
  });
  /** @type {unknown[]} */
  const seen = [];
  const onProgress = (/** @type {unknown} */ one) => seen.push(one);
  const result = await executeTool('work', { steps: 3 }, { onProgress });
  assert.deepEqual(result?.structuredContent, { steps: 3 });
  assert.deepEqual(seen, ['begins', 1, 2, 3]);
  const report = await executeToolDetailed('work', { steps: 0 });
  assert.deepEqual([report.status, report.valueKnown, report.value], ['completed', true, { steps: 0 }]);
});

test('X-08 everybody else sees a generator’s return as the answer of any tool', async (t) => {
  await registerTool(async function* () {
    yield 'half';
    return { all: true };
  });
  const context = t.modelContext();
  const [listed] = await context.getTools();
  assert.ok(listed);
  const answer =
    t.env.provider === 'preview'
      ? await context.invokeTool('work', {})
      : await context.executeTool(listed, context.executeTool.length === 2 ? '{}' : {});
  assert.deepEqual(typeof answer === 'string' ? JSON.parse(answer) : answer, { all: true });
});

test('X-08 a generator that throws fails with its own text', async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  await registerTool(async function* () {
    yield 'half';
    throw Object.assign(new Error('stock is 0'), { code: 'CONSTRAINT_VIOLATION' });
  });
  /** @type {unknown[]} */
  const seen = [];
  const report = await executeToolDetailed('work', {}, { onProgress: (one) => seen.push(one) });
  assert.equal(report.status, 'failed');
  assert.equal(report.errorCode, 'CONSTRAINT_VIOLATION');
  assert.deepEqual(report.result?.content, [{ type: 'text', text: 'stock is 0' }]);
  assert.deepEqual(seen, ['half']);
});

test('X-08 a generator that is given up runs its finally', async (t) => {
  /** @type {string[]} */
  const log = [];
  await registerTool(async function* () {
    try {
      for (let step = 0; ; step++) {
        log.push(`step ${step}`);
        yield step;
        await t.sleep(5);
      }
    } finally {
      log.push('finally');
    }
  });
  const controller = new AbortController();
  /** @type {unknown[]} */
  const seen = [];
  const onProgress = (/** @type {unknown} */ step) => {
    seen.push(step);
    if (step === 2) controller.abort('enough');
  };
  const error = await t.rejects(executeTool('work', {}, { onProgress, signal: controller.signal }));
  assert.equal(error.message, 'enough');
  while (!log.includes('finally')) await t.sleep(5);
  assert.equal(log.at(-1), 'finally');
  assert.deepEqual(seen, [0, 1, 2]);
});

test('X-08 wrong limits are refused before anything runs', async (t) => {
  await registerTool(() => assert.fail('it ran'));
  for (const [option, values] of /** @type {[string, any[]][]} */ ([
    ['timeout', [-1, Number.NaN, '5', {}, 5n]],
    ['maxTotalTimeout', [-1, Number.NaN, '5', true]],
    ['onProgress', [5, 'x', {}, true]],
  ])) {
    for (const value of values) {
      for (const [, call] of doors) {
        const error = await t.rejects(call('work', {}, { [option]: value }));
        assert.ok(error instanceof TypeError);
        assert.match(error.message, new RegExp(`^The option \`${option}\` `));
        assert.equal(Reflect.get(error, 'errorCode'), 'INVALID_INPUT');
      }
    }
  }
});

test('X-08 a tool of a frame, registered there by another copy of the package', {
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
}, async (t) => {
  const { contentWindow } = await t.frame('/fixtures/web-tools.html');
  await untilListed(t, 'stepwise', { window: contentWindow });
  /** @type {unknown[]} */
  const seen = [];
  const result = await executeTool(
    'stepwise',
    { steps: 3 },
    { onProgress: (one) => seen.push(one), resetTimeoutOnProgress: true, timeout: 20_000 },
  );
  assert.deepEqual(result?.structuredContent, { steps: 3 });
  assert.deepEqual(seen, [{ step: 1 }, { step: 2 }, { step: 3 }]);
});

test('X-08 a tool of this page, registered by another copy of the package', async (t) => {
  /** @type {typeof import('webmcp-exec')} */
  const other = await anotherCopy();
  assert.ok(other.executeTool !== executeTool);
  const unregister = await other
    .defineWebTool({
      name: 'work',
      description,
      async *execute() {
        yield 'theirs';
        return 'done';
      },
    })
    .register();
  t.after(unregister);
  /** @type {unknown[]} */
  const seen = [];
  for (const copy of [other, { executeTool }]) {
    await copy.executeTool('work', {}, { onProgress: (one) => seen.push(one) });
  }
  assert.deepEqual(seen, ['theirs', 'theirs']);
});
