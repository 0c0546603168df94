/** Where links and images of a model's answer may lead. */

/** Which images are loaded. @typedef {'none' | 'same-origin' | 'https'} ImagePolicy */

const SCHEMES_OF_LINKS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The longest address that is made a link: longer ones carry something else than a place. */
const LONGEST = 4096;

/** @param {string} address @param {string} base @returns {URL | undefined} where a link may lead */
export function linkOf(address, base) {
  const url = parsed(address, base);
  return url && SCHEMES_OF_LINKS.has(url.protocol) ? url : undefined;
}

/**
 * An image is a request that nobody has asked for, and its address may carry away what was said.
 *
 * @param {string} address
 * @param {string} base
 * @param {ImagePolicy} policy
 * @returns {URL | undefined} what is loaded
 */
export function imageOf(address, base, policy) {
  const url = parsed(address, base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (policy === 'same-origin') return url.origin === new URL(base).origin ? url : undefined;
  return policy === 'https' && url.protocol === 'https:' ? url : undefined;
}

/**
 * The host to show behind a link, where its text does not say where it leads.
 *
 * @param {URL} url
 * @param {string} text
 * @param {string} base
 */
export function hostToShow(url, text, base) {
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') {
    return text.includes(url.pathname) ? undefined : url.pathname;
  }
  const said = text.trim().toLowerCase();
  const named = /^(?:https?:\/\/)?([^\s/?#@:]+\.[^\s/?#@:]+|localhost)(?::\d+)?(?=[/?#]|$)/.exec(said)?.[1];
  if (named !== undefined) return named === url.hostname ? undefined : url.host;
  // A text that names no place, and a link within the site, say nothing wrong.
  return url.host === new URL(base).host ? undefined : url.host;
}

/** @param {string} address @param {string} base */
function parsed(address, base) {
  // The parser leaves out what it takes for unsafe: that is no way to the page itself.
  if (address === '' || address.length > LONGEST) return undefined;
  try {
    const url = new URL(address, base);
    // A name and password in an address make it look like another.
    if (url.username !== '' || url.password !== '') return undefined;
    return url;
  } catch {
    return undefined;
  }
}
