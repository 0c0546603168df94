// @ts-check
// What the `ModelContext` objects of a tab's documents, each of its own copy of the polyfill, are to each other.

/** Marks a `ModelContext` of this polyfill; its value is what other documents and copies are told of it. */
export const BRAND = Symbol.for('webmcp-exec.polyfill');

/**
 * The version of what documents say to each other: see `Peer` in src/polyfill/documents.rs. A later version says by
 * `oldest` down to which it is also one of the earlier ones.
 */
export const PROTOCOL = 1;

/**
 * The peer in another window, if its document is of this origin and tab and has one that speaks this version.
 * @param {any} other
 */
export function peerOf(other) {
  try {
    // Throws for a document of another origin. A window's own document is the only one that is asked.
    const peer = other.document.modelContext?.[BRAND];
    const speaks = peer?.version === PROTOCOL || (peer?.version > PROTOCOL && peer.oldest <= PROTOCOL);
    return speaks && other.top === top ? peer : undefined;
  } catch {
    return undefined;
  }
}
