/** The panel in pages that do not wish it well, and with tools that nobody expects. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore, report, toolInfo } from './fake-core.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

/** @param {string} text */
function style(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** What is on top in the middle of an element. @param {Element} element */
function hit(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const point = /** @type {const} */ ([x + width / 2, y + height / 2]);
  let found = document.elementFromPoint(...point);
  while (
    found?.shadowRoot?.elementFromPoint(...point) &&
    found.shadowRoot.elementFromPoint(...point) !== found
  )
    found = found.shadowRoot.elementFromPoint(...point);
  return found;
}

test('a page whose styles unset everything, with a box above all, does not change the panel', async (t) => {
  const core = fakeCore();
  const panel = await openPanel(t, { core: core.core });
  await panel.until(() => panel.find('.tool'));
  const before = panel.get('.panel').getBoundingClientRect().toJSON();
  const look = () => ({ ...getComputedStyle(panel.get('.tool-title')) });
  const styleBefore = look();

  style(`*, *::before, *::after { all: unset !important; }
    webmcp-devtools { display: none !important; opacity: 0 !important; transform: scale(0) !important; }
    .cover { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: red !important; }`);
  const cover = document.createElement('div');
  cover.className = 'cover';
  document.body.append(cover);
  t.after(() => cover.remove());

  assert.deepEqual(panel.get('.panel').getBoundingClientRect().toJSON(), before);
  assert.deepEqual(look(), styleBefore);
  assert.ok(panel.get('.tool').contains(hit(panel.get('.tool'))), 'it is above the box');
  await t.clickOn(panel.get('.tool'));
  await panel.until(() => panel.find('.about h3'));
  panel.element.hide();
  const toggle = /** @type {HTMLElement} */ (panel.home.querySelector('[part="toggle"]'));
  await t.clickOn(toggle);
  await panel.until(() => panel.find('.tool'));
});

test('an open modal dialog of the page takes the panel in, and gives it back', async (t) => {
  const panel = await openPanel(t, { core: fakeCore().core });
  await panel.until(() => panel.find('.tool'));
  const dialog = document.createElement('dialog');
  const ok = document.createElement('button');
  ok.textContent = 'OK';
  dialog.append(ok);
  document.body.append(dialog);
  t.after(() => dialog.remove());
  dialog.showModal();
  const inDialog = () => [...dialog.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  panel.moved(/** @type {ShadowRoot} */ (await panel.until(inDialog)));
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await panel.until(() => panel.find('.about h3'), 'it can be used');
  assert.ok(panel.get('.tool').getBoundingClientRect().height > 20, 'it has its styles');
  dialog.close();
  panel.moved(panel.home);
  await panel.until(() => panel.find('.about h3')?.textContent === 'add', 'what it showed came back');
  assert.equal(dialog.children.length, 1, 'nothing is left in the dialog');

  // Opened while there is a dialog, and the dialog is taken away without being closed.
  panel.element.hide();
  dialog.showModal();
  await t.press('Alt+Shift+M');
  panel.moved(/** @type {ShadowRoot} */ (await panel.until(inDialog)));
  await panel.until(() => panel.find('.tool'));
  dialog.remove();
  panel.moved(panel.home);
  await panel.until(() => panel.find('.tool'), 'it is back at home');
});

const NO_SINKS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'",
};

/** @type {string[]} */
const violations = [];
globalThis.addEventListener?.('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
  violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`),
);

test("the panel works under default-src 'none' and trusted-types 'none'", {
  headers: NO_SINKS,
}, async (t) => {
  await t.register({ name: 'greet', description: 'Greets.', execute: () => '<b>hello</b>' });
  const panel = await openPanel(t);
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
  assert.match(panel.get('.outcome').textContent, /<b>hello<\/b>/);
  for (const opens of ['settings', 'help']) {
    await t.clickOn(panel.get(`[data-opens="${opens}"]`));
    await panel.until(() => panel.find('.overlay'));
  }
  await t.press('Escape');
  await t.clickOn(panel.get('.log-toggle'));
  for (const tab of ['schema', 'history', 'checks', 'run']) {
    await t.clickOn(await panel.until(() => panel.find(`#tab-${tab}`)));
    await panel.until(() => panel.find(`#tab-${tab}`)?.ariaSelected === 'true');
  }
  assert.deepEqual(violations, []);
});

test('a page that is written from right to left mirrors the panel', async (t) => {
  document.documentElement.dir = 'rtl';
  t.after(() => document.documentElement.removeAttribute('dir'));
  const panel = await openPanel(t, { core: fakeCore().core });
  const tool = await panel.until(() => panel.find('.tool'));
  await t.clickOn(tool);
  const about = await panel.until(() => panel.find('.about'));
  assert.ok(tool.getBoundingClientRect().left > about.getBoundingClientRect().right - 1, 'the list is right');
  const splitter = panel.get('.panes > .splitter');
  splitter.focus();
  const before = Number(splitter.ariaValueNow);
  await t.press('ArrowLeft');
  await panel.until(() => Number(splitter.ariaValueNow) === before + 16, 'left makes the list wider');
  await assertAccessible('from right to left');
});

test('2,000 tools: only those in sight are drawn, keys reach the last one, the search finds one', async (t) => {
  const tools = Array.from({ length: 2000 }, (_, at) =>
    toolInfo({ name: `tool_${at}`, title: `Tool number ${at}`, description: 'One of many.' }),
  );
  const panel = await openPanel(t, { core: fakeCore({ tools }).core });
  await panel.until(() => panel.find('.tool'));
  assert.ok(panel.all('.tool').length < 120, `${panel.all('.tool').length} are drawn`);
  await t.press('ArrowDown');
  await t.press('End');
  await panel.until(() => panel.find('.about h3')?.textContent === 'Tool number 1999');
  const last = panel.get('[aria-selected="true"]');
  assert.equal(last.getAttribute('aria-posinset'), '2000');
  assert.ok(last.contains(hit(last)), 'it is in sight');
  await assertAccessible('2,000 tools');
  await t.press('/');
  for (const letter of '1234') await t.press(letter);
  await panel.until(() => panel.find('.tool mark')?.textContent === '1234');
  assert.equal(panel.find('.tool-title')?.textContent, 'Tool number 1234');
});

test('tools that come, change and vanish are marked; one that vanishes while it runs ends', async (t) => {
  /** @type {(value: unknown) => void} */
  let end = () => {};
  const core = fakeCore({ answer: () => new Promise((resolve) => (end = resolve)) });
  const panel = await openPanel(t, { core: core.core });
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'running');
  const [add] = core.tools;
  // What comes in the first second is how the page begins, and no news.
  await t.sleep(1100);
  core.change([toolInfo({ name: 'other' })]);
  await panel.until(
    () => panel.find('.tool[data-change="removed"]') && panel.find('.tool[data-change="added"]'),
  );
  await assertAccessible('tools that changed');
  end(report({ status: 'owner-gone', result: null, errorCode: 'OUTCOME_UNKNOWN' }));
  await panel.until(() => panel.find('.outcome .status')?.dataset.status !== 'running');
  core.change([{ ...add, description: 'Another text.' }, toolInfo({ name: 'other' })]);
  await panel.until(() => panel.find('.changed')?.textContent?.includes('description'));
  await t.clickOn(panel.get('.changes .link'));
  await panel.until(() => !panel.find('.changes') && !panel.find('[data-change]'));
});

test('names and texts of strangers are shown as they are, and break nothing', async (t) => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '\u202eevil\u202c',
    'x'.repeat(128),
    '\u0000\u0007',
    '検索する',
  ];
  const tools = names.map((name) => toolInfo({ name, title: '', description: name.repeat(20) }));
  const panel = await openPanel(t, { core: fakeCore({ tools }).core });
  await panel.until(() => panel.all('.tool').length === names.length);
  for (const [at, name] of names.entries()) {
    panel.all('.tool')[at].click();
    await panel.until(() => panel.find('.about h3')?.textContent === name);
  }
  assert.equal(panel.all('img').length, 0);
  const [list] = panel.all('.list-pane');
  assert.ok(list.scrollWidth <= list.clientWidth, 'nothing is wider than the list');
  await assertAccessible('names of strangers');
});

for (const [kind, forbid] of /** @type {const} */ ([
  [
    'forbidden',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException('No.', 'SecurityError');
          },
        });
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
    },
  ],
])) {
  test(`storage that is ${kind}`, async (t) => {
    forbid();
    const panel = await openPanel(t, { core: fakeCore().core }, { 'storage-key': 'kept' });
    await t.clickOn(await panel.until(() => panel.find('.tool')));
    await t.clickOn(await panel.until(() => panel.find('.run-button')));
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
    await t.clickOn(panel.get('.log-toggle'));
    await panel.until(() => panel.find('.log-toggle')?.ariaExpanded === 'true');
    assert.ok(panel.find('.log-body'), 'the log is open');
  });
}
