/** The panel by pointer alone, and its states that have no tools; axe looks at each. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore, report, toolInfo } from './fake-core.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

test('S1-34 a hanging tool, by pointer: Run, Cancel, aborted at once, and it can be run again', async (t) => {
  let answer = () => new Promise(() => {});
  const { core } = fakeCore({ answer: () => answer() });
  const panel = await openPanel(t, { core });
  const status = () => panel.find('.outcome .status')?.dataset.status;
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await panel.until(() => status() === 'running');
  await t.clickOn(panel.named('button', 'Cancel'));
  await panel.until(() => status() === 'aborted');
  answer = async () => report();
  await t.clickOn(panel.named('button', 'Run'));
  await panel.until(() => status() === 'completed');
  assert.match(panel.get('[role="status"]').textContent, /add: completed/);
});

test('by pointer: log, settings, menu, the places where the panel lies, closed', async (t) => {
  const { core } = fakeCore();
  const panel = await openPanel(t, { core });
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await t.clickOn(panel.get('.log-toggle'));
  await panel.until(() => panel.find('.log-list li'));
  await assertAccessible('the log');
  await t.clickOn(panel.get('.log-toggle'));
  for (const tab of ['schema', 'history', 'checks']) {
    await t.clickOn(panel.get(`#tab-${tab}`));
    await panel.until(
      () => panel.find(`#tab-${tab}[aria-selected="true"]`) && !panel.find('[role="tabpanel"] > .empty'),
    );
    await assertAccessible(tab);
  }
  await t.clickOn(panel.get('[data-opens="settings"]'));
  await panel.until(() => panel.find('.settings'));
  await assertAccessible('settings');
  await t.clickOn(panel.get('[data-opens="settings"]'));

  for (const [name, dock] of /** @type {const} */ ([
    ['Right', 'right'],
    ['Left', 'left'],
    ['Floating', 'float'],
    ['Bottom', 'bottom'],
  ])) {
    await t.clickOn(panel.get('[aria-haspopup="menu"]'));
    await panel.until(() => panel.find('[role="menu"]'));
    if (dock === 'right') await assertAccessible('a menu');
    await t.clickOn(panel.named('menuitem', name));
    await panel.until(() => panel.get('.panel').dataset.dock === dock && !panel.find('[role="menu"]'));
    assert.equal(panel.element.dock, dock);
  }
  await t.clickOn(panel.named('button', 'Close'));
  await panel.until(() => !panel.element.open);
});

/** A core that cannot list. @param {any} members of the error @param {any} provider */
const refusing = (members, provider) => ({
  ...fakeCore().core,
  provider: () => provider,
  listTools: async () => {
    throw Object.assign(new Error(members.message), members);
  },
});

test('no WebMCP: the panel says how to get it; no tools: how they come', async (t) => {
  const unavailable = await openPanel(t, {
    core: refusing({ message: 'There is no WebMCP in this page.', errorCode: 'UNAVAILABLE' }, null),
  });
  await unavailable.until(() => unavailable.find('.page-state'));
  assert.match(unavailable.text(), /webmcp-exec\/polyfill/);
  await assertAccessible('no WebMCP');
  unavailable.element.remove();

  const empty = await openPanel(t, { core: fakeCore({ tools: [] }).core });
  await empty.until(() => empty.find('.list-pane .empty h3'));
  assert.match(empty.text(), /registerTool/);
  await assertAccessible('no tools');
});

test('a narrow window has room for one pane: the list, then the tool, and back', async (t) => {
  const { core } = fakeCore({ tools: [toolInfo({ name: 'add', title: 'Add' })] });
  const panel = await openPanel(t, { core }, { dock: 'right' });
  await panel.until(() => panel.find('.panes[data-narrow]') && panel.find('.tool'));
  assert.equal(panel.find('.about'), undefined);
  await t.clickOn(panel.get('.tool'));
  await panel.until(() => panel.find('.about') && !panel.find('.tool'));
  await assertAccessible('narrow');
  await t.clickOn(panel.named('button', 'Back to the list'));
  await panel.until(() => panel.find('.tool') && panel.focused?.role === 'listbox');
});
