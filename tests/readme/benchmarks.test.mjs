/** What the README and benches/RESULTS.md show is what the last recorded run of the benchmarks measured. */

import { assert, test } from '../harness/page.mjs';

const options = { node: true, only: { node: 'it reads files' } };

test('the table of benchmarks in the README is that of benches/results.json', options, async () => {
  const { readme } = await texts();
  assert.equal(readme.is, readme.wanted);
});

test('benches/RESULTS.md is what benches/results.json renders to', options, async () => {
  const { markdown } = await texts();
  assert.equal(markdown.is, markdown.wanted);
});

async function texts() {
  const { recordedTexts } = await import('../../benches/recorded.mjs');
  return recordedTexts();
}
