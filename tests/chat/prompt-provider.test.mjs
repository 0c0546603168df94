/** The browser's own model, and providers of the page's own. */
import { assert, test } from '../harness/page.mjs';
import { hello, joined, providerOf, tools } from './asking.mjs';

const only = { node: true, only: { node: 'the streams are made up' } };
const signal = new AbortController().signal;

/** @param {{ answer: any[], fails?: Error, classes?: boolean, state?: string }} how */
function fakeModel({ answer, fails, classes = false, state = 'available' }) {
  /** @type {any} */
  const seen = { created: [], prompted: [], destroyed: 0 };
  const LanguageModel = {
    availability: async () => state,
    async create(/** @type {any} */ options) {
      seen.created.push(options);
      const monitor = new EventTarget();
      options.monitor?.(monitor);
      monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }));
      return {
        contextUsage: 10,
        contextWindow: 100,
        promptStreaming(/** @type {any} */ input, /** @type {any} */ more) {
          seen.prompted.push({ input, more });
          return new ReadableStream({
            start(controller) {
              for (const piece of answer) controller.enqueue(piece);
              if (fails) controller.error(fails);
              else controller.close();
            },
          });
        },
        destroy: () => {
          seen.destroyed += 1;
        },
      };
    },
  };
  class Value {
    constructor(/** @type {object} */ members) {
      Object.assign(this, members);
    }
  }
  const around = /** @type {any} */ ({ LanguageModel });
  if (classes) {
    for (const name of ['ToolCall', 'ToolSuccess', 'ToolError']) around[`LanguageModel${name}`] = Value;
  }
  return { around, seen };
}

const history = [
  { role: /** @type {const} */ ('user'), content: 'Two mugs' },
  {
    role: /** @type {const} */ ('assistant'),
    content: '',
    toolCalls: [{ id: 'a', name: 'add_to_cart', input: { qty: 2 } }],
  },
  { role: /** @type {const} */ ('tool'), toolCallId: 'a', name: 'add_to_cart', content: '{"inCart":2}' },
];

test("the browser's model without tools of its own answers in JSON, cut anywhere", only, async () => {
  const said = JSON.stringify({ say: 'Zwei "Tassen" 😀\nsind \\ drin.' });
  const wants = JSON.stringify({ tool: 'add_to_cart', arguments: { qty: 2 } });
  for (const size of [1, 2, 3, 7, 1000]) {
    const cut = (/** @type {string} */ text) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { around, seen } = fakeModel({ answer: cut(said) });
    const provider = await providerOf('prompt', { around });
    const answer = await joined(
      provider.chat(hello({ tools, messages: history, system: 'Be brief.' }), { signal }),
    );
    assert.equal(answer.text, 'Zwei "Tassen" 😀\nsind \\ drin.');
    assert.deepEqual([answer.end, answer.usage.inputTokens, answer.usage.contextWindow], ['stop', 10, 100]);
    const [{ initialPrompts }] = seen.created;
    assert.equal(initialPrompts[0].role, 'system');
    assert.match(initialPrompts[0].content, /^Be brief\.[\s\S]*add_to_cart/);
    assert.deepEqual(initialPrompts.slice(1), [
      { role: 'user', content: 'Two mugs' },
      { role: 'assistant', content: '{"tool":"add_to_cart","arguments":{"qty":2}}' },
    ]);
    assert.match(seen.prompted[0].input[0].content, /gave this result:\n\{"inCart":2\}/);
    assert.equal(seen.prompted[0].more.responseConstraint.anyOf.length, 2);
    assert.equal(seen.destroyed, 1);

    const other = await providerOf('prompt', fakeModel({ answer: cut(wants) }));
    const { text, calls, end } = await joined(other.chat(hello({ tools }), { signal }));
    assert.deepEqual([text, calls[0].name, calls[0].args, end], ['', 'add_to_cart', '{"qty":2}', 'tools']);
  }
  const odd = await providerOf('prompt', fakeModel({ answer: ['I am ', 'no JSON.'] }));
  assert.equal((await joined(odd.chat(hello({ tools }), { signal }))).text, 'I am no JSON.');
});

test("the browser's model with tools of its own is given them", only, async () => {
  const call = { type: 'tool-call', value: { callId: 'b', name: 'add_to_cart', arguments: { qty: 1 } } };
  const { around, seen } = fakeModel({ answer: ['Let me ', 'see.', [call]], classes: true });
  const provider = await providerOf('prompt', { around });
  const { text, calls, end } = await joined(provider.chat(hello({ tools, messages: history }), { signal }));
  assert.deepEqual([text, end], ['Let me see.', 'tools']);
  assert.deepEqual(calls, [{ args: '{"qty":1}', id: 'b', name: 'add_to_cart' }]);
  assert.equal(seen.created[0].tools[0].name, 'add_to_cart');
  assert.equal(seen.created[0].initialPrompts[1].content[0].value.callId, 'a');
  assert.equal(seen.prompted[0].input[0].content[0].value.result[0].value, '{"inCart":2}');
});

test("the browser's model is loaded when it is asked for, and its failures are told", only, async (t) => {
  const { around, seen } = fakeModel({ answer: [], state: 'downloadable' });
  const provider = await providerOf('prompt', { around });
  assert.equal((await provider.availability()).state, 'download');
  assert.equal(seen.created.length, 0, 'asking loads nothing');
  /** @type {number[]} */
  const loaded = [];
  await provider.download?.({ onProgress: (part) => loaded.push(part) });
  assert.deepEqual(loaded, [0.5]);

  const none = await providerOf('prompt', { around: /** @type {any} */ ({}) });
  assert.equal((await none.availability()).state, 'unavailable');
  const code = async (/** @type {any} */ other) =>
    /** @type {any} */ (await t.rejects(joined(other.chat(hello(), { signal })))).code;
  assert.equal(await code(none), 'unavailable');
  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  assert.equal(
    await code(await providerOf('prompt', fakeModel({ answer: ['a'], fails: quota }))),
    'context-full',
  );
  const broken = fakeModel({ answer: ['a'], fails: new Error('The GPU is gone') });
  assert.equal(await code(await providerOf('prompt', broken)), 'model-error');
});

test("a provider of the page's own may stream, answer as a whole, or with a word", only, async (t) => {
  const { custom } = await import('../../www/chat/providers/custom.js');
  const streams = custom(async function* () {
    yield { type: 'text', delta: 'Hi.' };
    yield { type: 'end' };
  });
  assert.equal((await joined(streams.chat(hello(), { signal }))).text, 'Hi.');
  const whole = custom({ id: 'mine', chat: async () => ({ toolCalls: [{ name: 'x', input: { n: 1 } }] }) });
  assert.deepEqual((await joined(whole.chat(hello(), { signal }))).calls, [
    { args: '{"n":1}', name: 'x', id: undefined },
  ]);
  assert.deepEqual([whole.id, (await whole.availability()).state], ['mine', 'ready']);
  assert.equal((await joined(custom(() => 'Hi.').chat(hello(), { signal }))).text, 'Hi.');
  const wrong = await t.rejects((async () => custom(/** @type {any} */ ({})))());
  assert.match(String(wrong), /providerImpl must be/);
  const { createProvider } = await import('../../www/chat/providers/index.js');
  await t.rejects(createProvider('toString', /** @type {any} */ ({})));
});
