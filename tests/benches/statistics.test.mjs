/** What the benchmarks say of samples: that it is right where the answer is known. */

import { takeSamples } from '../../www/bench/measure/sampling.js';
import { exponentOf, ratioOf, spreadOf } from '../../www/bench/measure/statistics.js';
import { assert, test } from '../harness/page.mjs';

const options = { node: true, only: { node: 'it is plain arithmetic' } };

test('the median and the quartiles of samples', options, () => {
  assert.deepEqual(spreadOf([5, 1, 4, 2, 3]), { median: 3, low: 2, high: 4 });
  assert.deepEqual(spreadOf([4, 1, 2, 3]), { median: 2.5, low: 1.75, high: 3.25 });
});

test('a ratio is that of the pairs, not of the medians, and its interval holds it', options, () => {
  const base = [10, 1000, 20, 500, 30];
  const twice = base.map((time) => 2 * time);
  assert.deepEqual(ratioOf(twice, base), { ratio: 2, low: 2, high: 2 });
  const noisy = base.map((time, index) => time * (1 + index / 10));
  const { ratio, low, high } = ratioOf(noisy, base);
  assert.equal(ratio, 1.2);
  assert.ok(low >= 1 && low < ratio && high > ratio && high <= 1.4, `${low} to ${high}`);
});

test('the exponent of a growth', options, () => {
  const sizes = [1, 10, 100, 1000];
  for (const exponent of [0, 0.5, 1, 2]) {
    const found = exponentOf(sizes.map((size) => [size, 7 * size ** exponent]));
    assert.ok(Math.abs(found - exponent) < 1e-9, `${found} for ${exponent}`);
  }
});

test('every way has its turn in every sample, and is not always after the same one', options, async () => {
  /** @type {string[]} */
  const turns = [];
  const note = (/** @type {string} */ name) => async () => {
    if (turns.at(-1) !== name) turns.push(name);
  };
  const ways = { one: note('one'), two: note('two'), three: note('three') };
  const taken = await takeSamples(ways, { samples: 20, target: 0.01 });
  for (const { times, calls } of Object.values(taken)) {
    assert.equal(times.length, 20);
    assert.ok(calls >= 1 && times.every((time) => time >= 0));
  }
  const before = new Set(
    turns.flatMap((name, index) => (name === 'one' && index > 0 ? [turns[index - 1]] : [])),
  );
  assert.deepEqual([...before].sort(), ['three', 'two']);
});

test('an abort ends the measuring between two samples', options, async () => {
  const controller = new AbortController();
  let samples = 0;
  const onProgress = () => {
    samples += 1;
    if (samples === 5) controller.abort(new Error('enough'));
  };
  const plan = { samples: 1000, target: 0.01, signal: controller.signal, onProgress };
  const measuring = takeSamples({ one: async () => {} }, plan);
  assert.equal(await measuring.catch((error) => error.message), 'enough');
  assert.equal(samples, 5);
});
