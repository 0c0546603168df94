/** Where there is no document, or none that is secure, the import of the polyfill does nothing. */

import { installModelContext, uninstallModelContext } from 'webmcp-exec/polyfill';
import { assert, test } from '../harness/page.mjs';
import { wasmOnly } from './side-by-side.mjs';

test('on a server the import does nothing', { only: { node: 'a server' }, node: true }, () => {
  assert.equal(installModelContext().status, 'no-document');
  assert.equal(uninstallModelContext(), false);
  assert.equal('ModelContext' in globalThis, false);
});

test('in a worker the import does nothing', wasmOnly, async (t) => {
  const address = import.meta.resolve('webmcp-exec/polyfill');
  const source = `import(${JSON.stringify(address)}).then(
    ({ installModelContext }) => postMessage([installModelContext().status, 'ModelContext' in self]),
    (error) => postMessage(String(error)),
  );`;
  const script = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  t.after(() => URL.revokeObjectURL(script));
  // The package's modules import each other by relative addresses, so a worker needs no import map.
  const worker = new Worker(script, { type: 'module' });
  t.after(() => worker.terminate());
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  assert.deepEqual(await answer, ['no-document', false]);
});
