// @ts-check
// The polyfill in each window: interfaces, promises and errors are those of a realm, so each realm has one made of its
// own intrinsics.

/** @typedef {import('./polyfill.js').ModelContextStatus} Status */
/** @typedef {{ install(force: boolean): Status, uninstall(): boolean }} Polyfill of one realm */

// Taken before a page can replace them.
const { console } = globalThis;
const { warn } = console;
const { apply } = Reflect;

/** @type {Partial<Record<Status, string>>} */
const ADVICE = {
  blocked:
    "this page's Content-Security-Policy refuses WebAssembly. Import webmcp-exec/polyfill/no-wasm instead (as a " +
    "classic script: polyfill.no-wasm.iife.js), or add 'wasm-unsafe-eval' to its script-src.",
  refused:
    'this page has frozen Document.prototype or document.modelContext. Load the polyfill before that happens.',
};

/**
 * The entry's functions.
 * @param {(realm: any) => Polyfill} polyfillIn makes the polyfill of a realm, given its global object
 */
export function realms(polyfillIn) {
  const own = polyfillIn(globalThis);
  /** By document, since a frame's window is the same object when it shows another. @type {WeakMap<Document, Polyfill>} */
  const others = new WeakMap();
  let hasWarned = false;

  /** @param {any} window @returns {Polyfill | undefined} nothing where it is no window of this origin */
  const polyfillOf = (window) => {
    if (window === globalThis) return own;
    try {
      const polyfill = others.get(window.document) ?? polyfillIn(window);
      others.set(window.document, polyfill);
      return polyfill;
    } catch {
      return undefined;
    }
  };

  /** @param {{ window?: any, force?: boolean }} [options] */
  function installModelContext({ window = globalThis, force = false } = {}) {
    const polyfill = polyfillOf(window);
    const status = polyfill?.install(force) ?? 'no-document';
    const advice = ADVICE[status];
    if (advice !== undefined && !hasWarned) {
      hasWarned = true;
      try {
        apply(warn, console, [`webmcp-exec: document.modelContext was not installed, because ${advice}`]);
      } catch {
        // The page had replaced it; an import of the polyfill throws nothing.
      }
    }
    return { status, uninstall: () => polyfill?.uninstall() ?? false };
  }

  return { installModelContext, uninstallModelContext: () => own.uninstall() };
}
