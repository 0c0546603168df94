/** What is said of samples: medians with their spread, ratios of pairs with theirs, and how a cost grows. */

import { randomNumbers } from './sampling.js';

/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low a quarter of the samples are below it
 * @property {number} high a quarter of the samples are above it
 *
 * @typedef {object} Ratio
 * @property {number} ratio the median of the paired ratios
 * @property {number} low where the median lies with a probability of 95 %, by bootstrap
 * @property {number} high
 */

const RESAMPLES = 1000;

/** @param {number[]} values @returns {Spread} */
export function spreadOf(values) {
  const sorted = inOrder(values);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** @param {number[]} values */
export const medianOf = (values) => quantile(inOrder(values), 0.5);

/**
 * How many times as long one way takes as the other.
 *
 * @param {number[]} times
 * @param {number[]} base the same samples of the other way
 * @returns {Ratio}
 */
export function ratioOf(times, base) {
  const ratios = times.map((time, sample) => time / base[sample]);
  const random = randomNumbers(ratios.length);
  const medians = Array.from({ length: RESAMPLES }, () =>
    medianOf(ratios.map(() => ratios[Math.floor(random() * ratios.length)])),
  );
  const sorted = inOrder(medians);
  return { ratio: medianOf(ratios), low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

/**
 * The exponent with which a cost grows: the slope of the straight line through the logarithms, by least squares. 0 is
 * a cost that stays, 1 one that grows in proportion.
 *
 * @param {[size: number, cost: number][]} points
 */
export function exponentOf(points) {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)]);
  const mean = [0, 1].map((axis) => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length);
  let above = 0;
  let below = 0;
  for (const [x, y] of logs) {
    above += (x - mean[0]) * (y - mean[1]);
    below += (x - mean[0]) ** 2;
  }
  return above / below;
}

/** @param {number[]} values */
const inOrder = (values) => values.toSorted((one, other) => one - other);

/** @param {number[]} sorted @param {number} share */
function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}
