/** A plain value in one short line, whatever its size. */

/**
 * @param {unknown} value
 * @param {number} [most] characters
 * @returns {string} JSON, with `…` where it was cut
 */
export function brief(value, most = 120) {
  const text = written(value, most + 1);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** @param {unknown} value @param {number} left @returns {string} at least that many characters, or all there are */
function written(value, left) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, left));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const key in value) {
    if (text.length > left) return text;
    if (text.length > 1) text += ', ';
    if (!isList) text += `${JSON.stringify(key.slice(0, left))}: `;
    text += written(/** @type {any} */ (value)[key], left - text.length);
  }
  return text + (isList ? ']' : '}');
}
