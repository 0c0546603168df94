/**
 * The page's model context, put in place where the environment says who provides it. Imported by test pages and by
 * fixture pages before they do anything else.
 */

const { env } = globalThis.webmcpTests;

if (env.provider === 'polyfill') await import('webmcp-exec/polyfill');
if (env.provider === 'mcpb') (await import('@mcp-b/webmcp-polyfill')).initializeWebMCPPolyfill();

/**
 * @param {Window} window
 * @returns {any}
 */
export function modelContextOf(window) {
  return env.provider === 'preview'
    ? Reflect.get(window.navigator, 'modelContext')
    : Reflect.get(window.document, 'modelContext');
}

/**
 * Registers a tool with the provider itself.
 *
 * @param {any} definition
 * @param {{ window?: Window, exposedTo?: string[], signal?: AbortSignal }} [options]
 * @returns {Promise<() => Promise<void>>} takes the tool out again
 */
export async function register(definition, { window = globalThis.window, exposedTo, signal } = {}) {
  const context = modelContextOf(window);
  const tool = { description: 'A tool of the tests.', ...definition };
  if (env.provider === 'preview') {
    await context.registerTool(tool);
    return async () => context.unregisterTool(tool.name);
  }
  // Of the tool's own window, as the page itself would make it.
  const controller = new /** @type {any} */ (window).AbortController();
  if (signal?.aborted) controller.abort(signal.reason);
  signal?.addEventListener('abort', () => controller.abort(signal.reason));
  // Chromium 150 returns nothing and throws at once, everybody else gives a promise.
  await context.registerTool(tool, { signal: controller.signal, ...(exposedTo && { exposedTo }) });
  return async () => controller.abort();
}
