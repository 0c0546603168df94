/**
 * What the demo's frames share: their height, and telling the page of their tools.
 */

/** Keeps the frame as high as its content. */
export function fitFrame() {
  const frame = /** @type {HTMLIFrameElement | null} */ (window.frameElement);
  if (!frame) return;
  new ResizeObserver(() => {
    frame.style.height = `${document.documentElement.offsetHeight}px`;
  }).observe(document.documentElement);
}

/**
 * Resolves once the document has loaded. Chromium 150 and 156 now and then lose
 * a tool that a frame registers while it is still being parsed.
 *
 * @returns {Promise<void>}
 */
export function loaded() {
  return new Promise((done) => {
    if (document.readyState === 'complete') done();
    else window.addEventListener('load', () => done(), { once: true });
  });
}

/**
 * Registers a tool of this frame, or says why it cannot be one.
 *
 * @param {{ register: () => Promise<unknown> }} tool
 */
export async function offer(tool) {
  try {
    await tool.register();
  } catch (error) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = `No tool here for agents: ${error instanceof Error ? error.message : error}`;
    document.body.append(note);
  }
}

/** Tells the page that this frame's tools are there. */
export function tellTools() {
  window.parent.postMessage({ type: 'tools-ready' }, location.origin);
}
