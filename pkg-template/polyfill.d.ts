/**
 * Brings `document.modelContext` to browsers that have none. Importing this entry installs it, synchronously, and
 * throws nothing: on a server, in a worker and where it cannot be installed, the page goes on without it.
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
 * How an installation went:
 * - `installed`: `document.modelContext` was missing and is there now, with the globals `ModelContext`,
 *   `ToolActivatedEvent` and `ToolCancelEvent`; one that a script of the page has declared as a variable or
 *   function of its own stays that;
 * - `present`: it was there before, native, of another polyfill or of an earlier installation, and is untouched;
 * - `insecure`: the page is no secure context, where browsers do not have it either;
 * - `blocked`: WebAssembly does not run here, mostly because of the page's Content-Security-Policy; nothing is
 *   changed, and the console says so once;
 * - `refused`: the page has frozen `Document.prototype`; nothing is changed, and the console says so once;
 * - `no-document`: a server or a worker.
 *
 * `document.modelContext` is there after `installed` and `present` only.
 */
export type ModelContextInstallation =
  | 'installed'
  | 'present'
  | 'insecure'
  | 'blocked'
  | 'refused'
  | 'no-document';

/** Installs `document.modelContext` where it is missing. The import has done so; call it after an uninstall. */
export function installModelContext(): ModelContextInstallation;

/**
 * Takes away what this copy of the package has installed and restores what was there before. What the page has put
 * in its place since stays. Objects that the page holds go on working.
 *
 * @returns whether this copy had installed anything
 */
export function uninstallModelContext(): boolean;
