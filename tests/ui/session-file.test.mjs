/** Session files: exported, imported, and refused where they are none. */

import { createSession } from '../../www/devtools/model/session.js';
import { assert, test } from '../harness/page.mjs';
import { fakeClock, fakeCore, report, toolInfo } from './fake-core.mjs';

const node = { node: true };

async function withCalls() {
  const fake = fakeCore({ tools: [toolInfo({ name: 'add', annotations: { readOnlyHint: true } })] });
  const clock = fakeClock();
  const session = createSession({ core: fake.core, clock, observe: true });
  session.start();
  await clock.pass();
  await session.run('page/add', { n: 1, ['__proto__']: 2 }).done;
  fake.answer = () =>
    Promise.resolve(
      report({ status: 'failed', errorCode: 'EXECUTION_ERROR', error: new Error('no'), raw: undefined }),
    );
  await session.run('page/add', { n: 2 }).done;
  fake.tell({ type: 'activated', by: 'other', id: -1, name: 'add' });
  fake.answer = () => new Promise(() => {});
  session.run('page/add', { n: 3 });
  return { fake, session };
}

test('what is exported can be imported, and says the same', node, async () => {
  const { session } = await withCalls();
  const file = session.exportSession();
  assert.equal(file.format, 'webmcp-exec/session');
  assert.equal(file.version, 1);
  assert.equal(file.url, 'https://page.example/shop');
  assert.equal(file.calls.length, 3, 'what is under way is not exported');
  assert.equal(file.tools[0]?.key, 'page/add');
  const other = createSession({ core: fakeCore().core, clock: fakeClock() });
  assert.equal(await other.importSession(JSON.stringify(file)), 3);
  const again = other.exportSession();
  const withoutIds = (/** @type {any[]} */ calls) => calls.map(({ id, ...call }) => call);
  assert.deepEqual(withoutIds(again.calls), withoutIds(file.calls));
  for (const row of other.getSnapshot().log) assert.equal(/** @type {any} */ (row).from, 'import');
});

test('calls of a file can be replayed where the tool is', node, async () => {
  const { session } = await withCalls();
  const fake = fakeCore();
  const clock = fakeClock();
  const other = createSession({ core: fake.core, clock });
  await other.importSession(session.exportSession());
  const [first, , third] = other.getSnapshot().log;
  assert.equal(other.replay(first?.id ?? ''), null, 'the tools are not read yet');
  other.start();
  await clock.pass();
  const call = await other.replay(first?.id ?? '')?.done;
  assert.deepEqual(call?.deviations, []);
  assert.equal(other.replay(third?.id ?? ''), null, 'its arguments are not known');
});

/** @type {[string, (file: any) => unknown, string, string][]} */
const wrong = [
  ['text that is no JSON', () => 'hello', 'json', ''],
  ['nothing', () => undefined, 'json', ''],
  ['a number', () => 5, 'member', ''],
  ['an array', () => [], 'member', ''],
  ['another format', (file) => ({ ...file, format: 'har' }), 'format', '/format'],
  ['another version', (file) => ({ ...file, version: 2 }), 'version', '/version'],
  ['no tools', ({ tools, ...file }) => file, 'member', '/tools'],
  ['calls that are none', (file) => ({ ...file, calls: { length: 5 } }), 'member', '/calls'],
  ['too many calls', (file) => ({ ...file, calls: Array(10_001).fill(file.calls[0]) }), 'member', '/calls'],
  ['a call without a name', (file) => withCall(file, { name: undefined }), 'member', '/calls/0/name'],
  ['a status that is none', (file) => withCall(file, { status: 'running' }), 'member', '/calls/0/status'],
  ['a source that is none', (file) => withCall(file, { source: 'constructor' }), 'member', '/calls/0/source'],
  ['a date that is none', (file) => withCall(file, { startedAt: 'soon' }), 'member', '/calls/0/startedAt'],
  ['a duration below 0', (file) => withCall(file, { durationMs: -1 }), 'member', '/calls/0/durationMs'],
  ['a result without blocks', (file) => withCall(file, { result: {} }), 'member', '/calls/0/result/content'],
  [
    'a schema that is none',
    (file) => ({ ...file, tools: [{ ...file.tools[0], inputSchema: 5 }] }),
    'member',
    '/tools/0/inputSchema',
  ],
  ['values that are nested too deeply', (file) => withCall(file, { args: nested(300) }), 'depth', ''],
  ['text that is nested without end', () => '['.repeat(1_000_000), 'json', ''],
];

/** @param {any} file @param {object} members */
const withCall = (file, members) => ({ ...file, calls: [{ ...file.calls[0], ...members }] });

/** @param {number} depth @returns {any} */
const nested = (depth) => (depth === 0 ? {} : { a: nested(depth - 1) });

for (const [what, change, problem, where] of wrong) {
  test(`${what}: no session file, and nothing is added`, node, async () => {
    const { session } = await withCalls();
    const other = createSession({ core: fakeCore().core, clock: fakeClock() });
    let error = /** @type {any} */ (undefined);
    try {
      await other.importSession(change(session.exportSession()));
    } catch (thrown) {
      error = thrown;
    }
    assert.equal(error?.name, 'SessionFileError');
    assert.deepEqual([error.problem, error.where], [problem, where]);
    assert.match(error.message, /session file/);
    assert.equal(other.getSnapshot().log.length, 0);
  });
}

test('what a tool put among its blocks comes back as it was', node, async () => {
  const content = [{ type: 'text', text: 'a' }, null, 5, { type: {} }, []];
  const { session } = await withCalls();
  const file = withCall(session.exportSession(), { result: { content } });
  const other = createSession({ core: fakeCore().core, clock: fakeClock() });
  await other.importSession(JSON.stringify(file));
  const rows = /** @type {any[]} */ (other.getSnapshot().log);
  assert.ok(rows.some(({ result }) => JSON.stringify(result?.content) === JSON.stringify(content)));
});

test('members that are not known are left out, also `__proto__`', node, async () => {
  const { session } = await withCalls();
  const text = JSON.stringify(session.exportSession()).replace(
    '"calls":[{',
    '"calls":[{"__proto__":{"from":"x"},"html":"<img>",',
  );
  const other = createSession({ core: fakeCore().core, clock: fakeClock() });
  await other.importSession(text);
  const call = /** @type {any} */ (other.getSnapshot().log[0]);
  assert.equal('html' in call, false);
  assert.equal(Object.getPrototypeOf(call), Object.prototype);
  assert.equal(call.from, 'import');
});
