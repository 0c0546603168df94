/** What the validator says of values: every problem, each with its place and a sentence to act on. */

import { assert, test } from '../harness/page.mjs';
import { validatorOf } from './validator-of.mjs';

/** @import {Problem} from 'webmcp-exec' */

/** @type {{ validate(schema: unknown, value: unknown): Problem[] }} */
const { validate } = await import(validatorOf(import.meta.resolve('webmcp-exec')));

/** @param {unknown} schema @param {unknown} value */
const said = (schema, value) => validate(schema, value).map(({ message }) => message);

/** @param {unknown} schema @param {unknown} value */
const only = (schema, value) => {
  const problems = validate(schema, value);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  return problems[0] ?? assert.fail();
};

test('S3-21 every problem is told, with place, keyword, code and sentence', { node: true }, () => {
  const schema = {
    type: 'object',
    properties: {
      qty: { type: 'integer', minimum: 1 },
      address: { type: 'object', properties: { lines: { type: 'array', items: { type: 'string' } } } },
      'a/b~c': { type: 'null' },
    },
    required: ['qty', 'email'],
    additionalProperties: false,
  };
  const value = { qty: 'three', address: { lines: ['x', 5] }, 'a/b~c': 0, zip: 1 };
  assert.deepEqual(validate(schema, value), [
    {
      pointer: '/email',
      keyword: 'required',
      code: 'MISSING_REQUIRED',
      message: '"/email" is missing: it is required.',
    },
    {
      pointer: '/qty',
      keyword: 'type',
      code: 'TYPE_ERROR',
      message: '"/qty" must be an integer, not a string.',
    },
    {
      pointer: '/address/lines/1',
      keyword: 'type',
      code: 'TYPE_ERROR',
      message: '"/address/lines/1" must be a string, not 5.',
    },
    {
      pointer: '/a~1b~0c',
      keyword: 'type',
      code: 'TYPE_ERROR',
      message: '"/a~1b~0c" must be null, not 0.',
    },
    {
      pointer: '/zip',
      keyword: 'additionalProperties',
      code: 'CONSTRAINT_VIOLATION',
      message: '"/zip" is not allowed: known are "qty", "address", "a/b~c".',
    },
  ]);
  assert.deepEqual(validate(schema, { qty: 3, email: 'x' }).length, 1, 'email is not known');
  assert.deepEqual(validate({ ...schema, required: ['qty'] }, { qty: 3 }), []);
});

/** @type {[keyword: string, schema: any, value: any, sentence: string][]} */
const sentences = [
  ['type', { type: ['string', 'null'] }, true, 'must be a string or null, not a boolean'],
  ['type', { type: 'integer' }, 1.5, 'must be an integer, not 1.5'],
  ['type', { type: 'boolean' }, 'true', 'must be true or false, not a string'],
  ['enum', { enum: ['a', 5, null] }, 'b', 'must be one of "a", 5, null, not "b"'],
  ['const', { const: { a: 1 } }, 'b', 'must be {"a":1}'],
  ['minimum', { minimum: 3 }, 2, 'must be at least 3, not 2'],
  ['maximum', { maximum: 3 }, 4, 'must be at most 3, not 4'],
  ['exclusiveMinimum', { exclusiveMinimum: 3 }, 3, 'must be more than 3, not 3'],
  ['exclusiveMaximum', { exclusiveMaximum: 3 }, 3, 'must be less than 3, not 3'],
  ['multipleOf', { multipleOf: 0.1 }, 0.25, 'must be a multiple of 0.1, not 0.25'],
  ['minLength', { minLength: 3 }, '🦀🦀', 'must have at least 3 characters, not 2'],
  ['maxLength', { maxLength: 1 }, 'ab', 'must have at most 1 characters, not 2'],
  ['pattern', { pattern: '^[A-Z]+$' }, 'ab', 'must match the pattern ^[A-Z]+$'],
  ['pattern', { pattern: '^a\\-b$' }, 'ab', 'must match the pattern ^a\\-b$'],
  ['format', { format: 'email' }, 'ab', 'must be an e-mail address, not "ab"'],
  ['format', { format: 'date' }, '31.1.2026', 'must be a day such as 2026-01-31, not "31.1.2026"'],
  ['format', { format: 'json-pointer' }, 'a', 'must be in the format json-pointer, not "a"'],
  ['minItems', { minItems: 2 }, [1], 'must have at least 2 items, not 1'],
  ['maxItems', { maxItems: 1 }, [1, 2], 'must have at most 1 items, not 2'],
  [
    'uniqueItems',
    { uniqueItems: true },
    [1, { a: 1 }, { a: 1 }],
    'must not have an item twice, as it has at 1 and 2',
  ],
  ['contains', { contains: { type: 'string' } }, [1, 2], 'must have an item that fits, and has none'],
  [
    'minContains',
    { contains: { type: 'string' }, minContains: 2 },
    ['a', 1, 2],
    'must have at least 2 items that fit',
  ],
  [
    'maxContains',
    { contains: { type: 'string' }, maxContains: 1 },
    ['a', 'b'],
    'must have at most 1 items that fit',
  ],
  ['minProperties', { minProperties: 2 }, { a: 1 }, 'must have at least 2 members, not 1'],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 members, not 2'],
  ['not', { not: { type: 'string' } }, 'x', 'must not be what its schema excludes'],
  ['false', false, 'x', 'is not allowed'],
];

for (const [keyword, schema, value, sentence] of sentences) {
  test(`S3-21 the sentence for ${keyword}: ${sentence}`, { node: true }, () => {
    const problem = only({ properties: { x: schema } }, { x: value });
    assert.deepEqual([problem.pointer, problem.message], ['/x', `"/x" ${sentence}.`]);
    assert.equal(problem.keyword, keyword === 'false' ? 'properties' : keyword);
    assert.equal(problem.code, keyword === 'type' ? 'TYPE_ERROR' : 'CONSTRAINT_VIOLATION');
    assert.equal(only(schema, value).message, `The value ${sentence}.`);
  });
}

test('S3-21 what is missing is named where it should be', { node: true }, () => {
  const problem = only({ dependentRequired: { card: ['name'], none: ['x'] } }, { card: 1 });
  assert.deepEqual(problem, {
    pointer: '/name',
    keyword: 'dependentRequired',
    code: 'MISSING_REQUIRED',
    message: '"/name" is missing: it is required beside "card".',
  });
  const items = { items: { required: ['id'] } };
  assert.deepEqual(said(items, [{ id: 1 }, {}]), ['"/1/id" is missing: it is required.']);
  assert.deepEqual(said({ required: ['constructor', '__proto__'] }, {}).length, 2, 'not what is inherited');
});

test('S3-21 members and items that are not known', { node: true }, () => {
  assert.deepEqual(said({ additionalProperties: false }, { a: 1 }), ['"/a" is not allowed.']);
  assert.deepEqual(said({ prefixItems: [{}], items: false }, [1, 2]), [
    '"/1" is one item more than allowed.',
  ]);
  assert.deepEqual(said({ propertyNames: { pattern: '^[a-z]+$', maxLength: 3 } }, { ABCD: 1 }), [
    '"/ABCD" has a name that is not allowed: it must have at most 3 characters, not 4, and must match the pattern ^[a-z]+$.',
  ]);
  assert.deepEqual(said({ patternProperties: { '^x-': { type: 'string' } } }, { 'x-a': 1, y: 1 }), [
    '"/x-a" must be a string, not 1.',
  ]);
});

test('S3-21 of alternatives, the one that was meant is explained', { node: true }, () => {
  const shape = {
    anyOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['radius'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'square' }, side: { type: 'number' } },
        required: ['side'],
      },
    ],
  };
  assert.deepEqual(said(shape, { kind: 'square', side: 'x' }), ['"/side" must be a number, not a string.']);
  assert.deepEqual(said(shape, { kind: 'circle' }), ['"/radius" is missing: it is required.']);
  assert.deepEqual(said(shape, { kind: 'oval', radius: 1, side: 1 }), [
    'The value fits none of its alternatives: "/kind" must be "circle"; or "/kind" must be "square".',
  ]);
  assert.deepEqual(said(shape, 5), ['The value must be an object, not 5.']);
  const idOrName = { oneOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] };
  assert.deepEqual(only(idOrName, []), {
    pointer: '',
    keyword: 'oneOf',
    code: 'TYPE_ERROR',
    message: 'The value must be an integer or a string, not an array.',
  });
  assert.deepEqual(said(idOrName, 'a'), ['The value must have at least 2 characters, not 1.']);
  assert.deepEqual(said({ oneOf: [{ minimum: 1 }, { maximum: 9 }] }, 5), [
    'The value fits more than one of its alternatives and must fit only one.',
  ]);
  assert.deepEqual(said({ anyOf: [{ minimum: 9 }, { multipleOf: 2 }] }, 5), [
    'The value fits none of its alternatives: it must be at least 9, not 5; or it must be a multiple of 2, not 5.',
  ]);
  const many = { anyOf: Array.from({ length: 9 }, (_, index) => ({ const: index })) };
  assert.match(said(many, 99)[0], /it must be 4; or 4 more\.$/);
});

test('S3-21 only what helps is told of schemas in schemas', { node: true }, () => {
  const schema = {
    $defs: {
      text: { type: 'string' },
      node: { properties: { next: { $ref: '#/$defs/node' }, id: { $ref: '#/$defs/text' } } },
    },
    allOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/node' }],
    if: { required: ['card'] },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword
    then: { required: ['name'] },
    else: { required: ['cash'] },
    dependentSchemas: { id: { properties: { id: { maxLength: 2 } } } },
  };
  assert.deepEqual(said(schema, { card: 1, next: { next: { id: 5 } } }), [
    '"/next/next/id" must be a string, not 5.',
    '"/name" is missing: it is required.',
  ]);
  assert.deepEqual(said(schema, { id: 'abc' }), [
    '"/cash" is missing: it is required.',
    '"/id" must have at most 2 characters, not 3.',
  ]);
});

test('S3-21 long lists and many problems are cut', { node: true }, () => {
  const words = Array.from({ length: 500 }, (_, index) => `word-${index}`);
  const { message } = only({ enum: words }, 'x');
  assert.match(message, /^The value must be one of "word-0", .* and \d+ more, not "x"\.$/);
  assert.ok(message.length < 450, String(message.length));
  const long = only({ const: 'a' }, 'x'.repeat(10_000)).message;
  assert.equal(long, 'The value must be "a".');
  const numbers = Array.from({ length: 500 }, () => 'x');
  const problems = validate({ items: { type: 'number' } }, numbers);
  assert.equal(problems.length, 101);
  assert.equal(problems.at(-1)?.message, 'The value has more problems than these 100.');
  assert.equal(problems.at(-1)?.code, 'INVALID_INPUT');
});

test('S3-21 editions of JSON Schema: 2020-12, or what `$schema` says', { node: true }, () => {
  const draft4 = { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 3, exclusiveMinimum: true };
  assert.deepEqual(said(draft4, 3), ['The value must be more than 3, not 3.']);
  const siblings = { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a', maxLength: 1 };
  assert.equal(said(siblings, 'ab').length, 1);
  assert.deepEqual(said({ ...siblings, $schema: 'http://json-schema.org/draft-07/schema#' }, 'ab'), []);
  assert.deepEqual(said({ ...siblings, $schema: 'http://json-schema.org/draft-06/schema#' }, 'ab'), []);
  assert.equal(
    said({ ...siblings, $schema: 'https://json-schema.org/draft/2019-09/schema' }, 'ab').length,
    1,
  );
  assert.equal(said({ ...siblings, $schema: 'https://example.com/mine' }, 'ab').length, 1);
});

test('S3-21 keywords and formats that are not known count for nothing', { node: true }, () => {
  for (const schema of [
    {
      required_: ['a'],
      'x-order': 1,
      deprecated: true,
      title: 5,
      $comment: 'x',
      example: { pattern: '(a+)+$' },
    },
    { format: 'color' },
    { format: 'hasOwnProperty' },
    { format: '__proto__' },
    { format: 'constructor' },
    { constructor: { type: 'number' }, toString: 1 },
    { default: { pattern: '(a+)+$' }, examples: [{ pattern: '(a+)+$' }] },
    { properties: { pattern: { type: 'string' }, format: true, enum: {} } },
  ]) {
    assert.deepEqual(validate(schema, 'x'), []);
  }
});

test('S3-21 a schema that cannot be used says why, with a code', { node: true }, () => {
  const circle = /** @type {any} */ ({ type: 'object' });
  circle.properties = { again: circle };
  let deep = /** @type {any} */ ({});
  for (let level = 0; level < 200; level++) deep = { items: deep };
  const wide = /** @type {any} */ ({});
  wide.anyOf = Array.from({ length: 60 }, () => wide);
  /** @type {[any, RegExp][]} */
  const cases = [
    [null, /^The schema is no JSON Schema, but null\.$/],
    [5, /no JSON Schema, but 5/],
    ['{}', /no JSON Schema, but "\{\}"/],
    [[], /no JSON Schema, but an array/],
    [undefined, /no JSON Schema, but undefined/],
    [circle, /nested too deep, contains itself/],
    [deep, /nested too deep/],
    [wide, /nested too deep, contains itself, or is too large/],
    [
      { $ref: 'https://example.com/schema' },
      /refers to "https:\/\/example\.com\/schema", which is not in it: nothing is fetched/,
    ],
    [{ properties: { unused: { $ref: '#/$defs/none' } } }, /refers to "#\/\$defs\/none", which is not in it/],
    [{ $ref: '#' }, /has no end for this value/],
    [
      {
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
        $ref: '#/$defs/a',
      },
      /has no end for this value/,
    ],
    [{ pattern: '(' }, /has a pattern that is not used: "\(" is no regular expression/],
    [{ pattern: '^(a+)+$' }, /"\^\(a\+\)\+\$" can take time exponential/],
    [{ patternProperties: { '(a|a)*$': {} } }, /can take time exponential/],
    [{ properties: { a: { items: { not: { pattern: '(\\w+\\s?)*$' } } } } }, /can take time exponential/],
    [{ pattern: 'a'.repeat(3000) }, /is too long or too intricate/],
    [{ $id: 'http://[', type: 'string' }, /cannot be read/],
    [
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('no');
          },
        },
      ),
      /cannot be read: no/,
    ],
    [
      {
        get type() {
          throw new Error('no');
        },
      },
      /cannot be read: no/,
    ],
  ];
  for (const [schema, pattern] of cases) {
    const problem = only(schema, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!');
    assert.match(problem.message, pattern);
    assert.deepEqual([problem.pointer, problem.keyword, problem.code], ['', '', 'INTERNAL_ERROR']);
  }
});

test('S3-21 a check ends, whatever schema and value', { node: true }, () => {
  /** @type {any} */
  const $defs = { n0: { type: 'string' } };
  for (let level = 1; level < 60; level++) {
    const $ref = `#/$defs/n${level - 1}`;
    $defs[`n${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  const doubling = only({ $defs, $ref: '#/$defs/n59' }, 'fits');
  assert.deepEqual([doubling.code, doubling.pointer], ['INVALID_INPUT', '']);
  assert.match(doubling.message, /takes too many steps/);
  assert.deepEqual(validate({ type: 'string' }, 'and works again'), []);

  const numbers = Array.from({ length: 20_000 }, (_, index) => index);
  assert.match(only({ uniqueItems: true }, numbers).message, /too long for its items to be compared/);
  assert.deepEqual(validate({ items: { type: 'number' } }, numbers), []);

  let deep = /** @type {any} */ ([]);
  for (let level = 0; level < 500; level++) deep = [deep];
  assert.match(only({ type: 'array' }, deep).message, /nested too deep/);
  const endless = { $defs: { list: { items: { $ref: '#/$defs/list' } } }, $ref: '#/$defs/list' };
  let nested = /** @type {any} */ ([]);
  for (let level = 0; level < 150; level++) nested = [nested];
  assert.deepEqual(validate(endless, nested), []);
});

test('S3-21 texts are limited where a pattern could be slow on them', { node: true }, () => {
  const quadratic = { pattern: '^\\s*[a-z\\s]*x$' };
  assert.deepEqual(validate(quadratic, ' x'), []);
  assert.match(
    only({ properties: { a: quadratic } }, { a: ' '.repeat(100_000) }).message,
    /^"\/a" is too long for its pattern to be tried: at most \d+ characters\.$/,
  );
  assert.match(only({ not: quadratic }, ' '.repeat(100_000)).message, /text that is too long to be checked/);
  const linear = { pattern: '^[a-z]*$' };
  assert.deepEqual(validate(linear, 'a'.repeat(1_000_000)), []);
  assert.match(only(linear, `${'a'.repeat(1_000_000)}!`).message, /must match the pattern/);
});

test('S3-21 a value is checked as its JSON', { node: true }, () => {
  const date = { type: 'string', format: 'date-time' };
  assert.deepEqual(validate(date, new Date(0)), []);
  assert.deepEqual(validate({ required: ['a'] }, { a: undefined }).length, 1);
  assert.deepEqual(validate({ type: 'object', maxProperties: 0 }, { f() {}, [Symbol('x')]: 1 }), []);
  assert.deepEqual(said({ type: 'number' }, Number.NaN), ['The value must be a number, not null.']);
  assert.deepEqual(
    validate(
      { properties: { '\ud800': {} }, additionalProperties: { type: 'number' } },
      { '\ud800': 1, 'a\udfffb': 2 },
    ),
    [],
  );
  const own = JSON.parse('{"__proto__":{"polluted":1},"constructor":1,"toString":2}');
  const closed = {
    properties: JSON.parse('{"__proto__":{"type":"string"}}'),
    additionalProperties: { type: 'string' },
  };
  assert.deepEqual(
    validate(closed, own)
      .map(({ pointer }) => pointer)
      .sort(),
    ['/__proto__', '/constructor', '/toString'],
  );
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  const circle = /** @type {any} */ ({});
  circle.again = circle;
  for (const [value, pattern] of /** @type {[any, RegExp][]} */ ([
    [circle, /^The value cannot be written as JSON: [^\n]+\.$/],
    [1n, /cannot be written as JSON/],
    [undefined, /must be JSON, not undefined/],
    [() => {}, /must be JSON, not a function/],
    [Symbol('x'), /must be JSON, not a symbol/],
    [
      {
        get a() {
          throw new Error('no');
        },
      },
      /cannot be written as JSON: no/,
    ],
  ])) {
    const problem = only({}, value);
    assert.match(problem.message, pattern);
    assert.equal(problem.code, 'INVALID_INPUT');
  }
});

test('S3-21 a schema is compiled once and not changed', { node: true }, () => {
  const part = Object.freeze({ type: 'string' });
  const schema = Object.freeze({
    properties: Object.freeze({ a: part, b: part }),
    $id: 'https://example.com/x',
  });
  const before = JSON.stringify(schema);
  assert.equal(validate(schema, { a: 1, b: 2 }).length, 2);
  assert.equal(validate(schema, { a: 1, b: '' }).length, 1);
  assert.deepEqual([JSON.stringify(schema), Reflect.ownKeys(part)], [before, ['type']]);
  let reads = 0;
  const watched = {
    get type() {
      reads += 1;
      return 'string';
    },
  };
  for (let index = 0; index < 5; index++) validate(watched, 'x');
  assert.equal(reads, 1);
  assert.equal(validate({ type: 'number' }, 'x').length, 1, 'another object is another schema');
});

test('S3-21 schemas that nobody holds are forgotten', {
  only: { node: 'its garbage collection can be asked for' },
  node: true,
}, async (t) => {
  /** @type {WeakRef<object>[]} */
  const schemas = [];
  for (let index = 0; index < 50; index++) {
    const schema = { properties: { a: { type: 'string', pattern: `^${index}` } } };
    validate(schema, { a: 'x' });
    schemas.push(new WeakRef(schema));
  }
  await t.sleep(0);
  await t.gc();
  assert.ok(schemas.filter((schema) => schema.deref()).length < 5);
});
