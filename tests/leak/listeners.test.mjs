/** Calls that end in every way: none leaves a watch on the tool's document, or a listener on what it listened to. */

/** @import {TestContext, ListenerCount, TestOptions} from '../harness/types.d.ts' */

import { defineWebTool, executeToolDetailed } from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';
import { watchesOf } from './watches.mjs';

const description = 'A tool of the tests.';
const never = () => new Promise(() => {});

/** How often each way is gone. */
const TIMES = 5;

/**
 * @param {TestContext} t
 * @param {Record<string, EventTarget>} targets
 */
function countAll(t, targets) {
  /** @type {Record<string, ListenerCount>} */
  const counts = {};
  for (const [name, target] of Object.entries(targets)) {
    for (const type of ['pagehide', 'load', 'toolactivated'])
      counts[`${type} of ${name}`] = t.countListeners(target, type);
  }
  return counts;
}

/** The window is listened to by one listener for all calls, from the first on. @param {Record<string, ListenerCount>} counts */
function noneIsLeft(counts) {
  const window = counts['pagehide of window'];
  assert.deepEqual([(window?.added ?? 0) <= 1, window?.removed ?? 0], [true, 0]);
  delete counts['pagehide of window'];
  assert.deepEqual(
    Object.entries(counts).filter(([, { active }]) => active !== 0),
    [],
  );
}

/**
 * Calls a tool and ends the call while it runs.
 *
 * @param {TestContext} t
 * @param {{ name: string, args?: object, options?: object }} call
 * @param {() => number} watching
 */
async function endEarly(t, { name, args, options }, watching) {
  const controller = new AbortController();
  const aborted = executeToolDetailed(name, args, { ...options, signal: controller.signal });
  while (watching() === 0) await t.tick();
  controller.abort();
  const { status } = await aborted;
  // On a busy machine it may be over before it begins to watch.
  const late = await executeToolDetailed(name, args, { ...options, timeout: 20 });
  return [status, late.status];
}

test('X-04 calls of this document’s tools leave no watch and no listener', { timeout: 60_000 }, async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  const fails = () => {
    throw new Error('no');
  };
  await defineWebTool({ name: 'own', description, execute: () => 'own' }).register();
  await defineWebTool({ name: 'own_fails', description, execute: fails }).register();
  await defineWebTool({ name: 'own_never', description, execute: never }).register();
  await t.register({ name: 'raw', execute: () => 'raw' });
  await t.register({ name: 'raw_fails', execute: fails });
  await t.register({ name: 'raw_never', execute: never });
  const counts = countAll(t, { window, document, ...contextTarget(t) });
  const watching = () => watchesOf(document);
  /** @param {string} name @param {any} [options] */
  const statusOf = async (name, options) => (await executeToolDetailed(name, {}, options)).status;
  for (let time = 0; time < TIMES; time++) {
    for (const whose of ['own', 'raw']) {
      assert.equal(await statusOf(whose), 'completed');
      assert.equal(await statusOf(`${whose}_fails`), 'failed');
      const early = await endEarly(t, { name: `${whose}_never` }, watching);
      assert.deepEqual(early, ['aborted', 'timed-out']);
      assert.equal(watching(), 0, whose);
    }
    assert.equal(await statusOf('other'), 'not-found');
    assert.equal(await statusOf('own', AbortSignal.abort()), 'aborted');
    // On older builds such a call is lost.
    const unregister = await t.register({ name: 'leaving', execute: () => unregister().then(never) });
    const left = await statusOf('leaving', { timeout: 100 });
    assert.equal(left === 'owner-gone' || left === 'timed-out', true, left);
  }
  assert.equal(watching(), 0);
  noneIsLeft(counts);
  if (t.env.id === 'c150') assert.equal((counts['toolactivated of window']?.added ?? 0) > 0, true);
});

/** @param {TestContext} t @returns {Record<string, EventTarget>} */
function contextTarget(t) {
  const context = t.modelContext();
  return context instanceof EventTarget ? { context } : {};
}

test('X-04 calls of a frame’s tools leave no watch and no listener', {
  timeout: 60_000,
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
}, async (t) => {
  if (t.env.id === 'c150') t.expectUnhandled();
  for (const end of ['stays', 'is removed', 'navigates']) {
    const frame = await t.frame('/fixtures/web-tools.html');
    const { contentWindow: inner, contentDocument } = frame;
    assert.ok(contentDocument);
    const options = { window: inner };
    for (const name of ['five', 'fails', 'never']) await untilListed(t, name, options);
    const counts = countAll(t, { window, frame, inner });
    const watching = () => watchesOf(contentDocument);
    for (let time = 0; time < TIMES; time++) {
      assert.equal((await executeToolDetailed('five', {}, options)).status, 'completed');
      assert.equal((await executeToolDetailed('fails', {}, options)).status, 'failed');
      const early = await endEarly(t, { name: 'never', options }, watching);
      assert.deepEqual(early, ['aborted', 'timed-out']);
      assert.equal(watching(), 0);
    }
    noneIsLeft(counts);
    assert.equal((counts['pagehide of inner']?.added ?? 0) >= 3 * TIMES, true, 'they listen meanwhile');
    if (end === 'stays') continue;
    const { watches } = Reflect.get(contentDocument, Symbol.for('webmcp-exec@1'));
    const last = executeToolDetailed('never', {}, options);
    while (watching() === 0) await t.tick();
    if (end === 'is removed') frame.remove();
    else frame.src = '/fixtures/blank.html';
    const { status } = await last;
    assert.equal(status, end === 'is removed' ? 'owner-gone' : 'navigated');
    assert.equal(watches.size, 0);
    // A window that has been navigated is another one now, and the listener went with the old.
    if (end === 'navigates') delete counts['pagehide of inner'];
    noneIsLeft(counts);
  }
});

/** @type {TestOptions} */
const acrossSites = {
  timeout: 60_000,
  not: { 'ff-native': 'it has no tools across sites', mcpb: 'it has no tools across sites' },
};

test('X-04 calls of another site’s tools leave no listener on their frame', acrossSites, async (t) => {
  for (const end of ['stays', 'is removed', 'navigates']) {
    const frame = await t.frame('/fixtures/tools.html?tools=text,never&exposedTo=same', {
      origin: 'cross-site',
      allow: 'tools',
    });
    const options = { fromOrigins: [t.origins['cross-site']] };
    for (const name of ['text', 'never']) await untilListed(t, name, options);
    const counts = countAll(t, { window, frame });
    const load = counts['load of frame'];
    assert.ok(load);
    for (let time = 0; time < TIMES; time++) {
      assert.equal((await executeToolDetailed('text', {}, options)).status, 'completed');
      const early = await endEarly(t, { name: 'never', options }, () => load.active);
      assert.deepEqual(early, ['aborted', 'timed-out']);
    }
    noneIsLeft(counts);
    assert.equal(load.added >= 2 * TIMES, true, 'they listen meanwhile');
    if (end !== 'stays') {
      const last = executeToolDetailed('never', {}, options);
      await executeToolDetailed('text', {}, options);
      if (end === 'is removed') frame.remove();
      else frame.src = new URL('/fixtures/blank.html', t.origins['cross-site']).href;
      assert.equal((await last).status, end === 'is removed' ? 'owner-gone' : 'navigated');
      noneIsLeft(counts);
    }
    frame.remove();
  }
});
