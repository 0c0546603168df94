/** The package as the panel's way to the page that both are in. */

/** @import {Core} from '../model/types.js' */

/** How often frames are looked at, whose tools come and go without an event, in milliseconds. */
const FRAME_INTERVAL = 2000;

/** What the package exports and the panel uses. */
const EXPORTS = [
  ...['listTools', 'executeToolDetailed', 'onToolCall', 'provider'],
  'checkArguments',
  ...['toOpenAITools', 'toAnthropicTools', 'toGeminiTools', 'toMcpTools'],
];

/**
 * @param {Record<string, any>} exports of the package
 * @returns {Core}
 */
export function pageCore(exports) {
  const used = Object.fromEntries(EXPORTS.map((name) => [name, exports[name]]));
  return /** @type {Core} */ ({
    ...used,
    onToolChange,
    takeNavigationResult: async () => {
      await parsed();
      return exports.takeNavigationResult();
    },
    url: () => location.href,
    describeFrame: (window) => describeFrame(/** @type {Window} */ (window)),
  });
}

/** The document is parsed: what it offers is there. @returns {Promise<void>} */
const parsed = () =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

/** @param {() => void} listener */
function onToolChange(listener) {
  const listening = new AbortController();
  const { signal } = listening;
  /** @type {EventTarget | undefined} */
  let heard;
  let frames = 0;
  const look = () => {
    const context = /** @type {any} */ (document).modelContext ?? /** @type {any} */ (navigator).modelContext;
    // A polyfill may come later than the panel.
    if (context && context !== heard) {
      heard = context;
      context.addEventListener?.('toolchange', listener, { signal });
      listener();
    } else if (!document.hidden && (window.length > 0 || frames > 0)) listener();
    frames = window.length;
  };
  look();
  const timer = setInterval(look, FRAME_INTERVAL);
  return () => {
    listening.abort();
    clearInterval(timer);
  };
}

/** @param {Window} window of the page, or of a frame that may be of another site */
function describeFrame(window) {
  try {
    const element = window.frameElement;
    const label = element?.getAttribute('title') || window.name || window.document.title;
    return { label, url: window.location.href };
  } catch {
    const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === window);
    return frame && { label: frame.title || frame.name, url: frame.src };
  }
}
