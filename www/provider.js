/**
 * Which provider the browser gave, in words.
 *
 * @param {'native' | 'polyfill' | 'preview' | 'other' | null} provider
 * @returns {{ name: string, text: string }}
 */
export function describeProvider(provider) {
  const browser = browserName(navigator.userAgent);
  switch (provider) {
    case 'native':
      return {
        name: 'Native WebMCP',
        text: `${browser} has WebMCP of its own. Calls go to its document.modelContext.`,
      };
    case 'polyfill':
      return {
        name: 'Polyfill',
        text: `${browser} has no WebMCP here, so the page brought webmcp-exec/polyfill. Calls go through it.`,
      };
    case 'preview':
      return {
        name: 'Firefox preview',
        text: `${browser} has its preview of WebMCP. Calls go to its navigator.modelContext.`,
      };
    case 'other':
      return {
        name: 'Other polyfill',
        text: `${browser} has no WebMCP of its own; somebody else’s polyfill was here first. Calls go through it.`,
      };
    default:
      return {
        name: 'No WebMCP',
        text: window.isSecureContext
          ? `${browser} has no WebMCP, and the polyfill could not be installed. Every call will say so.`
          : 'WebMCP needs a secure page: open this one at localhost or over https. Every call will say so.',
      };
  }
}

/** @param {string} userAgent */
function browserName(userAgent) {
  const patterns = /** @type {const} */ ([
    ['Edge', /Edg\/(\d+)/],
    ['Firefox', /Firefox\/(\d+)/],
    ['Chromium', /Chrome\/(\d+)/],
    ['Safari', /Macintosh.*Version\/(\d+(?:\.\d+)?) .*Safari\//],
    ['Safari', /(?:iPhone|iPad).*Version\/(\d+(?:\.\d+)?) .*Safari\//],
  ]);
  for (const [name, pattern] of patterns) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return /AppleWebKit/.test(userAgent) ? 'WebKit' : 'This browser';
}
