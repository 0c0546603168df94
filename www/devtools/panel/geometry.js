/** Where the panel lies in its window, as custom properties that the style sheet reads. */

/** @import {Layout} from './layout.js' */

/**
 * @param {HTMLElement} content
 * @param {Layout} layout
 * @param {boolean} poppedOut
 */
export function applyGeometry(content, { dock, size, float }, poppedOut) {
  content.dataset.dock = poppedOut ? 'window' : dock;
  const { style } = content;
  const unit = dock === 'bottom' ? 'vh' : 'vw';
  if (size === undefined) style.removeProperty('--docked');
  else style.setProperty('--docked', `${size}${unit}`);
  for (const [name, value] of Object.entries(float)) style.setProperty(`--float-${name}`, `${value}px`);
}
