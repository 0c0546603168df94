/** Starts a browser, tells where it keeps its files, and then waits to be ended, or fails. */

import { findBrowser } from '../browsers.mjs';
import { environments } from '../environments.mjs';
import { startPageRunner } from '../page-runner.mjs';
import { useTemporaryFolder } from '../processes.mjs';

const [id, how] = process.argv.slice(2);
const environment = environments.find((other) => other.id === id);
if (!environment?.browser) throw new Error(`no environment ${id}`);
const found = findBrowser(environment.browser);
if ('missing' in found) throw new Error(found.missing);
const runner = await startPageRunner({ ...environment, provider: null }, found.paths, { headed: false });
await runner.list('core/smoke.test.mjs');
console.log(useTemporaryFolder());
setInterval(() => {}, 1 << 30);
if (how === 'error') {
  setTimeout(() => {
    throw new Error('an error of the harness');
  });
}
