/** What stands in the document for each tag of the Markdown parser. A tag that is not here has no element. */
import { hostToShow, imageOf, linkOf } from './addresses.js';

/** @import {ImagePolicy} from './addresses.js' */

/**
 * Where what is inside goes; `close` is called when the tag ends.
 *
 * @typedef {{ into: HTMLElement, close?: () => void }} Place
 */

/** @typedef {object} Surroundings
 * @property {string} base the address that others are relative to
 * @property {ImagePolicy} images
 * @property {(key: 'code' | 'copy' | 'image' | 'table', values?: Record<string, string>) => string} words
 * @property {(text: string, near: HTMLElement) => void} [copy] with it, code has a button
 */

/** @typedef {(parent: HTMLElement, attributes: Map<string, string>, around: Surroundings) => Place} Builder */

/** @param {HTMLElement} parent @param {string} tag @param {Record<string, string>} [attributes] */
function append(parent, tag, attributes = {}) {
  const element = parent.ownerDocument.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/** @type {(tag: string, attributes?: Record<string, string>) => Builder} */
const simple = (tag, attributes) => (parent) => ({ into: append(parent, tag, attributes) });

/** Blocks find their direction by themselves: a conversation may have several languages. */
const block = (/** @type {string} */ tag) => simple(tag, { dir: 'auto' });

/** @type {Builder} */
const link = (parent, attributes, { base }) => {
  const url = linkOf(attributes.get('href') ?? '', base);
  // One that leads nowhere is text.
  if (!url) return { into: append(parent, 'span') };
  const into = append(parent, 'a', { href: url.href, target: '_blank', rel: 'noopener noreferrer' });
  return { into, close: () => showHost(parent, url, into.textContent ?? '', base) };
};

/** @param {HTMLElement} parent @param {URL} url @param {string} text @param {string} base */
function showHost(parent, url, text, base) {
  const host = hostToShow(url, text, base);
  if (host !== undefined) append(parent, 'span', { class: 'link-host', dir: 'ltr' }).append(` (${host})`);
}

/** @type {Builder} */
const image = (parent, attributes, { base, images, words }) => {
  const [src = '', alt = ''] = [attributes.get('src'), attributes.get('alt')];
  const loaded = imageOf(src, base, images);
  if (loaded) {
    const settings = { alt, loading: 'lazy', referrerpolicy: 'no-referrer' };
    // The address last: a request begins there.
    return { into: append(parent, 'img', { ...settings, src: loaded.href }) };
  }
  const text = words('image', { alt: alt || src.slice(0, 100) });
  const url = linkOf(src, base);
  if (!url) {
    const span = append(parent, 'span', { class: 'image' });
    span.append(text);
    return { into: span };
  }
  const anchor = append(parent, 'a', {
    class: 'image',
    href: url.href,
    target: '_blank',
    rel: 'noopener noreferrer',
  });
  anchor.append(text);
  showHost(parent, url, text, base);
  return { into: anchor };
};

/** Code scrolls in a box of its own, which the keyboard reaches. @type {Builder} */
const code = (parent, _, { words, copy }) => {
  const box = append(parent, 'div', { class: 'code', dir: 'ltr' });
  const label = words('code');
  const pre = append(box, 'pre', { tabindex: '0', role: 'region', 'aria-label': label });
  if (!copy) return { into: pre };
  const button = append(box, 'button', { type: 'button', class: 'copy', part: 'button' });
  button.append(words('copy'));
  button.addEventListener('click', () => copy(pre.textContent ?? '', button));
  return { into: pre };
};

/** @type {Builder} */
const table = (parent, _, { words }) => {
  const box = append(parent, 'div', {
    class: 'table',
    tabindex: '0',
    role: 'region',
    'aria-label': words('table'),
  });
  return { into: append(box, 'table') };
};

/** The name of a code's language, and nothing else, may be a class. @type {Builder} */
const inlineCode = (parent, attributes) => {
  const language = /^language-[\w+#.-]{1,40}$/.exec(attributes.get('class') ?? '')?.[0];
  return { into: append(parent, 'code', language ? { class: language } : {}) };
};

/** @type {Builder} */
const ordered = (parent, attributes) => {
  const start = /^\d{1,9}$/.exec(attributes.get('start') ?? '')?.[0];
  return { into: append(parent, 'ol', start ? { start } : {}) };
};

/** A box that cannot be ticked is a sign. @type {Builder} */
const checkbox = (parent, attributes) => {
  const into = append(parent, 'span');
  into.append(attributes.has('checked') ? '☑' : '☐');
  return { into };
};

/** @type {Builder} */
const headerCell = simple('th', { dir: 'auto', scope: 'col' });

/** Headings of an answer stand below those of the chat. @type {Record<string, Builder>} */
const headings = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, block(`h${Math.min(level + 2, 6)}`)]),
);

/** @type {Map<string, Builder>} */
export const builders = new Map(
  Object.entries({
    ...headings,
    p: block('p'),
    blockquote: block('blockquote'),
    li: block('li'),
    td: block('td'),
    th: headerCell,
    ul: simple('ul'),
    ol: ordered,
    em: simple('em'),
    strong: simple('strong'),
    del: simple('del'),
    br: simple('br'),
    hr: simple('hr'),
    thead: simple('thead'),
    tbody: simple('tbody'),
    tr: simple('tr'),
    pre: code,
    code: inlineCode,
    table,
    a: link,
    img: image,
    input: checkbox,
  }),
);

/** Those that the parser does not close. */
export const VOID = new Set(['br', 'hr', 'img', 'input']);
