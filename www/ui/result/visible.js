/** Texts of strangers: what cannot be seen in them, and what turns their order round, is shown by its number. */

/** Controls but tab and line breaks, marks of direction and of nothing, halves of characters. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const FINE = new Set(['\t', '\n']);

/** @param {string} character */
const numberOf = (character) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** @param {string} text */
export const visible = (text) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (character) => (FINE.has(character) ? character : `⟨${numberOf(character)}⟩`));

/** Whether something in a text cannot be seen. @param {string} text */
export const hasUnseen = (text) =>
  [...text.replaceAll('\r\n', '\n').matchAll(UNSEEN)].some(([character]) => !FINE.has(character));

/**
 * A text in pieces, those that stand for what cannot be seen marked.
 *
 * @param {string} text
 * @returns {{ text: string, mark: boolean }[]}
 */
export function piecesOf(text) {
  const shown = visible(text);
  if (shown === text) return [{ text, mark: false }];
  const pieces = shown.split(/(\u27e8U\+[\dA-F]{4,6}\u27e9)/);
  // A text full of them is shown as one.
  if (pieces.length > MOST_PIECES) return [{ text: shown, mark: false }];
  return pieces
    .map((piece, index) => ({ text: piece, mark: index % 2 === 1 }))
    .filter((one) => one.text !== '');
}

const MOST_PIECES = 1000;
