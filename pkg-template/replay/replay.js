/** Makes the calls of a session again. */

/** @import {Browser} from 'playwright-core' */
/** @import {SessionCall, SessionFile} from '../../www/devtools/model/types.js' */
/** @import {Difference, Outcome} from './compare.js' */
/** @import {Options} from './options.js' */

import { differencesOf } from './compare.js';
import { Failure } from './failure.js';
import { openPage } from './page.js';
import { planOf } from './plan.js';

/**
 * @typedef {object} ReplayedCall
 * @property {string} id
 * @property {string} name
 * @property {unknown} args
 * @property {'same' | 'different' | 'skipped'} verdict
 * @property {string} [reason] why it was skipped
 * @property {Outcome} [before]
 * @property {Outcome} [now]
 * @property {Difference[]} differences
 */

/**
 * @typedef {object} ReplayReport
 * @property {string} url
 * @property {string} browser
 * @property {string} provider
 * @property {ReplayedCall[]} calls
 */

/** @param {Browser} browser @param {SessionFile} session @param {Options} options @returns {Promise<ReplayReport>} */
export async function replay(browser, session, options) {
  const url = options.url ?? session.url;
  const plan = planOf(session, options);
  if (!plan.some((call) => 'repeated' in call))
    throw new Failure(
      plan.length === 0
        ? 'the session has no such call'
        : 'none of the calls can be repeated: see their ends',
    );
  const { page, provider } = await openPage(browser, url, options);
  /** @type {ReplayedCall[]} */
  const calls = [];
  for (const planned of plan) {
    const { id, name, args } = planned.recorded;
    if ('skipped' in planned) {
      calls.push({ id, name, args, verdict: 'skipped', reason: planned.skipped, differences: [] });
      continue;
    }
    const before = outcomeOf(planned.recorded, session.url, url);
    const now = await page.call(planned.repeated);
    const differences = differencesOf(before, now, options.ignore);
    const verdict = differences.length === 0 ? 'same' : 'different';
    calls.push({ id, name, args, verdict, before, now, differences });
  }
  return { url, browser: `${browser.browserType().name()} ${browser.version()}`, provider, calls };
}

/** What the session says of a call's end. @param {SessionCall} call @param {string} from @param {string} to */
function outcomeOf({ status, errorCode, result, error, navigatedTo, durationMs }, from, to) {
  /** @type {Outcome} */
  const outcome = { status, errorCode, result, error, durationMs };
  if (navigatedTo !== undefined) outcome.navigatedTo = moved(navigatedTo, from, to);
  return outcome;
}

/** An address of the page that was, as one of the page that is. @param {string} address @param {string} from @param {string} to */
function moved(address, from, to) {
  if (![address, from, to].every((one) => URL.canParse(one))) return address;
  const [url, old] = [new URL(address), new URL(from)];
  return url.origin === old.origin ? new URL(url.href.slice(url.origin.length), to).href : address;
}
