/** The example proxy: the key stays on the server, streams pass through, and nobody else may ask. */
import { assert, test } from '../harness/page.mjs';
import { hello, joined, providerOf, tools } from './asking.mjs';
import { apis } from './recorded.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const only = { node: true, only: { node: 'it is a server' } };
const names = /** @type {(keyof typeof apis)[]} */ (Object.keys(apis));
const never = new AbortController().signal;

/** @param {TestContext} t @param {any} reply @param {any} [options] */
async function start(t, reply, options) {
  const fake = await import('./fake-llm.mjs');
  const { createProxy } = await import('../../www/chat/proxy/server.mjs');
  const upstream = await fake.startFakeLlm(reply);
  const server = createProxy({
    upstream: upstream.url,
    apiKey: 's3cret',
    models: ['test-model'],
    ...options,
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {any} */ (server.address());
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await upstream.close();
  });
  const url = `http://127.0.0.1:${port}`;
  const post = (/** @type {any} */ body, /** @type {any} */ headers = {}, path = '/chat/completions') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { url, asked: upstream.asked, post };
}

test('the proxy puts in the key and the model, and passes a stream on as it comes', only, async (t) => {
  const { streamed } = await import('./fake-llm.mjs');
  for (const name of names) {
    const answer = {
      text: ['Two ', 'mugs 😀.'],
      calls: [{ id: 'a', name: 'add_to_cart', args: ['{"qty":2}'] }],
    };
    const { url, asked } = await start(t, () => streamed(apis[name].stream(answer)), { provider: name });
    for (const endpoint of [url, `${url}/api/chat`]) {
      const provider = await providerOf(name, { endpoint, model: undefined });
      const { text, calls } = await joined(
        provider.chat(hello({ tools, system: 'Be brief.' }), { signal: never }),
      );
      assert.deepEqual([text, calls.length], ['Two mugs 😀.', 1]);
      const { headers, path, body } = /** @type {any} */ (asked.at(-1));
      assert.match(headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key'], /s3cret$/);
      assert.ok(path.startsWith(apis[name].path));
      assert.ok(name === 'gemini' || body.model === 'test-model');
      assert.deepEqual(
        (await provider.listModels()).map(({ id }) => id),
        ['test-model'],
      );
    }
    assert.equal(asked.length, 2, 'the list is its own');
  }
});

test(
  'the first words are there before the last are written, and who goes away is not waited for',
  only,
  async (t) => {
    const { HANG } = await import('./fake-llm.mjs');
    const begun = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
    const { url, asked } = await start(t, () => ({ chunks: [begun, HANG] }));
    const provider = await providerOf('openai', { endpoint: url });
    const controller = new AbortController();
    const deltas = provider.chat(hello(), { signal: controller.signal })[Symbol.asyncIterator]();
    assert.deepEqual((await deltas.next()).value, { type: 'text', delta: 'Hi' });
    const next = deltas.next();
    controller.abort();
    await t.rejects(next);
    await asked[0]?.gone;
    assert.equal(asked.length, 1);
  },
);

test('only pages that may ask are answered, and only what a chat asks for is passed on', only, async (t) => {
  const { refused } = await import('./fake-llm.mjs');
  const { url, asked, post } = await start(t, () => refused(200, {}), {
    origins: ['https://shop.example'],
    perMinute: 100,
    maxBody: 1000,
  });
  const body = {
    model: 'test-model',
    messages: [],
    tools: [],
    stream: true,
    n: 50,
    user: 'x',
    logit_bias: {},
  };
  const status = async (/** @type {Promise<Response>} */ response) => (await response).status;
  assert.equal(await status(post(body, { origin: 'https://evil.example' })), 403);
  assert.equal(await status(post(body, { origin: 'null' })), 403);
  assert.equal(await status(post({ ...body, model: 'dear-model' })), 404);
  assert.equal(await status(post(body, {}, '/files')), 404);
  assert.equal(await status(post(body, { 'content-type': 'text/plain' })), 415);
  assert.equal(await status(post('no json')), 400);
  assert.equal(await status(post('[]')), 400);
  assert.equal(await status(post({ messages: ['x'.repeat(2000)] })), 413);
  assert.equal(asked.length, 0);

  const allowed = await post(body, { origin: 'https://shop.example' });
  assert.deepEqual(
    [allowed.status, allowed.headers.get('access-control-allow-origin')],
    [200, 'https://shop.example'],
  );
  assert.equal(await status(post(body, { origin: url })), 200, 'its own pages');
  assert.deepEqual(Object.keys(asked[0]?.body).sort(), ['messages', 'model', 'stream', 'tools']);
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
  assert.deepEqual(
    [preflight.status, preflight.headers.get('access-control-allow-methods')],
    [204, 'GET, POST'],
  );
});

test('too many requests are told to wait, and nothing of a wrong key is told', only, async (t) => {
  const { refused } = await import('./fake-llm.mjs');
  let now = 1_000_000;
  const wrong = () => refused(401, { error: { message: 'Incorrect API key provided: s3cret' } });
  const { url, asked, post } = await start(t, wrong, { perMinute: 2, now: () => now });
  for (let turn = 0; turn < 2; turn++) {
    const response = await post({ messages: [] });
    assert.equal(response.status, 502);
    assert.ok(!(await response.text()).includes('s3cret'));
  }
  const provider = await providerOf('openai', { endpoint: url });
  const error = /** @type {any} */ (await t.rejects(joined(provider.chat(hello(), { signal: never }))));
  assert.deepEqual([error.code, error.retryAfterMs], ['rate-limited-until', 30_000]);
  now += 30_000;
  assert.equal((await post({ messages: [] })).status, 502);
  assert.equal(asked.length, 3);

  const closed = await start(t, wrong, { authorize: () => false });
  assert.equal((await closed.post({ messages: [] })).status, 401);
  const nobody = await start(t, wrong, { upstream: 'http://127.0.0.1:9' });
  assert.equal((await nobody.post({ messages: [] })).status, 502);
  assert.equal(closed.asked.length + nobody.asked.length, 0);
});
