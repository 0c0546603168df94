/** What is said of a provider that fails: what is wrong, and what to do about it. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const providerMessages = {
  'chat.error.offline': 'You are offline. The message is kept; try again when you are back.',
  'chat.error.cors':
    '{host} is there, but does not let {origin} read its answers (CORS). Allow this origin in its settings.',
  'chat.error.cors.ollama':
    'Ollama is there, but does not let this page read its answers. Start it with OLLAMA_ORIGINS={allow}',
  'chat.error.cors.lmstudio':
    'LM Studio is there, but does not let this page read its answers. Turn on “Enable CORS” in its server settings, or start it with: lms server start --cors',
  'chat.error.permission':
    'The browser asks before a page may reach {host} on your device or network. Allow “{permission}” for this site, then try again.',
  'chat.error.permission-denied':
    'The browser does not let this page reach {host}: the permission “{permission}” is denied for this site. Allow it in the site settings, then try again.',
  'chat.error.mixed-content':
    'This page is secure (https), and {host} is not (http). Browsers refuse that. Use an https address, or a model on this very device (http://localhost).',
  'chat.error.blocked':
    'The policy of this page does not allow requests to {origin}. Its Content-Security-Policy needs: connect-src {origin}',
  'chat.error.unreachable': 'Nothing answers at {host}. Is the server running, and is the address right?',
  'chat.error.redirect':
    '{host} sends requests on to another address. Set the endpoint to the final address: nothing is sent elsewhere.',
  'chat.error.unauthorized': 'The key was not accepted by {host}. Check the key.',
  'chat.error.no-key': '{host} wants a key, and none was sent.',
  'chat.error.forbidden': '{host} does not allow this: {detail}',
  'chat.error.not-found': 'There is nothing at {url}. Check the endpoint.',
  'chat.error.model-not-found': 'The model {model} does not exist at {host}. Choose another.',
  'chat.error.rate-limited': 'Too many requests. Try again later.',
  'chat.error.rate-limited-until': 'Too many requests. Try again in {seconds} s.',
  'chat.error.quota': 'The account at {host} has no credit left, or has reached its limit.',
  'chat.error.server': '{host} has a problem of its own ({status}). Try again later.',
  'chat.error.html': '{url} answers with a web page, not as a model API does. Check the endpoint.',
  'chat.error.not-json': '{host} sent something that is not JSON.',
  'chat.error.no-tools':
    'The model {model} cannot use tools, or its server is not set up for that. Choose a model that can.',
  'chat.error.context-full': 'The conversation is too long for this model. Begin a new one, or shorten it.',
  'chat.error.bad-request': '{host} refused the request: {detail}',
  'chat.error.cut': 'The answer broke off.',
  'chat.error.stalled': 'The model has been silent for {seconds} s.',
  'chat.error.too-long': 'The answer was longer than can be read, and was cut.',
  'chat.error.model-error': 'The model failed: {detail}',
  'chat.error.filtered': 'The model was stopped by its safety rules: {detail}',
  'chat.error.setup': 'Nothing is set up yet: {missing}.',
  'chat.error.insecure-key': 'A key is not sent to {host}, since the way there is not secure (http).',
  'chat.error.unavailable': 'This browser has no model of its own.',
};
