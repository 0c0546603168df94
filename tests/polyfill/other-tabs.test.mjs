/** Windows of other tabs: what a page has opened, and what has opened it. */

import { assert, test } from '../harness/page.mjs';
import { path, relayOf, toolOf } from './relay.mjs';
import { named, sideBySide, unknownReason } from './side-by-side.mjs';

/** @import {OriginKind, TestContext} from '../harness/types.d.ts' */

/**
 * A page in a tab of its own.
 * @param {TestContext} t
 * @param {OriginKind} kind
 */
async function openTab(t, kind) {
  const button = document.createElement('button');
  button.id = 'open';
  button.textContent = 'open';
  document.body.append(button);
  const origin = t.origins[kind];
  /** @type {any} */
  let opened;
  button.onclick = () => {
    opened = open(origin + path);
  };
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => {
      if (source === opened && data?.webmcpFixture === 'ready') resolve(undefined);
    });
  });
  await t.click('#open');
  assert.ok(opened, 'it was blocked');
  t.after(() => opened.close());
  await ready;
  return relayOf(/** @type {any} */ (undefined), opened, origin);
}

const { 'wk-poly': _, ...elsewhere } = sideBySide.only;
/** WebKit's driver follows the new window, and the test with it. */
const whereTabsStay = { ...sideBySide, only: elsewhere };

for (const kind of /** @type {const} */ (['same', 'cross-site'])) {
  test(`a page that was opened (${kind}) has tools of its own`, whereTabsStay, async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    const tab = await openTab(t, kind);
    let ran = 0;
    let changes = 0;
    await t.register({ name: 'here', execute: () => ++ran }, { exposedTo: [tab.origin] });
    context.ontoolchange = () => changes++;
    await tab.run(
      `globalThis.ran = 0;
      await document.modelContext.registerTool(
        { name: 'there', description: 'd', execute: () => ++ran }, { exposedTo: [args[0]] });
      globalThis.list = async () => (await document.modelContext.getTools({ fromOrigins: [args[0]] }))
        .map(({ name }) => name).join();`,
      location.origin,
    );
    const tools = await context.getTools({ fromOrigins: [tab.origin] });
    assert.equal(tools.map((/** @type {any} */ { name }) => name).join(), 'here');
    assert.equal(await tab.run('return list()'), 'there');
    const there = t.rejects(context.executeTool(toolOf(tab, 'there'), {}));
    assert.equal(named(await there), `UnknownError: ${unknownReason}`);
    const here = await tab.run(
      `return document.modelContext.executeTool(
        { name: 'here', description: 'd', origin: args[0], window: opener }, {}).catch((error) => error.name + ': ' + error.message)`,
      location.origin,
    );
    assert.equal(here, `UnknownError: ${unknownReason}`);
    assert.deepEqual([ran, await tab.run('return ran'), changes], [0, 0, 0]);
  });
}
