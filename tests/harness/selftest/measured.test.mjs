/** What was measured of a browser, some of it wrong. The self-test compares; `run.mjs` never runs them. */

import { assert, test } from '../page.mjs';

test('S0-01 as measured', { node: true, measured: true }, () => {
  assert.equal('Tool not found', 'Tool not found');
});

test('S0-01 otherwise than measured', { node: true, measured: true }, () => {
  assert.equal('No such tool', 'Tool not found');
});

test('S0-02 a promise that is broken', { node: true }, () => {
  assert.equal(1, 2);
});
