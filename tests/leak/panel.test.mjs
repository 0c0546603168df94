/** A panel that is open for days: its log, its openings and its elements hold nothing that nobody sees. */

import { createSession } from '../../www/devtools/model/session.js';
import { assert, test } from '../harness/page.mjs';
import { fakeCore, report, toolInfo } from '../ui/fake-core.mjs';
import { openPanel } from '../ui/panel.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const TIMEOUT = 120_000;

/**
 * How many are still there once garbage is collected; `undefined` where nobody can ask for that.
 *
 * @param {TestContext} t
 * @param {WeakRef<object>[]} refs
 */
async function left(t, refs) {
  for (let time = 0; time < 5; time += 1) {
    await t.sleep(20);
    if (!(await t.gc())) return undefined;
  }
  return refs.filter((ref) => ref.deref() !== undefined).length;
}

test('10,000 logged calls: what the log let go of is gone', { node: true, timeout: TIMEOUT }, async (t) => {
  /** @type {WeakRef<object>[]} */
  const results = [];
  const fake = fakeCore({
    tools: [toolInfo({ name: 'add' })],
    answer: async () => {
      const result = { content: [{ type: 'text', text: 'x'.repeat(1000) }] };
      results.push(new WeakRef(result));
      return report({ result });
    },
  });
  const session = createSession({ core: fake.core, observe: true, maxLog: 100 });
  session.start();
  await session.refresh();
  const stop = session.subscribe(() => session.getSnapshot());
  for (let n = 0; n < 5000; n += 1) {
    await session.run('page/add', { n }).done;
    fake.tell({ type: 'start', id: n, name: 'add', args: { n }, door: 'executeTool' });
    fake.tell({
      type: 'settle',
      id: n,
      name: 'add',
      status: 'completed',
      result: 'done',
      outcomeUnknown: false,
    });
    fake.calls.length = 0;
  }
  assert.equal(session.getSnapshot().log.length, 100);
  assert.equal(session.getSnapshot().dropped, 9900);
  assert.deepEqual(session.getSnapshot().tools[0]?.counts, { completed: 10_000 });
  const held = await left(t, results);
  if (held !== undefined) assert.ok(held <= 110, `${held} results are held`);
  stop();
  session.stop();
  assert.equal(fake.listeners(), 0);
});

test('calls that never end hold no more than the log may', { node: true, timeout: TIMEOUT }, async () => {
  const fake = fakeCore();
  const session = createSession({ core: fake.core, observe: true, maxLog: 100 });
  session.start();
  await session.refresh();
  for (let id = 0; id < 10_000; id += 1)
    fake.tell({ type: 'start', id, name: 'add', args: { id }, door: 'executeTool' });
  assert.ok(session.getSnapshot().log.length <= 200);
  session.stop();
});

test('frames that come and go: none of their windows is held', { timeout: TIMEOUT }, async (t) => {
  const fake = fakeCore();
  const session = createSession({ core: fake.core });
  session.start();
  /** @type {WeakRef<object>[]} */
  const windows = [];
  for (let time = 0; time < 300; time += 1) {
    const window = {};
    windows.push(new WeakRef(window));
    fake.tools = [toolInfo({ name: 'add', own: false, origin: 'https://frame.example', window })];
    await session.refresh();
    fake.tools = [];
    await session.refresh();
  }
  const held = await left(t, windows);
  if (held !== undefined) assert.ok(held <= 1, `${held} windows are held`);
  assert.ok(session.getSnapshot().tools.length <= 20);
  session.stop();
});

test('1,000 openings of the panel leave nothing behind', { timeout: TIMEOUT }, async (t) => {
  const fake = fakeCore();
  const panel = await openPanel(t, { core: fake.core });
  await panel.until(() => panel.find('.tool'));
  const pagehides = t.countListeners(window, 'pagehide');
  const listeners = fake.listeners();
  const nodes = () => panel.home.querySelectorAll('*').length;
  const before = nodes();
  const sheets = panel.home.adoptedStyleSheets.length;
  /** @type {WeakRef<object>[]} */
  const drawn = [];
  for (let time = 0; time < 1000; time += 1) {
    if (time % 50 === 0) drawn.push(new WeakRef(panel.get('.panes')));
    panel.element.hide();
    await panel.element.show();
  }
  await panel.until(() => panel.find('.tool'));
  assert.equal(nodes(), before);
  assert.equal(panel.home.adoptedStyleSheets.length, sheets);
  assert.equal(fake.listeners(), listeners);
  assert.equal(pagehides.active, 0);
  const held = await left(t, drawn);
  if (held !== undefined) assert.ok(held <= 2, `${held} of ${drawn.length} drawings are held`);
});

test('elements that are removed are gone', { timeout: TIMEOUT }, async (t) => {
  const fake = fakeCore();
  /** @type {WeakRef<object>[]} */
  const elements = [];
  for (let time = 0; time < 20; time += 1) {
    const { element } = await openPanel({ ...t, after: () => {} }, { core: fake.core });
    elements.push(new WeakRef(element));
    element.remove();
    await t.sleep(0);
  }
  assert.equal(fake.listeners(), 0);
  const held = await left(t, elements);
  if (held !== undefined) assert.ok(held <= 1, `${held} elements are held`);
});
