/** In Node: what listens to a caller's signal is gone when the call has ended, as Node itself counts it. */

import { executeTool, listTools, Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @param {AbortSignal} signal @returns {Promise<number>} */
async function listenersOf(signal) {
  const { default: events } = await import('node:events');
  return events.getEventListeners(signal, 'abort').length;
}

test('S0-33 calls leave no listener on a signal', {
  only: { node: 'only Node tells who listens' },
  node: true,
}, async () => {
  const { signal } = new AbortController();
  let during = 0;
  const tool = Tool.define({
    name: 'count',
    execute: async () => {
      during = await listenersOf(signal);
      return { success: true, json: {}, text: 'ok' };
    },
  });
  for (let time = 0; time < 100; time += 1) {
    await tool.execute({}, signal);
    await executeTool('none', {}, { signal }).catch(() => {});
    await listTools({ signal }).catch(() => {});
  }
  assert.equal(during, 1);
  assert.equal(await listenersOf(signal), 0);
});
