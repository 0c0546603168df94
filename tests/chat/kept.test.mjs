/** Conversations that outlive their page: kept, exported, imported, handed over to the page that a call leads to. */
import { assert, test } from '../harness/page.mjs';
import { call, fakeClock, fakeStorage, talk, until } from './talking.mjs';

const only = { node: true, only: { node: 'pages, tools and model are made up' } };
const go = { name: 'go', description: 'Goes.', execute: () => new Promise(() => {}) };
const there = 'https://shop.example/order/7';

/**
 * A page that goes away while `go` runs, and the next one.
 *
 * @param {any} [options] of the next page
 * @param {any} [tool]
 */
async function navigated(
  { wait = 1000, arrival, href = there, ...options } = /** @type {any} */ ({}),
  tool = go,
) {
  const session = fakeStorage();
  const clock = fakeClock();
  const settings = () => ({
    policy: () => /** @type {const} */ ('allow'),
    resume: /** @type {const} */ ('auto'),
  });
  const first = talk({ tools: [tool], session, clock, settings, answers: [[call('go'), call('go')]] });
  first.chat.send('Order it');
  const { entries } = await until(first.chat, ({ entries }) => entries[1]?.calls?.[0]?.status === 'running');
  first.chat.leave();
  clock.advance(wait);
  const next = talk({
    tools: [tool],
    session,
    clock,
    settings,
    answers: ['It is ordered.'],
    page: { origin: 'https://shop.example', href, title: 'Order' },
    ...options,
  });
  next.page.core.takeNavigationResult = () => arrival?.(entries[1].calls[0]) ?? null;
  await next.chat.start();
  return { first, next, session, clock, made: entries[1].calls };
}

test(
  'a turn survives a navigation: the model is told where the call led, and goes on after a while',
  only,
  async () => {
    const data = [{ '@type': 'Order', orderNumber: 7 }];
    const arrival = (/** @type {any} */ { id: callId }) => ({ name: 'go', callId, calledAt: 0, data });
    const { first, next, clock, made } = await navigated({ arrival });
    const before = next.chat.getSnapshot();
    assert.deepEqual(
      [before.state, before.resume, before.busy],
      ['resuming', { at: clock.now() + 3000 }, false],
    );
    assert.equal(next.asked.length, 0);
    clock.advance(3000);
    await until(next.chat, ({ state, entries }) => state === 'idle' && entries.length > 3);
    const { messages } = next.asked[0];
    assert.deepEqual(
      messages.map((/** @type {any} */ it) => it.role),
      ['user', 'assistant', 'tool', 'tool'],
    );
    assert.equal(messages[2].toolCallId, made[0].id);
    assert.match(
      messages[2].content,
      /The call navigated to https:\/\/shop\.example\/order\/7\.\nThe page says of itself:\n.*"orderNumber":7/,
    );
    assert.match(messages[2].content, /^<untrusted-/);
    assert.equal(messages[3].content, 'This call was not made.');
    assert.equal(/** @type {any} */ (next.chat.getSnapshot().entries.at(-1)).text, 'It is ordered.');
    first.chat.stop();
  },
);

test(
  'the person may stop it, or let it go on at once; it waits where nobody said that it may go on',
  only,
  async () => {
    const one = await navigated();
    one.next.chat.stop();
    one.clock.advance(10_000);
    assert.deepEqual([one.next.chat.getSnapshot().state, one.next.asked.length], ['stopped', 0]);
    assert.equal(one.next.chat.getSnapshot().resume, undefined);

    const two = await navigated();
    await two.next.chat.goOn();
    assert.equal(two.next.asked.length, 1);
    two.clock.advance(10_000);
    assert.equal(two.next.asked.length, 1, 'once');

    const three = await navigated({ settings: () => ({}) });
    assert.deepEqual(three.next.chat.getSnapshot().resume, { at: undefined });
    three.clock.advance(60_000);
    assert.equal(three.next.asked.length, 0);
    for (const { first } of [one, two, three]) first.chat.stop();
  },
);

test('it expires, is taken once, and a reload is told for what it is', only, async () => {
  const late = await navigated({ wait: 121_000 });
  assert.deepEqual(late.next.chat.getSnapshot().entries, []);

  const twice = await navigated();
  const third = talk({ session: twice.session, clock: twice.clock });
  await third.chat.start();
  assert.deepEqual(third.chat.getSnapshot().entries, []);

  const reloaded = await navigated({ href: 'https://shop.example/cart' });
  const [made] = /** @type {any} */ (reloaded.next.chat.getSnapshot().entries[1]).calls;
  assert.deepEqual([made.status, made.isError], ['unknown', true]);
  assert.match(made.content, /It is not known whether it has done its work/);

  for (const kept of [
    '{"version":1}',
    '7',
    '{"version":1,"at":1764547200000,"callId":"a","url":"","entries":[{"type":"x"}]}',
  ]) {
    const session = fakeStorage();
    session.held.set('webmcp-chat:handover', kept);
    const odd = talk({ session });
    await odd.chat.start();
    assert.deepEqual(odd.chat.getSnapshot().entries, []);
  }
  for (const { first } of [late, twice, reloaded]) first.chat.stop();
});

test(
  'before a call that may change something it is put down, and taken back when the call ends here',
  only,
  async () => {
    const session = fakeStorage();
    /** @type {boolean[]} */
    const seen = [];
    const look = (/** @type {string} */ name, /** @type {any} */ annotations) => ({
      name,
      annotations,
      execute: () => seen.push(session.held.has('webmcp-chat:handover')),
    });
    const { chat } = talk({
      session,
      tools: [look('reads', { readOnlyHint: true }), look('writes', {})],
      answers: [[call('reads'), call('writes')], 'Done.'],
      settings: () => ({ policy: () => 'allow' }),
    });
    await chat.send('Go');
    assert.deepEqual(seen, [false, true]);
    assert.equal(session.held.has('webmcp-chat:handover'), false);
  },
);

test(
  'a conversation is kept in storage; where that is full, without results, else it is said',
  only,
  async () => {
    const storage = fakeStorage();
    const search = { name: 'search', annotations: { readOnlyHint: true }, execute: () => 'x'.repeat(50) };
    const options = { storage, tools: [search], answers: [[call('search')], 'Two mugs.'] };
    const { chat } = talk(options);
    await chat.send('Mugs?');
    const again = talk(options);
    await again.chat.start();
    const strip = (/** @type {any} */ { entries }) => JSON.parse(JSON.stringify(entries));
    assert.deepEqual(strip(again.chat.getSnapshot()), strip(chat.getSnapshot()));

    const small = {
      ...fakeStorage(),
      write: (/** @type {string} */ _, /** @type {any} */ value) =>
        !JSON.stringify(value).includes('"result"'),
    };
    const other = talk({ ...options, storage: small });
    await other.chat.send('Mugs?');
    assert.equal(other.chat.getSnapshot().kept, true);
    storage.how.full = true;
    await again.chat.send('More?');
    assert.equal(again.chat.getSnapshot().kept, false);
    assert.equal(again.chat.getSnapshot().state, 'idle', 'it goes on all the same');
    storage.how.full = false;
    again.chat.clear();
    assert.deepEqual([storage.held.size, again.chat.getSnapshot().kept], [0, true]);
  },
);

test('export and import: the same conversation, never a key, and nothing of a bad file', only, async () => {
  const search = { name: 'search', annotations: { readOnlyHint: true }, execute: () => 'ok' };
  const { chat } = talk({ tools: [search], answers: [[call('search')], 'Two mugs.'] });
  await chat.send('Mugs?');
  const file = JSON.stringify(chat.exportChat());
  assert.deepEqual(Object.keys(JSON.parse(file)), ['format', 'version', 'url', 'exportedAt', 'entries']);
  const { chat: other, asked } = talk();
  other.importChat(file);
  await other.send('Again?');
  assert.equal(asked[0].messages.length, 5);
  assert.match(asked[0].messages[2].content, /^<untrusted-/, 'a file may have been written by anybody');

  const { ChatFileError } = await import('../../www/chat/model/chat-file.js');
  const before = other.getSnapshot().entries;
  const bad = [
    'no json',
    '{}',
    null,
    { format: 'webmcp-exec/chat', version: 2, entries: [] },
    { format: 'webmcp-exec/chat', version: 1 },
    { format: 'webmcp-exec/chat', version: 1, entries: [null] },
    { format: 'webmcp-exec/chat', version: 1, entries: [{ type: 'user', text: 7 }] },
    { format: 'webmcp-exec/chat', version: 1, entries: [{ type: 'assistant', text: '', calls: [{}] }] },
  ];
  for (const one of bad) {
    let thrown;
    try {
      other.importChat(one);
    } catch (error) {
      thrown = error;
    }
    assert.ok(thrown instanceof ChatFileError, JSON.stringify(one));
    assert.equal(other.getSnapshot().entries, before);
  }
});

test('a person runs tools by hand, with and without a model', only, async () => {
  const { findTools, readCommand } = await import('../../www/chat/model/commands.js');
  assert.deepEqual(readCommand('/add {"qty": 2}'), { query: 'add', json: '{"qty": 2}' });
  assert.deepEqual(readCommand('/ add to'), { query: 'add to', json: '' });
  assert.deepEqual(readCommand('/'), { query: '', json: '' });
  assert.equal(readCommand('a/b'), undefined);
  const info = (/** @type {string} */ name, title = '', description = '') => ({
    info: { name, title, description },
  });
  const list = /** @type {any} */ ([
    info('empty_cart'),
    info('add_to_cart', 'Add to cart'),
    info('find', '', 'Finds what is in the cart'),
  ]);
  const names = (/** @type {string} */ query) => findTools(list, query).map((it) => it.info.name);
  assert.deepEqual(names(''), ['empty_cart', 'add_to_cart', 'find']);
  assert.deepEqual(names('cart'), ['empty_cart', 'add_to_cart', 'find']);
  assert.deepEqual(names('add cart'), ['add_to_cart']);
  assert.deepEqual(names('zzz'), []);

  const { chat, page, clock } = talk({
    tools: [{ name: 'order', annotations: { consequentialHint: true } }],
  });
  /** @type {any} */
  let given;
  page.core.executeToolDetailed = async (
    /** @type {string} */ name,
    /** @type {any} */ args,
    /** @type {any} */ options,
  ) => {
    given = { name, args, options };
    const result = { content: [{ type: 'text', text: 'ordered' }] };
    return { status: 'completed', name, result, error: undefined, errorCode: undefined, durationMs: 3 };
  };
  await chat.start();
  const { tools } = await until(chat, ({ tools }) => tools.length > 0);
  const { done } = /** @type {any} */ (chat.runTool(tools[0].key, { qty: 1 }));
  const after = await done;
  assert.deepEqual([after.status, after.content, after.durationMs], ['completed', 'ordered', 3]);
  assert.match(given.options.callId, /^webmcp-chat:/);
  assert.equal(given.options.window, tools[0].info.window);
  assert.equal(chat.runTool('nope'), undefined);
  await chat.send('What have I ordered?');
  page.core.executeToolDetailed = () => Promise.reject(new TypeError('wrong arguments'));
  const failed = await /** @type {any} */ (chat.runTool(tools[0].key)).done;
  assert.deepEqual([failed.status, failed.isError, failed.content], ['failed', true, 'wrong arguments']);
  chat.end();
  clock.advance(0);
});
