/**
 * Brings `document.modelContext` to browsers that have none. Importing this entry installs it, synchronously, and
 * throws nothing: on a server, in a worker and where it cannot be installed, the page goes on without it.
 *
 * Firefox's preview, `navigator.modelContext`, has only a part of the API: it stays as it is, and what is registered
 * with either is found in both.
 * (The types of `document.modelContext` itself are in the package `webmcp-types`.)
 *
 * @example
 * ```js
 * import 'webmcp-exec/polyfill';
 *
 * await document.modelContext.registerTool({ name: 'add', description: 'Adds', execute: ({ a, b }) => a + b });
 * ```
 */

/**
 * How it stands after an installation:
 * - `native`: the browser has it, and nothing was changed;
 * - `installed`: it was missing and is there now, with the globals `ModelContext`, `ToolActivatedEvent` and
 *   `ToolCancelEvent`; one that a script of the page has declared as a variable or function of its own stays that;
 * - `present`: a script had brought it before (another polyfill, another copy of this one or an earlier installation),
 *   and nothing was changed;
 * - `insecure`: the page is no secure context, where browsers do not have it either;
 * - `blocked`: WebAssembly does not run here, mostly because of the page's Content-Security-Policy; nothing is
 *   changed, and the console says so once: `webmcp-exec/polyfill/no-wasm` runs there;
 * - `refused`: the page has frozen `Document.prototype` or `document.modelContext`; nothing is changed, and the console
 *   says so once;
 * - `no-document`: a server, a worker, or no window of this origin.
 *
 * `document.modelContext` is there after `native`, `installed` and `present` only.
 */
export type ModelContextStatus =
  | 'native'
  | 'installed'
  | 'present'
  | 'insecure'
  | 'blocked'
  | 'refused'
  | 'no-document';

export interface ModelContextInstallation {
  /** How it stands. */
  readonly status: ModelContextStatus;
  /**
   * Takes away what this copy of the package has installed in that window and restores what was there before. What the
   * page has put in its place since stays. Objects that the page holds go on working among documents of its origin.
   *
   * @returns whether this copy had installed anything
   */
  uninstall(): boolean;
}

export interface ModelContextInstallationOptions {
  /**
   * Another window of this origin: that of a frame which has not loaded the polyfill itself. What is installed there
   * is made of that window's own promises, errors and events. (Default: the window of this script.)
   */
  window?: Window | null;
  /**
   * Also takes the place of a whole API that another script has brought, whose tools are then no longer found. What the
   * browser itself has is never replaced. (Default: `false`.)
   */
  force?: boolean;
}

/**
 * Installs `document.modelContext` where it is missing, or where only a part of it is there. The import has done so in
 * its own window: call it for another one, after an uninstall, or to learn how it stands.
 */
export function installModelContext(options?: ModelContextInstallationOptions): ModelContextInstallation;

/**
 * Undoes the installation in this window, as its `uninstall` does.
 *
 * @returns whether this copy had installed anything
 */
export function uninstallModelContext(): boolean;
