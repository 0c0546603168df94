/**
 * Making and finding elements. Text is only ever set as text, never as markup.
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * A drawing of the page's sprite, decorative.
 *
 * @param {string} symbol
 */
export function drawing(symbol) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', symbol);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${symbol}`);
  svg.append(use);
  return svg;
}

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
