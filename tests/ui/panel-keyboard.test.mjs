/** The panel by keyboard alone, through its states; axe looks at each. */

import { assert, test } from '../harness/page.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @param {TestContext} t */
async function registerTools(t) {
  await t.register({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts mugs into the cart.',
    inputSchema: {
      type: 'object',
      properties: { qty: { type: 'integer', description: 'How many.' } },
      required: ['qty'],
    },
    execute: (/** @type {any} */ { qty }) => ({ inCart: qty }),
  });
  await t.register({ name: 'hang', description: 'Never ends.', execute: () => new Promise(() => {}) });
  await t.register({
    name: 'search',
    title: 'Search products',
    description: 'Finds products.',
    annotations: { readOnlyHint: true },
    execute: () => 'found',
  });
}

const ordered = {
  not: { 'ff-native': 'the preview lists tools in an order of its own, and knows no titles' },
};

for (const theme of ['light', 'dark']) {
  test(`S1-34 the panel by keyboard alone, ${theme}: found, filled in, run, cancelled, left`, {
    ...ordered,
    timeout: 60_000,
  }, async (t) => {
    await registerTools(t);
    const panel = await openPanel(t, {}, { theme });
    await panel.until(() => panel.all('.tool').length === 3);
    assert.equal(panel.focused?.getAttribute('type'), 'search', 'the focus when it opens');
    await assertAccessible('list, nothing chosen');

    await t.press('ArrowDown');
    await panel.until(() => panel.focused?.role === 'listbox');
    await t.press('ArrowDown');
    await panel.until(() => panel.find('[aria-selected="true"] .tool-name')?.textContent === 'Never ends.');
    await t.press('End');
    await panel.until(() => panel.find('[aria-selected="true"]')?.textContent?.includes('Search products'));
    await t.press('Home');
    await panel.until(() => panel.find('.about h3')?.textContent === 'Add to cart');
    await assertAccessible('a tool chosen');

    await t.press('Enter');
    await panel.until(() => panel.focused?.matches('.run-body input'), 'the first field has the focus');
    await t.press('Control+Enter');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'bad-arguments');
    assert.ok(panel.named('button', 'Run anyway'));
    await assertAccessible('arguments that do not fit');
    await t.press('3');
    await t.press('Control+Enter');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
    assert.match(panel.get('.outcome').textContent, /inCart/);
    await assertAccessible('a result');

    await t.press('Alt+j');
    await panel.until(() => panel.find('.run-body textarea'));
    await assertAccessible('JSON');
    await t.press('Alt+j');
    await panel.until(() => panel.find('.run-body input'));

    await t.press('Escape');
    await panel.until(() => panel.focused?.role === 'listbox', 'Escape goes back to the list');
    await t.press('ArrowDown');
    await panel.until(() => panel.find('.about h3')?.textContent === 'hang');
    await t.press('Control+Enter');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'running');
    await assertAccessible('a call that runs');
    await t.press('Control+.');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'aborted');
    await assertAccessible('a call that was cancelled');
    await t.press('Control+Enter');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'running', 'it runs again');
    await t.press('Control+.');
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'aborted');

    await t.press('?');
    await panel.until(() => panel.find('.keys'));
    await assertAccessible('help');
    await t.press('Escape');
    await panel.until(() => !panel.find('.keys'));
    assert.equal(panel.focused?.dataset.opens, 'help', 'the focus goes back to the button');

    await t.press('/');
    await panel.until(() => panel.focused?.getAttribute('type') === 'search');
    for (const letter of 'zzz') await t.press(letter);
    await panel.until(() => panel.find('.list-pane .empty'));
    await assertAccessible('nothing found');
    await t.press('Escape');
    await panel.until(() => panel.all('.tool').length === 3);
    await t.press('Escape');
    await panel.until(() => !panel.element.open, 'Escape closes the panel');
    const toggle = panel.home.querySelector('[part="toggle"]');
    await panel.until(() => panel.home.activeElement === toggle, 'the focus goes to the toggle');
    await assertAccessible('closed');
    await t.press('Alt+Shift+M');
    await panel.until(() => panel.element.open && panel.find('.panes'), 'the hotkey opens it');
  });
}

test('F6 goes from pane to pane, tabs follow the arrow keys, and lines between panes move', async (t) => {
  await registerTools(t);
  const panel = await openPanel(t);
  await panel.until(() => panel.all('.tool').length === 3);
  const paneOf = () => panel.focused?.closest('[data-pane]')?.getAttribute('data-pane');
  await t.press('Enter');
  await panel.until(() => paneOf() === 'detail');
  await t.press('Escape');
  await panel.until(() => paneOf() === 'list');
  const seen = [];
  for (let step = 0; step < 4; step++) {
    await t.press('F6');
    seen.push(paneOf());
  }
  assert.deepEqual(seen, ['detail', 'log', 'header', 'list']);
  await t.press('Shift+F6');
  assert.equal(paneOf(), 'header');

  await t.clickOn(panel.get('.tool'));
  const run = await panel.until(() => panel.find('#tab-run'));
  run.focus();
  await t.press('ArrowRight');
  await panel.until(() => panel.focused?.id === 'tab-schema' && panel.focused.ariaSelected === 'true');
  await t.press('End');
  await panel.until(() => panel.focused?.id === 'tab-checks');
  await t.press('ArrowRight');
  await panel.until(() => panel.focused?.id === 'tab-run');

  const splitter = panel.get('.panes > .splitter');
  splitter.focus();
  const before = Number(splitter.ariaValueNow);
  await t.press('ArrowRight');
  await panel.until(() => Number(splitter.ariaValueNow) === before + 16);
  await t.press('Home');
  await panel.until(() => Number(splitter.ariaValueNow) === Number(splitter.ariaValueMin));
  const width = panel.get('.list-pane').getBoundingClientRect().width;
  assert.equal(Math.round(width), Number(splitter.ariaValueMin));
});

test(
  'Enter goes to the first field of a tool that was not shown before, from the search and whatever tab was',
  ordered,
  async (t) => {
    await registerTools(t);
    const panel = await openPanel(t);
    await panel.until(() => panel.all('.tool').length === 3);
    for (const letter of 'cart') await t.press(letter);
    await panel.until(() => panel.all('.tool').length === 1);
    await t.press('Enter');
    await panel.until(() => panel.focused?.matches('.run-body input'), 'the first field, from the search');

    await t.clickOn(panel.named('tab', 'Schema'));
    await panel.until(() => panel.named('tab', 'Schema').ariaSelected === 'true');
    await t.clickOn(panel.get('.tool'));
    await t.press('Enter');
    await panel.until(() => panel.focused?.matches('.run-body input'), 'the first field, from the list');
    assert.equal(panel.named('tab', 'Run').ariaSelected, 'true');
  },
);
