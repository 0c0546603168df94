/**
 * A text that a regular expression matches, made of its simple parts. The expression itself is never run: one of
 * strangers may take for ever.
 */

/** No text grows longer. */
const LONGEST = 500;

/** Classes by their letters. @type {Record<string, string>} */
const CLASSES = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t', r: '\r' };

/** @param {string} pattern @returns {string | undefined} `undefined` where it says what is not understood */
export function textFor(pattern) {
  if (pattern.length > LONGEST) return undefined;
  let at = 0;
  let steps = 0;

  /** One of several; the first counts. @returns {string} */
  const alternatives = () => {
    const first = sequence();
    while (pattern[at] === '|') {
      at += 1;
      sequence();
    }
    return first;
  };

  const sequence = () => {
    let text = '';
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      if (steps++ > LONGEST) throw new Error('too much');
      const atom = atomAt();
      text += atom.repeat(times());
      if (text.length > LONGEST) throw new Error('too long');
    }
    return text;
  };

  /** @returns {string} */
  const atomAt = () => {
    const character = pattern[at++];
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '\\') return escaped();
    if (character === '[') return oneOf();
    if (character !== '(') return character;
    if (pattern.startsWith('?:', at)) at += 2;
    else if (pattern.startsWith('?<', at) && /[a-z]/i.test(pattern[at + 2]))
      at = pattern.indexOf('>', at) + 1;
    else if (pattern[at] === '?') throw new Error('looks around');
    const text = alternatives();
    if (pattern[at++] !== ')') throw new Error('open');
    return text;
  };

  const escaped = () => {
    const character = pattern[at++];
    if (character === 'b' || character === 'B') return '';
    if (/[1-9pPuxkc]/.test(character ?? '1')) throw new Error('unknown');
    return Object.hasOwn(CLASSES, character) ? CLASSES[character] : character;
  };

  /** A character class: its first character. */
  const oneOf = () => {
    const end = pattern.indexOf(']', pattern[at] === ']' ? at + 1 : at);
    if (end < 0 || pattern[at] === '^') {
      if (end < 0) throw new Error('open');
      const excluded = pattern.slice(at, end);
      at = end + 1;
      const found = ['a', '1', '-', ' ', 'Z'].find(
        (one) => !excluded.includes(one) && !/\\w|a-z/.test(excluded),
      );
      return found ?? '-';
    }
    const first = pattern[at++];
    const character = first === '\\' ? escaped() : first;
    at = pattern.indexOf(']', at) + 1;
    return character;
  };

  const times = () => {
    const [whole, sign, least] = /^(?:([?*+])|\{(\d+)(?:,\d*)?\})\??/.exec(pattern.slice(at)) ?? [''];
    at += whole.length;
    if (least !== undefined) return Math.min(Number(least), LONGEST);
    return sign === '?' || sign === '*' ? 0 : 1;
  };

  try {
    const text = alternatives();
    return at === pattern.length ? text : undefined;
  } catch {
    return undefined;
  }
}
