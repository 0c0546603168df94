/** Where the panel lies: floating, and in a window of its own. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore } from './fake-core.mjs';
import { openPanel } from './panel.mjs';

/** @param {import('../harness/types.d.ts').TestContext} t */
async function floating(t) {
  const panel = await openPanel(t, { core: fakeCore().core }, { dock: 'float' });
  const grip = await panel.until(() => panel.find('.header [aria-label^="Move"]'));
  return { panel, grip, place: () => panel.get('.panel').getBoundingClientRect() };
}

test('a floating panel goes with the pointer that drags its header, and no further than the window', async (t) => {
  const { panel, place } = await floating(t);
  const { x, y, width, height } = place();
  await t.drag(panel.get('.header .title'), { x: 60, y: 40 });
  await panel.until(() => place().x === x + 60 && place().y === y + 40);
  assert.deepEqual([place().width, place().height], [width, height]);
  await t.drag(panel.get('.header .title'), { x: -150, y: -100 });
  await panel.until(() => place().x === 0 && place().y === 0);
  await t.drag(panel.get('.header .icon-button'), { x: 50, y: 50 });
  assert.deepEqual([place().x, place().y], [0, 0], 'a button of the header drags nothing');
});

test('a floating panel is moved and resized by the arrow keys of its grip', async (t) => {
  const { panel, grip, place } = await floating(t);
  const { x, y, width, height } = place();
  grip.focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await t.press(key);
  await panel.until(() => place().x === x + 16 && place().y === y + 32);
  for (const key of ['ArrowLeft', 'ArrowUp']) await t.press(key);
  await panel.until(() => place().x === x && place().y === y + 16);
  await t.press('Shift+ArrowLeft');
  await t.press('Shift+ArrowUp');
  await panel.until(() => place().width === width - 16 && place().height === height - 16);
  assert.equal(panel.focused, grip, 'the grip keeps the focus');
});

/** The window that the panel opens, of whichever kind. */
function watchWindows() {
  /** @type {{ window: Window | null, kind: string | undefined }} */
  const opened = { window: null, kind: undefined };
  const { open } = window;
  window.open = (...given) => {
    opened.kind = 'popup';
    opened.window = open.apply(window, given);
    return opened.window;
  };
  /** @type {any} */ (window).documentPictureInPicture?.addEventListener(
    'enter',
    (/** @type {any} */ event) => {
      opened.kind = 'on top';
      opened.window = event.window;
    },
  );
  return opened;
}

test('the panel goes into a window of its own with its styles and what was typed, and comes back', async (t) => {
  const opened = watchWindows();
  t.after(() => opened.window?.close());
  const panel = await openPanel(t, { core: fakeCore().core });
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  const field = () => /** @type {HTMLInputElement} */ (panel.get('.run-body input'));
  await panel.until(() => panel.find('.run-body input'));
  const { padding } = getComputedStyle(panel.get('.tool'));
  field().focus();
  await t.press('7');
  await panel.until(() => field().value === '7');
  await t.clickOn(panel.get('[aria-haspopup="menu"]'));
  await t.clickOn(
    await panel.until(() => panel.all('[role^="menuitem"]').find((one) => /Window of/.test(one.textContent))),
  );
  await panel.until(() => opened.window || panel.find('[role="status"]')?.textContent?.includes('allow'));
  const other = /** @type {Window} */ (opened.window);
  assert.ok(other, `a window opens (${opened.kind})`);
  const inWindow = () => [...other.document.body.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  panel.moved(/** @type {ShadowRoot} */ (await panel.until(inWindow)));

  const content = panel.get('.panel');
  assert.equal(content.dataset.dock, 'window');
  assert.equal(panel.home.querySelector('.panel'), null, 'it is there only');
  assert.equal(other.document.title, 'WebMCP tools');
  assert.equal(field().value, '7', 'what was typed is kept');
  await panel.until(() => content.getBoundingClientRect().width === other.innerWidth, 'it fills the window');
  assert.equal(other.getComputedStyle(content).display, 'flex', 'it has its styles');
  assert.equal(other.getComputedStyle(panel.get('.tool')).padding, padding);
  panel.get('.run-button').click();
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');

  other.close();
  panel.moved(panel.home);
  await panel.until(() => panel.find('.panel')?.dataset.dock === 'bottom', 'it comes back');
  assert.equal(field().value, '7');
  assert.equal(panel.find('.outcome .status')?.dataset.status, 'completed');
});

test('where the browser allows no window, the panel stays and says so', async (t) => {
  Object.defineProperty(window, 'documentPictureInPicture', { configurable: true, value: undefined });
  window.open = () => null;
  const panel = await openPanel(t, { core: fakeCore().core });
  assert.equal(await panel.element.popOut(), false);
  await panel.until(
    () => panel.find('[role="status"]')?.textContent === 'The browser did not allow another window',
  );
  assert.equal(panel.get('.panel').dataset.dock, 'bottom');
});
