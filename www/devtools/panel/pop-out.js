/** A window for the panel: one that stays on top where the browser has such, else a popup. */

/**
 * @param {{ width: number, height: number }} size
 * @returns {Promise<Window | null>} `null` where the browser does not allow it
 */
export async function openWindow({ width, height }) {
  try {
    const onTop = /** @type {any} */ (globalThis).documentPictureInPicture;
    if (onTop) return await onTop.requestWindow({ width, height });
  } catch {
    // Not here: in a frame, or without a click before.
  }
  return open('', '', `popup,width=${Math.round(width)},height=${Math.round(height)}`);
}
