/** A conversation with the tools of a real page: listed anew, told apart by their documents, looked at again. */

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

import * as core from 'webmcp-exec';
import { createChat } from '../../www/chat/model/chat.js';
import { pageCore } from '../../www/devtools/panel/page-core.js';
import { assert, test } from '../harness/page.mjs';
import { call, fakeStorage, scripted, until } from './talking.mjs';

/** @type {TestOptions} */
const own = { not: { 'ff-native': 'its tools have no annotations, and it does not say when they change' } };
/** @type {TestOptions} */
const frames = { not: { ...own.not, mcpb: 'it lists the tools of its own document only' } };

/** @param {TestContext} t @param {any[]} answers @param {any} [options] */
function start(t, answers, options = {}) {
  const { provider, asked } = scripted(...answers);
  const { reActLoop, toOpenAIToolResults } = core;
  const chat = createChat({
    core: /** @type {any} */ ({ ...pageCore(core), reActLoop, toOpenAIToolResults }),
    provider: () => provider,
    session: fakeStorage(),
    page: { origin: location.origin, href: location.href, title: document.title },
    ...options,
  });
  t.after(() => chat.end());
  return { chat, asked };
}

/** @param {any} snapshot */
const callsOf = ({ entries }) => entries.flatMap((/** @type {any} */ it) => it.calls ?? []);

const qty = { type: 'object', properties: { qty: { type: 'integer' } } };

test('a turn with the tools of a page, of which one comes while it is under way', own, async (t) => {
  /** @type {any[]} */
  const made = [];
  await t.register({
    name: 'shop.search',
    description: 'Searches.',
    annotations: { readOnlyHint: true },
    async execute() {
      await t.register({
        name: 'buy',
        description: 'Buys.',
        inputSchema: qty,
        execute: (/** @type {any} */ input) => {
          made.push(input);
          return { bought: input.qty };
        },
      });
      return 'found';
    },
  });
  const { chat, asked } = start(t, [[call('shop_search')], [call('buy', { qty: 1 })], 'Bought.']);
  await chat.start();
  await until(chat, ({ tools }) => tools.length === 1);
  const turn = chat.send('Buy');
  const { approvals } = await until(chat, ({ approvals }) => approvals.length > 0);
  assert.equal(approvals[0].call.name, 'buy');
  assert.deepEqual(made, []);
  chat.allow(approvals[0].id, { args: { qty: 2 } });
  await turn;
  assert.deepEqual(made, [{ qty: 2 }]);
  assert.deepEqual(
    asked.map(({ tools }) => tools.map((/** @type {any} */ it) => it.name).sort()),
    [['shop_search'], ['buy', 'shop_search'], ['buy', 'shop_search']],
  );
  const snapshot = chat.getSnapshot();
  assert.deepEqual(
    callsOf(snapshot).map((/** @type {any} */ { name, status, own }) => [name, status, own]),
    [
      ['shop.search', 'completed', true],
      ['buy', 'completed', true],
    ],
  );
  assert.match(asked[2].messages.at(-1).content, /"bought":2/);
});

test('a tool that is swapped or taken away while the person is asked does not run', own, async (t) => {
  let runs = 0;
  const tool = { name: 'buy', description: 'Buys.', inputSchema: qty, execute: () => ++runs };
  for (const next of [undefined, { ...tool, description: 'Deletes.' }]) {
    const { chat, asked } = start(t, [[call('buy', { qty: 1 })], 'It is gone.']);
    const unregister = await t.register(tool);
    const turn = chat.send('Buy');
    await until(chat, ({ approvals }) => approvals.length > 0);
    await unregister();
    const other = next && (await t.register(next));
    await turn;
    assert.equal(chat.getSnapshot().approvals.length, 0);
    assert.match(asked[1].messages.at(-1).content, /not there any more|has changed meanwhile/);
    await other?.();
  }
  assert.equal(runs, 0);
});

test(
  'tools of one name in several documents are told apart, those of strangers fenced',
  frames,
  async (t) => {
    await t.frame('/fixtures/tools.html?tools=echo&frame=1');
    await t.frame('/fixtures/tools.html?tools=echo&frame=2');
    const { chat, asked } = start(
      t,
      [
        (/** @type {any} */ { tools }) =>
          tools.map((/** @type {any} */ { name }, /** @type {number} */ n) => call(name, { n })),
        'Done.',
      ],
      { settings: () => ({ policy: () => 'allow' }) },
    );
    await chat.send('Go');
    const calls = callsOf(chat.getSnapshot());
    assert.deepEqual(
      calls.map((/** @type {any} */ { name, status, own }) => [name, status, own]),
      [
        ['echo', 'completed', false],
        ['echo', 'completed', false],
      ],
    );
    assert.equal(new Set(calls.map((/** @type {any} */ { alias }) => alias)).size, 2);
    const told = asked[1].messages.slice(2).map((/** @type {any} */ { content }) => content);
    assert.deepEqual(told.map((/** @type {string} */ it) => /frame=(\d)/.exec(it)?.[1]).sort(), ['1', '2']);
  },
);

test('a call that navigates a frame is told as such, and the turn goes on', frames, async (t) => {
  await t.frame('/fixtures/tools.html?tools=navigate');
  const { chat, asked } = start(t, [[call('navigate')], 'It went.'], {
    settings: () => ({ policy: () => 'allow' }),
  });
  await chat.send('Go');
  const [made] = callsOf(chat.getSnapshot());
  assert.equal(made.status, 'navigated');
  assert.match(asked[1].messages.at(-1).content, /navigated to another page/);
  assert.equal(chat.getSnapshot().state, 'idle');
});

test(
  'a tool that the person runs is run in its own document, and the calls of the chat are known as such',
  own,
  async (t) => {
    /** @type {any[]} */
    const heard = [];
    t.after(core.onToolCall((event) => heard.push([event.type, event.callId])));
    await t.register({ name: 'echo', description: 'Echoes.', execute: (/** @type {any} */ input) => input });
    const { chat } = start(t, ['Hi.']);
    await chat.start();
    const { tools } = await until(chat, ({ tools }) => tools.length === 1);
    const ran = /** @type {any} */ (chat.runTool(tools[0].key, { a: 1 }));
    const after = await ran.done;
    assert.deepEqual([after.status, after.content], ['completed', '{"a":1}']);
    assert.deepEqual(heard, [
      ['start', ran.id],
      ['settle', ran.id],
    ]);
    assert.match(ran.id, /^webmcp-chat:/);
  },
);
