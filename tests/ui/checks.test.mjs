/** What the checks say of tools, and the code that is copied: without a page. */

import { lint } from '../../www/devtools/checks/lint.js';
import { messages } from '../../www/devtools/checks/messages.js';
import { partsOf } from '../../www/devtools/checks/walk.js';
import { callCode, literal, testCode } from '../../www/devtools/schema/code.js';
import { assert, test } from '../harness/page.mjs';
import { toolInfo } from './fake-core.mjs';

const node = { node: true };

/** @param {Record<string, unknown>} info @param {number} [namesakes] */
const tool = (info, namesakes = 0) =>
  /** @type {any} */ ({ key: info.name, info: toolInfo(/** @type {any} */ (info)), namesakes });

/** The ids of what is found, those that are only notes aside. @param {any} entry @param {any[]} [others] */
const found = (entry, others = []) =>
  lint(entry, [entry, ...others])
    .filter(({ level }) => level !== 'info')
    .map(({ id }) => id);

const GOOD = {
  name: 'add_to_cart',
  description: 'Puts some of a product into the cart, and says how many are in it.',
  inputSchema: {
    type: 'object',
    properties: { qty: { type: 'integer', description: 'How many.' } },
    required: ['qty'],
  },
};

test('a tool as it should be has nothing to improve, and its cost is told', node, () => {
  const entry = tool(GOOD);
  assert.deepEqual(found(entry), []);
  const { values } = lint(entry, [entry]).find(({ id }) => id === 'cost') ?? assert.fail();
  assert.equal(Number(values?.count) > 20 && Number(values?.count) < 120, true);
});

test('each mistake is found, and has a text', node, () => {
  const cases = /** @type {[Record<string, unknown>, string[]][]} */ ([
    [{ name: 'a.b' }, ['name-refused']],
    [{ name: 'x'.repeat(65) }, ['name-refused']],
    [{ name: 'pay\u202edap' }, ['name-unseen', 'name-refused']],
    [{ description: '' }, ['description-missing']],
    [{ description: 'Adds.' }, ['description-short']],
    [{ description: 'x'.repeat(1025) }, ['description-long']],
    [{ description: `${GOOD.description}\u200b` }, ['text-unseen']],
    [{ inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }, ['argument-description']],
    [{ inputSchema: { type: 'object', properties: { a: { description: 'A.' } } } }, ['argument-type']],
    [{ inputSchema: { properties: {} } }, ['schema-type']],
    [{ inputSchema: { type: 'object', anyOf: [{}] } }, ['schema-union']],
    [{ inputSchema: { type: 'object', $ref: '#/$defs/no' } }, ['schema-ref-broken']],
    [{ inputSchema: { type: 'object', $ref: 'https://example.com/' } }, ['schema-ref-outside']],
    [{ inputSchema: { type: 'object', properties: {}, required: ['a'] } }, ['required-unknown']],
    [{ annotations: { readOnlyHint: true, destructiveHint: true } }, ['hints-contradict']],
    [{ inputSchema: { type: 'object', description: 'x'.repeat(5000) } }, ['cost-dear']],
  ]);
  for (const [changes, expected] of cases) {
    const ids = found(tool({ ...GOOD, ...changes }));
    assert.deepEqual(ids, expected, JSON.stringify(changes).slice(0, 80));
  }
  for (const id of [
    ...cases.flatMap(([, ids]) => ids),
    'cost',
    'cost-together',
    'name-shared',
    'name-similar',
  ])
    assert.ok(Object.hasOwn(messages, `check.${id}`), id);
});

test('mistakes that tools make together are found', node, () => {
  assert.deepEqual(found(tool(GOOD, 2)), ['name-shared']);
  assert.deepEqual(found(tool(GOOD), [tool({ ...GOOD, name: 'addToCart' })]), ['name-similar']);
});

test('hostile schemas are walked once, and not without end', node, () => {
  const cyclic = /** @type {any} */ ({ properties: { a: {} } });
  cyclic.properties.a = cyclic;
  assert.equal(partsOf(cyclic).length, 1);
  const many = { anyOf: Array.from({ length: 100_000 }, () => ({})) };
  assert.equal(partsOf(many).length, 5000);
  for (const inputSchema of [null, 5, 'x', [], { properties: 7, items: [[]], required: {} }, cyclic, many])
    assert.ok(lint(tool({ ...GOOD, inputSchema }), []).length > 0);
});

test('copied code says what it was made of, whatever that is', node, () => {
  const name = 'a"b\\\n</script>';
  const args = JSON.parse('{"__proto__":1,"x":"\\u2028`y"}');
  const code = callCode({ name, args, origin: 'https://example.com' });
  assert.ok(code.includes(JSON.stringify(name)));
  assert.ok(code.includes('{ origin: "https://example.com" }'));
  const read = new Function(`return ${literal(args)}`)();
  assert.equal(JSON.stringify(read), JSON.stringify(args));
  const written = testCode({
    name: 'add',
    args: { qty: 3 },
    url: 'http://localhost/',
    result: { structuredContent: { n: 1 } },
  });
  assert.match(written, /page\.goto\("http:\/\/localhost\/"\)/);
  assert.match(written, /structuredContent\)\.toEqual\(\{\s+"n": 1\s+\}\)/);
});
