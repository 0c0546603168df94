/**
 * A document whose process crashes says nothing any more. Chromium itself tells nobody of it either, until the frame is
 * removed.
 */

import { assert, test } from '../harness/page.mjs';
import { calling, eventually, registering, relay, toolOf } from './relay.mjs';
import { named, sideBySide, unknownReason } from './side-by-side.mjs';

const { 'ff-poly': _, 'ff-no-wasm': __, 'wk-poly': ___, ...chromium } = sideBySide.only;
/** Other browsers show all of a site in one process, or tell nobody of its end. */
const inChromium = { ...sideBySide, only: chromium };

test('a call whose tool’s process has crashed fails when the frame is removed', inChromium, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  const frame = await relay(t, 'cross-site');
  await frame.run(registering, 'a', [location.origin], 'return new Promise(() => {})');
  const call = t.rejects(context.executeTool(toolOf(frame, 'a'), {}));
  await eventually(async () => frame.run('return runs.a.length === 1'), assert.fail);
  await t.crash(frame.origin);
  frame.iframe.remove();
  assert.equal(named(await call), `UnknownError: ${unknownReason}`);
  assert.deepEqual(await context.getTools({ fromOrigins: [frame.origin] }), []);
});

test('a tool whose caller’s process has crashed is told when the frame is removed', inChromium, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  /** @type {AbortSignal | undefined} */
  let signal;
  const cancelled = new Promise((resolve) => context.addEventListener('toolcancel', resolve, { once: true }));
  await t.register(
    {
      name: 'a',
      execute: (/** @type {any} */ _, /** @type {any} */ client) => {
        signal = client.signal;
        return new Promise(() => {});
      },
    },
    { exposedTo: [t.origins['cross-site']] },
  );
  const frame = await relay(t, 'cross-site');
  frame.run(calling, ['parent'], location.origin, 'a').catch(() => {});
  await eventually(() => signal !== undefined, assert.fail);
  await t.crash(frame.origin);
  frame.iframe.remove();
  await cancelled;
  assert.equal(signal?.aborted, true);
});
