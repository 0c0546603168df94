/** Turns of a conversation: what is said, called, stopped, tried again. */
import { assert, test } from '../harness/page.mjs';
import { call, talk, until } from './talking.mjs';

const only = { node: true, only: { node: 'tools and model are made up' } };
const readOnly = { readOnlyHint: true };

const search = (/** @type {any} */ execute = () => ({ found: 2 })) => ({
  name: 'search',
  description: 'Searches.',
  annotations: readOnly,
  execute,
});

/** @param {any} snapshot */
const lastAnswer = (snapshot) =>
  snapshot.entries.findLast((/** @type {any} */ it) => it.type === 'assistant');

test('a turn with a call: words, arguments, the result, the answer', only, async () => {
  const { chat, asked, page } = talk({
    tools: [search()],
    answers: [[call('search', { q: 'mug' })], 'Two mugs.'],
    settings: () => ({ system: 'You sell mugs.', model: 'test' }),
  });
  assert.equal(chat.getSnapshot(), chat.getSnapshot());
  await chat.send('  Mugs?  ');
  const { entries, state, busy } = chat.getSnapshot();
  assert.deepEqual([state, busy], ['idle', false]);
  assert.deepEqual(
    entries.map((/** @type {any} */ it) => [it.type, it.text, it.status]),
    [
      ['user', 'Mugs?', undefined],
      ['assistant', '', 'done'],
      ['assistant', 'Two mugs.', 'done'],
    ],
  );
  const [made] = /** @type {any} */ (entries[1]).calls;
  assert.match(made.id, /^webmcp-chat:/);
  assert.deepEqual(
    [made.name, made.args, made.status, made.result, made.content, made.readOnly, made.argsText],
    ['search', { q: 'mug' }, 'completed', { found: 2 }, '{"found":2}', true, undefined],
  );
  assert.ok(made.durationMs >= 0);
  assert.deepEqual(page.made, [['search', { q: 'mug' }]]);
  assert.match(asked[0].system, /^You sell mugs\.\n\n/);
  assert.match(asked[0].system, /“Shop” \(https:\/\/shop\.example\)/);
  assert.equal(asked[0].model, 'test');
  assert.deepEqual(asked[1].messages, [
    { role: 'user', content: 'Mugs?' },
    { role: 'assistant', content: '', toolCalls: [{ id: made.id, name: 'search', input: { q: 'mug' } }] },
    { role: 'tool', toolCallId: made.id, name: 'search', content: '{"found":2}' },
  ]);
});

test(
  'bad calls go back to the model: unknown tools, malformed arguments, repeated ids, failures',
  only,
  async () => {
    const broken = {
      name: 'broken',
      annotations: readOnly,
      execute() {
        throw new Error('stock is 0');
      },
    };
    const { chat, asked, page } = talk({
      tools: [search(), broken],
      answers: [
        [
          call('nope', {}, 'x'),
          call('search', '{"q":', 'x'),
          call('search', { q: 1 }, 'x'),
          call('broken', {}, 'x'),
        ],
        [call('search', { q: 2 }, 'x')],
        'Done.',
      ],
    });
    await chat.send('Go');
    const results = asked[1].messages.slice(2);
    assert.deepEqual(
      results.map(({ isError = false }) => isError),
      [true, true, false, true],
    );
    assert.match(results[0].content, /Tool "?nope"? not found/);
    assert.match(results[1].content, /JSON/);
    assert.match(results[3].content, /stock is 0/);
    const ids = asked[2].messages
      .flatMap((/** @type {any} */ it) => it.toolCalls ?? [])
      .map((/** @type {any} */ it) => it.id);
    assert.equal(new Set(ids).size, 5, 'each call has an id of its own');
    assert.deepEqual(
      page.made.map(([name]) => name),
      ['search', 'broken', 'search'],
    );
    const statuses = chat
      .getSnapshot()
      .entries.flatMap((it) => (it.type === 'assistant' ? it.calls : []))
      .map(({ status }) => status);
    assert.deepEqual(statuses, ['not-found', 'failed', 'completed', 'failed', 'completed']);
  },
);

test('a model that goes on for ever is stopped by rounds and by calls', only, async () => {
  const { chat, asked } = talk({
    tools: [search()],
    answers: [[call('search')]],
    settings: () => ({ maxRounds: 4 }),
  });
  await chat.send('Go');
  assert.equal(asked.length, 4);
  const last = /** @type {any} */ (chat.getSnapshot().entries.at(-1));
  assert.deepEqual([last.code, last.values], ['max-rounds', { count: 4 }]);

  const many = talk({
    tools: [search()],
    answers: [Array.from({ length: 7 }, () => call('search')), 'Enough.'],
    settings: () => ({ maxCalls: 5 }),
  });
  await many.chat.send('Go');
  assert.equal(many.page.made.length, 5);
  assert.equal(
    many.asked[1].messages.filter((/** @type {any} */ it) => /no more calls/.test(it.content)).length,
    2,
  );
  assert.equal(
    many.chat.getSnapshot().entries.filter((/** @type {any} */ it) => it.code === 'max-calls').length,
    1,
  );
});

test('calls that only read run together, one that may change something runs alone', only, async () => {
  let running = 0;
  /** @type {[string, number][]} */
  const seen = [];
  const slow = (/** @type {string} */ name, /** @type {any} */ annotations) => ({
    name,
    annotations,
    async execute() {
      running += 1;
      seen.push([name, running]);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      return name;
    },
  });
  const tools = [slow('read', readOnly), slow('write', {})];
  const { chat } = talk({
    tools,
    answers: [[call('read'), call('read'), call('write'), call('write'), call('read')], 'Done.'],
    settings: () => ({ policy: () => 'allow' }),
  });
  await chat.send('Go');
  assert.deepEqual(
    seen.map(([name]) => name),
    ['read', 'read', 'write', 'write', 'read'],
  );
  assert.deepEqual(
    seen.filter(([name]) => name === 'write').map(([, count]) => count),
    [1, 1],
  );
  assert.ok(seen.some(([name, count]) => name === 'read' && count === 2));
});

test('Stop ends model and tools at once, and keeps what was said', only, async () => {
  /** @type {AbortSignal[]} */
  const signals = [];
  const hang = async function* (/** @type {any} */ _, /** @type {AbortSignal} */ signal) {
    signals.push(signal);
    yield { type: 'text', delta: 'Let me ' };
    yield { type: 'tool', index: 0, id: 'a', name: 'search', argsDelta: '{"q' };
    await new Promise(() => {});
  };
  const first = talk({ answers: [(/** @type {any} */ r, /** @type {any} */ s) => hang(r, s), 'Again.'] });
  const turn = first.chat.send('Go');
  await until(first.chat, ({ entries }) => lastAnswer({ entries })?.calls.length === 1);
  assert.equal(first.chat.send('Twice'), undefined, 'one turn at a time');
  first.chat.stop();
  const { state, entries, busy } = first.chat.getSnapshot();
  assert.deepEqual(
    [state, busy, lastAnswer({ entries }).text, lastAnswer({ entries }).status],
    ['stopped', false, 'Let me ', 'stopped'],
  );
  assert.equal(lastAnswer({ entries }).calls[0].status, 'not-made');
  await turn;
  assert.equal(signals[0]?.aborted, true);
  await first.chat.send('And now?');
  assert.deepEqual(
    first.asked[1].messages.map((/** @type {any} */ it) => [it.role, it.content]),
    [
      ['user', 'Go'],
      ['assistant', 'Let me '],
      ['tool', 'This call was not made.'],
      ['user', 'And now?'],
    ],
  );

  /** @type {AbortSignal | undefined} */
  let toolSignal;
  const forever = {
    name: 'forever',
    annotations: readOnly,
    execute: (/** @type {any} */ _, /** @type {any} */ { signal }) => {
      toolSignal = signal;
      return new Promise(() => {});
    },
  };
  const second = talk({ tools: [forever], answers: [[call('forever'), call('search')], 'Fine.'] });
  const other = second.chat.send('Go');
  await until(second.chat, ({ entries }) => lastAnswer({ entries })?.calls[0]?.status === 'running');
  second.chat.stop();
  assert.equal(lastAnswer(second.chat.getSnapshot()).calls[0].status, 'aborted');
  await other;
  assert.equal(toolSignal?.aborted, true);
  await second.chat.retry();
  assert.match(second.asked[1].messages[2].content, /may have run all the same/);
  assert.equal(second.chat.getSnapshot().state, 'idle');
});

test('a tool that takes too long is given up, and the model is told', only, async () => {
  const forever = { name: 'forever', annotations: readOnly, execute: () => new Promise(() => {}) };
  const { chat, asked } = talk({
    tools: [forever],
    answers: [[call('forever')], 'It hangs.'],
    settings: () => ({ toolTimeout: 20 }),
  });
  await chat.send('Go');
  const [made] = lastAnswer({ entries: chat.getSnapshot().entries.slice(0, 2) }).calls;
  assert.equal(made.status, 'timed-out');
  assert.match(asked[1].messages[2].content, /20|time/i);
});

test(
  'failures of the model: the conversation is kept, and Retry goes on where it broke off',
  only,
  async () => {
    const { ProviderError } = await import('../../www/chat/providers/errors.js');
    const offline = new ProviderError('offline');
    const limited = new ProviderError('rate-limited-until', { seconds: 7 }, { retryAfterMs: 7000 });
    const breaks = async function* () {
      yield { type: 'text', delta: 'Half of it' };
      throw new ProviderError('cut');
    };
    /** @type {any[]} */
    const errors = [];
    const { chat, asked, page, clock } = talk({
      tools: [search()],
      answers: [[call('search')], offline, limited, () => breaks(), new Error('odd'), 'At last.'],
      hooks: { error: (failure) => errors.push(failure) },
    });
    await chat.send('Go');
    let now = /** @type {any} */ (chat.getSnapshot());
    assert.deepEqual([now.state, now.failure.code, now.busy], ['offline', 'offline', false]);
    assert.equal(now.entries.length, 2, 'no empty answer stays');
    await chat.retry();
    now = chat.getSnapshot();
    assert.deepEqual(
      [now.state, now.failure.code, now.failure.retryAt],
      ['failed', 'rate-limited-until', clock.now() + 7000],
    );
    await chat.retry();
    now = chat.getSnapshot();
    assert.deepEqual(
      [now.failure.code, lastAnswer(now).text, lastAnswer(now).status],
      ['cut', 'Half of it', 'failed'],
    );
    await chat.retry();
    assert.match(/** @type {any} */ (chat.getSnapshot()).failure.message, /odd/);
    await chat.retry();
    assert.equal(lastAnswer(chat.getSnapshot()).text, 'At last.');
    assert.equal(page.made.length, 1, 'nothing was called again');
    assert.equal(asked.length, 6);
    assert.equal(errors.length, 4);
    assert.deepEqual(
      asked[5].messages.map((/** @type {any} */ it) => it.role),
      ['user', 'assistant', 'tool'],
    );

    const none = talk({
      provider: () => Promise.reject(new ProviderError('setup', { missing: 'endpoint' })),
    });
    await none.chat.send('Go');
    assert.equal(/** @type {any} */ (none.chat.getSnapshot()).failure.code, 'setup');
  },
);

test('an answer that does not end is cut, and one that says nothing is an error', only, async () => {
  const endless = async function* () {
    for (;;) yield { type: 'text', delta: 'x'.repeat(100_000) };
  };
  const { chat } = talk({ answers: [() => endless()] });
  await chat.send('Go');
  const now = /** @type {any} */ (chat.getSnapshot());
  assert.equal(now.failure.code, 'too-long');
  assert.ok(lastAnswer(now).text.length <= 4 * 1024 * 1024);
  const silent = async function* () {};
  const other = talk({ answers: [() => silent()] });
  await other.chat.send('Go');
  assert.match(/** @type {any} */ (other.chat.getSnapshot()).failure.message, /ended before it began/);
});

test('the last message is edited, answers are asked for anew, a conversation is cleared', only, async () => {
  const { chat, asked } = talk({ answers: ['One.', 'Two.', 'Three.'] });
  await chat.send('First');
  assert.equal(/** @type {any} */ (chat.lastMessage()).text, 'First');
  await chat.edit('Better');
  assert.deepEqual(asked[1].messages, [{ role: 'user', content: 'Better' }]);
  await chat.retry();
  assert.deepEqual(asked[2].messages, [{ role: 'user', content: 'Better' }]);
  assert.deepEqual(
    chat.getSnapshot().entries.map((/** @type {any} */ it) => it.text),
    ['Better', 'Three.'],
  );
  chat.clear();
  assert.deepEqual(chat.getSnapshot().entries, []);
  assert.equal(chat.retry(), undefined);
  assert.equal(chat.send(' \n '), undefined);
});

test('hooks may change what is sent and told, refuse calls, and hear of everything', only, async () => {
  /** @type {string[]} */
  const heard = [];
  const { chat, asked, page } = talk({
    tools: [search(), { name: 'other', annotations: readOnly, execute: () => 1 }],
    answers: [[call('search'), call('other')], 'Done.'],
    hooks: {
      message: (entry) => void heard.push(`message ${entry.type}`),
      delta: (delta) => void heard.push(`delta ${delta}`),
      call: ({ name }) => name !== 'other',
      result: ({ name, status }) => void heard.push(`result ${name} ${status}`),
      turnEnd: ({ state }) => void heard.push(`end ${state}`),
      beforeSend: async (request) => ({ ...request, model: 'changed' }),
      afterResult: ({ name }, content) => (name === 'search' ? content.replace('2', 'many') : undefined),
    },
  });
  await chat.send('Go');
  assert.deepEqual(
    page.made.map(([name]) => name),
    ['search'],
  );
  assert.equal(asked[1].model, 'changed');
  assert.equal(asked[1].messages[2].content, '{"found":many}');
  assert.match(asked[1].messages[3].content, /not approved/);
  assert.deepEqual(heard, [
    'message user',
    'message assistant',
    'result other denied',
    'result search completed',
    'delta Done.',
    'message assistant',
    'end idle',
  ]);
});

test('only the tools that are wanted are offered', only, async () => {
  const tools = ['shop.search', 'shop.buy', 'admin_reset'].map((name) => ({ ...search(), name }));
  const offered = async (/** @type {any} */ settings) => {
    const { chat, asked } = talk({ tools, settings: () => settings });
    await chat.send('Go');
    return asked[0].tools.map((/** @type {any} */ it) => it.name);
  };
  assert.deepEqual(await offered({ include: 'shop.*' }), ['shop_search', 'shop_buy']);
  assert.deepEqual(await offered({ exclude: 'admin_*, shop.b*' }), ['shop_search']);
  assert.deepEqual(await offered({ include: '*', exclude: '*s*t*' }), ['shop_search', 'shop_buy']);
  assert.deepEqual(await offered({ toolFilter: (/** @type {any} */ { name }) => name === 'shop.buy' }), [
    'shop_buy',
  ]);
  const throws = () => {
    throw new Error('no');
  };
  assert.deepEqual(await offered({ toolFilter: throws }), []);
});

test('how full the context is, is told', only, async () => {
  const says = (/** @type {number} */ inputTokens) =>
    (async function* () {
      yield { type: 'usage', inputTokens, outputTokens: 10, contextWindow: 100 };
      yield { type: 'text', delta: 'Hi.' };
    })();
  const { chat } = talk({ answers: [() => says(20), () => says(75)] });
  await chat.send('One');
  assert.equal(chat.getSnapshot().nearlyFull, false);
  await chat.send('Two');
  assert.equal(chat.getSnapshot().nearlyFull, true);
});
