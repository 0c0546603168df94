/** What tools say of themselves: whether that is the same as before, and what of it differs. */

import microdiff from 'microdiff';
import { plain } from './plain.js';

/** @import {ToolInfo} from 'webmcp-exec' */
/** @import {Difference, ToolDefinition} from './types.js' */

/** How many differences are told. */
const MOST = 200;

/** How many characters of old definitions are kept. */
const MOST_KEPT = 8_000_000;

/** @param {ToolInfo | ToolDefinition} tool */
const membersOf = ({ name, title, description, inputSchema, annotations }) => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
});

/**
 * A definition as text, to be compared. Some providers list the page's own objects, which may be anything.
 *
 * @param {ToolInfo | ToolDefinition} tool
 */
export function definitionText(tool) {
  try {
    return JSON.stringify(membersOf(tool));
  } catch {
    return JSON.stringify(plain(membersOf(tool)));
  }
}

/** @param {string} text of {@link definitionText} @returns {ToolDefinition} */
export const definitionOf = (text) => JSON.parse(text);

/** A short text that stands for a long one (cyrb53). @param {string} text */
export function signatureOf(text) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** The definitions that tools had, by their signatures: the newest of them. */
export function createDefinitions() {
  /** @type {Map<string, string>} oldest first */
  const texts = new Map();
  let size = 0;
  return {
    /** @param {string} text @returns {string} its signature */
    add(text) {
      const signature = signatureOf(text);
      if (texts.delete(signature)) size -= text.length;
      texts.set(signature, text);
      size += text.length;
      for (const [oldest, its] of texts) {
        if (size <= MOST_KEPT) break;
        texts.delete(oldest);
        size -= its.length;
      }
      return signature;
    },

    /** @param {string} signature */
    get: (signature) => texts.get(signature),
  };
}

/**
 * The fields that differ between two plain values.
 *
 * @param {object} before
 * @param {object} after
 * @returns {Difference[]}
 */
export function differences(before, after) {
  try {
    return microdiff(before, after, { cyclesFix: false }).slice(0, MOST);
  } catch {
    // Nested too deeply to be looked through.
    return [{ type: 'CHANGE', path: [] }];
  }
}
