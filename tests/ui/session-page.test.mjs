/** The state of the panel over the package itself, in a page. */

import * as webmcp from 'webmcp-exec';
import { createSession } from '../../www/devtools/model/session.js';
import { pageCore } from '../../www/devtools/panel/page-core.js';
import { allCopies } from '../doors/copies.mjs';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext, TestOptions} from '../harness/types.d.ts' */

const never = () => new Promise(() => {});

/** @type {TestOptions} */
const events = { not: { 'ff-native': 'it has no toolchange: the list is read again when the panel asks' } };

/** @param {TestContext} t @param {object} [options] */
async function started(t, options = {}) {
  const session = createSession({ core: pageCore(webmcp), ...options });
  session.start();
  t.after(() => session.stop());
  return session;
}

/** @template T @param {TestContext} t @param {() => T} look */
async function until(t, look) {
  for (;;) {
    const seen = look();
    if (seen) return seen;
    await t.sleep(10);
  }
}

test('S1-34 Run on a hanging tool, Cancel: aborted at once, and the tool can run again', async (t) => {
  let runs = 0;
  await t.register({
    name: 'hang',
    execute: () => {
      runs += 1;
      return runs === 1 ? never() : 'done';
    },
  });
  const session = await started(t);
  await until(t, () => session.tool('page/hang'));
  const { id, done } = session.run('page/hang', {});
  await until(t, () => runs === 1);
  session.cancel(id);
  assert.equal(session.call(id)?.status, 'aborted');
  const aborted = await done;
  assert.equal(aborted.outcomeUnknown, true);
  const again = await session.run('page/hang', {}).done;
  assert.equal(again.status, 'completed');
  assert.equal(again.result?.content[0]?.text, 'done');
  assert.equal(again.provider, webmcp.provider());
  assert.ok(again.argsShape === 'object' || again.argsShape === 'json');
  assert.deepEqual(session.getSnapshot().tools[0]?.counts, { aborted: 1, completed: 1 });
});

test('X-11 several panels and copies of the package on one page: one log, each call once', async (t) => {
  await t.register({ name: 'echo', execute: () => 'echo' });
  const copies = await allCopies(t);
  const first = await started(t, { observe: true });
  const second = await started(t, { observe: true });
  await until(t, () => first.tool('page/echo') && second.tool('page/echo'));
  const own = await first.run('page/echo', { by: 'first' }).done;
  await second.run('page/echo', { by: 'second' }).done;
  for (const [index, copy] of copies.entries()) await copy.executeTool('echo', { by: index });
  for (const session of [first, second]) {
    const calls = session.getSnapshot().log.filter((row) => row.type === 'call');
    assert.deepEqual(
      calls.map(({ args, source, status }) => [args.by, source, status]),
      [
        ['first', 'panel', 'completed'],
        ['second', 'panel', 'completed'],
        ...copies.map((_, index) => [index, 'page', 'completed']),
      ],
    );
  }
  assert.equal(first.call(own.id)?.args.by, 'first');
});

test('calls of others are not logged until somebody wants that', async (t) => {
  await t.register({ name: 'echo', execute: () => 'echo' });
  const session = await started(t);
  await until(t, () => session.tool('page/echo'));
  await webmcp.executeTool('echo', {});
  assert.equal(session.getSnapshot().log.length, 0);
  session.setObserve(true);
  await webmcp.executeTool('echo', {});
  assert.equal(session.getSnapshot().log.length, 1);
});

test('tools that come, change and go are followed', events, async (t) => {
  await t.register({ name: 'stays', execute: () => '' });
  const session = await started(t);
  await until(t, () => session.tool('page/stays'));
  // What a page registers while it begins is no news.
  await t.sleep(1100);
  const unregister = await t.register({ name: 'comes', description: 'One.', execute: () => '' });
  await until(t, () => session.tool('page/comes')?.change === 'added');
  session.clearMarks();
  await unregister();
  await until(t, () => session.tool('page/comes')?.change === 'removed');
  await t.register({ name: 'comes', description: 'Two.', execute: () => '' });
  await until(t, () => session.tool('page/comes')?.change === 'changed');
  assert.deepEqual(session.tool('page/comes')?.differences, [
    { type: 'CHANGE', path: ['description'], oldValue: 'One.', value: 'Two.' },
  ]);
});

test('X-10 a call that took the page away says where to, and what that page offers', {
  not: { 'ff-native': 'its tools are for the top window only' },
}, async (t) => {
  globalThis.sessionStorage?.clear();
  const frame = await t.frame('/fixtures/session.html');
  /** @type {any} */
  let page = frame.contentWindow;
  await until(t, () => page.session);
  await page.session.run('page/echo', { n: 1 }).done;
  page.session.run('page/never', {});
  const { id } = page.session.run('page/leave', { to: '/fixtures/session.html?after' });
  await until(t, () => {
    page = frame.contentWindow;
    return page.location.search === '?after' && page.session;
  });
  const call = await until(t, () => {
    const found = page.session.call(id);
    return found?.status === 'navigated' && found;
  });
  assert.match(call.navigatedTo, /\/fixtures\/session\.html\?after$/);
  assert.equal(JSON.stringify(call.arrivedWith), '[{"@type":"Order","orderNumber":"17"}]');
  const statuses = page.session.getSnapshot().log.map((/** @type {any} */ row) => row.status);
  assert.equal(statuses.join(), 'completed,lost,navigated');
});
