/** The log at the bottom of the panel, and the history of one tool. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore, report, toolInfo } from './fake-core.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const tools = [
  toolInfo({ name: 'add', title: 'Add to cart' }),
  toolInfo({ name: 'list', annotations: { readOnlyHint: true } }),
];

/** A panel with its log open. @param {TestContext} t @param {Record<string, string>} [attributes] */
async function openLog(t, attributes = {}) {
  const fake = fakeCore({ tools });
  const panel = await openPanel(t, { core: fake.core }, attributes);
  await panel.until(() => panel.find('.tool'));
  await t.clickOn(panel.get('.log-toggle'));
  await panel.until(() => panel.find('.log-tools'));
  const { element } = panel;
  return { fake, panel, run: (/** @type {string} */ key, /** @type {any} */ args) => element.run(key, args) };
}

/** @typedef {Awaited<ReturnType<typeof openLog>>['panel']} Panel */

/** What an element says, also where it is scrolled out of sight. @param {Element | undefined} element */
function words(element) {
  if (!element) return '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue);
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** What the rows say, newest first. @param {Panel} panel */
const rows = (panel) => panel.all('.log-drawer .log-row').map(words);

/** @param {Panel} panel @param {string} selector @param {string} value */
function choose(panel, selector, value) {
  const field = /** @type {HTMLSelectElement} */ (panel.get(selector));
  field.value = value;
  field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
}

test('the log lists calls and changes, newest first, and shows all about one', async (t) => {
  const { fake, panel, run } = await openLog(t);
  await panel.until(() => panel.find('.log-drawer .empty'));
  await assertAccessible('an empty log');
  await run('page/add', { qty: 3 });
  fake.answer = async () =>
    report({ status: 'failed', errorCode: 'EXECUTION_ERROR', error: new Error('sold out') });
  await run('page/list', {});
  await t.sleep(1100);
  fake.change([{ ...tools[0], description: 'Other.' }, toolInfo({ name: 'buy' })]);
  await panel.until(() => rows(panel).length === 3);
  const [change, failed, added] = rows(panel);
  assert.match(change, /Tools changed 1 new 1 removed 1 changed buy, list, add/);
  assert.match(failed, /failed list \{\} EXECUTION_ERROR Panel/);
  assert.match(added, /completed Add to cart \{"qty": 3\} tool changed since Panel 5 ms/);
  await assertAccessible('a log with rows');
  for (const head of panel.all('.log-drawer .log-head')) head.click();
  await panel.until(() => panel.all('.log-drawer .log-details').length === 3);
  const [ofChange, , ofAdded] = panel.all('.log-drawer .log-details').map(words);
  assert.match(ofChange ?? '', /description: was "A tool of the tests\.", is "Other\."/);
  assert.match(ofAdded ?? '', /"qty": 3/);
  assert.match(ofAdded ?? '', /What has changed in the tool since/);
  await assertAccessible('open rows');
});

test('the log is searched by text, outcome and source', async (t) => {
  const { fake, panel, run } = await openLog(t, { observe: '' });
  await run('page/add', { city: 'Lahore' });
  fake.answer = async () => report({ status: 'timed-out', result: null });
  await run('page/list', {});
  fake.tell({ type: 'activated', by: 'other', id: -1, name: 'list' });
  await panel.until(() => rows(panel).length === 3);
  const shown = async (/** @type {number} */ count) => {
    await panel.until(() => rows(panel).length === count);
    return rows(panel).join('\n');
  };
  choose(panel, '.log-search', 'LAHORE add');
  assert.match(await shown(1), /Add to cart/);
  choose(panel, '.log-search', 'nowhere');
  await shown(0);
  await assertAccessible('a log in which nothing fits');
  await t.clickOn(panel.named('button', 'Show everything'));
  await shown(3);
  const [status, source] = ['.log-choice', '.log-choice + .log-choice'];
  choose(panel, status, 'problems');
  assert.match(await shown(1), /timed out/);
  choose(panel, status, 'all');
  await shown(3);
  choose(panel, source, 'agent');
  assert.match(await shown(1), /ran list arguments not told .*Agent/);
});

test('replay repeats a call and says whether it came to the same; edit takes its arguments into the form', async (t) => {
  const { fake, panel, run } = await openLog(t);
  await run('page/add', { n: 7 });
  await panel.until(() => rows(panel).length === 1);
  await t.clickOn(panel.named('button', /^Replay: /));
  await panel.until(() => rows(panel).length === 2);
  assert.match(rows(panel)[0] ?? '', /same outcome/);
  fake.answer = async () => report({ result: { content: [] } });
  await t.clickOn(panel.named('button', /^Replay: /));
  await panel.until(() => rows(panel).length === 3);
  assert.match(rows(panel)[0] ?? '', /1 difference/);
  assert.deepEqual(
    fake.calls.map((/** @type {any} */ { args }) => args),
    [{ n: 7 }, { n: 7 }, { n: 7 }],
  );
  await t.clickOn(panel.named('button', /^Edit and run/));
  await panel.until(() => panel.find('.run-bar .primary'));
  await t.press('Control+Enter');
  await panel.until(() => fake.calls.length === 4);
  assert.deepEqual(fake.calls[3].args, { n: 7 });
});

test('replay of all asks first, says what is not read-only, and what came of it', async (t) => {
  const { fake, panel, run } = await openLog(t);
  await run('page/add', { n: 1 });
  await run('page/list', { n: 2 });
  await panel.until(() => rows(panel).length === 2);
  await t.clickOn(panel.named('button', 'Replay all that are shown'));
  await panel.until(() => panel.find('.log-strip'));
  assert.match(words(panel.get('.log-strip')), /these 2 calls again.*1 of them is not read-only/s);
  await panel.until(() => panel.focused?.textContent === 'Replay');
  assert.equal(fake.calls.length, 2);
  await assertAccessible('a question before calls are repeated');
  await t.press('Enter');
  await panel.until(() => /2 calls replayed: 2 the same, 0 different/.test(panel.text()));
  assert.deepEqual(
    fake.calls.slice(2).map((/** @type {any} */ { args }) => args.n),
    [1, 2],
  );
});

test('a session is exported as a file and imported; what is no session file is refused with a sentence', async (t) => {
  const { panel, run } = await openLog(t);
  await run('page/add', { n: 1 });
  /** @type {Blob[]} */
  const files = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    files.push(/** @type {Blob} */ (blob));
    return createObjectURL(blob);
  };
  const stop = (/** @type {Event} */ event) => event.preventDefault();
  t.after(() => {
    URL.createObjectURL = createObjectURL;
  });
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener('click', stop, { once: true });
    click.call(this);
  };
  t.after(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  await t.clickOn(panel.named('button', 'Export the session as a file'));
  await panel.until(() => files.length === 1);
  const text = await /** @type {Blob} */ (files[0]).text();
  assert.equal(JSON.parse(text).format, 'webmcp-exec/session');

  const give = (/** @type {string} */ content) => {
    const input = /** @type {HTMLInputElement} */ (panel.all('[type="file"]')[0]);
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'session.json'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  give('{"format":"har"}');
  await panel.until(() => panel.find('[role="alert"]'));
  assert.match(words(panel.get('[role="alert"]')), /Not imported\. This is no session file/);
  assert.equal(rows(panel).length, 1);
  await assertAccessible('a file that is refused');
  give(text);
  await panel.until(() => rows(panel).length === 2);
  assert.match(rows(panel)[0] ?? '', /imported/);
  assert.equal(panel.find('[role="alert"]'), undefined);
});

test('the log keeps so many rows, and counts those that went', async (t) => {
  const { panel, run } = await openLog(t, { 'max-log': '5' });
  for (let n = 0; n < 12; n += 1) await run('page/list', { n });
  await panel.until(() => rows(panel).length === 5);
  assert.match(panel.text(), /7 older entries were let go: the log keeps 5/);
});

test('the history of a tool, and by Alt and the arrow keys into the form', async (t) => {
  const { fake, panel, run } = await openLog(t);
  for (const n of [1, 2, 3]) await run('page/add', { n });
  await run('page/list', {});
  panel.element.select('page/add');
  await panel.until(() => panel.find('[role="tablist"]'));
  panel.named('tab', /^History/).click();
  await panel.until(() => panel.all('.log-history .log-row').length === 3);
  await assertAccessible('a history');
  assert.match(words(panel.all('.log-history .log-row')[0]), /"n": 3/);
  panel.named('tab', /^Run/).click();
  await panel.until(() => panel.find('.run'));
  for (let time = 0; time < 2; time += 1) await t.press('Alt+ArrowUp');
  await t.press('Control+Enter');
  await panel.until(() => fake.calls.length === 5);
  assert.deepEqual(fake.calls[4].args, { n: 2 });
});

test('rows are buttons: the log works by keyboard alone', async (t) => {
  const { panel, run } = await openLog(t);
  await run('page/add', { n: 1 });
  const head = await panel.until(() => panel.find('.log-drawer .log-head'));
  head.focus();
  await t.press('Enter');
  await panel.until(() => panel.find('.log-drawer .log-details'));
  await t.press('Tab');
  assert.match(panel.focused?.ariaLabel ?? '', /^Replay: /);
  await t.press('Enter');
  await panel.until(() => rows(panel).length === 2);
});
