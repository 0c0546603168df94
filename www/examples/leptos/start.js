/** Gives the page WebMCP where the browser has none, then starts the application. */

// @ts-expect-error Made by the build, beside this file where it is served.
import start from './pinboard.js';

if (!('modelContext' in document) && !('modelContext' in navigator)) {
  await import('../../node_modules/webmcp-exec/polyfill.js');
}
await start({ module_or_path: new URL('pinboard_bg.wasm', import.meta.url) });
