/** Tests that must be reported as failed, and some that must not. The self-test compares; `run.mjs` never runs them. */

import { assert, test } from '../page.mjs';

test('passes', { node: true }, () => {
  assert.ok(true);
});

test('fails by an assertion', { node: true }, () => {
  assert.equal(1, 2);
});

test('fails by a throw', { node: true }, async () => {
  assert.ok(true);
  throw new RangeError('out of range');
});

test('asserts nothing', { node: true }, () => {});

test('leaves a rejection unhandled', { node: true }, () => {
  assert.ok(true);
  Promise.reject(new Error('left alone'));
});

test('leaves an error in a task', { node: true }, async (t) => {
  assert.ok(true);
  setTimeout(() => {
    throw new Error('left in a task');
  });
  await t.sleep(20);
});

test('fails after its end', { node: true }, (t) => {
  assert.ok(true);
  t.after(() => {
    throw new Error('could not tidy up');
  });
});

test('never ends', { node: true, timeout: 300 }, async () => {
  assert.ok(true);
  await new Promise(() => {});
});

test('hangs', { node: true, timeout: 300 }, () => {
  assert.ok(true);
  for (;;);
});

test('passes after a hang', { node: true }, () => {
  assert.ok(true);
});

test('crashes', async (t) => {
  assert.ok(true);
  await t.crash();
  await t.sleep(20_000);
});

test('passes after a crash', () => {
  assert.ok(true);
});

test('crashes the renderer by a tool that returns a symbol', {
  only: { c156: 'a defect of this build' },
}, async (t) => {
  assert.ok(true);
  await t.register({ name: 'symbol', execute: () => Symbol('crash') });
  const [tool] = await t.modelContext().getTools();
  if (tool) await t.modelContext().executeTool(tool, {});
});

test('leaves its page', async () => {
  assert.ok(true);
  location.href = '/fixtures/blank.html';
  await new Promise(() => {});
});

test('ends its process', { node: true, only: { node: 'a page has none of its own' } }, () => {
  assert.ok(true);
  process.exit(0);
});

test('does not apply', {
  node: true,
  not: { c156: 'no', 'ff-native': 'no', 'wk-poly': 'no', node: 'no' },
}, () => {
  assert.fail();
});

test('passes at last', { node: true }, () => {
  assert.ok(true);
});
