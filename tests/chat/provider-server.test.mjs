/** The providers with a real server on loopback: keys, stopping, silence, redirects, discovery. */
import { assert, test } from '../harness/page.mjs';
import { hello, joined, providerOf } from './asking.mjs';
import { apis, openaiStream } from './recorded.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const only = { node: true, only: { node: 'it needs a server of its own' } };
const names = /** @type {(keyof typeof apis)[]} */ (Object.keys(apis));
const never = new AbortController().signal;

/** @param {TestContext} t @param {(asked: import('./fake-llm.mjs').Asked, count: number) => import('./fake-llm.mjs').Reply} reply */
async function start(t, reply) {
  const fake = await import('./fake-llm.mjs');
  const server = await fake.startFakeLlm(reply);
  t.after(server.close);
  return server;
}

test('a key goes into the one header that its API wants, and nowhere else', only, async (t) => {
  const { streamed } = await import('./fake-llm.mjs');
  const server = await start(t, ({ path }) => {
    const api = names.find((name) => path.startsWith(apis[name].path)) ?? 'openai';
    return streamed(apis[api].stream({ text: ['Hi.'] }));
  });
  const headers = { openai: 'authorization', anthropic: 'x-api-key', gemini: 'x-goog-api-key' };
  for (const name of names) {
    const provider = await providerOf(name, { endpoint: server.url, key: () => 's3cret' });
    assert.equal((await joined(provider.chat(hello(), { signal: never }))).text, 'Hi.');
    const { headers: sent, path, body } = /** @type {any} */ (server.asked.at(-1));
    assert.match(sent[headers[name]], /^(Bearer )?s3cret$/);
    assert.equal(JSON.stringify([path, body, { ...sent, [headers[name]]: '' }]).includes('s3cret'), false);
    const own = Object.keys(sent).filter(
      (it) =>
        !/^(host|connection|accept|accept-.*|user-agent|sec-.*|content-.*|cache-control|pragma)$/.test(it),
    );
    const expected =
      name === 'anthropic'
        ? ['anthropic-version', 'x-api-key', 'anthropic-dangerous-direct-browser-access']
        : [headers[name]];
    assert.deepEqual(own.sort(), expected.sort(), 'no header that CORS need not have');
  }
  const far = await providerOf('openai', { endpoint: 'http://models.example/v1', key: () => 's3cret' });
  const insecure = /** @type {any} */ (await t.rejects(joined(far.chat(hello(), { signal: never }))));
  assert.equal(insecure.code, 'insecure-key');
});

test('stopping ends the request at once, before the first word and in the middle', only, async (t) => {
  const { HANG } = await import('./fake-llm.mjs');
  const begun = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
  for (const chunks of /** @type {any[][]} */ ([[HANG], [begun, HANG]])) {
    const server = await start(t, () => ({ chunks }));
    const provider = await providerOf('openai', { endpoint: server.url });
    const controller = new AbortController();
    const deltas = provider.chat(hello(), { signal: controller.signal })[Symbol.asyncIterator]();
    if (chunks.length > 1) assert.deepEqual((await deltas.next()).value, { type: 'text', delta: 'Hi' });
    const next = deltas.next();
    next.catch(() => {});
    while (server.asked.length === 0) await t.sleep(5);
    controller.abort(new Error('Stop'));
    assert.equal(/** @type {any} */ (await t.rejects(next)).message, 'Stop');
    await server.asked[0]?.gone;
  }
});

test('a stream that breaks, stops or is not closed behind its end', only, async (t) => {
  const { CUT, HANG } = await import('./fake-llm.mjs');
  const whole = openaiStream({ text: ['Hi.'] });
  const begun = whole.slice(0, whole.indexOf('"finish_reason":"stop"') - 200);
  const unclosed = whole.replace('data: [DONE]\n\n', '');
  /** @type {any[]} */
  const replies = [
    { chunks: [begun, new Promise((resolve) => setTimeout(resolve, 20)), CUT] },
    { chunks: [begun, HANG] },
    { chunks: [HANG] },
    { chunks: [unclosed, HANG] },
  ];
  const server = await start(t, (_, count) => replies[count - 1]);
  const limits = { firstMs: 60, stallMs: 60 };
  const provider = await providerOf('openai', { endpoint: server.url, limits });
  const ask = () => joined(provider.chat(hello(), { signal: never }));
  assert.equal(/** @type {any} */ (await t.rejects(ask())).code, 'cut');
  assert.equal(/** @type {any} */ (await t.rejects(ask())).code, 'stalled');
  assert.equal(/** @type {any} */ (await t.rejects(ask())).code, 'stalled');
  assert.equal((await ask()).text, 'Hi.');
  await Promise.all(server.asked.map(({ gone }) => gone));
});

test('a redirect is not followed', only, async (t) => {
  const server = await start(t, () => ({ status: 307, headers: { location: '/elsewhere' }, chunks: [] }));
  const provider = await providerOf('openai', { endpoint: server.url, key: () => 's3cret' });
  const error = /** @type {any} */ (await t.rejects(joined(provider.chat(hello(), { signal: never }))));
  assert.equal(error.code, 'redirect');
  assert.equal(server.asked.length, 1);
});

test('models are listed, and local servers found when they are asked for', only, async (t) => {
  const { refused } = await import('./fake-llm.mjs');
  const ok = (/** @type {unknown} */ json) => refused(200, json);
  const lists = {
    openai: { object: 'list', data: [{ id: 'test-a' }, { id: 'test-b' }] },
    anthropic: { data: [{ type: 'model', id: 'test-a', display_name: 'A' }, { id: 'test-b' }] },
    gemini: {
      models: [
        { name: 'models/test-a', displayName: 'A', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/test-b', supportedGenerationMethods: ['generateContent'] },
      ],
    },
  };
  for (const name of names) {
    const server = await start(t, () => ok(lists[name]));
    const provider = await providerOf(name, { endpoint: server.url });
    const models = await provider.listModels();
    assert.deepEqual(
      models.map(({ id }) => id),
      ['test-a', 'test-b'],
    );
    assert.deepEqual([server.asked[0]?.method, server.asked[0]?.path], ['GET', '/models']);
  }
  const core = await import('webmcp-exec');
  const { discoverLocalServers, LOCAL_SERVERS } = await import('../../www/chat/providers/discover.js');
  const there = await start(t, () => ok(lists.openai));
  const other = await start(t, () => ({ headers: { 'content-type': 'text/html' }, chunks: ['<html>'] }));
  const found = await discoverLocalServers({
    core,
    servers: [
      { name: 'Ollama', endpoint: `${there.url}/v1` },
      { name: 'Something else', endpoint: `${other.url}/v1` },
      { name: 'Nobody', endpoint: 'http://127.0.0.1:9/v1' },
    ],
  });
  assert.deepEqual(
    found.map(({ state, models }) => [state, models.length]),
    [
      ['found', 2],
      ['absent', 0],
      ['absent', 0],
    ],
  );
  assert.ok(LOCAL_SERVERS.every(({ endpoint }) => new URL(endpoint).hostname === 'localhost'));
});

test(
  "a key in the markup counts on this device or by name; the person's own is kept for one endpoint",
  only,
  async () => {
    const { createKey } = await import('../../www/chat/providers/keys.js');
    const at = (/** @type {string} */ href) => /** @type {any} */ ({ location: new URL(href) });
    const held = new Map();
    const storage = {
      read: (/** @type {string} */ key) => held.get(key),
      write: (/** @type {string} */ key, /** @type {unknown} */ value) => Boolean(held.set(key, value)),
    };
    const make = (/** @type {any} */ more) =>
      createKey({
        provider: 'openai',
        endpoint: 'https://models.example/v1',
        attribute: 'in-page',
        storage,
        ...more,
      });
    assert.equal(make({ around: at('http://localhost:3000/') }).get(), 'in-page');
    const shop = make({ around: at('https://shop.example/') });
    assert.deepEqual([shop.get(), shop.isIgnored], [undefined, true]);
    assert.equal(make({ around: at('https://shop.example/'), allowed: true }).get(), 'in-page');
    assert.equal(shop.set('  own  '), true);
    assert.equal(shop.get(), 'own');
    assert.equal(
      make({ around: at('https://shop.example/'), endpoint: 'https://evil.example/v1' }).get(),
      undefined,
    );
    const full = make({
      around: at('https://shop.example/'),
      storage: { read: () => undefined, write: () => false },
    });
    assert.equal(full.set('own'), false);
    assert.equal(full.get(), 'own');
  },
);
