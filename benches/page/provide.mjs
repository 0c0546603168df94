/** Puts in place who provides the page's tools. */

import { createFloor } from './floor.mjs';

/** @param {string} provider */
export async function provide(provider) {
  switch (provider) {
    case 'polyfill':
      await import('webmcp-exec/polyfill');
      break;
    case 'mcpb':
      (await import('@mcp-b/webmcp-polyfill')).initializeWebMCPPolyfill();
      break;
    case 'mcpb-global':
      // An origin has to be named for its server to answer a client.
      Reflect.set(globalThis, '__webModelContextOptions', {
        transport: { tabServer: { allowedOrigins: [location.origin] } },
      });
      // As text: its types declare globals that are not the tests'.
      await import(/** @type {string} */ ('@mcp-b/global'));
      break;
    case 'floor':
      Object.defineProperty(document, 'modelContext', { value: createFloor() });
  }
}

/** @returns {any} */
export const modelContext = () => Reflect.get(document, 'modelContext');
