/**
 * All words that people read. Each part has a table of its own, `{ 'part.name': 'English text with {placeholder}' }`,
 * and adds it where it is loaded: `addMessages(table)`. The page may replace any of them by the property `messages`.
 *
 * A text that depends on a number is a table itself: `{ one: '{count} tool', other: '{count} tools' }`, by the plural
 * categories of the language. Numbers are written as the language writes them.
 */

/** @typedef {string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)} Message */
/** @typedef {Record<string, Message>} MessageTable */
/** @typedef {Record<string, string | number>} Values */

/**
 * @typedef {object} Messages
 * @property {string} lang
 * @property {(key: string, values?: Values) => string} text of a key without a text, the key
 * @property {(value: number, options?: Intl.NumberFormatOptions) => string} number
 * @property {(value: number, options?: Intl.DateTimeFormatOptions) => string} time of milliseconds since 1970
 */

/** @type {MessageTable} */
const english = {};

/** @param {MessageTable} table */
export function addMessages(table) {
  Object.assign(english, table);
}

/**
 * @param {MessageTable} [replaced] what the page says instead
 * @param {string} [lang]
 * @returns {Messages}
 */
export function createMessages(replaced = {}, lang = '') {
  const language = supported(lang) ?? 'en';
  const plural = new Intl.PluralRules(language);
  /** @type {Map<string, Intl.NumberFormat | Intl.DateTimeFormat>} */
  const formats = new Map();

  /** @param {'NumberFormat' | 'DateTimeFormat'} kind @param {object} [options] @returns {any} */
  const format = (kind, options) => {
    const key = kind + JSON.stringify(options);
    const made = formats.get(key) ?? new /** @type {any} */ (Intl)[kind](language, options);
    formats.set(key, made);
    return made;
  };

  /** @param {number} value @param {Intl.NumberFormatOptions} [options] */
  const number = (value, options) => format('NumberFormat', options).format(value);

  return {
    lang: language,
    number,
    time: (value, options = { timeStyle: 'medium' }) => format('DateTimeFormat', options).format(value),
    text(key, values = {}) {
      const message = replaced[key] ?? english[key] ?? key;
      const text =
        typeof message === 'string'
          ? message
          : (message[plural.select(Number(values.count))] ?? message.other);
      return text.replace(/\{(\w+)\}/g, (whole, name) => {
        if (!Object.hasOwn(values, name)) return whole;
        const value = values[name];
        return typeof value === 'number' ? number(value) : value;
      });
    },
  };
}

/** @param {string} [lang] */
function supported(lang) {
  try {
    return Intl.PluralRules.supportedLocalesOf(lang || [])[0];
  } catch {
    return undefined;
  }
}
