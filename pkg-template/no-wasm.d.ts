/**
 * The main entry for pages that refuse WebAssembly: the same Rust, translated to JavaScript, with the same functions and
 * the same answers. It is larger, and slower where much text is handled.
 *
 * The main entry brings it by itself, where the page's Content-Security-Policy refuses WebAssembly: import this one where
 * functions that give no promise are called before {@link ready} has resolved, or where nothing may be loaded later.
 *
 * @example
 * ```js
 * import { executeTool } from 'webmcp-exec/no-wasm';
 *
 * await executeTool('add_to_cart', { qty: 3 });
 * ```
 */

export * from './index.js';
