/** What an application does around every call of a runtime. */

import { onToolCall } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';
import { hasSettled, never, reported, runtimeOf } from './runtime-of.mjs';

const node = { node: true };
const ok = () => ({ success: true, data: 1 });

test('S3-06 hooks are told of a call in order', node, async () => {
  /** @type {any[]} */
  const told = [];
  const tools = {
    tool: (/** @type {any} */ params, /** @type {any} */ context) => {
      told.push(['tool', params, context]);
      return { success: true, data: 1 };
    },
  };
  const hooks = {
    /** @this {unknown} @param {any} call */
    async beforeExecute(call) {
      assert.equal(this, hooks);
      told.push(['before', call.params, call.context, call.toolId, call.definition.id]);
      await Promise.resolve();
      call.context.token = 'secret';
    },
    /** @this {unknown} @param {any} call @param {any} result */
    afterExecute(call, result) {
      assert.equal(this, hooks);
      told.push(['after', call.params, call.context, result]);
    },
    onError: () => assert.fail('nothing went wrong'),
  };
  const result = await runtimeOf(tools, { hooks }).execute('tool', { a: 1 }, { context: { userId: 'u' } });
  assert.deepEqual(
    told.map(([what]) => what),
    ['before', 'tool', 'after'],
  );
  const [before, tool, after] = told;
  assert.deepEqual([before[1], before[3], before[4]], [{ a: 1 }, 'tool', 'tool']);
  assert.equal(before[1] === tool[1] && tool[1] === after[1], true);
  assert.equal(before[2] === tool[2] && tool[2] === after[2], true);
  assert.deepEqual([tool[2].userId, tool[2].token], ['u', 'secret']);
  assert.equal(after[3], result);
  assert.equal(typeof result.metadata.executionTime, 'number');
});

test('S3-06 a hook before the tool that throws is the failure, and the tool does not run', node, async () => {
  let runs = 0;
  const tools = {
    tool: () => {
      runs += 1;
      return ok();
    },
  };
  const denied = Object.assign(new Error('not you'), { code: 'UNAUTHORIZED', suggestion: 'Log in.' });
  /** @type {[any, any][]} */
  const cases = [
    [denied, { success: false, error: 'not you', errorCode: 'UNAUTHORIZED', suggestion: 'Log in.' }],
    ['no', { success: false, error: 'no', errorCode: 'EXECUTION_ERROR' }],
  ];
  for (const [error, expected] of cases) {
    for (const beforeExecute of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]) {
      /** @type {any[]} */
      const told = [];
      const hooks = {
        beforeExecute,
        afterExecute: (/** @type {any} */ _call, /** @type {any} */ result) => told.push(result.errorCode),
        onError: (/** @type {any} */ _call, /** @type {any} */ thrown) => told.push(thrown),
      };
      const { metadata, ...result } = await runtimeOf(tools, { hooks }).execute('tool');
      assert.deepEqual(result, expected);
      assert.equal(typeof metadata, 'object');
      assert.deepEqual(told, [error, expected.errorCode]);
    }
  }
  assert.equal(runs, 0);
});

test('S3-12 a hook that never settles is given up with its call', node, async (t) => {
  const clock = fakeClock(t);
  let runs = 0;
  const tools = {
    tool: () => {
      runs += 1;
      return ok();
    },
  };
  const runtime = runtimeOf(tools, { timeout: 100, hooks: { beforeExecute: never } });
  const controller = new AbortController();
  const timedOut = runtime.execute('tool');
  const aborted = runtime.execute('tool', {}, { signal: controller.signal });
  await clock.advance(99);
  assert.equal(await hasSettled(t, timedOut), false);
  controller.abort('enough');
  const error = await t.rejects(aborted);
  assert.deepEqual([error.message, error.outcomeUnknown], ['enough', undefined]);
  await clock.advance(1);
  const result = /** @type {any} */ (await timedOut);
  assert.deepEqual([result.errorCode, result.outcomeUnknown, runs], ['TIMEOUT', undefined, 0]);
  assert.equal(clock.pending, 0);
});

test(
  'S3-23 hooks after the tool that throw, reject or never settle leave the result as it is',
  node,
  async (t) => {
    const errors = reported(t);
    const tools = {
      tool: ok,
      failing: () => ({ success: false, error: 'E' }),
    };
    /** @type {(what: string) => any[]} */
    const ways = (what) => [
      () => {
        throw new Error(`${what} threw`);
      },
      () => Promise.reject(new Error(`${what} rejected`)),
      never,
      () => 5,
    ];
    const [after, error] = [ways('afterExecute'), ways('onError')];
    for (const [index, afterExecute] of after.entries()) {
      const runtime = runtimeOf(tools, { hooks: { afterExecute, onError: error[index] } });
      assert.equal((await runtime.execute('tool')).success, true);
      const failure = await runtime.execute('failing');
      assert.equal(!failure.success && failure.error, 'E');
    }
    await t.tick();
    await t.sleep(20);
    const expected = [
      'afterExecute rejected',
      'afterExecute rejected',
      'afterExecute threw',
      'afterExecute threw',
    ];
    assert.deepEqual(errors.map((text) => /\w+ (threw|rejected)/.exec(text)?.[0]).sort(), [
      ...expected,
      'onError rejected',
      'onError threw',
    ]);
  },
);

test('S3-24 the error hook is told what went wrong, once', node, async (t) => {
  const thrownByTool = new Error('of the tool');
  const tools = {
    tool: ok,
    throwing: () => {
      throw thrownByTool;
    },
    failing: () => ({ success: false, error: 'E', errorCode: 'OUT_OF_STOCK' }),
    odd: () => 5,
    never,
  };
  /** @type {any[]} */
  const told = [];
  const hooks = {
    onError: (/** @type {any} */ { toolId }, /** @type {any} */ error) => told.push([toolId, error]),
    afterExecute: (/** @type {any} */ { toolId }) => told.push([toolId, 'after']),
  };
  const runtime = runtimeOf(tools, { hooks });
  await runtime.execute('tool');
  assert.deepEqual(told.splice(0), [['tool', 'after']]);
  await runtime.execute('throwing');
  assert.equal(told[0][1], thrownByTool);
  /** @type {[string, any, string, string][]} */
  const cases = [
    ['failing', {}, 'OUT_OF_STOCK', 'E'],
    ['odd', {}, 'INTERNAL_ERROR', "The tool's result must be an object with `success`, `true` or `false`."],
    ['never', { timeout: 1 }, 'TIMEOUT', 'The tool "never" did not answer within 1 ms.'],
    ['nothing', {}, 'NOT_FOUND', 'Unknown tool "nothing"'],
  ];
  for (const [id, options, code, message] of cases) {
    told.length = 0;
    await runtime.execute(id, {}, options);
    const [[, error], after] = told;
    assert.equal(error instanceof Error || error instanceof DOMException, true);
    assert.deepEqual([error.errorCode, error.message], [code, message]);
    assert.deepEqual(after, [id, 'after']);
  }
  told.length = 0;
  await t.rejects(runtime.execute('never', {}, AbortSignal.abort('why')));
  assert.equal(told.length, 1);
  assert.deepEqual([told[0][0], told[0][1].name, told[0][1].message], ['never', 'AbortError', 'why']);
});

test('X-09 hooks and listeners may make calls of their own', node, async (t) => {
  /** @type {any} */
  let runtime;
  /** @type {string[]} */
  const done = [];
  t.after(
    onToolCall((event) => {
      if (event.type === 'settle') done.push(event.name);
    }),
  );
  const hooks = {
    beforeExecute: (/** @type {any} */ { toolId }) => toolId === 'outer' && runtime.execute('before'),
    afterExecute: (/** @type {any} */ { toolId }) => toolId === 'outer' && runtime.execute('after'),
  };
  const tools = { outer: () => runtime.execute('inner'), before: ok, inner: ok, after: ok };
  runtime = runtimeOf(tools, { hooks });
  const result = await runtime.execute('outer');
  assert.equal(result.success, true);
  assert.deepEqual(done.slice(0, 3), ['before', 'inner', 'outer']);
});
