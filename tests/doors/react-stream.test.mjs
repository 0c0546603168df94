/** The agent loop with a model that streams. */

import { executeStep, reActLoop } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { hello, scriptedModel, streamOf } from './scripted-model.mjs';

const echo = { name: 'echo', execute: (/** @type {any} */ input) => input };

/** @param {any} answer what the model gives */
const stepOf = (answer) => executeStep({ model: () => answer, tools: [echo], messages: hello });

test('S4-18 deltas come to an answer', { node: true }, async () => {
  const text = ['It ', 'is ', '', 'warm.'].map((delta) => ({ type: 'text', delta }));
  for (const give of [
    () => streamOf(...text, { type: 'end', reason: 'stop' }),
    async () => streamOf(...text, { type: 'end', reason: 'stop' }),
  ]) {
    const step = await stepOf(give());
    assert.deepEqual([step.content, step.done, step.reason], ['It is warm.', true, 'stop']);
  }
  const { content, reason } = await stepOf(streamOf(...text));
  assert.deepEqual([content, reason], ['It is warm.', undefined], 'without an end');
});

test('S4-18 arguments are joined by index, however they are cut', { node: true }, async () => {
  const inputs = [{ city: 'Karachi "x" 😀' }, { n: [1, 2] }];
  const texts = inputs.map((input) => JSON.stringify(input));
  for (const size of [1, 2, 3, 7, 100]) {
    /** @type {any[]} */
    const deltas = [{ type: 'text', delta: 'Let me see.' }];
    for (let at = 0; at < 40; at += size) {
      for (const [index, text] of texts.entries()) {
        const argsDelta = text.slice(at, at + size);
        if (at === 0) deltas.push({ type: 'tool', index, id: `id${index}`, name: 'echo', argsDelta });
        else if (argsDelta !== '') deltas.push({ type: 'tool', index, argsDelta });
      }
    }
    const { content, toolCalls, results } = await stepOf(streamOf(...deltas, { type: 'end' }));
    assert.equal(content, 'Let me see.');
    assert.deepEqual(
      toolCalls,
      inputs.map((input, index) => ({ id: `id${index}`, name: 'echo', input })),
    );
    assert.deepEqual(
      results.map((result) => result.success && result.result),
      inputs,
    );
  }
});

test('S4-18 text is not broken where a character is', { node: true }, async () => {
  const deltas = [...'\ud83d\ude00'.split(''), '!'].map((delta) => ({ type: 'text', delta }));
  assert.equal(deltas.length, 3);
  assert.equal((await stepOf(streamOf(...deltas))).content, '😀!');
});

test('S4-18 no arguments, names that come late or again, and what is not ours', { node: true }, async () => {
  const { toolCalls } = await stepOf(
    streamOf(
      { type: 'tool', index: 3, id: 'a', name: 'echo' },
      { type: 'tool', index: 1 },
      { type: 'usage', tokens: 5 },
      { type: 'something else' },
      { type: 'tool', index: 1, id: 'b', name: 'echo', argsDelta: '{}' },
      { type: 'tool', index: 1, id: 'c', name: 'other', argsDelta: '' },
    ),
  );
  assert.deepEqual(toolCalls, [
    { id: 'a', name: 'echo', input: {} },
    { id: 'b', name: 'echo', input: {} },
  ]);
});

test('S4-18 a stream may be any async iterable', { node: true }, async () => {
  const delta = { type: 'text', delta: 'Hi.' };
  let isDone = false;
  const bare = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const step = { done: isDone, value: delta };
        isDone = true;
        return step;
      },
    }),
  };
  assert.equal((await stepOf(bare)).content, 'Hi.');
  // WebKitGTK’s streams are none yet.
  if (typeof ReadableStream === 'function' && Symbol.asyncIterator in ReadableStream.prototype) {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(delta);
        controller.close();
      },
    });
    assert.equal((await stepOf(stream)).content, 'Hi.');
  }
});

test('S4-18 nothing after the end is read, and the stream is closed', { node: true }, async () => {
  /** @type {string[]} */
  const log = [];
  async function* stream() {
    try {
      yield { type: 'text', delta: 'Hi.' };
      yield { type: 'end', reason: 'stop' };
      log.push('went on');
      yield { type: 'text', delta: ' And more.' };
    } finally {
      log.push('closed');
    }
  }
  assert.equal((await stepOf(stream())).content, 'Hi.');
  assert.deepEqual(log, ['closed']);
  // One that cannot be closed does not keep anybody waiting.
  const stuck = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: { type: 'end' } }),
      return: () => new Promise(() => {}),
    }),
  };
  assert.equal((await stepOf(stuck)).content, '');
});

test('a stream that makes no sense rejects with what is wrong, and is closed', { node: true }, async (t) => {
  const wrong = /** @type {[any, RegExp][]} */ ([
    [null, /^The model's answer has a delta that is no object\.$/],
    ['text', /a delta that is no object/],
    [{ type: 'text' }, /a text delta without a `delta` that is a string/],
    [{ type: 'text', delta: 5 }, /a text delta without a `delta` that is a string/],
    [{ type: 'tool', name: 'echo' }, /a tool delta without an `index` that is a number/],
    [{ type: 'tool', index: '0', name: 'echo' }, /a tool delta without an `index` that is a number/],
    [{ type: 'tool', index: Number.NaN, name: 'echo' }, /a tool delta without an `index` that is a number/],
    [{ type: 'tool', index: 0, name: 'echo', argsDelta: {} }, /an `argsDelta` that is no string/],
    [
      {
        get type() {
          throw new Error('no');
        },
      },
      /^The model failed: no$/,
    ],
  ]);
  for (const [delta, message] of wrong) {
    let isClosed = false;
    async function* stream() {
      try {
        yield { type: 'text', delta: 'Hi.' };
        yield delta;
        assert.fail('it went on');
      } finally {
        isClosed = true;
      }
    }
    const error = await t.rejects(stepOf(stream()));
    assert.match(error.message, message);
    assert.equal(error.errorCode, 'INTERNAL_ERROR');
    assert.equal(isClosed, true);
    assert.deepEqual(error.messages, hello);
  }
  for (const [answer, message] of /** @type {[any, RegExp][]} */ ([
    [
      streamOf({ type: 'tool', index: 0, argsDelta: '{}' }),
      /^The model's tool call at index 0 has no `name`/,
    ],
    [streamOf(), /^The model's answer ended before it began/],
    [streamOf({ type: 'usage' }), /^The model's answer ended before it began/],
    [{ [Symbol.asyncIterator]: () => ({}) }, /^The model's answer cannot be iterated\.$/],
    [{ [Symbol.asyncIterator]: () => 5 }, /^The model('s answer| failed)/],
    [
      {
        [Symbol.asyncIterator]: () => {
          throw new Error('closed');
        },
      },
      /^The model failed: closed$/,
    ],
  ])) {
    assert.match((await t.rejects(stepOf(answer))).message, message);
  }
});

test('a stream that throws midway rejects with its error as the cause', { node: true }, async (t) => {
  const cause = new Error('connection lost');
  async function* stream() {
    yield { type: 'text', delta: 'It is' };
    yield { type: 'tool', index: 0, id: 'a', name: 'echo', argsDelta: '{' };
    throw cause;
  }
  const error = await t.rejects(stepOf(stream()));
  assert.equal(error.message, 'The model failed: connection lost');
  assert.equal(error.cause, cause);
  assert.deepEqual(error.messages, hello);
});

test('S4-18 cut-off arguments are a failed call, and the loop goes on', { node: true }, async () => {
  const { model } = scriptedModel(
    () =>
      streamOf(
        { type: 'tool', index: 0, name: 'echo', argsDelta: '{"n":' },
        { type: 'end', reason: 'length' },
      ),
    () => streamOf({ type: 'text', delta: 'Sorry.' }),
  );
  const { result, messages } = await reActLoop({ model, tools: [echo], messages: hello });
  assert.equal(result, 'Sorry.');
  assert.match(/** @type {any} */ (messages[2]).content, /not valid JSON/);
});

test('S4-18 an abort ends a stream at once and closes it', { node: true }, async (t) => {
  const controller = new AbortController();
  /** @type {string[]} */
  const log = [];
  /** @type {AbortSignal | undefined} */
  let ofModel;
  const call = reActLoop({
    async *model(_messages, { signal }) {
      ofModel = signal;
      try {
        yield { type: /** @type {const} */ ('text'), delta: 'Hi' };
        yield { type: /** @type {const} */ ('text'), delta: ' you' };
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
      } finally {
        log.push('closed');
      }
    },
    messages: hello,
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type !== 'delta') return;
      log.push(/** @type {any} */ (event.delta).delta);
      if (event.delta.type === 'text' && event.delta.delta === ' you')
        queueMicrotask(() => controller.abort('stop'));
    },
  });
  const error = await t.rejects(call);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.message, 'stop');
  assert.equal(ofModel?.aborted, true);
  await t.tick();
  assert.deepEqual(log, ['Hi', ' you', 'closed']);
  // And from inside of what is told.
  const inside = new AbortController();
  const aborted = await t.rejects(
    reActLoop({
      model: () => streamOf({ type: 'text', delta: 'Hi' }, { type: 'text', delta: ' you' }),
      messages: hello,
      signal: inside.signal,
      onEvent: ({ type }) => type === 'delta' && inside.abort('inside'),
    }),
  );
  assert.equal(aborted.message, 'inside');
});
