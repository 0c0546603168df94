/**
 * The one seam to Markdown: what a model writes becomes elements, while it is being written. Nothing passes through HTML:
 * tags come from a list of ours, attributes too, and addresses are looked at.
 */
import { createHtmlTokenStreamer } from 'streaming-markdown-html';
import { copyText } from '../../ui/clipboard.js';
import { builders, VOID } from './builders.js';
import { readToken } from './tokens.js';

/** @import {ImagePolicy} from './addresses.js' */
/** @import {Place, Surroundings} from './builders.js' */

/** How deep elements may stand in each other. */
const DEEPEST = 60;

/**
 * @param {HTMLElement} element what is written is appended to it
 * @param {object} [options]
 * @param {ImagePolicy} [options.images] Default: `none`
 * @param {string} [options.base] Default: the document's
 * @param {Surroundings['words']} [options.words] texts of the elements
 * @param {Surroundings['copy'] | null} [options.copy] `null`: code has no button
 */
export function renderMarkdown(element, options = {}) {
  const { images = 'none', base = element.ownerDocument.baseURI, words = english } = options;
  const copy = options.copy === null ? undefined : (options.copy ?? copyText);
  /** @type {Surroundings} */
  const around = { base, images, words, copy: copy && ((text, near) => void copy(text, near)) };
  /** @type {Place[]} */
  const open = [{ into: element }];

  const streamer = createHtmlTokenStreamer({
    onHtml(html) {
      const token = readToken(html);
      const parent = open.at(-1)?.into ?? element;
      if (token.type === 'text') parent.append(token.text);
      else if (token.type === 'close') {
        if (open.length > 1) open.pop()?.close?.();
      } else {
        const build = open.length > DEEPEST ? undefined : builders.get(token.tag);
        const place = build?.(parent, token.attributes, around) ?? { into: parent };
        if (!VOID.has(token.tag)) open.push(place);
      }
    },
  });

  return {
    /** @param {string} text in whatever pieces it comes */
    write: (text) => streamer.write(text),
    end() {
      streamer.end();
      while (open.length > 1) open.pop()?.close?.();
    },
  };
}

/** @type {Surroundings['words']} */
const english = (key, { alt = '' } = {}) =>
  ({ code: 'Code', copy: 'Copy', image: `Image: ${alt}`, table: 'Table' })[key];
