/** How the benchmarks judge themselves: by what was measured, and only by that. */

import { assert, test } from '../harness/page.mjs';

const options = { node: true, only: { node: 'it is plain arithmetic' } };

const none = {
  date: '2026-01-01',
  quick: false,
  machine: { cores: 2, processor: 'any', load: 0 },
  browsers: {},
  skipped: {},
  call: {},
  bytes: {},
  growth: {},
  polyfill: {},
  startUp: {},
  memory: {},
};

/** A run in which executeTool has this ratio to the direct call with 10 tools. @param {number} ratio */
const runWith = (ratio) => {
  const spread = { median: 1, low: 1, high: 1 };
  const against = { direct: { ratio, low: ratio, high: ratio } };
  const rows = { executeTool: { us: spread, calls: 1, samples: 1, against } };
  return {
    ...none,
    call: { c156: { sizes: [{ size: 10, rows }], microtasks: { direct: 1, executeTool: 2 } } },
  };
};

test('what was not measured is not judged', options, async () => {
  const { goalsOf } = await import('../../benches/goals.mjs');
  assert.deepEqual(goalsOf(none), []);
});

test('a ratio meets its goal up to the limit, and not beyond it', options, async () => {
  const { goalsOf } = await import('../../benches/goals.mjs');
  const judged = [1.1, 1.11].map((ratio) => goalsOf(runWith(ratio)).map(({ met }) => met));
  // The second of each is the abort.
  assert.deepEqual(judged, [
    [true, true],
    [false, true],
  ]);
});

test('a goal that is not met is in the table in so many words', options, async () => {
  const { goalsOf } = await import('../../benches/goals.mjs');
  const { markdownOf } = await import('../../benches/markdown.mjs');
  const results = runWith(1.5);
  const markdown = markdownOf({ ...results, goals: goalsOf(results) });
  assert.match(markdown, /\| 1\.50 × \| ≤ 1\.10 × \| \*\*not met\*\* \|/);
});
