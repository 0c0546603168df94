/** The form of arguments, and their JSON: two views of one draft. */

import { assert, test } from '../harness/page.mjs';
import { loadComponents, within } from './components.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const schema = {
  type: 'object',
  required: ['name', 'address'],
  properties: {
    name: { type: 'string', title: 'Product', description: 'What it is called.' },
    qty: { type: 'integer', minimum: 1 },
    gift: { type: 'boolean' },
    size: { enum: ['S', 'M', 'L'] },
    country: { enum: ['at', 'be', 'ch', 'de', 'fr'] },
    day: { type: 'string', format: 'date' },
    nick: { type: ['string', 'null'] },
    address: { type: 'object', required: ['street'], properties: { street: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    meta: { type: 'object', additionalProperties: { type: 'number' } },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    tree: { type: 'object', properties: { label: { type: 'string' }, child: { $ref: '#/$defs/tree' } } },
  },
};

/** @param {TestContext} t @param {Record<string, any>} props */
async function form(t, props) {
  const { showForm } = await loadComponents();
  const shown = showForm({ schema, ...props });
  t.after(() => shown.remove());
  return { shown, ...within(shown), value: () => shown.props.draft.value, draft: () => shown.props.draft };
}

test('each field sets its own part of the value, and unsets it', async (t) => {
  const { field, button, type, click, choose, value, find, accessible } = await form(t, {});
  await accessible('an empty form');
  assert.equal(value(), undefined);
  await type(field('Product'), 'Mug\nblue');
  await type(field('qty'), '3');
  await choose(field('country'), 'de');
  await click(find('input[type="radio"]')[0]);
  await type(field('day'), '2026-12-01');
  await type(field('street'), 'Main');
  assert.deepEqual(value(), {
    name: 'Mug\nblue',
    qty: 3,
    country: 'de',
    gift: true,
    day: '2026-12-01',
    address: { street: 'Main' },
  });
  await click(button('Unset qty'));
  await type(field('day'), '');
  await choose(field('country'), 'Not set');
  await click(find('input[type="radio"]')[2]);
  assert.deepEqual(value(), { name: 'Mug\nblue', address: { street: 'Main' } });
  await click(button('nick is null'));
  assert.equal(value().nick, null);
  await accessible('a form with values');
});

test('a number keeps what is typed, also while it is none', async (t) => {
  const { field, type, value, draft, described, accessible } = await form(t, { value: { qty: 1 } });
  for (const text of ['1.', '1.0', '1.50', '-0.5']) {
    await type(field('qty'), text);
    assert.deepEqual([field('qty').value, value().qty, draft().broken], [text, Number(text), false]);
  }
  await type(field('qty'), '1e');
  assert.deepEqual([field('qty').value, draft().broken], ['1e', true]);
  assert.match(described(field('qty')), /“1e” is no number/);
  assert.equal(field('qty').getAttribute('aria-invalid'), 'true');
  await accessible('a number that is none');
  await type(field('qty'), '1e3');
  assert.deepEqual([value().qty, draft().broken], [1000, false]);
});

test('lists: items are added, moved and removed, and the focus stays with them', async (t) => {
  const { shown, field, button, type, click, value, accessible } = await form(t, {});
  await click(button('Add item to tags'));
  assert.equal(shown.root.activeElement, field('tags, item 1'));
  await type(field('tags, item 1'), 'a');
  await click(button('Add item to tags'));
  await type(field('tags, item 2'), 'b');
  await click(button('Move tags, item 2 up'));
  assert.deepEqual(value().tags, ['b', 'a']);
  assert.ok(shown.root.activeElement?.closest('[data-item="0"]'), 'the focus went with the item');
  await accessible('a list');
  await click(button('Remove tags, item 1'));
  assert.deepEqual(value().tags, ['a']);
  assert.ok(shown.root.activeElement?.closest('[data-item="0"]'));
  assert.deepEqual(shown.said, ['tags, item 1 removed']);
  await click(button('Remove tags, item 1'));
  assert.deepEqual(value().tags, []);
  await click(button('Unset tags'));
  assert.deepEqual(value(), {});
});

test('optional objects are there once they are set; schemas that contain themselves grow as far as they are', async (t) => {
  const { shown, button, click, type, field, value } = await form(t, {});
  await click(button('Set tree'));
  assert.deepEqual(value(), { tree: {} });
  assert.equal(shown.root.activeElement, field('label'));
  await click(button('Set child'));
  await click(button('Set meta'));
  await type(field('Name of a new member'), '__proto__');
  await click(button('Add member'));
  await type(field('__proto__'), '5');
  assert.equal(JSON.stringify(value().meta), '{"__proto__":5}');
  await type(field('Name of __proto__'), 'toString');
  field('Name of __proto__').dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(JSON.stringify(value().meta), '{"toString":5}');
  await click(button('Unset tree'));
  assert.equal(value().tree, undefined);
});

test('problems are said at their fields, and none is lost', async (t) => {
  const problems = [
    { pointer: '/qty', message: 'too small' },
    { pointer: '/address/street', message: 'missing' },
    { pointer: '/tags/1', message: 'no text' },
    { pointer: '/tree/child/label', message: 'in what is not shown' },
    { pointer: '/unknown', message: 'not allowed' },
    { pointer: '', message: 'on the whole' },
  ];
  const { shown, field, described, accessible } = await form(t, {
    value: { qty: 0, tags: ['a', 5] },
    problems,
  });
  assert.match(described(field('qty')), /too small/);
  assert.match(described(field('street')), /missing/);
  for (const { message } of problems) assert.ok(shown.root.textContent?.includes(message), message);
  await accessible('a form with problems');
});

test('what does not fit the schema, or is not in it, is shown and kept', async (t) => {
  const value = {
    qty: 'three',
    tags: { a: 1 },
    extra: [1, { b: 2 }],
    size: 'XXL',
    address: 5,
    day: 'tomorrow',
  };
  const { field, type, value: now, accessible, button, click } = await form(t, { value });
  assert.equal(field('qty').value, '"three"');
  assert.equal(field('extra').value, '[\n  1,\n  {\n    "b": 2\n  }\n]');
  assert.equal(field('day').value, 'tomorrow');
  assert.match(field('size').selectedOptions[0].label, /XXL/);
  await type(field('Product'), 'x');
  assert.deepEqual(now(), { ...value, name: 'x' });
  await accessible('values that do not fit');
  await click(button('Unset extra'));
  await type(field('qty'), '4');
  assert.equal(now().qty, 4);
});

test('a union is chosen, also at the root, and nothing typed is lost by choosing another', async (t) => {
  const union = {
    oneOf: [
      {
        title: 'By id',
        type: 'object',
        properties: { id: { type: 'integer' }, lang: { type: 'string' } },
        required: ['id'],
      },
      {
        title: 'By name',
        type: 'object',
        properties: { name: { type: 'string' }, lang: { type: 'string' } },
      },
    ],
  };
  const { field, choose, type, value, accessible } = await form(t, {
    schema: union,
    value: { name: 'x', lang: 'de' },
  });
  assert.equal(field('Kind').selectedOptions[0].label, 'By name');
  await choose(field('Kind'), 'By id');
  assert.deepEqual(value(), { lang: 'de' });
  await type(field('id'), '7');
  await choose(field('Kind'), 'By name');
  assert.deepEqual(value(), { name: 'x', lang: 'de' });
  await choose(field('Kind'), 'By id');
  assert.deepEqual(value(), { lang: 'de', id: 7 });
  await accessible('a union');
});

test('form and JSON show one draft; what is no JSON stays, with its place', async (t) => {
  const { showForm } = await loadComponents();
  const shown = showForm({ schema, view: 'JsonEditor', value: { qty: 1 } });
  t.after(() => shown.remove());
  const { get, type, described, accessible, button, click } = within(shown);
  const editor = get('textarea');
  assert.equal(editor.value, '{\n  "qty": 1\n}');
  await type(editor, '{"qty": 2, "more": {"a": [1]}}');
  assert.deepEqual(shown.props.draft.value, { qty: 2, more: { a: [1] } });
  assert.equal(editor.value, '{"qty": 2, "more": {"a": [1]}}');
  await type(editor, '{"qty": 2,\n "more" 5}');
  assert.equal(shown.props.draft.broken, true);
  assert.match(described(editor), /Line 2, column 9: a colon is missing/);
  await accessible('JSON that is none');
  await type(editor, '{"qty": 2}');
  await click(button('Format'));
  assert.equal(editor.value, '{\n  "qty": 2\n}');
});

test('hostile schemas and values neither freeze nor break the form', async (t) => {
  const wide = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(50) }]),
  );
  /** @type {any} */
  let deep = { type: 'string' };
  for (let level = 0; level < 1000; level += 1)
    deep = { type: 'object', properties: { a: deep }, required: ['a'] };
  const strange = {
    type: 'object',
    properties: { a: 5, b: null, c: { type: {} }, d: false, e: { enum: [] }, '': {}, '<b>': {} },
  };
  const options = { properties: { a: { enum: Array.from({ length: 50_000 }, (_, at) => at) } } };
  for (const hostile of [{ properties: wide }, deep, strange, options, false, null, 5, { $ref: '#' }]) {
    const { find, accessible } = await form(t, { schema: hostile, value: { p19999: 'set', z: 1 } });
    assert.ok(find('.form').length > 0);
    assert.ok(find('input, select, textarea').length < 400);
    if (hostile === strange) await accessible('a strange schema');
  }
});

test('controls are 24 pixels high at least', async (t) => {
  const { find, click, button } = await form(t, { value: { tags: ['a'], meta: { k: 1 }, nick: null } });
  await click(button('Set tree'));
  const small = find('button, input, select, textarea, label.option').filter((one) => {
    const { width, height } = (one.closest('label.option') ?? one).getBoundingClientRect();
    return height < 24 || width < 24;
  });
  assert.deepEqual(
    small.map((one) => one.outerHTML.slice(0, 100)),
    [],
  );
});
