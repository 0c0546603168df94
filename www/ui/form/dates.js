/** Dates and times in the browser's own fields, where those can show the value without a loss. */

/**
 * @typedef {object} DateInput
 * @property {'date' | 'time' | 'datetime-local'} type
 * @property {string} shown
 * @property {(typed: string) => string | undefined} write `undefined`: nothing complete is typed
 */

/** @param {string} format @param {unknown} value @returns {DateInput | undefined} */
export function dateInputOf(format, value) {
  const text = typeof value === 'string' ? value : '';
  if (format === 'date' && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text)))
    return { type: 'date', shown: text, write: (typed) => typed || undefined };
  if (format === 'time' && (text === '' || /^\d\d:\d\d:\d\dZ$/.test(text)))
    return { type: 'time', shown: text.slice(0, 8), write: (typed) => typed && `${seconds(typed)}Z` };
  if (format !== 'date-time') return undefined;
  const shown = text === '' ? '' : localOf(text);
  if (shown === undefined || (shown !== '' && writtenOf(shown) !== text)) return undefined;
  return { type: 'datetime-local', shown, write: (typed) => (typed ? writtenOf(typed) : undefined) };
}

/** Browsers leave out seconds that are none. @param {string} time */
const seconds = (time) => (/:\d\d:/.test(time) ? time : `${time}:00`);

/** The moment as the clock on the wall shows it. @param {string} text */
function localOf(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** @param {string} typed */
function writtenOf(typed) {
  const time = new Date(typed);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z');
}
