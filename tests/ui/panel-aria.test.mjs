/** What the panel is to those who do not see it: its accessibility tree, what it says aloud, and forced colours. */

import { assert, test } from '../harness/page.mjs';
import { fakeCore, report, toolInfo } from './fake-core.mjs';
import { assertAccessible, openPanel } from './panel.mjs';

const CHROMIUM_ONLY = {
  'ff-poly': 'the driver cannot ask Firefox for this',
  'ff-native': 'the driver cannot ask Firefox for this',
  'wk-poly': 'the driver cannot ask WebKit for this',
};

const TOOLS = [
  toolInfo({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts mugs into the cart.',
    annotations: { consequentialHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        qty: { type: 'integer', description: 'How many.' },
        colour: { enum: ['red', 'blue'] },
        gift: { type: 'boolean' },
      },
      required: ['qty', 'colour'],
    },
  }),
  toolInfo({ name: 'search', description: 'Finds products.', annotations: { readOnlyHint: true } }),
];

test('the accessibility tree of list, form and log', { not: CHROMIUM_ONLY }, async (t) => {
  const { core } = fakeCore({ tools: TOOLS, answer: ({ name }) => report({ name }) });
  const panel = await openPanel(t, { core });
  await panel.until(() => panel.all('.tool').length === 2);
  panel.all('.tool')[0].click();
  await panel.until(() => panel.find('.run-body input'));
  assert.equal(await t.ariaSnapshot('webmcp-devtools .list-pane'), LIST);
  assert.equal(await t.ariaSnapshot('webmcp-devtools .detail'), FORM);
  panel.all('.tool')[1].click();
  await panel.until(() => panel.find('.about h3')?.textContent === 'search');
  panel.get('.run-button').click();
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
  panel.get('.log-toggle').click();
  await panel.until(() => panel.find('.log-list li'));
  // The time of day differs.
  const log = await t.ariaSnapshot('webmcp-devtools .log-body');
  assert.equal(log.replace(/\d+:\d\d:\d\d(\.\d+)?( [AP]M)?/g, '<time>'), LOG);
});

const LIST = `
- region "Tools":
  - search:
    - searchbox "Search tools"
    - combobox "Show":
      - option "All tools" [selected]
      - option "Changed"
      - option "Called"
      - option "Failed"
      - option "Read-only"
      - option "Consequential"
  - heading "This page 2" [level=3]
  - listbox "This page 2":
    - option "Add to cart consequential add_to_cart" [selected]
    - option "search read-only Finds products."
`.trim();

const FORM = `
- region "Tool":
  - heading "Add to cart" [level=3]
  - text: consequential
  - code: add_to_cart
  - button "Copy the name"
  - paragraph: Puts mugs into the cart.
  - tablist "What about the tool":
    - tab "Run" [selected]
    - tab "Schema"
    - tab "History"
    - tab "Checks"
  - tabpanel "Run":
    - toolbar "Run":
      - group "Arguments as":
        - button "Form" [pressed]
        - button "JSON"
      - button "Sample"
      - button "Paste"
      - button "Clear"
      - button "Run"
    - group "Arguments":
      - group "Arguments":
        - text: Arguments qty required whole number
        - textbox "qty required"
        - paragraph: How many.
        - text: colour choice
        - radiogroup "colour":
          - radio "red"
          - text: red
          - radio "blue"
          - text: blue
        - text: gift yes or no
        - radiogroup "gift":
          - radio "true"
          - text: "true"
          - radio "false"
          - text: "false"
          - radio "Not set" [checked]
          - text: Not set
    - paragraph: What the tool gives comes here.
`.trim();

const LOG = `
- toolbar "The log’s tools":
  - searchbox "Search the log"
  - combobox "Outcome":
    - option "Any outcome" [selected]
    - option "Running"
    - option "Completed"
    - option "Went wrong"
    - option "Aborted"
    - option "Navigated"
  - combobox "By whom":
    - option "By anyone" [selected]
    - option "Panel"
    - option "Page"
    - option "Agent"
    - option "Chat"
    - option "Changes of tools"
  - button "Replay all that are shown"
  - button "Export the session as a file"
  - button "Import a session file"
  - button "Clear the log"
- list "Log":
  - listitem:
    - 'button "<time> completed search {} Panel 5 ms"':
      - time: <time>
      - text: "completed search {} Panel 5 ms"
    - 'button "Replay: call it again with these arguments"'
    - 'button "Edit and run: take these arguments into the form"'
    - button "More"
`.trim();

/** Records what the live region says, in order. @param {Awaited<ReturnType<typeof openPanel>>} panel */
function recordSaid(panel) {
  const region = panel.get('[role="status"]');
  /** @type {string[]} */
  const said = [];
  const recorder = new MutationObserver(() => {
    const text = (region.textContent ?? '').replace(/[\d.]+ (ms|s)$/, '<time>');
    if (text !== '' && text !== said.at(-1)) said.push(text);
  });
  recorder.observe(region, { childList: true, characterData: true, subtree: true });
  return said;
}

test('the one live region says what runs, how it ends, and which tools come and go', async (t) => {
  /** @type {() => any} */
  let answer = () => new Promise(() => {});
  const core = fakeCore({ tools: TOOLS.slice(1), answer: () => answer() });
  const panel = await openPanel(t, { core: core.core });
  assert.equal(panel.all('[role="status"]').length, 1);
  const said = recordSaid(panel);
  await t.clickOn(await panel.until(() => panel.find('.tool')));
  await t.clickOn(await panel.until(() => panel.find('.run-button')));
  await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'running');
  await t.clickOn(panel.named('button', 'Cancel'));
  await panel.until(() => said.length === 2);
  answer = async () => {
    await t.sleep(50);
    return report({ name: 'search' });
  };
  await t.clickOn(panel.named('button', 'Run'));
  await panel.until(() => said.length === 4);
  // What comes in the first second is how the page begins, and no news.
  await t.sleep(1100);
  core.change(TOOLS.slice(0, 1));
  await panel.until(() => said.length === 5);
  core.change([{ ...TOOLS[0], description: 'Puts one mug into the cart.' }]);
  await panel.until(() => said.length === 6);
  assert.deepEqual(said, [
    'search runs',
    'search: aborted after <time>',
    'search runs',
    'search: completed after <time>',
    'Tools: 1 new, 1 removed',
    'Tools: 1 changed',
  ]);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`forced colours, ${colorScheme}: what is chosen, marked or pressed is seen, and axe finds nothing`, {
    not: CHROMIUM_ONLY,
  }, async (t) => {
    await t.emulateMedia({ forcedColors: 'active', colorScheme });
    assert.ok(matchMedia('(forced-colors: active)').matches);
    const { core } = fakeCore({ tools: TOOLS });
    const panel = await openPanel(t, { core });
    await panel.until(() => panel.all('.tool').length === 2);
    await assertAccessible('list');
    panel.all('.tool')[1].click();
    await panel.until(() => panel.find('.run-button'));
    const colour = (/** @type {HTMLElement} */ element) => getComputedStyle(element).backgroundColor;
    const [other, chosen] = panel.all('.tool');
    await panel.until(() => colour(other) !== colour(chosen), 'the chosen tool has another colour');
    panel.get('.run-button').click();
    await panel.until(() => panel.find('.outcome .status')?.dataset.status === 'completed');
    await assertAccessible('result');
    panel.get('.log-toggle').click();
    await panel.until(() => panel.find('.log-list li'));
    await assertAccessible('log');
    for (const opens of ['settings', 'help']) {
      panel.get(`[data-opens="${opens}"]`).click();
      await panel.until(() => panel.find('.overlay'));
      const pressed = panel.get(`[data-opens="${opens}"]`);
      assert.equal(pressed.getAttribute('aria-pressed'), 'true');
      await assertAccessible(opens);
    }
  });
}
