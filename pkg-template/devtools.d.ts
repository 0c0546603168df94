/**
 * `<webmcp-devtools>`: a panel in the page that lists its tools, runs them and logs every call. Importing this entry
 * defines the element; on a server it does nothing.
 *
 * @example
 * ```html
 * <script type="module">import 'webmcp-exec/devtools';</script>
 * <webmcp-devtools></webmcp-devtools>
 * ```
 */

/** The element. */
export interface WebMcpDevtoolsElement extends HTMLElement {}

/** Adds the element to the page, if there is none, and gives it. */
export function mount(options?: Record<string, string | boolean>): WebMcpDevtoolsElement;

declare global {
  interface HTMLElementTagNameMap {
    'webmcp-devtools': WebMcpDevtoolsElement;
  }
}
