/** The state of the panel: tools, calls and the log, over a core that the test decides. */

import { createSession } from '../../www/devtools/model/session.js';
import { assert, test } from '../harness/page.mjs';
import { fakeClock, fakeCore, memoryStorage, report, toolInfo } from './fake-core.mjs';

const node = { node: true };
const never = () => new Promise(() => {});

/**
 * @param {Parameters<typeof fakeCore>[0] & Partial<import('../../www/devtools/model/types.js').SessionOptions>} [options]
 */
async function started({ tools, answer, ...options } = {}) {
  const fake = fakeCore({ tools, answer });
  const clock = fakeClock();
  const session = createSession({ core: fake.core, clock, ...options });
  session.start();
  await clock.pass(2000);
  return { fake, clock, session, now: () => session.getSnapshot() };
}

/** @param {{ key: string }[]} entries */
const keys = (entries) => entries.map(({ key }) => key);

const frame = {};
const otherFrame = {};
const inFrame = (/** @type {string} */ name, window = frame, origin = 'https://frame.example') =>
  toolInfo({ name, own: false, origin, window });

test(
  'tools stand by document, the same name in several is kept apart, and keys survive a frame that is added anew',
  node,
  async () => {
    const tools = [
      inFrame('add'),
      toolInfo({ name: 'add' }),
      toolInfo({ name: 'list' }),
      inFrame('add', otherFrame),
    ];
    const { now, fake, clock } = await started({ tools });
    assert.deepEqual(keys(now().tools), [
      'page/add',
      'page/list',
      'https://frame.example/add',
      'https://frame.example#2/add',
    ]);
    assert.deepEqual(
      now().tools.map(({ namesakes }) => namesakes),
      [2, 0, 2, 2],
    );
    assert.equal(now().tools[0]?.frame.own, true);
    assert.equal(now().tools[2]?.frame.label, 'https://frame.example');
    fake.change([toolInfo({ name: 'add' }), inFrame('add', {}), inFrame('add', otherFrame)]);
    await clock.pass(100);
    assert.deepEqual(
      keys(now().tools).slice(1),
      ['https://frame.example/add', 'https://frame.example#2/add', 'page/list'].sort(
        (a, b) => Number(b.startsWith('page')) - Number(a.startsWith('page')),
      ),
    );
  },
);

test('a change of the tools is told field by field, and marked until somebody has looked', node, async () => {
  /** @type {any[]} */
  const told = [];
  const { now, fake, clock, session } = await started({
    tools: [toolInfo({ name: 'add' }), toolInfo({ name: 'list' })],
    hooks: { toolchange: (change) => told.push(change) },
  });
  assert.equal(now().changes, 0);
  const inputSchema = { type: 'object', properties: { n: { type: 'integer' }, why: {} } };
  fake.change([toolInfo({ name: 'add', inputSchema }), toolInfo({ name: 'buy' })]);
  await clock.pass(100);
  const [add, buy, list] = now().tools;
  assert.deepEqual([add?.change, buy?.change, list?.change], ['changed', 'added', 'removed']);
  assert.deepEqual(add?.differences, [
    {
      type: 'CHANGE',
      path: ['inputSchema', 'properties', 'n', 'type'],
      value: 'integer',
      oldValue: 'number',
    },
    { type: 'CREATE', path: ['inputSchema', 'properties', 'why'], value: {} },
  ]);
  const row = /** @type {any} */ (now().log[0]);
  assert.equal(row.type, 'change');
  assert.deepEqual(
    [keys(row.added), keys(row.removed), keys(row.changed)],
    [['page/buy'], ['page/list'], ['page/add']],
  );
  assert.equal(told[0], row);
  assert.equal(now().changes, 3);
  session.clearMarks('page/add');
  assert.equal(now().changes, 2);
  session.clearMarks();
  assert.deepEqual(keys(now().tools), ['page/add', 'page/buy']);
});

test('a tool that changes back, or goes and comes, has no mark', node, async () => {
  const before = [toolInfo({ name: 'add' }), toolInfo({ name: 'list' })];
  const { now, fake, clock } = await started({ tools: before });
  fake.change([toolInfo({ name: 'add', description: 'Other.' })]);
  await clock.pass(100);
  assert.equal(now().changes, 2);
  fake.change(before);
  await clock.pass(100);
  assert.equal(now().changes, 0);
  assert.equal(now().log.length, 2);
});

test('what a page registers while it begins is no news', node, async () => {
  const fake = fakeCore({ tools: [] });
  const clock = fakeClock();
  const session = createSession({ core: fake.core, clock });
  session.start();
  await clock.pass(100);
  fake.change([toolInfo({ name: 'add' })]);
  await clock.pass(200);
  fake.change([toolInfo({ name: 'add', description: 'Other.' }), toolInfo({ name: 'list' })]);
  await clock.pass(2000);
  assert.equal(session.getSnapshot().changes, 0);
  assert.equal(session.getSnapshot().log.length, 0);
  fake.change([toolInfo({ name: 'list' })]);
  await clock.pass(2000);
  assert.deepEqual(
    session.getSnapshot().tools.map(({ change }) => change),
    [undefined, 'removed'],
  );
});

test('a burst of changes is one look-up, and a list that comes late does not count', node, async () => {
  const { now, fake, clock, session } = await started();
  assert.equal(fake.asked.lists, 1);
  for (let time = 0; time < 50; time += 1) fake.change([toolInfo({ name: `tool${time}` })]);
  await clock.pass(100);
  assert.equal(fake.asked.lists, 2);
  assert.equal(now().tools[0]?.name, 'tool49');

  /** @type {((tools: any[]) => void)[]} */
  const answers = [];
  fake.core.listTools = () => new Promise((resolve) => answers.push(resolve));
  void session.refresh();
  void session.refresh();
  answers[1]?.([toolInfo({ name: 'new' })]);
  await clock.pass(100);
  answers[0]?.([toolInfo({ name: 'old' })]);
  await clock.pass(100);
  assert.equal(now().tools[0]?.name, 'new');
});

test('what changes during a look-up is read after it', node, async () => {
  const { now, fake, clock } = await started();
  /** @type {((tools: any[]) => void)[]} */
  const answers = [];
  fake.core.listTools = () => new Promise((resolve) => answers.push(resolve));
  fake.change([]);
  await clock.pass(100);
  fake.change([]);
  await clock.pass(100);
  assert.equal(answers.length, 1);
  answers[0]?.([]);
  await clock.pass(1000);
  answers[1]?.([toolInfo({ name: 'last' })]);
  await clock.pass(100);
  assert.equal(now().tools[0]?.name, 'last');
});

test(
  'a page without WebMCP, one that refuses it, and one whose policy refuses WebAssembly are told apart',
  node,
  async () => {
    for (const [error, state] of /** @type {[any, string][]} */ ([
      [Object.assign(new Error('no WebMCP'), { errorCode: 'UNAVAILABLE' }), 'unavailable'],
      [Object.assign(new Error('no'), { errorCode: 'UNAUTHORIZED' }), 'refused'],
      [
        Object.assign(new Error("script-src needs 'wasm-unsafe-eval'"), { errorCode: 'UNAVAILABLE' }),
        'blocked',
      ],
    ])) {
      const fake = fakeCore();
      const listTools = fake.core.listTools;
      fake.core.listTools = () => Promise.reject(error);
      const clock = fakeClock();
      const session = createSession({ core: fake.core, clock });
      assert.equal(session.getSnapshot().state, 'loading');
      session.start();
      await clock.pass(100);
      assert.equal(session.getSnapshot().state, state);
      assert.equal(session.getSnapshot().error?.message, error.message);
      fake.core.listTools = listTools;
      fake.change([toolInfo({ name: 'add' })]);
      await clock.pass(100);
      assert.equal(session.getSnapshot().state, 'ready');
      assert.equal(session.getSnapshot().changes, 0);
    }
  },
);

test('a call: what was sent, what came, how long it took, who made it', node, async () => {
  const { now, fake, session } = await started({ tools: [toolInfo({ name: 'add', title: 'Add' })] });
  const { id, done } = session.run('page/add', { n: 1 });
  assert.equal(now().running, 1);
  const sent = fake.calls[0];
  assert.equal(sent?.name, 'add');
  assert.deepEqual(sent?.args, { n: 1 });
  assert.equal(sent?.options.validate, true);
  assert.equal(sent?.options.callId, `webmcp-devtools:${id}`);
  const call = await done;
  assert.equal(call, session.call(id));
  assert.equal(call, now().log[0]);
  const { status, source, durationMs, provider, argsShape, raw, result, args, title } = call;
  assert.deepEqual(
    { status, source, durationMs, provider, argsShape, raw, result, args, title },
    {
      ...{ status: 'completed', source: 'panel', durationMs: 5, provider: 'native', argsShape: 'object' },
      ...{ raw: 'done', result: { content: [{ type: 'text', text: 'done' }] }, args: { n: 1 }, title: 'Add' },
    },
  );
  assert.deepEqual(now().tools[0]?.counts, { completed: 1 });
  assert.equal(now().running, 0);
});

test('“Run anyway” sends arguments unchecked; otherwise what is wrong with them is kept', node, async () => {
  const problems = [
    { pointer: '/n', keyword: 'type', code: 'TYPE_ERROR', message: '"/n" must be a number.' },
  ];
  const { session, fake } = await started({
    answer: ({ options }) =>
      options.validate
        ? Promise.reject(
            Object.assign(new TypeError('wrong'), { errorCode: 'INVALID_INPUT', errors: problems }),
          )
        : Promise.resolve(report()),
  });
  const refused = await session.run('page/add', { n: 'x' }).done;
  assert.equal(refused.status, 'bad-arguments');
  assert.deepEqual(refused.problems, problems);
  const sent = await session.run('page/add', { n: 'x' }, { validate: false }).done;
  assert.equal(sent.status, 'completed');
  assert.equal(sent.unchecked, true);
  assert.equal('validate' in (fake.calls[1]?.options ?? { validate: 0 }), false);
});

test('S1-34 Cancel: aborted at once, whatever the core does, and the tool can run again', node, async () => {
  const { session, fake, now, clock } = await started({ answer: never });
  const { id, done } = session.run('page/add', {});
  await clock.pass(1500);
  session.cancel(id);
  assert.equal(session.call(id)?.status, 'aborted');
  assert.equal(fake.calls[0]?.options.signal.aborted, true);
  assert.equal((await done).outcomeUnknown, true);
  assert.equal((await done).durationMs, 1500);
  assert.equal(now().running, 0);
  fake.answer = () => Promise.resolve(report());
  assert.equal((await session.run('page/add', {}).done).status, 'completed');
  assert.deepEqual(now().tools[0]?.counts, { aborted: 1, completed: 1 });
});

test('a caller’s signal ends a call, before and after it has gone out', node, async () => {
  const { session, fake } = await started({ answer: never });
  const early = await session.run('page/add', {}, { signal: AbortSignal.abort('no') }).done;
  assert.deepEqual([early.status, early.outcomeUnknown, fake.calls.length], ['aborted', false, 0]);
  const controller = new AbortController();
  const { done } = session.run('page/add', {}, { signal: controller.signal });
  controller.abort(new Error('enough'));
  assert.equal((await done).error?.message, 'enough');
});

test('the page may refuse a call before it goes out', node, async () => {
  const { session, fake } = await started({ hooks: { call: () => false } });
  const call = await session.run('page/add', {}).done;
  assert.deepEqual([call.status, call.outcomeUnknown, fake.calls.length], ['aborted', false, 0]);
});

test('a tool that is taken away while it runs', node, async () => {
  /** @type {(report: any) => void} */
  let answer = () => {};
  const { session, fake, clock, now } = await started({
    answer: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { id, done } = session.run('page/add', {});
  fake.change([]);
  await clock.pass(100);
  assert.equal(session.call(id)?.toolRemoved, true);
  assert.equal(session.call(id)?.status, 'running');
  answer(report({ status: 'failed', outcomeUnknown: true, result: null }));
  assert.equal((await done).status, 'removed');
  assert.equal(now().tools[0]?.change, 'removed');
  const after = await session.run('page/other', {}).done;
  assert.equal(after.status, 'not-found');
});

test('every outcome of a report is kept as it is', node, async () => {
  const { session, fake } = await started();
  for (const status of [
    'failed',
    'navigated',
    'not-found',
    'ambiguous',
    'unavailable',
    'refused',
    'owner-gone',
    'timed-out',
  ]) {
    const error = Object.assign(new Error('why'), { cause: new TypeError('deeper') });
    fake.answer = () =>
      Promise.resolve(report({ status, errorCode: 'CODE', error, result: null, raw: undefined }));
    const call = await session.run('page/add', {}).done;
    assert.deepEqual(
      [call.status, call.errorCode, call.error?.message, call.error?.cause?.name],
      [status, 'CODE', 'why', 'TypeError'],
    );
  }
  fake.answer = () => {
    throw Object.assign(new Error('not here'), { errorCode: 'UNAVAILABLE' });
  };
  assert.equal((await session.run('page/add', {}).done).status, 'unavailable');
});

test('progress: the last values, and how many there were', node, async () => {
  const { session } = await started({
    answer: async ({ options }) => {
      for (let step = 1; step <= 250; step += 1) options.onProgress({ step });
      return report();
    },
  });
  const call = await session.run('page/add', {}).done;
  assert.equal(call.progressCount, 250);
  assert.equal(call.progress.length, 100);
  assert.deepEqual(call.progress.at(-1), { step: 250 });
});

test('calls of others are logged if that is wanted, the panel’s own once', node, async () => {
  const { session, fake, now } = await started();
  const start = (/** @type {any} */ members) =>
    fake.tell({ type: 'start', name: 'add', args: { n: 1 }, door: 'executeTool', ...members });
  start({ id: 1 });
  assert.equal(now().log.length, 0);
  session.setObserve(true);
  start({ id: 2 });
  start({ id: 3, callId: 'webmcp-chat:7' });
  start({ id: 4, callId: 'webmcp-devtools:another-1' });
  fake.tell({ type: 'activated', by: 'other', id: -1, name: 'add', args: {} });
  fake.tell({ type: 'activated', by: 'other', id: -2, name: 'add' });
  const rows = () => /** @type {any[]} */ (now().log);
  assert.deepEqual(
    rows().map(({ source, status }) => `${source} ${status}`),
    [...['page running', 'chat running', 'panel running', 'agent running', 'agent activated']],
  );
  fake.tell({ type: 'progress', id: 2, name: 'add', progress: 'half' });
  fake.tell({
    type: 'settle',
    id: 2,
    status: 'completed',
    durationMs: 7,
    result: 'text',
    outcomeUnknown: false,
  });
  fake.tell({
    type: 'settle',
    id: 3,
    status: 'failed',
    errorCode: 'X',
    error: new Error('no'),
    outcomeUnknown: false,
  });
  fake.tell({
    type: 'ended',
    by: 'other',
    id: -1,
    status: 'completed',
    durationMs: 1,
    result: { content: [] },
  });
  fake.tell({ type: 'cancelled', by: 'other', name: 'add' });
  assert.deepEqual(
    rows().map(({ status }) => status),
    ['completed', 'failed', 'running', 'completed', 'aborted'],
  );
  assert.deepEqual(rows()[0].progress, ['half']);
  assert.deepEqual(rows()[0].result, { content: [{ type: 'text', text: 'text' }] });
  assert.equal(rows()[0].key, 'page/add');

  fake.answer = async (/** @type {any} */ { name, args, options }) => {
    fake.tell({ type: 'settle', id: 9, name, status: 'completed', outcomeUnknown: false });
    return report({ args, options });
  };
  const { executeToolDetailed } = fake.core;
  fake.core.executeToolDetailed = (
    /** @type {string} */ name,
    /** @type {any} */ args,
    /** @type {any} */ options,
  ) => {
    fake.tell({ type: 'start', id: 9, name, args, door: 'executeToolDetailed', callId: options?.callId });
    return executeToolDetailed(name, args, options);
  };
  await session.run('page/add', {}).done;
  // Versions before tell nothing of `callId`.
  fake.core.executeToolDetailed = (
    /** @type {string} */ name,
    /** @type {any} */ args,
    /** @type {any} */ options,
  ) => {
    fake.tell({ type: 'start', id: 9, name, args, door: 'executeToolDetailed' });
    return executeToolDetailed(name, args, options);
  };
  await session.run('page/add', {}).done;
  assert.equal(rows().length, 7);
});

test('another panel’s calls are in the log, too', node, async () => {
  const { fake, now } = await started();
  fake.tell({
    type: 'start',
    id: 1,
    name: 'add',
    args: {},
    callId: 'webmcp-devtools:another-1',
    door: 'executeToolDetailed',
  });
  assert.equal(/** @type {any} */ (now().log[0])?.source, 'panel');
});

test('the log is capped: the oldest rows go, what runs stays, and what went is counted', node, async () => {
  const { session, fake, now } = await started({ maxLog: 10, answer: never });
  const { id } = session.run('page/add', {});
  fake.answer = () => Promise.resolve(report());
  for (let time = 0; time < 30; time += 1) await session.run('page/add', { n: time }).done;
  assert.equal(now().log.length, 10);
  assert.equal(now().dropped, 21);
  assert.equal(now().log[0]?.id, id);
  assert.deepEqual(now().tools[0]?.counts, { completed: 30 });
  session.setMaxLog(5);
  assert.equal(now().log.length, 5);
  session.clear();
  assert.deepEqual([now().log.length, now().dropped], [1, 0]);
});

test('what calls hold is bounded: the oldest lose their results first', node, async () => {
  const { session, fake, now } = await started({ maxSize: 5_000_000 });
  fake.answer = () => {
    const raw = 'x'.repeat(1_000_000);
    return Promise.resolve(report({ raw, result: { content: [{ type: 'text', text: raw }] } }));
  };
  for (let time = 0; time < 10; time += 1) await session.run('page/add', {}).done;
  const rows = /** @type {any[]} */ (now().log);
  assert.deepEqual(
    rows.map(({ dropped }) => dropped === true),
    [...Array(8).fill(true), false, false],
  );
  assert.ok(rows.reduce((sum, { size }) => sum + size, 0) <= 5_000_000);
  fake.answer = () => Promise.resolve(report({ raw: 'x'.repeat(20_000_000) }));
  const large = await session.run('page/add', {}).done;
  assert.equal(/** @type {any} */ (large.raw).length, 20_000_000);
});

test('values of any kind break nothing, and nothing of the page is held', node, async () => {
  const { session, fake } = await started();
  const cyclic = /** @type {any} */ ({ big: 5n, symbol: Symbol('s'), run() {}, map: new Map() });
  cyclic.self = cyclic;
  Object.defineProperty(cyclic, 'bad', {
    enumerable: true,
    get() {
      throw new Error('getter');
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  fake.answer = () =>
    Promise.resolve(report({ raw: cyclic, result: { content: [], structuredContent: cyclic } }));
  const call = await session.run('page/add', cyclic).done;
  const expected = {
    ...{
      big: '5n',
      symbol: 'Symbol(s)',
      run: '[function]',
      map: '[Map]',
      self: '[circular]',
      bad: '[getter]',
    },
  };
  assert.deepEqual(call.raw, expected);
  assert.deepEqual(call.args, expected);
  fake.answer = () => Promise.reject(proxy);
  assert.equal((await session.run('page/add', proxy).done).status, 'bad-arguments');
  session.setObserve(true);
  fake.tell({ type: 'start', id: 1, name: 'add', args: proxy, door: 'Tool' });
  fake.tell({ type: 'settle', id: 1, name: 'add', status: 'failed', error: proxy, result: proxy });
  assert.equal(/** @type {any} */ (session.getSnapshot().log.at(-1)).args, '[unreadable]');
  JSON.stringify(session.exportSession());
});

test('subscribers hear of the first change at once, and of many more once a frame', node, async () => {
  const { session, fake, clock } = await started({ observe: true });
  await clock.pass(100);
  let heard = 0;
  const stop = session.subscribe(() => {
    heard += 1;
  });
  for (let id = 0; id < 1000; id += 1) {
    fake.tell({ type: 'start', id, name: 'add', args: {}, door: 'executeTool' });
    if (id % 100 === 0) await clock.pass();
  }
  assert.equal(heard, 1);
  await clock.pass(20);
  assert.equal(heard, 2);
  const snapshot = session.getSnapshot();
  assert.equal(session.getSnapshot(), snapshot);
  stop();
  fake.tell({ type: 'start', id: 5000, name: 'add', args: {}, door: 'executeTool' });
  await clock.pass(20);
  assert.equal(heard, 2);
});

test('a session that is stopped listens to nothing, and starts again', node, async () => {
  const { session, fake, clock, now } = await started();
  fake.change([]);
  session.stop();
  assert.equal(fake.listeners(), 0);
  assert.equal(clock.waiting(), 0);
  await clock.pass(100);
  assert.equal(now().tools.length, 1);
  session.start();
  await clock.pass(100);
  assert.equal(now().tools[0]?.change, 'removed');
});

test(
  'history goes over to the next page; a call that led there says where to, once and with what',
  node,
  async () => {
    const kept = new Map();
    const before = await started({ storage: memoryStorage(kept) });
    await before.session.run('page/add', { n: 1 }).done;
    before.fake.answer = never;
    const { id } = before.session.run('page/add', { n: 2 });
    const other = before.session.run('page/add', { n: 3 });
    before.session.save();

    const fake = fakeCore();
    fake.arrived = {
      name: 'add',
      args: { n: 2 },
      callId: `webmcp-devtools:${id}`,
      calledAt: 0,
      data: [{ '@type': 'Order' }],
    };
    const clock = fakeClock();
    const session = createSession({ core: fake.core, clock, storage: memoryStorage(kept) });
    await restored(session);
    assert.deepEqual(
      session.getSnapshot().log.map((row) => /** @type {any} */ (row).status),
      ['completed', 'lost', 'lost'],
    );
    session.start();
    await clock.pass(100);
    const call = session.call(id);
    assert.deepEqual(
      [call?.status, call?.navigatedTo, call?.from, call?.outcomeUnknown],
      ['navigated', 'https://page.example/shop', 'earlier', false],
    );
    assert.deepEqual(call?.arrivedWith, [{ '@type': 'Order' }]);
    assert.equal(session.call(other.id)?.status, 'lost');
    assert.equal(fake.asked.arrivals, 1);
    assert.deepEqual(
      session.history('page/add').map(({ args }) => args.n),
      [3, 2, 1],
    );
  },
);

/** What reads the history is loaded when there is one. @param {import('../../www/devtools/model/types.js').Session} session */
async function restored(session) {
  while (session.getSnapshot().log.length === 0) await new Promise((resolve) => setTimeout(resolve));
}

test(
  'a call that had answered that it navigates, too; a version without `callId` is matched by name and arguments',
  node,
  async () => {
    const kept = new Map();
    const before = await started({
      storage: memoryStorage(kept),
      answer: async () => report({ status: 'navigated', result: null, raw: null }),
    });
    const { id, done } = before.session.run('page/add', { n: 2 });
    assert.equal((await done).status, 'navigated');
    before.session.save();
    const fake = fakeCore();
    fake.arrived = { name: 'add', args: { n: 2 }, calledAt: 0, data: [] };
    const clock = fakeClock();
    const session = createSession({ core: fake.core, clock, storage: memoryStorage(kept) });
    await restored(session);
    session.start();
    await clock.pass(100);
    assert.equal(session.call(id)?.navigatedTo, 'https://page.example/shop');
  },
);

test('the page’s own navigation is left to the page', node, async () => {
  const kept = new Map();
  const first = await started({ storage: memoryStorage(kept) });
  await first.session.run('page/add', {}).done;
  first.session.save();
  const { fake, session, clock } = await started({ storage: memoryStorage(kept) });
  await restored(session);
  await clock.pass(100);
  assert.equal(fake.asked.arrivals, 0);
});

test(
  'storage that is forbidden or full is said once; what is no history is none; "" keeps nothing',
  node,
  async () => {
    const refusing = { read: () => undefined, write: () => false };
    const { session, now } = await started({ storage: refusing });
    await session.run('page/add', {}).done;
    await session.run('page/add', {}).done;
    session.save();
    assert.deepEqual(now().notices, [{ code: 'storage', detail: '' }]);
    session.dismiss(/** @type {any} */ (now().notices[0]));
    assert.equal(now().notices.length, 0);

    for (const text of [
      '5',
      '{}',
      '{"format":"webmcp-exec/session","version":1,"calls":[5,{"status":"running"}]}',
    ]) {
      const { now } = await started({ storage: memoryStorage(new Map([['webmcp-devtools.calls', text]])) });
      assert.equal(now().log.length, 0);
    }
    const kept = new Map();
    const quiet = await started({ storage: memoryStorage(kept), storageKey: '' });
    await quiet.session.run('page/add', {}).done;
    quiet.session.save();
    assert.equal(kept.size, 0);
  },
);

test('what is handed over is small: large payloads stay behind', node, async () => {
  const kept = new Map();
  const { session } = await started({
    storage: memoryStorage(kept),
    answer: () =>
      Promise.resolve(report({ result: { content: [{ type: 'text', text: 'x'.repeat(100_000) }] } })),
  });
  for (let time = 0; time < 300; time += 1) await session.run('page/add', { n: time }).done;
  session.save();
  assert.ok(kept.get('webmcp-devtools.calls').length < 200_000);
  const after = createSession({ core: fakeCore().core, storage: memoryStorage(kept) });
  await restored(after);
  assert.equal(after.getSnapshot().log.length, 200);
  assert.equal(/** @type {any} */ (after.getSnapshot().log[0]).dropped, true);
});

test('replay repeats a call with its arguments and says how the outcome differs', node, async () => {
  const { session, fake } = await started();
  const first = await session.run('page/add', { n: 1 }, { validate: false }).done;
  const same = await session.replay(first.id)?.done;
  assert.deepEqual([same?.replayOf, same?.args, same?.deviations], [first.id, { n: 1 }, []]);
  assert.equal('validate' in (fake.calls[1]?.options ?? { validate: 0 }), false);
  fake.answer = () => Promise.resolve(report({ status: 'failed', errorCode: 'EXECUTION_ERROR' }));
  const other = await session.replay(first.id)?.done;
  assert.deepEqual(
    other?.deviations?.map(({ path }) => path[0]),
    ['status', 'errorCode'],
  );
  assert.equal(session.replay('nothing'), null);
});

test('replay of all: one after the other, until it is stopped', node, async () => {
  const { session, fake } = await started();
  const ids = [];
  for (const n of [1, 2, 3]) ids.push((await session.run('page/add', { n }).done).id);
  const ends = await session.replayAll(ids);
  assert.deepEqual(
    ends.map(({ args }) => args.n),
    [1, 2, 3],
  );
  const controller = new AbortController();
  fake.answer = () => {
    controller.abort();
    return never();
  };
  const stopped = await session.replayAll(ids, { signal: controller.signal });
  assert.deepEqual(
    stopped.map(({ status }) => status),
    ['aborted'],
  );
});

test('a call says whether its tool has changed since', node, async () => {
  const { session, fake, clock } = await started();
  const call = await session.run('page/add', {}).done;
  assert.equal(session.changedSince(call), null);
  fake.change([toolInfo({ name: 'add', description: 'Other.' })]);
  await clock.pass(100);
  assert.deepEqual(
    session.changedSince(call)?.map(({ path }) => path[0]),
    ['description'],
  );
  assert.deepEqual(session.changedSince({ ...call, signature: 'unknown' }), []);
});
