/**
 * The whole package as one classic script, which makes the global `webmcpExec`: for pages without modules, and for
 * tools that put it into pages of others.
 *
 * @example
 * ```html
 * <script src="/node_modules/webmcp-exec/webmcp-exec.iife.js"></script>
 * <script>webmcpExec.executeTool('add_to_cart', { qty: 3 });</script>
 * ```
 */

declare global {
  /** All that `webmcp-exec` exports. */
  var webmcpExec: typeof import('./index.js');
}

export {};
