/** Where a text stops being JSON. Browsers say it in words of their own, some not at all. */

/** @typedef {'value' | 'key' | 'colon' | 'comma' | 'end' | 'string'} Expected what was expected there; `string`: it has no end */
/** @typedef {{ offset: number, line: number, column: number, expected: Expected }} JsonError lines and columns from 1 */

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** @param {string} text @returns {JsonError | undefined} `undefined`: it is JSON */
export function jsonErrorIn(text) {
  let at = 0;
  /** What closes the containers around. @type {string[]} */
  const open = [];
  /** @type {Expected | 'first'} `first`: a value, or the end of an empty array */
  let expected = /** @type {any} */ ('value');

  /** @param {RegExp} token */
  const take = (token) => {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const string = () => {
    const end = endOfString(text, at);
    at = end ?? at;
    return end !== undefined;
  };
  const ended = () => {
    expected = open.length ? 'comma' : 'end';
  };

  for (;;) {
    take(SPACE);
    const character = text[at];
    if (character === undefined && expected === 'end') return undefined;
    const closes = open.at(-1);
    const mayClose =
      expected === 'comma' || expected === 'first' || (expected === 'key' && text[back(text, at)] === '{');
    if (character !== undefined && character === closes && mayClose) {
      at += 1;
      open.pop();
      ended();
    } else if (expected === 'comma') {
      if (character !== ',') break;
      at += 1;
      expected = closes === '}' ? 'key' : 'value';
    } else if (expected === 'key') {
      if (!string()) break;
      expected = 'colon';
    } else if (expected === 'colon') {
      if (character !== ':') break;
      at += 1;
      expected = 'value';
    } else if (expected === 'end') break;
    else if (character === '{' || character === '[') {
      at += 1;
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'key' : 'first';
    } else if (string() || take(LITERAL)) ended();
    else break;
  }
  const before = text.slice(0, at).split('\n');
  const isString = text[at] === '"' && (expected === 'value' || expected === 'key' || expected === 'first');
  return {
    offset: at,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    expected: isString ? 'string' : expected === 'first' ? 'value' : expected,
  };
}

/** What stands before, spaces aside. @param {string} text @param {number} at */
function back(text, at) {
  let before = at - 1;
  while (/[ \t\n\r]/.test(text[before] ?? '')) before -= 1;
  return before;
}

/** Where a string ends that begins there, if it is one. @param {string} text @param {number} start */
function endOfString(text, start) {
  if (text[start] !== '"') return undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character < ' ') return undefined;
    if (character !== '\\') continue;
    at += 1;
    if (text[at] === 'u' && /^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) at += 4;
    else if (!'"\\/bfnrt'.includes(text[at] ?? 'x')) return undefined;
  }
  return undefined;
}
