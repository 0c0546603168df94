/** The report as text for a terminal. What a page says in it can neither move the cursor nor hide anything. */

/** @import {Difference} from './compare.js' */
/** @import {ReplayedCall, ReplayReport} from './replay.js' */

/** How much of a value is shown. */
const SHOWN = 120;

const WORDS = { same: 'same', different: 'DIFFERS', skipped: 'skipped' };

/** @param {ReplayReport} report */
export function asText({ url, browser, provider, calls }) {
  const lines = calls.flatMap((call) => [lineOf(call), ...call.differences.map(differenceLine)]);
  const count = (/** @type {ReplayedCall['verdict']} */ verdict) =>
    calls.filter((call) => call.verdict === verdict).length;
  const sum = [
    `${count('same')} as before`,
    `${count('different')} otherwise`,
    `${count('skipped')} skipped`,
  ];
  return [`${plain(url)} in ${browser} (${provider})`, '', ...lines, '', sum.join(', ')].join('\n');
}

/** @param {ReplayedCall} call */
function lineOf({ name, args, verdict, reason, now }) {
  const duration = now?.durationMs === undefined ? '' : `  ${Math.round(now.durationMs)} ms`;
  const end = reason === undefined ? `${now?.status}${duration}` : reason;
  return `${WORDS[verdict].padEnd(8)} ${plain(name)} ${shown(args ?? {})}  ${end}`;
}

/** @param {Difference} difference */
function differenceLine(difference) {
  const was = 'before' in difference ? shown(difference.before) : 'missing';
  const is = 'now' in difference ? shown(difference.now) : 'missing';
  return `         ${plain(difference.path)}: ${is}, was ${was}`;
}

/** @param {unknown} value */
function shown(value) {
  const text = plain(JSON.stringify(value) ?? String(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** @param {string} text */
const plain = (text) =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
