/**
 * Brings `document.modelContext` to browsers that have none. Importing this entry installs it, synchronously; on a
 * server, in a worker and in an insecure context the import does nothing.
 *
 * @example
 * import 'webmcp-exec/polyfill';
 *
 * await document.modelContext.registerTool({ name: 'add', description: 'Adds', execute: ({ a, b }) => a + b });
 */

/**
 * How an installation went:
 * - `installed`: `document.modelContext` was missing and is there now;
 * - `present`: it was there before, native or from another polyfill, and is untouched;
 * - `insecure`: the page is no secure context, where browsers do not have it either;
 * - `blocked`: the page's Content-Security-Policy refuses WebAssembly, which the console says once;
 * - `no-document`: a server or a worker.
 */
export type ModelContextInstallation = 'installed' | 'present' | 'insecure' | 'blocked' | 'no-document';

/** Installs `document.modelContext` where it is missing. The import has done so; call it after an uninstall. */
export function installModelContext(): ModelContextInstallation;

/**
 * Takes away what this copy of the package has installed and restores what was there before. Objects that the page
 * holds go on working.
 *
 * @returns whether there was something to take away
 */
export function uninstallModelContext(): boolean;
