/** Schemas as fields, drafts of arguments, sample values, and where a text stops being JSON: without a page. */

import {
  addItem,
  createDraft,
  moveItem,
  removeItem,
  renameKey,
  setJson,
  setText,
  setValue,
  setVariant,
  unset,
} from '../../www/ui/schema/draft.js';
import { accepts, fieldOf } from '../../www/ui/schema/field.js';
import { jsonErrorIn } from '../../www/ui/schema/json-error.js';
import { textFor } from '../../www/ui/schema/pattern.js';
import { sampleOf } from '../../www/ui/schema/sample.js';
import { variantFor } from '../../www/ui/schema/variants.js';
import { assert, test } from '../harness/page.mjs';

const node = { node: true };

/** @param {unknown} schema */
const kind = (schema) => fieldOf(schema, schema).kind;

test('each kind of schema is a kind of field', node, () => {
  const cases = /** @type {[unknown, string][]} */ ([
    [{ type: 'string' }, 'string'],
    [{ format: 'date' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['number', 'integer'] }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: [1, 'a', null] }, 'choice'],
    [{ const: 5 }, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, 'choice'],
    [{ type: 'array' }, 'array'],
    [{ items: {} }, 'array'],
    [{ properties: {} }, 'object'],
    [{ type: ['string', 'number'] }, 'union'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'union'],
    [{ type: 'null' }, 'null'],
    [{}, 'json'],
    [true, 'json'],
    [false, 'never'],
    [{ not: {} }, 'never'],
    [{ type: 'strange' }, 'json'],
  ]);
  for (const [schema, expected] of cases) assert.equal(kind(schema), expected, JSON.stringify(schema));
});

test('what may be null is told, however it is said', node, () => {
  for (const schema of [
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { $ref: '#/$defs/s' }], $defs: { s: { type: 'string' } } },
  ]) {
    const field = fieldOf(schema, schema);
    assert.deepEqual([field.kind, field.nullable], ['string', true]);
    assert.ok(accepts(field, null));
  }
});

test('references and allOf are put together, the narrower bounds count', node, () => {
  const schema = {
    allOf: [{ $ref: '#/$defs/named' }, { properties: { age: { type: 'integer' } }, required: ['age'] }],
    $defs: {
      named: { type: 'object', properties: { name: { $ref: '#text' } }, required: ['name'] },
      text: { $anchor: 'text', type: 'string', minLength: 1, title: 'Text' },
    },
  };
  const field = fieldOf(schema, schema);
  assert.deepEqual(
    field.properties?.map(({ name, required }) => [name, required]),
    [
      ['name', true],
      ['age', true],
    ],
  );
  const name = fieldOf(field.properties?.[0]?.schema, schema);
  assert.deepEqual([name.kind, name.title], ['string', 'Text']);
  const narrow = fieldOf(
    {
      allOf: [
        { minimum: 1, maximum: 9 },
        { minimum: 3, maximum: 5 },
      ],
    },
    {},
  );
  assert.deepEqual([narrow.node.minimum, narrow.node.maximum], [3, 5]);
});

test('variants have names, and a value finds its own', node, () => {
  const schema = {
    properties: { id: { type: 'string' } },
    required: ['id'],
    oneOf: [
      { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind', 'number'] },
      { properties: { kind: { const: 'invoice' } }, required: ['kind'], title: 'Invoice' },
      { properties: { iban: { type: 'string' } }, required: ['iban'] },
    ],
  };
  const { variants = [] } = fieldOf(schema, schema);
  assert.deepEqual(
    variants.map(({ label }) => label),
    ['card', 'Invoice', 'iban'],
  );
  assert.equal(variantFor({ id: '1', kind: 'invoice' }, variants, schema), 1);
  assert.equal(variantFor({ id: '1', iban: 'x' }, variants, schema), 2);
  assert.equal(variantFor(undefined, variants, schema), 0);
  // What stands around a union is part of each variant.
  assert.ok(fieldOf(variants[2]?.schema, schema).properties?.some(({ name }) => name === 'id'));
});

test('hostile schemas neither throw nor take for ever', node, () => {
  /** @type {any} */
  let deep = { type: 'string' };
  for (let level = 0; level < 1000; level += 1)
    deep = level % 2 ? { allOf: [deep] } : { type: 'object', properties: { a: deep }, required: ['a'] };
  const cyclic = /** @type {any} */ ({ type: 'object', properties: {} });
  cyclic.properties.self = cyclic;
  cyclic.allOf = [cyclic];
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: 'string' }]));
  const schemas = [
    ...[null, 5, 'text', [], undefined],
    {
      type: 5,
      properties: 'x',
      required: 7,
      enum: {},
      oneOf: 3,
      allOf: {},
      items: 'y',
      title: {},
      description: 1,
    },
    { $ref: '#' },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    { $ref: '#/%E0%A4%A' },
    { allOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) },
    { oneOf: [{ $ref: '#' }, { $ref: '#' }] },
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__","toString"]}',
    ),
    { type: 'object', properties: wide },
    deep,
    cyclic,
  ];
  for (const schema of schemas) {
    const field = fieldOf(schema, schema);
    for (const { schema: inner } of field.properties ?? []) fieldOf(inner, schema);
    for (const { schema: inner } of field.variants ?? []) fieldOf(inner, schema);
    field.item?.(0);
    assert.ok(JSON.stringify(sampleOf(schema)).length < 1e6);
  }
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test('keys such as __proto__ are keys like any other', node, () => {
  let draft = setValue(createDraft(), ['__proto__', 'polluted'], 'x');
  draft = setValue(draft, ['constructor'], 5);
  assert.equal(JSON.stringify(draft.value), '{"__proto__":{"polluted":"x"},"constructor":5}');
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  assert.equal(JSON.stringify(unset(draft, ['__proto__']).value), '{"constructor":5}');
  assert.equal(
    JSON.stringify(renameKey(draft, [], 'constructor', 'a').value),
    '{"__proto__":{"polluted":"x"},"a":5}',
  );
});

test('a draft is never changed, and what is no value yet goes with its field', node, () => {
  const first = createDraft({ list: ['a', 'b', 'c'] });
  const typed = setText(first, ['list', 1], '1e');
  assert.deepEqual([first.broken, typed.broken, typed.value], [false, true, first.value]);
  const moved = moveItem(typed, ['list'], 1, 2);
  assert.deepEqual(moved.value, { list: ['a', 'c', 'b'] });
  assert.deepEqual(moved.texts, { '/list/2': '1e' });
  const removed = removeItem(moved, ['list'], 0);
  assert.deepEqual([removed.value, removed.texts], [{ list: ['c', 'b'] }, { '/list/1': '1e' }]);
  assert.equal(removeItem(removed, ['list'], 1).broken, false);
  assert.deepEqual(addItem(removed, ['list'], 'd').texts, { '/list/1': '1e' });
  assert.deepEqual(first.value, { list: ['a', 'b', 'c'] });
});

test('what a variant held comes back with it', node, () => {
  const card = createDraft({ pay: { number: '1', cvc: '2' } });
  const invoice = setVariant(card, ['pay'], { from: 0, to: 1, initial: () => ({ email: 'x' }) });
  assert.deepEqual(invoice.value, { pay: { email: 'x' } });
  const edited = setValue(invoice, ['pay', 'email'], 'y');
  const back = setVariant(edited, ['pay'], { from: 1, to: 0, initial: () => assert.fail('it was kept') });
  assert.deepEqual(back.value, { pay: { number: '1', cvc: '2' } });
  const again = setVariant(back, ['pay'], { from: 0, to: 1, initial: () => assert.fail('it was kept') });
  assert.deepEqual(again.value, { pay: { email: 'y' } });
});

test('JSON that is not finished keeps the value, and the text', node, () => {
  const draft = setJson(createDraft({ a: 1 }), '{"a": 2');
  assert.deepEqual([draft.value, draft.json, draft.broken], [{ a: 1 }, '{"a": 2', true]);
  const done = setJson(draft, '{"a": 2}');
  assert.deepEqual([done.value, done.json, done.broken], [{ a: 2 }, undefined, false]);
});

test('the place where a text stops being JSON is that of the first mistake', node, () => {
  const wrong = /** @type {[string, number, number, string][]} */ ([
    ['', 1, 1, 'value'],
    ['{"a": 1,}', 1, 9, 'key'],
    ['[1,\n 2\n 3]', 3, 2, 'comma'],
    ['{"a" 1}', 1, 6, 'colon'],
    ["{'a': 1}", 1, 2, 'key'],
    ['{"a": "x}', 1, 7, 'string'],
    ['{} {}', 1, 4, 'end'],
    ['["\\x"]', 1, 2, 'string'],
    ['["a\nb"]', 1, 2, 'string'],
    ['[01]', 1, 3, 'comma'],
    ['{]', 1, 2, 'key'],
  ]);
  for (const [text, line, column, expected] of wrong) {
    const error = jsonErrorIn(text);
    assert.deepEqual([error?.line, error?.column, error?.expected], [line, column, expected], text);
  }
  for (const text of ['{}', '[]', ' {"a":[1,-2.5e3,"x\\u00e9\\"",null,true,{}]} ', '0', '"x"'])
    assert.equal(jsonErrorIn(text), undefined);
  assert.equal(jsonErrorIn('['.repeat(100_000))?.offset, 100_000);
});

test('samples come from what a schema says', node, () => {
  const schema = {
    type: 'object',
    required: ['name', 'qty', 'kind', 'code', 'when', 'pay', 'tags'],
    properties: {
      name: { type: 'string', examples: ['Mug'] },
      qty: { type: 'integer', minimum: 5, multipleOf: 4 },
      kind: { enum: ['a', 'b'] },
      code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
      when: { type: 'string', format: 'date' },
      pay: { oneOf: [{ properties: { by: { const: 'card' } }, required: ['by'] }, { type: 'string' }] },
      tags: { type: 'array', items: { type: 'string', minLength: 6 }, minItems: 2 },
      note: { type: 'string', default: 'none' },
      unasked: { type: 'string' },
    },
  };
  assert.deepEqual(sampleOf(schema), {
    name: 'Mug',
    qty: 8,
    kind: 'a',
    code: 'AA-111',
    when: '2026-01-31',
    pay: { by: 'card' },
    tags: ['text t', 'text t'],
    note: 'none',
  });
  assert.deepEqual(sampleOf({ properties: { a: { type: 'boolean' } } }), { a: true });
  for (const nothing of [undefined, true, { type: 'string' }]) assert.deepEqual(sampleOf(nothing), {});
});

test('a text is made of a pattern without running it', node, () => {
  for (const pattern of [
    '^a+$',
    '^(red|green)-?\\d{2,}$',
    '^[^a-z]x*y$',
    '^\\+?[0-9 ()]+$',
    '^(?:ab){2}[.]$',
    '^(?<n>x)$',
  ])
    assert.match(textFor(pattern) ?? '', new RegExp(pattern));
  for (const pattern of ['(?=a)', '\\1', '[a', '(a', '\\p{L}', 'x'.repeat(501), `(a{99}){99}`])
    assert.equal(textFor(pattern), undefined, pattern);
  assert.equal(textFor('^(a+)+$'), 'a');
});
