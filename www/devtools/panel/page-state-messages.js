/** The words of a page without WebMCP. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const messages = {
  'state.unavailable': 'This page has no WebMCP',
  'state.unavailable.text':
    'The browser does not provide document.modelContext. There are three ways to get it:',
  'state.insecure': 'WebMCP needs a secure page',
  'state.insecure.text': 'Open it by https, or from localhost: on {origin}, browsers leave WebMCP out.',
  'state.way.polyfill': 'Polyfill',
  'state.way.polyfill.text': 'for every browser: import it before the page’s tools are registered.',
  'state.way.flag': 'Flag',
  'state.way.flag.text': 'in Chromium 150 and newer, for you alone: start it with',
  'state.way.trial': 'Origin trial',
  'state.way.trial.text': 'in Chrome, for everybody who visits: send the token of your origin with the page.',
  'state.refused': 'The browser does not allow WebMCP here',
  'state.refused.text':
    'The permissions policy of the page, or of the frame it is in, refuses “tools”. A frame needs allow="tools".',
  'state.blocked': 'The page’s policy refuses WebAssembly',
  'state.blocked.text': 'Add {source} to script-src in the Content-Security-Policy of the page:',
  'state.retry': 'Look again',
};
