/** One name in several documents: the page's own tool first, else the caller has to say which. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { executeTool, executeToolDetailed, listTools } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const inFrames = {
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
};
const acrossOrigins = inFrames;

/** Tools of a frame may be listed a little after it has loaded. @param {TestContext} t @param {number} count @param {object} [options] */
async function listed(t, count, options) {
  for (let i = 0; i < 100; i++) {
    if ((await t.modelContext().getTools(options)).length === count) return;
    await t.sleep(20);
  }
  assert.fail(`never ${count} tools`);
}

/** @param {{ contentWindow: Window }} frame @returns {Record<string, number>} */
const runsOf = ({ contentWindow }) => Reflect.get(contentWindow, 'runs');

test("X-06 the page's own tool comes before those of frames", inFrames, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  await listed(t, 1);
  assert.equal((await executeToolDetailed('echo')).status, 'completed', 'the only one, in a frame');
  assert.equal(runsOf(frame).echo, 1);
  let runs = 0;
  const unregister = await t.register({ name: 'echo', execute: () => ++runs });
  await listed(t, 2);
  await executeTool('echo');
  assert.deepEqual([runs, runsOf(frame).echo], [1, 1]);
  assert.deepEqual((await listTools()).map(({ own }) => own).sort(), [false, true]);
  await unregister();
  await listed(t, 1);
  await executeTool('echo');
  assert.deepEqual([runs, runsOf(frame).echo], [1, 2]);
});

test('X-06 several frames: the error names the candidates, {window} chooses', inFrames, async (t) => {
  const first = await t.frame('/fixtures/tools.html?tools=echo&frame=1');
  const second = await t.frame('/fixtures/tools.html?tools=echo&frame=2');
  await listed(t, 2);
  const error = await t.rejects(executeTool('echo', {}));
  assert.equal(error.errorCode, 'AMBIGUOUS');
  assert.match(error.message, /"echo"/);
  assert.equal(error.message.includes(location.origin), true);
  assert.deepEqual(error.candidates, [location.origin, location.origin]);
  assert.equal(error.outcomeUnknown, undefined);
  const report = await executeToolDetailed('echo');
  assert.deepEqual([report.status, report.argsShape, report.outcomeUnknown], ['ambiguous', undefined, false]);
  assert.deepEqual([runsOf(first).echo, runsOf(second).echo], [0, 0]);
  for (const [frame, number] of /** @type {const} */ ([
    [first, '1'],
    [second, '2'],
  ])) {
    const result = /** @type {any} */ (await executeTool('echo', { a: 1 }, { window: frame.contentWindow }));
    assert.match(result.structuredContent.query, new RegExp(`frame=${number}`));
  }
  assert.deepEqual([runsOf(first).echo, runsOf(second).echo], [1, 1]);
  assert.equal(
    (await t.rejects(executeTool('echo', {}, { origin: location.origin }))).errorCode,
    'AMBIGUOUS',
  );
  assert.equal((await t.rejects(executeTool('echo', {}, { window }))).message, 'Unknown tool "echo"');
  let runs = 0;
  await t.register({ name: 'echo', execute: () => ++runs });
  await executeTool('echo', {}, { window: second.contentWindow });
  assert.deepEqual(
    [runs, runsOf(first).echo, runsOf(second).echo],
    [0, 1, 2],
    '{window} goes before the own one',
  );
  await executeTool('echo', {}, { window });
  assert.equal(runs, 1);
});

test('X-06 frames that come and go', inFrames, async (t) => {
  const first = await t.frame('/fixtures/tools.html?tools=echo&frame=1');
  const second = await t.frame('/fixtures/tools.html?tools=echo&frame=2');
  await listed(t, 2);
  assert.equal((await t.rejects(executeTool('echo'))).errorCode, 'AMBIGUOUS');
  const gone = first.contentWindow;
  first.remove();
  await listed(t, 1);
  assert.equal((await executeToolDetailed('echo')).status, 'completed');
  assert.equal(runsOf(second).echo, 1);
  const error = await t.rejects(executeTool('echo', {}, { window: gone }));
  assert.equal(error.errorCode, 'NOT_FOUND');
  assert.deepEqual(error.available, ['echo']);
});

test('X-06 the origin of another document', acrossOrigins, async (t) => {
  const site = t.origins['cross-site'];
  const query = '/fixtures/tools.html?tools=echo&exposedTo=same';
  await t.frame(query, { origin: 'cross-site', allow: 'tools' });
  const near = await t.frame(query, { origin: 'cross-port', allow: 'tools' });
  const both = [site, t.origins['cross-port']];
  await listed(t, 2, { fromOrigins: both });
  assert.equal((await t.rejects(executeTool('echo'))).message, 'Unknown tool "echo"', 'not asked for');
  /** @param {object} options */
  const originOf = async (options) => {
    const report = await executeToolDetailed('echo', { a: 1 }, options);
    assert.equal(report.status, 'completed');
    assert.equal(/** @type {any} */ (report).result.structuredContent.origin, report.origin);
    return report.origin;
  };
  assert.equal(await originOf({ origin: site }), site, 'its tools are asked for, too');
  assert.equal(await originOf({ origin: `${site}/some/path` }), site, 'by any address of it');
  assert.equal(await originOf({ fromOrigins: [site] }), site);
  assert.equal(await originOf({ fromOrigins: both, origin: site }), site);
  assert.equal(await originOf({ fromOrigins: both, window: near.contentWindow }), both[1]);
  const error = await t.rejects(executeTool('echo', {}, { fromOrigins: both }));
  assert.equal(error.errorCode, 'AMBIGUOUS');
  assert.deepEqual([.../** @type {string[]} */ (error.candidates)].sort(), [...both].sort());
  let runs = 0;
  await t.register({ name: 'echo', execute: () => ++runs });
  await executeTool('echo', {}, { fromOrigins: both });
  assert.equal(runs, 1, 'the own one first');
  assert.equal(await originOf({ origin: site }), site);
  const infos = await listTools({ fromOrigins: both });
  assert.deepEqual(infos.map(({ origin }) => origin).sort(), [location.origin, ...both].sort());
});

test('X-06 what no origin is', async (t) => {
  await t.register({ name: 'echo', execute: () => 'echo' });
  for (const origin of ['', 'example.com', 5, {}, Symbol('o'), '*']) {
    const error = await t.rejects(executeTool('echo', {}, /** @type {any} */ ({ origin })));
    assert.deepEqual([error.name, error.errorCode], ['TypeError', 'INVALID_INPUT'], String(origin));
  }
  for (const window of ['top', 5, true]) {
    const error = await t.rejects(executeTool('echo', {}, /** @type {any} */ ({ window })));
    assert.deepEqual([error.name, error.errorCode], ['TypeError', 'INVALID_INPUT'], String(window));
  }
  assert.equal((await t.rejects(executeTool('echo', {}, { window: {} }))).errorCode, 'NOT_FOUND');
  assert.equal((await executeToolDetailed('echo', {}, { origin: location.origin })).status, 'completed');
});

test('X-06 origins that the browser does not take', acrossOrigins, async (t) => {
  for (const fromOrigins of [['http://example.com'], ['garbage'], ['*']]) {
    const error = await t.rejects(executeTool('echo', {}, { fromOrigins }));
    assert.deepEqual([error.name, error.errorCode], ['SecurityError', 'UNAUTHORIZED'], String(fromOrigins));
  }
  const report = await executeToolDetailed('echo', {}, { origin: 'http://example.com' });
  assert.equal(report.status, 'refused');
});
