/** What is said where a provider fails: exactly what is wrong, and what to do about it. */
import { assert, test } from '../harness/page.mjs';
import { fakeFetch, hello, joined, providerOf } from './asking.mjs';
import { apis } from './recorded.mjs';

const names = /** @type {(keyof typeof apis)[]} */ (Object.keys(apis));
const only = { node: true, only: { node: 'the surroundings of the provider are made up' } };
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/**
 * The error of a provider that is answered so.
 *
 * @param {import('../harness/types.d.ts').TestContext} t
 * @param {number} status
 * @param {unknown} body text, or JSON
 * @param {{ headers?: Record<string, string>, name?: string, key?: string }} [more]
 * @returns {Promise<any>}
 */
async function refusal(t, status, body, { headers = {}, name = 'openai', key } = {}) {
  const isText = typeof body === 'string';
  const { fetch } = fakeFetch(() => ({
    status,
    headers: { 'content-type': isText ? 'text/html' : 'application/json', ...headers },
    chunks: [bytes(isText ? body : JSON.stringify(body))],
  }));
  const endpoint = 'https://models.example/v1';
  const provider = await providerOf(name, { endpoint, around: { fetch }, key: () => key });
  const error = await t.rejects(joined(provider.chat(hello(), { signal: new AbortController().signal })));
  return error;
}

const says = (/** @type {string} */ message, more = {}) => ({ error: { message, ...more } });

test('refusals are told by what the servers of the world say', only, async (t) => {
  /** @type {[string, number, unknown, any?][]} */
  const cases = [
    [
      'unauthorized',
      401,
      says('Incorrect API key provided: sk-a…', { code: 'invalid_api_key' }),
      { key: 'k' },
    ],
    ['no-key', 401, says('You did not provide an API key.')],
    [
      'unauthorized',
      400,
      says('API key not valid. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' }),
      { key: 'k', name: 'gemini' },
    ],
    [
      'unauthorized',
      401,
      { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
      { key: 'k', name: 'anthropic' },
    ],
    ['forbidden', 403, says('Country, region, or territory not supported')],
    [
      'model-not-found',
      404,
      says('The model `nope` does not exist or you do not have access to it.', { code: 'model_not_found' }),
    ],
    ['model-not-found', 404, says("model 'llama9' not found, try pulling it first")],
    ['model-not-found', 404, says('models/nope is not found for API version v1beta'), { name: 'gemini' }],
    ['not-found', 404, '<!doctype html><title>404</title>'],
    ['not-found', 404, '404 page not found', { headers: { 'content-type': 'text/plain' } }],
    ['not-found', 405, { detail: 'Method Not Allowed' }],
    ['html', 400, '<html><body>Bad gateway'],
    ['server', 502, '<html><body>Bad gateway'],
    ['server', 500, says('The server had an error')],
    [
      'server',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { name: 'anthropic' },
    ],
    ['quota', 429, says('You exceeded your current quota', { type: 'insufficient_quota' })],
    ['quota', 402, says('Insufficient credits')],
    ['quota', 400, says('Your credit balance is too low to access the Anthropic API'), { name: 'anthropic' }],
    ['no-tools', 400, says('registry.ollama.ai/library/gemma:2b does not support tools')],
    ['no-tools', 500, says('tools param requires --jinja flag')],
    [
      'no-tools',
      400,
      {
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      },
    ],
    ['no-tools', 404, says('No endpoints found that support tool use.')],
    [
      'context-full',
      400,
      says("This model's maximum context length is 8192 tokens.", { code: 'context_length_exceeded' }),
    ],
    ['context-full', 400, says('prompt is too long: 200001 tokens > 200000 maximum'), { name: 'anthropic' }],
    [
      'context-full',
      400,
      says('The input token count (1048580) exceeds the maximum number of tokens allowed (1048576).'),
      { name: 'gemini' },
    ],
    [
      'context-full',
      400,
      says('the request exceeds the available context size', { type: 'exceed_context_size_error' }),
    ],
    ['context-full', 413, 'Payload Too Large', { headers: { 'content-type': 'text/plain' } }],
    ['bad-request', 400, { detail: [{ loc: ['body'], msg: 'field required' }] }],
    ['bad-request', 422, says('unknown field')],
    ['rate-limited', 429, says('Rate limit reached')],
    ['rate-limited', 429, ''],
  ];
  for (const [code, status, body, more] of cases) {
    const error = await refusal(t, status, body, more);
    assert.deepEqual(
      [error.name, error.code, error.status],
      ['ProviderError', code, status],
      JSON.stringify(body),
    );
    assert.ok(!/\{\w+\}/.test(error.message), error.message);
  }
  const { message } = await refusal(t, 422, says(`unknown <b>field</b>\n\u0000${'x'.repeat(5000)}`));
  assert.match(message, /^models\.example refused the request: unknown <b>field<\/b>/);
  assert.ok(message.length < 400);
});

test('too many requests: the time to wait is told, however it is written', only, async (t) => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const google = says('Quota', {
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'x' }, { retryDelay: '34.5s' }],
  });
  const cases = /** @type {[any, any, number][]} */ ([
    [{ 'retry-after': '7' }, says('Slow down'), 7000],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, says('Slow down'), 1500],
    [{}, google, 34_500],
    [{}, [google], 34_500],
  ]);
  for (const [headers, body, ms] of cases) {
    const error = await refusal(t, 429, body, { headers });
    assert.equal(error.code, 'rate-limited-until');
    assert.equal(error.retryAfterMs, ms);
    assert.match(error.message, /Try again in \d+ s\./);
  }
  const { retryAfterMs } = await refusal(t, 429, says('Slow down'), {
    headers: { 'retry-after': inAMinute },
  });
  assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 60_000, String(retryAfterMs));
  const odd = await refusal(t, 429, says('Slow down'), { headers: { 'retry-after': 'soon' } });
  assert.deepEqual([odd.code, odd.retryAfterMs], ['rate-limited', undefined]);
});

test('an answer that is a web page, no JSON, empty or an error in mid-stream', only, async (t) => {
  const ok = (/** @type {string} */ text, type = 'text/event-stream', name = 'openai') =>
    refusal(t, 200, text, { headers: { 'content-type': type }, name });
  assert.equal((await ok('<!DOCTYPE html><title>Sign in</title>', 'text/html')).code, 'html');
  assert.equal((await ok('\n <html><title>Sign in</title>')).code, 'html');
  assert.equal((await ok('data: {"choices":[\n\ndata: x\n\n')).code, 'not-json');
  assert.equal((await ok('data: not json\n\ndata: [DONE]\n\n')).code, 'not-json');
  assert.equal((await ok('', 'application/json')).code, 'cut');
  assert.equal((await ok('{"choices":', 'application/json')).code, 'not-json');
  for (const name of names) {
    for (const lie of [
      'data: null\n\n',
      'data: 7\n\n',
      'data: []\n\n',
      'data: {"choices":{}}\n\n',
      ': ping\n\n',
    ])
      assert.equal((await ok(lie, undefined, name)).code, 'cut', `${name} ${lie}`);
  }

  const begun = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
  const broken = await ok(
    `${begun}data: {"error":{"message":"The GPU is on fire","type":"server_error"}}\n\n`,
  );
  assert.equal(broken.code, 'model-error');
  assert.match(broken.message, /The GPU is on fire/);
  const limit = `${begun}data: {"error":{"message":"Rate limit","code":429}}\n\n`;
  assert.equal((await ok(limit)).code, 'rate-limited');
  const overloaded =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  assert.equal((await ok(overloaded, undefined, 'anthropic')).code, 'server');
  const blocked = 'data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}\n\n';
  assert.equal((await ok(blocked, undefined, 'gemini')).code, 'filtered');
  const malformed =
    'data: {"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"print(x"}]}\n\n';
  assert.match((await ok(malformed, undefined, 'gemini')).message, /print\(x/);
});

/** @param {any} around @param {string} endpoint @param {import('../harness/types.d.ts').TestContext} t */
async function unreached(t, endpoint, around) {
  /** @type {any[]} */
  const asked = [];
  const fetch = async (/** @type {any} */ url, /** @type {any} */ init) => {
    asked.push([init.mode ?? 'cors', url]);
    if (init.mode === 'no-cors' && around.answers) return /** @type {any} */ ({ type: 'opaque' });
    around.whileFetching?.();
    throw new TypeError('Failed to fetch');
  };
  const url = around.page ?? 'https://shop.example/cart';
  const { origin, hostname, protocol, href } = new URL(url);
  const location = { origin, hostname, protocol, href };
  const permissions = {
    async query(/** @type {any} */ { name }) {
      if (!around.permissions || !(name in around.permissions)) throw new TypeError(`no permission ${name}`);
      return { state: around.permissions[name] };
    },
  };
  const navigator = { onLine: around.onLine ?? true, permissions };
  const { document } = around;
  const provider = await providerOf('openai', { endpoint, around: { fetch, location, navigator, document } });
  const error = /** @type {any} */ (
    await t.rejects(joined(provider.chat(hello(), { signal: new AbortController().signal })))
  );
  return { code: error.code, message: error.message, asked };
}

test('"Failed to fetch" is told apart', only, async (t) => {
  const ollama = 'http://localhost:11434/v1';
  const far = 'https://models.example/v1';
  const is = async (
    /** @type {string} */ code,
    /** @type {string} */ endpoint,
    /** @type {any} */ around,
  ) => {
    const told = await unreached(t, endpoint, around);
    assert.equal(told.code, code, JSON.stringify([endpoint, around]));
    assert.ok(!/\{\w+\}/.test(told.message), told.message);
    return told;
  };
  assert.match(
    (await is('cors.ollama', ollama, { answers: true })).message,
    /OLLAMA_ORIGINS=https:\/\/shop\.example$/,
  );
  assert.match(
    (await is('cors.lmstudio', 'http://127.0.0.1:1234/v1', { answers: true })).message,
    /lms server start --cors/,
  );
  assert.match((await is('cors', far, { answers: true })).message, /https:\/\/shop\.example/);
  await is('unreachable', ollama, {});
  await is('unreachable', '/api/chat', { answers: true });
  await is('offline', far, { onLine: false });
  await is('unreachable', ollama, { onLine: false });
  await is('mixed-content', 'http://models.example/v1', {});
  await is('mixed-content', 'http://192.168.1.5:11434/v1', {});
  await is('cors.ollama', 'http://192.168.1.5:11434/v1', { page: 'http://shop.example/', answers: true });
  const { message } = await is('permission', ollama, { permissions: { 'loopback-network': 'prompt' } });
  assert.match(message, /loopback-network/);
  await is('permission-denied', ollama, { permissions: { 'loopback-network': 'denied' } });
  await is('permission', ollama, { permissions: { 'local-network-access': 'prompt' } });
  await is('permission', 'https://nas.local/v1', { permissions: { 'local-network': 'prompt' } });
  await is('cors.ollama', ollama, { permissions: { 'loopback-network': 'granted' }, answers: true });
  const denied = { 'loopback-network': 'denied' };
  await is('unreachable', ollama, { page: 'http://localhost:3000/', permissions: denied });

  const document = new EventTarget();
  const whileFetching = () =>
    setTimeout(() =>
      document.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), { blockedURI: `${far}/chat/completions` }),
      ),
    );
  const blocked = await is('blocked', far, { document, whileFetching });
  assert.match(blocked.message, /connect-src https:\/\/models\.example/);
  assert.deepEqual(blocked.asked.length, 1, 'no probe where the policy has spoken');
  const { asked } = await is('cors', far, { answers: true });
  assert.deepEqual(asked, [
    ['cors', `${far}/chat/completions`],
    ['no-cors', 'https://models.example'],
  ]);
});
