/** The tokens of the Markdown parser: each is one opening tag, one closing tag, or text. */

/**
 * @typedef {{ type: 'open', tag: string, attributes: Map<string, string> } | { type: 'close' }
 *   | { type: 'text', text: string }} Token
 */

const OPEN_TAG = /^<([a-z][a-z0-9-]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>$/i;
const ATTRIBUTE = /([a-z-]+)(?:="([^"]*)")?/gi;

/** @type {Record<string, string>} */
const REFERENCES = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: '\u00a0' };

/** @param {string} html @returns {Token} */
export function readToken(html) {
  if (html.startsWith('</')) return { type: 'close' };
  if (!html.startsWith('<')) return { type: 'text', text: unescaped(html) };
  const tag = OPEN_TAG.exec(html);
  // What is no token of the parser's is shown as it is.
  if (!tag) return { type: 'text', text: html };
  const attributes = new Map();
  for (const [, name = '', value = ''] of (tag[2] ?? '').matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), unescaped(value));
  return { type: 'open', tag: (tag[1] ?? '').toLowerCase(), attributes };
}

/** @param {string} text */
const unescaped = (text) => text.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name) => REFERENCES[name] ?? '');
