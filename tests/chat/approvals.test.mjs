/** Who says that a call may be made: hints, policies, the person, and what is looked at again after the answer. */
import { INERT_MS } from '../../www/chat/model/approvals.js';
import { assert, test } from '../harness/page.mjs';
import { call, fakeStorage, talk, until } from './talking.mjs';

const only = { node: true, only: { node: 'tools and model are made up' } };

/** @param {string} name @param {any} [annotations] @param {any} [more] */
const tool = (name, annotations, more) => ({
  name,
  description: `It is ${name}.`,
  inputSchema: { type: 'object', properties: { qty: { type: 'integer' } } },
  annotations,
  execute: (/** @type {any} */ input) => ({ ...input, done: name }),
  ...more,
});

const kinds = [
  tool('reads', { readOnlyHint: true }),
  tool('writes', {}),
  tool('orders', { consequentialHint: true }),
  tool('lies', { readOnlyHint: true, consequentialHint: true }),
];

/** What each mode makes of each kind of tool. @param {any} settings */
async function verdicts(settings) {
  /** @type {Record<string, string>} */
  const all = {};
  for (const { name } of kinds) {
    const { chat, page } = talk({ tools: kinds, answers: [[call(name)], 'Done.'], settings: () => settings });
    const turn = chat.send('Go');
    const { state } = await until(chat, ({ busy, state }) => !busy || state === 'approval');
    all[name] = state === 'approval' ? 'asked' : page.made.length > 0 ? 'ran' : 'denied';
    chat.stop();
    await turn;
  }
  return all;
}

test('hints, modes and policies say who is asked', only, async () => {
  const all = (/** @type {string} */ reads, /** @type {string} */ writes, /** @type {string} */ orders) => ({
    reads,
    writes,
    orders,
    lies: orders,
  });
  assert.deepEqual(await verdicts({}), all('ran', 'asked', 'asked'));
  assert.deepEqual(await verdicts({ approve: 'sometimes' }), all('ran', 'asked', 'asked'));
  assert.deepEqual(await verdicts({ approve: 'always' }), all('asked', 'asked', 'asked'));
  assert.deepEqual(await verdicts({ approve: 'never' }), all('ran', 'denied', 'denied'));
  assert.deepEqual(await verdicts({ policy: () => 'allow' }), all('ran', 'ran', 'asked'));
  assert.deepEqual(await verdicts({ policy: async () => true }), all('ran', 'ran', 'asked'));
  assert.deepEqual(await verdicts({ policy: () => 'deny' }), all('denied', 'denied', 'denied'));
  assert.deepEqual(
    await verdicts({ policy: () => false, approve: 'auto' }),
    all('denied', 'denied', 'denied'),
  );
  assert.deepEqual(await verdicts({ policy: () => undefined }), all('asked', 'asked', 'asked'));
  const throws = () => {
    throw new Error('broken');
  };
  assert.deepEqual(await verdicts({ policy: throws }), all('asked', 'asked', 'asked'));
});

/** @param {any} options */
async function asked(options = {}) {
  const talking = talk({ tools: kinds, answers: [[call('writes', { qty: 1 })], 'Done.'], ...options });
  const turn = talking.chat.send('Go');
  const { approvals } = await until(talking.chat, ({ approvals }) => approvals.length > 0);
  return { ...talking, turn, request: approvals[0] };
}

test('a yes by a person counts once, and not before it can be meant', only, async () => {
  const { chat, clock, request, turn, page } = await asked();
  assert.deepEqual(
    [request.call.args, request.call.status, request.rememberable],
    [{ qty: 1 }, 'waiting', true],
  );
  assert.equal(request.readyAt, clock.now() + INERT_MS);
  assert.equal(chat.allow(request.id, { byPerson: true }), false);
  clock.advance(INERT_MS);
  assert.equal(chat.allow(request.id, { byPerson: true }), true);
  assert.equal(chat.allow(request.id, { byPerson: true }), false, 'a double click');
  assert.equal(chat.deny(request.id), false);
  await turn;
  assert.deepEqual(page.made, [['writes', { qty: 1 }]]);
});

test('arguments are edited before they are allowed, and the model is told', only, async () => {
  const { chat, request, turn, page, asked: sent } = await asked();
  chat.allow(request.id, { args: { qty: 2 } });
  await turn;
  assert.deepEqual(page.made, [['writes', { qty: 2 }]]);
  const [made] = /** @type {any} */ (chat.getSnapshot().entries[1]).calls;
  assert.deepEqual([made.args, made.edited, made.status], [{ qty: 2 }, true, 'completed']);
  assert.match(sent[1].messages[2].content, /changed before the call, to \{"qty":2\}/);
});

test('a no goes to the model with its reason; Stop is a no; a host may answer by itself', only, async () => {
  const first = await asked();
  first.chat.deny(first.request.id, 'Too dear.');
  await first.turn;
  assert.match(first.asked[1].messages[2].content, /not approved: Too dear\./);
  assert.deepEqual(
    [first.page.made, /** @type {any} */ (first.chat.getSnapshot().entries[1]).calls[0].status],
    [[], 'denied'],
  );

  const second = await asked();
  second.chat.stop();
  assert.equal(second.chat.getSnapshot().approvals.length, 0);
  assert.equal(second.chat.allow(second.request.id), false, 'a yes that comes too late');
  await second.turn;
  assert.deepEqual([second.page.made, second.chat.getSnapshot().state], [[], 'stopped']);

  /** @type {any} */
  let host;
  const third = talk({
    tools: kinds,
    answers: [[call('writes')], 'Done.'],
    hooks: {
      approval(request) {
        host = request;
        return false;
      },
    },
  });
  const turn = third.chat.send('Go');
  await until(third.chat, () => host);
  third.chat.allow(host.id);
  await turn;
  assert.equal(third.page.made.length, 1);
});

test(
  'what is allowed for the session is remembered for one tool as it is, never what is consequential',
  only,
  async () => {
    const session = fakeStorage();
    const answers = () => [[call('writes')], 'Done.'];
    const first = await asked({ session, answers: answers() });
    first.chat.allow(first.request.id, { remember: true });
    await first.turn;

    /** @param {any[]} tools @param {any} [list] */
    const isAsked = async (tools, list = answers()) => {
      const { chat } = talk({ tools, session, answers: list });
      const turn = chat.send('Go');
      const { state } = await until(chat, ({ busy, state }) => !busy || state === 'approval');
      chat.stop();
      await turn;
      return state === 'approval';
    };
    assert.equal(await isAsked(kinds), false, 'the next page of the session');
    const others = [
      tool('writes', {}, { inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } }),
      tool('writes', {}, { description: 'It deletes.' }),
      tool('writes', {}, { origin: 'https://evil.example', own: false }),
      tool('writes', { consequentialHint: true }),
    ];
    for (const other of others) assert.equal(await isAsked([other]), true, JSON.stringify(other));

    const consequential = await asked({ session, answers: [[call('orders')], 'Done.'] });
    assert.equal(consequential.request.rememberable, false);
    consequential.chat.allow(consequential.request.id, { remember: true });
    await consequential.turn;
    assert.equal(await isAsked(kinds, [[call('orders')], 'Done.']), true);

    first.chat.forget();
    assert.equal(await isAsked(kinds), true, 'taken back');
    session.held.set('webmcp-chat:allowed', '{"odd":1}');
    assert.equal(await isAsked(kinds), true, 'somebody else wrote it');
  },
);

test('a tool that was swapped while a person was asked does not run', only, async () => {
  const swaps = {
    'another schema': [tool('writes', {}, { inputSchema: { type: 'object', properties: { all: {} } } })],
    'another description': [tool('writes', {}, { description: 'It deletes.' })],
    'another window': [tool('writes', {}, { window: {} })],
    'another origin': [tool('writes', {}, { origin: 'https://evil.example' })],
    'no tool': [],
  };
  for (const [what, tools] of Object.entries(swaps)) {
    const { chat, page, request, turn, asked: sent } = await asked();
    // Without a word, so that only the look behind the answer can see it.
    page.core.listTools = async () =>
      tools.map((it) => ({ origin: 'https://shop.example', window: request.tool.window, ...it }));
    chat.allow(request.id);
    await turn;
    assert.deepEqual(page.made, [], what);
    assert.match(sent[1].messages[2].content, /not there any more|has changed meanwhile/);
  }
  const { chat, page, request, turn } = await asked();
  page.core.listTools = () => Promise.reject(new Error('gone'));
  chat.allow(request.id);
  await turn;
  assert.deepEqual(page.made, [], 'nobody knows');
});

test('a tool that is taken away cancels its question', only, async () => {
  const { chat, page, turn, asked: sent } = await asked();
  page.set(kinds.filter(({ name }) => name !== 'writes'));
  await turn;
  assert.deepEqual(page.made, []);
  assert.equal(chat.getSnapshot().approvals.length, 0);
  assert.match(sent[1].messages[2].content, /not there any more/);

  const other = await asked();
  other.page.set([...kinds]);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(other.chat.getSnapshot().approvals.length, 1, 'another change is none of its business');
  other.chat.stop();
  await other.turn;
});

test('the schema of a tool is looked at before it runs, also where nobody is asked', only, async () => {
  const { chat, page } = talk({
    tools: kinds,
    answers: [
      () => {
        page.core.listTools = async () => [
          { ...tool('reads', { consequentialHint: true }), origin: 'https://shop.example', window: {} },
        ];
        return [call('reads')];
      },
      'Done.',
    ],
  });
  await chat.send('Go');
  assert.deepEqual(page.made, []);
});
