/** What the providers make of streams, however they are cut. */
import { assert, test } from '../harness/page.mjs';
import { fakeFetch, hello, joined, providerOf, tools } from './asking.mjs';
import { apis } from './recorded.mjs';

/** @import {ProviderOptions} from '../../www/chat/providers/types.js' */

const only = { node: true, only: { node: 'the streams are made up' } };
const names = /** @type {(keyof typeof apis)[]} */ (Object.keys(apis));
const signal = new AbortController().signal;
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const endpoint = 'https://models.example/v1';

/** @param {string} name @param {Uint8Array[]} chunks @param {Record<string, string>} [headers] */
async function read(name, chunks, headers) {
  const { fetch } = fakeFetch(() => ({ chunks, headers }));
  const provider = await providerOf(name, { endpoint, around: { fetch } });
  return joined(provider.chat(hello({ tools }), { signal }));
}

/** @param {unknown} error @returns {any} */
const failure = (error) => error;

const answer = {
  text: ['Zwei ', 'Tassen 😀', ' für ', '"dich"\n'],
  calls: [
    { id: 'a', name: 'add_to_cart', args: ['{"q', 'ty":', ' 2,"note":"é😀"}'] },
    { id: 'b', name: 'add_to_cart', args: ['{"qty":3}'] },
  ],
};

for (const name of names) {
  const stream = bytes(apis[name].stream(answer));

  test(`a stream of ${name} says the same, cut at every byte`, only, async () => {
    const whole = await read(name, [stream]);
    assert.equal(whole.text, 'Zwei Tassen 😀 für "dich"\n');
    assert.deepEqual(
      whole.calls.map((/** @type {any} */ { id, name, args }) => [id, name, JSON.parse(args)]),
      [
        ['a', 'add_to_cart', { qty: 2, note: 'é😀' }],
        ['b', 'add_to_cart', { qty: 3 }],
      ],
    );
    assert.equal(whole.end, 'tools');
    assert.deepEqual([whole.usage.inputTokens, whole.usage.outputTokens], [82, 17]);
    const told = JSON.stringify(whole);
    for (let at = 1; at < stream.length; at += 1) {
      const cut = JSON.stringify(await read(name, [stream.subarray(0, at), stream.subarray(at)]));
      if (cut !== told) assert.equal(cut, told, `cut at ${at}`);
    }
    const single = Array.from(stream, (byte) => Uint8Array.of(byte));
    assert.equal(JSON.stringify(await read(name, single)), told, 'byte by byte');
  });

  test(`a stream of ${name} that stops before its end is an error, wherever it stops`, only, async (t) => {
    const end = new TextDecoder()
      .decode(stream)
      .lastIndexOf(name === 'anthropic' ? 'message_delta' : 'inish');
    const last = bytes(new TextDecoder().decode(stream).slice(0, end)).length;
    for (let at = 0; at < last; at += 7) {
      const error = failure(await t.rejects(read(name, [stream.subarray(0, at)])));
      if (error.code !== 'cut') assert.equal(error.code, 'cut', `stopped at ${at}`);
    }
  });

  test(`${name} may answer all at once, whatever it was asked for`, only, async () => {
    const whole = {
      openai: {
        choices: [
          {
            message: {
              role: 'assistant',
              content: 'Hi.',
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{"n":1}' } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
      anthropic: {
        type: 'message',
        stop_reason: 'tool_use',
        content: [
          { type: 'text', text: 'Hi.' },
          { type: 'tool_use', id: 'a', name: 'x', input: { n: 1 } },
        ],
      },
      gemini: [
        { candidates: [{ content: { parts: [{ text: 'Hi.' }] } }] },
        {
          candidates: [
            {
              content: { parts: [{ functionCall: { id: 'a', name: 'x', args: { n: 1 } } }] },
              finishReason: 'STOP',
            },
          ],
        },
      ],
    }[name];
    for (const type of ['application/json', 'text/event-stream']) {
      const { text, calls, end } = await read(name, [bytes(JSON.stringify(whole))], { 'content-type': type });
      assert.equal(text, 'Hi.');
      assert.deepEqual(calls, [{ args: '{"n":1}', id: 'a', name: 'x' }]);
      assert.equal(end, 'tools');
    }
  });

  test(`${name} is asked with what was said, the tools and their results`, only, async () => {
    const { fetch, asked } = fakeFetch(() => ({ chunks: [bytes(apis[name].stream({ text: ['Hi.'] }))] }));
    const provider = await providerOf(name, { endpoint: `${endpoint}/`, around: { fetch } });
    const calls = [
      { id: 'id one', name: 'add_to_cart', input: { qty: 1 }, signature: 'sig' },
      { id: 'call_0a', name: 'add_to_cart', input: 'no json' },
    ];
    const request = hello({
      system: 'Be brief.',
      tools,
      messages: [
        { role: 'user', content: 'Two mugs' },
        { role: 'assistant', content: '', toolCalls: calls },
        { role: 'tool', toolCallId: 'id one', name: 'add_to_cart', content: '{"inCart":1}' },
        { role: 'tool', toolCallId: 'call_0a', name: 'add_to_cart', content: 'no JSON', isError: true },
        { role: 'assistant', content: 'One is in.' },
        { role: 'user', content: 'Thanks' },
      ],
    });
    await joined(provider.chat(request, { signal }));
    const [{ url, init }] = asked;
    const body = JSON.parse(init.body);
    assert.equal(new URL(url).pathname, `/v1${apis[name].path}`);
    assert.equal(init.method, 'POST');
    const parameters = { type: 'object', properties: { qty: { type: 'integer' } }, required: ['qty'] };
    const expected = {
      openai: {
        model: 'test-model',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Two mugs' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'id one', type: 'function', function: { name: 'add_to_cart', arguments: '{"qty":1}' } },
              { id: 'call_0a', type: 'function', function: { name: 'add_to_cart', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'id one', content: '{"inCart":1}' },
          { role: 'tool', tool_call_id: 'call_0a', content: 'no JSON' },
          { role: 'assistant', content: 'One is in.' },
          { role: 'user', content: 'Thanks' },
        ],
        stream: true,
        tools: [
          {
            type: 'function',
            function: { name: 'add_to_cart', description: 'Puts mugs into the cart.', parameters },
          },
        ],
      },
      anthropic: {
        model: 'test-model',
        max_tokens: 4096,
        system: 'Be brief.',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Two mugs' }] },
          {
            role: 'assistant',
            content: [
              { type: 'tool_use', id: 'id_one', name: 'add_to_cart', input: { qty: 1 } },
              { type: 'tool_use', id: 'call_0a', name: 'add_to_cart', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'id_one',
                content: [{ type: 'text', text: '{"inCart":1}' }],
              },
              {
                type: 'tool_result',
                tool_use_id: 'call_0a',
                content: [{ type: 'text', text: 'no JSON' }],
                is_error: true,
              },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'One is in.' }] },
          { role: 'user', content: [{ type: 'text', text: 'Thanks' }] },
        ],
        stream: true,
        tools: [{ name: 'add_to_cart', description: 'Puts mugs into the cart.', input_schema: parameters }],
      },
      gemini: {
        contents: [
          { role: 'user', parts: [{ text: 'Two mugs' }] },
          {
            role: 'model',
            parts: [
              {
                functionCall: { id: 'id one', name: 'add_to_cart', args: { qty: 1 } },
                thoughtSignature: 'sig',
              },
              { functionCall: { id: 'call_0a', name: 'add_to_cart', args: {} } },
            ],
          },
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'id one',
                  name: 'add_to_cart',
                  response: { output: '{"inCart":1}' },
                },
              },
              { functionResponse: { id: 'call_0a', name: 'add_to_cart', response: { error: 'no JSON' } } },
            ],
          },
          { role: 'model', parts: [{ text: 'One is in.' }] },
          { role: 'user', parts: [{ text: 'Thanks' }] },
        ],
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        tools: [
          {
            functionDeclarations: [
              {
                name: 'add_to_cart',
                description: 'Puts mugs into the cart.',
                parametersJsonSchema: parameters,
              },
            ],
          },
        ],
      },
    }[name];
    assert.deepEqual(body, expected);
  });
}

test('browsers read the streams of all three as Node does, byte by byte and by a request of their own', async () => {
  for (const name of names) {
    const text = apis[name].stream(answer);
    const single = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
    const cut = await read(name, single);
    assert.deepEqual([cut.text, cut.calls.length, cut.end], ['Zwei Tassen 😀 für "dich"\n', 2, 'tools']);
    const address = URL.createObjectURL(new Blob([text], { type: 'text/event-stream' }));
    const around = /** @type {any} */ ({ fetch: () => fetch(address), location, navigator, document });
    const provider = await providerOf(name, { endpoint, around });
    assert.deepEqual(await joined(provider.chat(hello({ tools }), { signal })), cut);
    URL.revokeObjectURL(address);
  }
});

test('calls are told apart where a server gives all of them one index, or none', only, async () => {
  const chunk = (/** @type {any} */ ...tool_calls) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls }, finish_reason: null }] })}\n\n`;
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })}\n\n`;
  const one = (/** @type {any} */ id, /** @type {any} */ more = {}, args = '{"n":1}') => ({
    id,
    function: { name: 'x', arguments: args },
    ...more,
  });
  const cases = {
    'one index': [chunk(one('a', { index: 0 })), chunk(one('b', { index: 0 }))],
    'no index': [chunk(one('a')), chunk(one('b'))],
    'no index, one chunk': [chunk(one('a'), one('b'))],
    'the same id': [chunk(one('a', { index: 0 })), chunk(one('a', { index: 1 }))],
    'ids again and again': [
      chunk(one('a', { index: 0 }, '{"n"')),
      chunk(one('a', { index: 0 }, ':1}')),
      chunk(one('b', { index: 1 }, '{"n"')),
      chunk(one('b', { index: 1 }, ':1}')),
    ],
    'no index, in pieces': [
      chunk(one('a', {}, '{"n"')),
      chunk({ function: { arguments: ':1}' } }),
      chunk(one('b')),
    ],
    'arguments that are an object': [chunk(one('a', {}, /** @type {any} */ ({ n: 1 }))), chunk(one('b'))],
  };
  for (const [what, chunks] of Object.entries(cases)) {
    const { calls } = await read('openai', [bytes([...chunks, end].join(''))]);
    assert.deepEqual(
      calls.map((/** @type {any} */ { name, args }) => [name, args]),
      [
        ['x', '{"n":1}'],
        ['x', '{"n":1}'],
      ],
      what,
    );
  }
});

test('ten megabytes: many small pieces are read, one huge event is refused', only, async (t) => {
  const word = 'x'.repeat(1000);
  const many = apis.openai.stream({ text: Array.from({ length: 10_000 }, () => word) });
  assert.equal((await read('openai', [bytes(many)])).text.length, 10_000_000);
  const huge = bytes(apis.openai.stream({ text: ['x'.repeat(10_000_000)] }));
  for (const size of [huge.length, 65_536]) {
    const chunks = [];
    for (let at = 0; at < huge.length; at += size) chunks.push(huge.subarray(at, at + size));
    assert.equal(failure(await t.rejects(read('openai', chunks))).code, 'too-long');
  }
});
