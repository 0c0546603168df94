/** Files made of what a tool gave. */

/** The address is taken back once the browser has begun. */
const LATER = 10_000;

/** @param {Blob} blob @param {string} name @param {HTMLElement} near */
export function download(blob, name, near) {
  const { ownerDocument: document } = near;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\w.-]+/g, '_').slice(0, 100) || 'result';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), LATER);
}

/** @param {string} base64 @param {string} type @returns {Blob | undefined} `undefined` where it is no base64 */
export function blobOf(base64, type) {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}
