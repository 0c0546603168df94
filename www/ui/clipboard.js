/** The clipboard, which a policy, a person or an insecure page may refuse. */

/**
 * @param {string} text
 * @param {HTMLElement} near in the window that has the focus
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text, near) {
  const { ownerDocument: document } = near;
  try {
    await document.defaultView?.navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near);
  }
}

/** By the selection of a field that is there for the moment. @param {string} text @param {HTMLElement} near */
function copySelected(text, near) {
  const { ownerDocument: document } = near;
  const root = /** @type {ShadowRoot | Document} */ (near.getRootNode());
  const focused = /** @type {HTMLElement | null} */ (root.activeElement);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  near.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch {
    // Then it is not copied.
  }
  field.remove();
  focused?.focus();
  return copied;
}

/** @param {HTMLElement} near @returns {Promise<string | undefined>} `undefined` where it is refused */
export async function pastedText(near) {
  try {
    return await near.ownerDocument.defaultView?.navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
