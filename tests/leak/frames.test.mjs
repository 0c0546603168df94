/** Frames that come, are called and go: nothing of them is kept. */

import { executeTool, executeToolDetailed } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';

/** Documents without a request, for there are many: an empty frame, whose tool the page registers. */
test('X-06 frames added, called and removed', {
  timeout: 170_000,
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
    'ff-poly': 'an empty frame has no provider: the polyfill is for documents that import it',
    'wk-poly': 'an empty frame has no provider: the polyfill is for documents that import it',
    'c156-poly': 'an empty frame has no provider: the polyfill is for documents that import it',
  },
}, async (t) => {
  const outcomes = new Map();
  await staysFlat(t, {
    times: 300,
    batch: 1,
    async step(index) {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inner = /** @type {any} */ (frame.contentWindow);
      await inner.document.modelContext.registerTool({
        name: 'framed',
        description: 'A tool of a frame.',
        execute: () => (index % 2 ? 'framed' : new Promise(() => {})),
      });
      // It may be listed late, or never: see native-behaviour.md, "getTools".
      for (let wait = 0; wait < 20; wait++) {
        if ((await t.modelContext().getTools()).some(({ window }) => window === inner)) break;
        await t.sleep(wait);
      }
      const call = executeToolDetailed('framed', {}, { window: inner, timeout: 1000 });
      if (index % 2 === 0) await t.sleep(5);
      if (index % 2) await call;
      frame.remove();
      const { status } = await call;
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    },
  });
  const expected = ['completed', 'owner-gone', 'not-found', 'timed-out'];
  for (const status of outcomes.keys()) assert.equal(expected.includes(status), true, status);
  assert.equal(outcomes.get('completed') >= 100, true, JSON.stringify([...outcomes]));
});

test('X-06 frames with the polyfill, added, called and removed', {
  timeout: 170_000,
  only: {
    'c156-poly': 'the polyfill in frames',
    'ff-poly': 'the polyfill in frames',
    'wk-poly': 'the polyfill in frames',
  },
}, async (t) => {
  await staysFlat(t, {
    times: t.env.engine === 'chromium' ? 60 : 20,
    batch: 1,
    async step() {
      const frame = await t.frame('/fixtures/tools.html?tools=text,never');
      const runs = Reflect.get(frame.contentWindow, 'runs');
      assert.ok(await executeTool('text', {}, { window: frame.contentWindow }));
      const call = executeToolDetailed('never', {}, { window: frame.contentWindow, timeout: 5000 });
      await t.tick();
      frame.remove();
      const { status } = await call;
      if (status !== 'owner-gone')
        assert.deepEqual([status, runs.never], ['not-found', 0], 'certain that nothing ran');
    },
  });
});
