/** Style sheets of a shadow root, which a Content-Security-Policy lets be, and which follow it to another window. */

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/** A sheet belongs to the document it was made in. @param {Document} document @param {string} text */
function sheetOf(document, text) {
  const made = sheets.get(document) ?? new Map();
  sheets.set(document, made);
  const Sheet = document.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const sheet = made.get(text) ?? new Sheet();
  if (!made.has(text)) {
    sheet.replaceSync(text);
    made.set(text, sheet);
  }
  return sheet;
}

/** @type {WeakMap<ShadowRoot, string[]>} */
const adopted = new WeakMap();

/**
 * Gives the root the style sheets that it has not yet.
 *
 * @param {ShadowRoot} root
 * @param {string[]} texts
 */
export function adoptStyles(root, ...texts) {
  const all = adopted.get(root) ?? [];
  const added = texts.filter((text) => !all.includes(text));
  adopted.set(root, [...all, ...added]);
  root.adoptedStyleSheets = [
    ...root.adoptedStyleSheets,
    ...added.map((text) => sheetOf(root.ownerDocument, text)),
  ];
}

/** The texts of all sheets that a root was given, in order. @param {ShadowRoot} root */
export function adoptedTexts(root) {
  return adopted.get(root) ?? [];
}
