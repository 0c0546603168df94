/**
 * Gives the page WebMCP: the browser's own where it has one, the package's
 * polyfill where it has none. The page and its frames each do this for themselves.
 */
import { provider } from './node_modules/webmcp-exec/index.js';

/** @returns {Promise<ReturnType<typeof provider>>} what the page has now */
export async function provideModelContext() {
  if (provider() === null) await import('./node_modules/webmcp-exec/polyfill.js');
  return provider();
}

/**
 * The object that tools are registered with when one does it without the package:
 * Firefox's preview has it at `navigator`.
 *
 * @returns {any}
 */
export function modelContext() {
  return /** @type {any} */ (document).modelContext ?? /** @type {any} */ (navigator).modelContext ?? null;
}
