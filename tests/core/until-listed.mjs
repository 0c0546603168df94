/** @import {TestContext} from '../harness/types.d.ts' */

/**
 * Waits until this page's provider lists a tool. One that a frame registers while it loads may come a little later than
 * the frame itself, on a busy machine.
 *
 * @param {TestContext} t
 * @param {string} name
 * @param {{ window?: Window | null, fromOrigins?: string[] }} [where]
 */
export async function untilListed(t, name, { window, fromOrigins } = {}) {
  const isIt = (/** @type {any} */ tool) => tool.name === name && (!window || tool.window === window);
  const look = async () => (await t.modelContext().getTools(fromOrigins && { fromOrigins })).some(isIt);
  while (!(await look())) await t.sleep(5);
}
