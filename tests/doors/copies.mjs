/** Copies of the package beside the one that the test imports: at another address, bundled, as a classic script. */

/** @import {TestContext} from '../harness/types.d.ts' */

/** @typedef {typeof import('webmcp-exec')} Copy */

/** A copy that is ready also where the page refuses WebAssembly. @param {Copy} copy */
async function started(copy) {
  await copy.ready();
  return copy;
}

/** @returns {Promise<Copy>} */
export const anotherCopy = async () =>
  started(await import(/** @type {any} */ ('/another-copy/webmcp-exec/index.js')));

/** @returns {Promise<Copy>} */
export const bundledCopy = async () => started(await import(/** @type {any} */ ('/bundles/copy.mjs')));

/** @returns {Promise<Copy>} */
export async function scriptCopy() {
  const script = document.createElement('script');
  script.src = '/bundles/copy.iife.js';
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
  document.head.append(script);
  await loaded;
  return started(Reflect.get(globalThis, 'bundledWebmcpExec'));
}

/**
 * Every copy that there is, the test's own among them. In Node: two folders of the package.
 *
 * @param {TestContext} t
 * @returns {Promise<Copy[]>}
 */
export async function allCopies(t) {
  const own = await import('webmcp-exec');
  if (t.env.engine === 'node') {
    const { cpSync, mkdtempSync, rmSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const { pathToFileURL } = await import('node:url');
    const { packageFolder } = await import('../harness/package.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'webmcp-exec-'));
    t.after(() => rmSync(folder, { recursive: true }));
    cpSync(packageFolder, folder, { recursive: true });
    return [own, await import(pathToFileURL(join(folder, 'index.js')).href)];
  }
  return [own, await anotherCopy(), await bundledCopy(), await scriptCopy()];
}
