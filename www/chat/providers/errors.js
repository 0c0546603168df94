/** Errors of providers: each has a code, by which it can be told in any language, and what its text is filled with. */
import { createMessages } from '../../ui/messages.js';
import { providerMessages } from './messages.js';

const english = createMessages(providerMessages, 'en');

/** The most characters of what somebody else says that are told on. */
const DETAIL = 300;

export class ProviderError extends Error {
  /**
   * @param {string} code the end of a key of `providerMessages`
   * @param {Record<string, string | number>} [values]
   * @param {{ cause?: unknown, status?: number, retryAfterMs?: number }} [more]
   */
  constructor(code, values = {}, { cause, status, retryAfterMs } = {}) {
    const told = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? shortened(value) : value,
      ]),
    );
    super(english.text(`chat.error.${code}`, told), cause === undefined ? undefined : { cause });
    this.name = 'ProviderError';
    this.code = code;
    /** What the text is filled with. */
    this.values = told;
    /** The HTTP status, where there was an answer. */
    this.status = status;
    /** In how many milliseconds the provider wants to be asked again, if it says so. */
    this.retryAfterMs = retryAfterMs;
  }
}

/** @param {string} text */
function shortened(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > DETAIL ? `${line.slice(0, DETAIL)}…` : line;
}
