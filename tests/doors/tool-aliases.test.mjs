/** Names for tools that every model API takes. */
import {
  createToolAliases,
  executeTool,
  fromOpenAIToolCalls,
  listTools,
  toAnthropicTools,
  toOpenAITools,
} from 'webmcp-exec';
import { untilListed } from '../core/until-listed.mjs';
import { assert, test } from '../harness/page.mjs';

const possible = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const names = (/** @type {import('webmcp-exec').ToolAliases} */ aliases) =>
  aliases.entries.map(({ alias }) => alias);

test('S4-17 a tool keeps a name that models take, and gets a new one otherwise', { node: true }, () => {
  const tools = ['add_to_cart', 'cart.add', '1st', 'a'.repeat(128), '-x'].map((name) => ({ name }));
  const aliases = createToolAliases(tools);
  assert.deepEqual(names(aliases), ['add_to_cart', 'cart_add', '_1st', 'a'.repeat(64), '_-x']);
  for (const alias of names(aliases)) assert.match(alias, possible);
  assert.deepEqual(aliases.toolOf('cart_add'), { alias: 'cart_add', name: 'cart.add' });
  assert.equal(aliases.aliasOf({ name: 'cart.add' }), 'cart_add');
  assert.equal(aliases.aliasOf('cart.add'), 'cart_add');
  assert.equal(aliases.aliasOf('cart_add'), undefined);
  assert.equal(aliases.toolOf('cart.add'), undefined);
  for (const odd of [undefined, null, 5, '', {}, Symbol('a'), () => {}]) {
    assert.equal(aliases.toolOf(/** @type {any} */ (odd)), undefined);
    assert.equal(aliases.aliasOf(/** @type {any} */ (odd)), undefined);
  }
  for (const name of ['__proto__', 'constructor', 'toString']) {
    assert.equal(aliases.toolOf(name), undefined);
    assert.equal(createToolAliases([{ name }]).toolOf(name)?.name, name);
  }
});

test('S4-17 X-06 one name in several documents: each has an alias, whatever the order', {
  node: true,
}, () => {
  const [own, shop, twin] = [{}, {}, {}];
  const tools = [
    { name: 'search', origin: 'https://shop.example', own: false, window: shop },
    { name: 'search', origin: 'https://page.example', own: true, window: own },
    { name: 'a.b', origin: 'https://page.example', own: true, window: own },
    { name: 'a_b', origin: 'https://page.example', own: true, window: own },
    { name: 'search', origin: 'https://map.example:8080', own: false, window: twin },
  ];
  const aliases = createToolAliases(tools);
  assert.deepEqual(names(aliases), [
    'search_shop_example',
    'search',
    'a_b_page_example',
    'a_b',
    'search_map_example_8080',
  ]);
  const reversed = createToolAliases([...tools].reverse());
  for (const tool of tools) {
    const alias = aliases.aliasOf(tool) ?? '';
    assert.equal(reversed.aliasOf(tool), alias);
    const target = aliases.toolOf(alias);
    assert.deepEqual({ ...target }, { alias, name: tool.name, origin: tool.origin });
    assert.equal(target?.window, tool.window);
  }
  // Windows cannot be listed: the rest of an entry can go where JSON goes.
  assert.equal(JSON.parse(JSON.stringify(aliases.entries)).length, 5);
  // Who has a name only means this document's tool.
  assert.equal(aliases.aliasOf('search'), 'search');
});

test('S4-17 tools of one name and origin are told apart by their windows', { node: true }, () => {
  const windows = [{}, {}, {}];
  const origin = 'https://shop.example';
  const tools = windows.map((window) => ({ name: 'search', origin, window }));
  const aliases = createToolAliases(tools);
  assert.equal(new Set(names(aliases)).size, 3);
  for (const tool of tools) {
    assert.equal(aliases.toolOf(aliases.aliasOf(tool) ?? '')?.window, tool.window);
  }
  // The same tool twice is one tool.
  assert.equal(createToolAliases([...tools, ...tools]).entries.length, 3);
  assert.equal(createToolAliases([{ name: 'a' }, { name: 'a' }]).entries.length, 1);
});

test('S4-17 what was an alias before stays one, and is never given to another tool', { node: true }, () => {
  const window = {};
  const dotted = { name: 'cart.add', origin: 'https://shop.example', window };
  const plain = { name: 'cart_add', origin: 'https://shop.example', window };
  const first = createToolAliases([dotted]);
  assert.equal(first.aliasOf(dotted), 'cart_add');
  const second = createToolAliases([plain, dotted], { previous: first });
  assert.equal(second.aliasOf(dotted), 'cart_add');
  assert.equal(second.toolOf('cart_add')?.name, 'cart.add');
  assert.equal(second.aliasOf(plain), 'cart_add_shop_example');
  const third = createToolAliases([plain], { previous: second });
  assert.deepEqual([names(third), third.retired], [['cart_add_shop_example'], ['cart_add']]);
  const fourth = createToolAliases([{ name: 'cart_add' }], { previous: third });
  assert.equal(fourth.toolOf('cart_add'), undefined);
  assert.match(names(fourth)[0] ?? '', /^cart_add_[a-z0-9]{6}$/);
  assert.deepEqual([...fourth.retired].sort(), ['cart_add', 'cart_add_shop_example']);
  const back = createToolAliases([plain], { previous: third });
  assert.equal(back.aliasOf(plain), 'cart_add_shop_example');
});

test('S4-17 the converters use aliases where they are given some', { node: true }, () => {
  const tools = [
    { name: 'cart.add', description: 'Adds.' },
    { name: 'cart.add', origin: 'https://shop.example', window: {} },
  ];
  const aliases = createToolAliases(tools);
  const offered = toOpenAITools(tools, { aliases }).map((tool) => tool.function.name);
  assert.deepEqual(offered, names(aliases));
  assert.equal(toAnthropicTools(tools, { aliases })[0]?.description, 'Adds.');
  assert.deepEqual(tools[0], { name: 'cart.add', description: 'Adds.' });
  const tool_calls = offered.map((name, index) => ({
    id: `call_${index}`,
    function: { name, arguments: '{}' },
  }));
  const calls = fromOpenAIToolCalls({ tool_calls }, { aliases });
  assert.deepEqual(
    calls.map((call) => ({ ...call })),
    [
      { name: 'cart.add', input: {}, id: 'call_0', alias: offered[0] },
      { name: 'cart.add', input: {}, id: 'call_1', alias: offered[1], origin: 'https://shop.example' },
    ],
  );
  assert.equal(calls[1]?.window, tools[1]?.window);
  const [unknown] = fromOpenAIToolCalls([{ function: { name: 'cart.add' } }], { aliases });
  assert.deepEqual(unknown, { name: 'cart.add', input: {} });
  assert.deepEqual(toOpenAITools(tools, { aliases: null }), toOpenAITools(tools));
});

test('S4-17 aliases by somebody else, and what is none', { node: true }, () => {
  /** @type {any} */
  const upper = {
    aliasOf: (/** @type {any} */ tool) => tool.name.toUpperCase(),
    toolOf: (/** @type {string} */ alias) => ({ name: alias.toLowerCase() }),
  };
  assert.equal(toOpenAITools([{ name: 'add' }], { aliases: upper })[0]?.function.name, 'ADD');
  assert.equal(fromOpenAIToolCalls([{ function: { name: 'ADD' } }], { aliases: upper })[0]?.name, 'add');
  const refusal = (/** @type {() => unknown} */ convert) => {
    try {
      convert();
    } catch (error) {
      assert.equal(error instanceof TypeError, true);
      return /** @type {any} */ (error);
    }
    return assert.fail('it was not refused');
  };
  const convert = (/** @type {any} */ options) => refusal(() => toOpenAITools([{ name: 'add' }], options));
  for (const aliases of [
    5,
    'a',
    {},
    { aliasOf: upper.aliasOf },
    { aliasOf: 1, toolOf: 1 },
    Object.create(null),
  ]) {
    assert.equal(convert({ aliases }).message, 'The option `aliases` must be what createToolAliases gives.');
  }
  for (const options of [5, 'a', true])
    assert.equal(convert(options).message, 'The options must be an object.');
  const others = createToolAliases([{ name: 'other' }]);
  assert.match(
    convert({ aliases: others }).message,
    /^The option `aliases` has none for the tool at index 0:/,
  );
  const thrown = new TypeError('mine');
  const throwing = () => {
    throw thrown;
  };
  assert.equal(convert({ aliases: { aliasOf: throwing, toolOf: throwing } }), thrown);
  assert.equal(convert(Object.defineProperty({}, 'aliases', { get: throwing })).cause, thrown);
  // One that gives every tool the same.
  const previous = /** @type {any} */ ({ aliasOf: () => 'same', entries: [], retired: [5] });
  previous.toolOf = () => ({ name: 'a' });
  const twins = createToolAliases([{ name: 'a' }, { name: 'b' }], { previous });
  assert.deepEqual(names(twins), ['same', 'b']);
  assert.match(
    refusal(() => createToolAliases([], { previous: /** @type {any} */ ({}) })).message,
    /`previous`/,
  );
});

test('S4-17 lists that are none, and tools without a name', { node: true }, () => {
  for (const [tools, text] of /** @type {[any, RegExp][]} */ ([
    [undefined, /^The tools must be an array\.$/],
    [{}, /^The tools must be an array\.$/],
    [[{ name: 'a' }, null], /^The tool at index 1 is no object\.$/],
    [[{ name: 'a' }, { name: 5 }], /^The tool at index 1 has no `name` that is a string\.$/],
  ])) {
    try {
      createToolAliases(tools);
      assert.fail('it was not refused');
    } catch (error) {
      assert.match(/** @type {Error} */ (error).message, text);
    }
  }
  assert.deepEqual(createToolAliases([]).entries, []);
  // No text of UTF-8, but a name all the same: these are two tools.
  const lone = createToolAliases([{ name: '\ud800' }, { name: '\ud801' }]);
  assert.equal(new Set(names(lone)).size, 2);
  assert.equal(lone.toolOf(lone.aliasOf('\ud801') ?? '')?.name, '\ud801');
});

test('S4-17 10,000 tools', { node: true }, () => {
  const origin = 'https://shop.example';
  const different = Array.from({ length: 10_000 }, (_, index) => ({ name: `a.${index}`, origin }));
  const alike = Array.from({ length: 10_000 }, () => ({ name: 'a', origin, window: {} }));
  for (const tools of [different, alike]) {
    const aliases = createToolAliases(tools);
    assert.equal(new Set(names(aliases)).size, 10_000);
    assert.equal(aliases.aliasOf(tools[9_999] ?? ''), aliases.entries[9_999]?.alias);
    for (const alias of names(aliases)) if (!possible.test(alias)) assert.fail(alias);
    const again = createToolAliases(tools, { previous: aliases });
    assert.deepEqual(names(again), names(aliases));
  }
});

const inFramesOfOtherOrigins = {
  not: {
    'ff-native': 'its tools are for the top window only',
    mcpb: 'it lists the tools of its own document only',
  },
};

test(
  "X-06 S4-17 a model's call reaches the tool of the document that it means",
  inFramesOfOtherOrigins,
  async (t) => {
    await t.register({ name: 'text', execute: () => 'here' });
    const frame = await t.frame('/fixtures/tools.html?tools=text&exposedTo=same', {
      origin: 'cross-port',
      allow: 'tools',
    });
    const fromOrigins = [t.origins['cross-port']];
    await untilListed(t, 'text', { fromOrigins, window: frame.contentWindow });
    const tools = await listTools({ fromOrigins });
    assert.equal(tools.length, 2);
    const aliases = createToolAliases(tools);
    assert.equal(aliases.aliasOf(tools.find(({ own }) => own) ?? ''), 'text');
    const offered = toOpenAITools(tools, { aliases });
    const tool_calls = offered.map((tool) => ({ function: { name: tool.function.name, arguments: '{}' } }));
    const answers = [];
    for (const call of fromOpenAIToolCalls({ tool_calls }, { aliases })) {
      const result = await executeTool(call.name, call.input, call);
      answers.push(result?.content[0]?.text);
    }
    assert.equal(new Set(answers).size, 2);
    assert.equal(answers[tools.findIndex(({ own }) => own)], 'here');
  },
);
