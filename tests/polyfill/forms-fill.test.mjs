/** Point 15: how the values of a call come into the controls of a form, and which are refused. */

import { assert, test } from '../harness/page.mjs';
import { formTool, respondOk } from './forms.mjs';
import { sideBySide } from './side-by-side.mjs';

/** @param {HTMLFormElement} form */
function valuesOf(form) {
  return Array.from(form.elements, (/** @type {any} */ control) => {
    if (control.type === 'checkbox' || control.type === 'radio') return control.checked ? control.value : '';
    if (control.multiple && control.options)
      return Array.from(control.selectedOptions, ({ value }) => value).join('+');
    return control.value;
  }).join('|');
}

const both = ['input a', 'change a'];
const checkboxes =
  '<input type=checkbox name=a id=x value=x checked><input type=checkbox name=a id=y value=y><input type=checkbox name=a id=z value=z checked>';
const radios = '<input type=radio name=a id=x value=x checked><input type=radio name=a id=y value=y>';
const options = '<select name=a><option value=1>One<option value=2 disabled>Two<option value=2>Too</select>';
const several =
  '<select name=a multiple><option value=1 selected>One<option value=2>Two<option value=3>Three</select>';

/** What a call gives, the events, and the values of the form thereafter. @type {Record<string, any[][]>} */
const taken = {
  texts: [
    ['<input name=a>', 'v', both, 'v'],
    ['<input name=a value=v>', 'v', [], 'v'],
    ['<input name=a value=v>', '', both, ''],
    ['<input name=a>', '', ['input a'], ''],
    ['<input name=a>', 'x\ny', both, 'xy'],
    ['<input name=a>', '  x\t ', both, '  x\t '],
    ['<input name=a maxlength=2>', 'xyz', both, 'xyz'],
    ['<input name=a>', 5, both, '5'],
    ['<input name=a>', true, both, 'true'],
    ['<input type=email name=a>', ' a@b ', both, 'a@b'],
    ['<input type=email multiple name=a>', 'a@b , c@d', both, 'a@b,c@d'],
    ['<input type=url name=a>', ' http://x ', both, 'http://x'],
    ['<input type=hidden name=a toolparamdescription=h>', 'v', [], 'v'],
    ['<textarea name=a></textarea>', 'x\r\ny\rz', both, 'x\ny\nz'],
    ['<textarea name=a></textarea>', '\n', both, '\n'],
  ],
  numbers: [
    ['<input type=number name=a>', 5, both, '5'],
    ['<input type=number step=any name=a>', 5.5, both, '5.5'],
    ['<input type=number name=a>', '5', both, '5'],
    ['<input type=number name=a>', '1e2', both, '1e2'],
    ['<input type=number name=a>', '-0', both, '-0'],
    ['<input type=range name=a>', 50, [], '50'],
    ['<input type=range name=a>', 500, both, '100'],
    ['<input type=range name=a>', -5, both, '0'],
    ['<input type=range name=a>', 3.7, both, '4'],
    ['<input type=range name=a>', 'abc', [], '50'],
  ],
  dates: [
    ['<input type=date name=a>', '2020-02-03', both, '2020-02-03'],
    ['<input type=time name=a>', '10:00', both, '10:00'],
    ['<input type=datetime-local name=a>', '2020-01-01T10:00', both, '2020-01-01T10:00'],
    ['<input type=month name=a>', '2020-01', both, '2020-01'],
    ['<input type=week name=a>', '2020-W53', both, '2020-W53'],
    ['<input type=color name=a>', '#ABCDEF', both, '#abcdef'],
    ['<input type=color name=a>', '', [], '#000000'],
    ['<input type=color name=a>', 5, [], '#000000'],
  ],
  checkboxes: [
    ...[true, 'TRUE', '1', 1, 2].map((value) => ['<input type=checkbox name=a>', value, both, 'on']),
    ...[false, 'False', '0', 0].map((value) => ['<input type=checkbox name=a checked>', value, both, '']),
    ['<input type=checkbox name=a checked>', true, ['change a'], 'on'],
    ['<input type=checkbox name=a>', false, ['change a'], ''],
    [checkboxes, ['y', 'z'], ['input x', 'change x', 'input y', 'change y', 'change z'], '|y|z'],
    [checkboxes, [], ['input x', 'change x', 'change y', 'input z', 'change z'], '||'],
  ],
  'radio buttons': [
    [radios, 'y', ['input y', 'change y'], '|y'],
    [radios, 'x', ['change x'], 'x|'],
    ['<input type=radio name=a id=x value=1>', 1, ['input x', 'change x'], '1'],
  ],
  lists: [
    [options, '1', [], '1'],
    [options, '2', both, '2'],
    [options, 2, both, '2'],
    [several, ['1'], [], '1'],
    [several, ['3', '2'], both, '2+3'],
    [several, [2], both, '2'],
    [several, [], both, ''],
  ],
};

for (const [what, cases] of Object.entries(taken)) {
  test(`values that are taken: ${what}`, sideBySide, async (t) => {
    for (const [markup, value, events, values] of cases) {
      const { form, around, log, call, onSubmit } = await formTool(t, markup);
      onSubmit(respondOk);
      const title = `${markup} ${JSON.stringify(value)}`;
      assert.equal(await call({ a: value }), 'ok', title);
      assert.deepEqual(log, [...events, 'submit true undefined'], title);
      assert.equal(valuesOf(form), values, title);
      around.remove();
    }
  });
}

/** What a call gives, and how the error names it. @type {any[][]} */
const refused = [
  ['<input name=a>', '\n', '"\n"'],
  ['<input name=a>', null],
  ['<input name=a>', ['x']],
  ['<input name=a>', { x: 1 }],
  ['<textarea name=a></textarea>', {}],
  ['<input type=email name=a>', '  ', '"  "'],
  ...['seven', '', ' 5', '5.', '+5', '0x10', 'Infinity', true].map((value) => [
    '<input type=number name=a>',
    value,
    `"${value}"`,
  ]),
  ['<input type=number name=a>', null],
  ['<input type=range name=a>', '', '""'],
  ...['yesterday', '2020-02-30', '2020-2-3', ' 2020-02-03', '0000-01-01'].map((value) => [
    '<input type=date name=a>',
    value,
    `"${value}"`,
  ]),
  ...['24:00', '9:00'].map((value) => ['<input type=time name=a>', value, `"${value}"`]),
  ...['2020-01-01T10:00Z', '2020-01-01'].map((value) => [
    '<input type=datetime-local name=a>',
    value,
    `"${value}"`,
  ]),
  ...['2020-13', '2020-1'].map((value) => ['<input type=month name=a>', value, `"${value}"`]),
  ...['2020-W54', '2020-w01'].map((value) => ['<input type=week name=a>', value, `"${value}"`]),
  ...[1.5, 'yes', '', 'on'].map((value) => ['<input type=checkbox name=a checked>', value, `"${value}"`]),
  ['<input type=checkbox name=a checked>', null],
  ['<input type=checkbox name=a checked>', []],
  [checkboxes, 'x', '"x"'],
  [checkboxes, ['x', 'x']],
  [checkboxes, ['q']],
  [checkboxes, [['x']]],
  [radios, 'q', '"q"'],
  [radios, ['x']],
  ['<input type=radio name=a value=1 disabled><input type=radio name=a value=2>', '1', '"1"'],
  [options, 'Two', '"Two"'],
  [options, '3', '"3"'],
  [options, {}],
  [several, '1', '"1"'],
  [several, ['1', '1']],
  ['<input type=hidden name=a>', 'x', '"x"'],
  ['<input type=file name=a>', 'x', '"x"'],
  ['<button name=a>go</button>', 'x', '"x"'],
  ['<input name=a><input name=a>', 'x', '"x"'],
];

test('values that are refused, and nothing is filled in', sideBySide, async (t) => {
  for (const [markup, value, text] of refused) {
    const { form, around, log, call } = await formTool(t, `<input name=first>${markup}`);
    const before = valuesOf(form);
    const expected = `UnknownError: Invalid value ${text === undefined ? '' : `${text} `}for parameter a`;
    assert.equal(await call({ first: 'v', a: value }), expected, markup);
    assert.deepEqual(log, [], markup);
    assert.equal(valuesOf(form), before, markup);
    around.remove();
  }
});

test('what no parameter takes', sideBySide, async (t) => {
  const { form, log, call } = await formTool(
    t,
    '<input name=a><input name=b disabled><input type=number name=n>',
  );
  const unknown = (/** @type {string} */ name) =>
    `UnknownError: Input contains a parameter "${name}" but there is no such parameter for the tool`;
  assert.equal(await call({ zzz: 1 }), unknown('zzz'));
  assert.equal(await call({ a: 'v', b: 'v' }), unknown('b'));
  assert.equal(await call({ '': 'v' }), unknown(''));
  // The first that is wrong, in the order of the input.
  assert.equal(await call({ n: 'x', zzz: 1 }), 'UnknownError: Invalid value "x" for parameter n');
  assert.equal(await call({ zzz: 1, n: 'x' }), unknown('zzz'));
  for (const input of [['v'], new Date(0)])
    assert.equal(await call(input), 'UnknownError: JSON input arguments must be an object');
  assert.deepEqual([log, valuesOf(form)], [[], '||']);
});

test('a control may be called __proto__', sideBySide, async (t) => {
  const { form, call, onSubmit } = await formTool(t, '<input name=__proto__ id=x>');
  onSubmit(respondOk);
  assert.equal(await call(JSON.parse('{"__proto__":"v"}')), 'ok');
  assert.equal(form.querySelector('input').value, 'v');
});

test(
  'the controls are filled in in the order of the input; what it leaves out stays',
  sideBySide,
  async (t) => {
    const { form, log, call, onSubmit } = await formTool(
      t,
      '<input name=a><input name=b><input name=c value=old><button>go</button>',
    );
    onSubmit(respondOk);
    assert.equal(await call({ b: '2', a: '1' }), 'ok');
    assert.deepEqual(log, ['input b', 'change b', 'input a', 'change a', 'submit true button']);
    assert.equal(valuesOf(form), '1|2|old|');
  },
);

test('the events of filling in', sideBySide, async (t) => {
  const { call, onSubmit } = await formTool(t, '<input name=a><select name=s><option>1<option>2</select>');
  onSubmit(respondOk);
  /** @type {any[]} */
  const events = [];
  for (const type of ['input', 'change']) document.addEventListener(type, (event) => events.push(event));
  assert.equal(await call({ a: 'v', s: '2' }), 'ok');
  assert.deepEqual(
    events.map((event) => [
      event.type,
      event.target.name,
      event.constructor.name,
      event.bubbles,
      event.cancelable,
      event.composed,
    ]),
    ['a', 's'].flatMap((name) => [
      ['input', name, 'Event', true, false, true],
      ['change', name, 'Event', true, false, false],
    ]),
  );
});

test('listeners see the new values, and what they do is done', sideBySide, async (t) => {
  const { form, call, onSubmit } = await formTool(t, '<input name=a><input name=b><button>go</button>');
  onSubmit(respondOk);
  form.a.addEventListener('input', () => {
    form.b.value = `seen ${form.a.value}`;
    form.a.value = 'mine';
  });
  assert.equal(await call({ a: 'v' }), 'ok');
  assert.equal(valuesOf(form), 'mine|seen v|');
});

test('a control that keeps its value in a property of its own, as React has it', sideBySide, async (t) => {
  const { form, call, onSubmit } = await formTool(t, '<input name=a><input type=checkbox name=c>');
  onSubmit(respondOk);
  /** What the library believes the value to be: it acts on an event only if it is another. */
  const tracked = { a: '', c: false };
  const { prototype } = HTMLInputElement;
  for (const [name, key] of /** @type {['a' | 'c', string][]} */ ([
    ['a', 'value'],
    ['c', 'checked'],
  ])) {
    const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, key));
    Object.defineProperty(form[name], key, {
      configurable: true,
      get() {
        return own.get.call(this);
      },
      set(value) {
        Object.assign(tracked, { [name]: value });
        own.set.call(this, value);
      },
    });
  }
  /** @type {string[]} */
  const seen = [];
  form.addEventListener('input', (/** @type {any} */ { target }) => {
    if (target === form.a && form.a.value !== tracked.a) seen.push(`a ${form.a.value}`);
    if (target === form.c && form.c.checked !== tracked.c) seen.push(`c ${form.c.checked}`);
  });
  assert.equal(await call({ a: 'v', c: true }), 'ok');
  assert.deepEqual(seen, ['a v', 'c true']);
});
