/** What Web IDL says of every interface, asked of these: https://webidl.spec.whatwg.org/#js-interfaces */

import { assert, test } from '../harness/page.mjs';
import { named, sideBySide } from './side-by-side.mjs';

/** @param {string} name @returns {any} */
const interfaceNamed = (name) => Reflect.get(window, name);

/** What calling it throws. @param {() => unknown} call @returns {any} */
function thrown(call) {
  try {
    call();
  } catch (/** @type {any} */ error) {
    return error;
  }
  assert.fail('it did not throw');
}

/** @param {object} holder @param {PropertyKey} key @returns {any} */
const descriptorOf = (holder, key) => Object.getOwnPropertyDescriptor(holder, key);

const INTERFACES = [
  { name: 'ModelContext', parent: 'EventTarget', length: 0 },
  { name: 'ToolActivatedEvent', parent: 'Event', length: 1 },
  { name: 'ToolCancelEvent', parent: 'Event', length: 1 },
];

for (const { name, parent, length } of INTERFACES) {
  test(`${name}: the interface object and its prototype`, sideBySide, () => {
    const Interface = interfaceNamed(name);
    assert.equal(Object.getPrototypeOf(Interface), interfaceNamed(parent));
    assert.deepEqual(Object.keys(Interface), []);
    assert.deepEqual(Reflect.ownKeys(Interface).sort(), ['length', 'name', 'prototype']);
    for (const [key, value] of Object.entries({ length, name })) {
      assert.deepEqual(descriptorOf(Interface, key), {
        value,
        writable: false,
        enumerable: false,
        configurable: true,
      });
    }
    const { value: prototype, ...flags } = descriptorOf(Interface, 'prototype');
    assert.deepEqual(flags, { writable: false, enumerable: false, configurable: false });
    assert.equal(Object.getPrototypeOf(prototype), interfaceNamed(parent).prototype);
    assert.equal(Object.prototype.toString.call(prototype), `[object ${name}]`);
    assert.equal(Object.hasOwn(prototype, Symbol.unscopables), false);
    assert.equal(prototype.constructor, Interface);
  });

  test(`${name}: the interface object called without new`, sideBySide, () => {
    const error = thrown(() => interfaceNamed(name)('x'));
    const text =
      length === 0
        ? 'Illegal constructor'
        : `Failed to construct '${name}': Please use the 'new' operator, this DOM object constructor cannot be called as a function.`;
    assert.equal(named(error), `TypeError: ${text}`);
  });
}

for (const [name, attributes] of /** @type {[string, [string, boolean][]][]} */ ([
  [
    'ModelContext',
    [
      ['ontoolchange', true],
      ['ontoolactivated', true],
      ['ontoolcancel', true],
    ],
  ],
  ['ToolActivatedEvent', [['toolName', false]]],
  ['ToolCancelEvent', [['toolName', false]]],
  ['Document', [['modelContext', false]]],
])) {
  for (const [attribute, isWritable] of attributes) {
    test(`${name}.${attribute}: the getter and the setter`, sideBySide, () => {
      const { prototype } = interfaceNamed(name);
      const { get, set } = descriptorOf(prototype, attribute);
      assert.equal(get.name, `get ${attribute}`);
      assert.equal(get.length, 0);
      assert.equal('prototype' in get, false);
      assert.ok(thrown(() => new get()) instanceof TypeError);
      assert.ok(thrown(() => prototype[attribute]) instanceof TypeError);
      for (const other of [{}, document.body, null, 5])
        assert.ok(thrown(() => get.call(other)) instanceof TypeError);
      if (!isWritable) return assert.equal(set, undefined);
      assert.equal(set.name, `set ${attribute}`);
      assert.equal(set.length, 1);
      for (const other of [{}, prototype, 5])
        assert.ok(thrown(() => set.call(other, null)) instanceof TypeError);
    });
  }
}

test('what a getter says of an object that is none of its interface', sideBySide, () => {
  /** @param {string} name @param {string} attribute */
  const text = (name, attribute) =>
    named(thrown(() => descriptorOf(interfaceNamed(name).prototype, attribute).get.call({})));
  assert.equal(text('Document', 'modelContext'), 'TypeError: Illegal invocation');
  assert.equal(text('ModelContext', 'ontoolchange'), 'TypeError: Illegal invocation');
  assert.equal(text('ToolActivatedEvent', 'toolName'), 'TypeError: Illegal invocation');
});

for (const name of ['ToolActivatedEvent', 'ToolCancelEvent']) {
  test(`${name}: the constructor converts its arguments`, sideBySide, () => {
    const Interface = interfaceNamed(name);
    const event = new Interface('x', { toolName: null, bubbles: 1, composed: true });
    assert.deepEqual([event.toolName, event.bubbles, event.composed], ['null', true, true]);
    assert.equal(event.isTrusted, false);
    assert.equal(new Interface('x', { toolName: 'a\ud800' }).toolName, 'a\ud800');
    assert.equal(new Interface(5).type, '5');
    for (const [args, message] of /** @type {[any[], string][]} */ ([
      [['x', 5], `The provided value is not of type '${name}Init'.`],
      [
        ['x', { toolName: Symbol('a') }],
        `Failed to read the 'toolName' property from '${name}Init': Cannot convert a Symbol value to a string`,
      ],
    ])) {
      assert.equal(
        named(thrown(() => new Interface(...args))),
        `TypeError: Failed to construct '${name}': ${message}`,
      );
    }
    const order = /** @type {string[]} */ ([]);
    const init = new Proxy({}, { get: (_, key) => void order.push(String(key)) });
    new Interface('x', init);
    assert.deepEqual(order, ['bubbles', 'cancelable', 'composed', 'toolName']);
    const Derived = class extends Interface {};
    assert.equal(Reflect.construct(Derived, ['x', { toolName: 'a' }]).toolName, 'a');
  });
}

test('methods of EventTarget work on a context', sideBySide, (t) => {
  const context = t.modelContext();
  /** @type {Event[]} */
  const seen = [];
  const listener = (/** @type {Event} */ event) => seen.push(event);
  context.addEventListener('toolactivated', listener, { once: true });
  const event = new (interfaceNamed('ToolActivatedEvent'))('toolactivated', {
    toolName: 'a',
    cancelable: true,
  });
  assert.equal(context.dispatchEvent(event), true);
  assert.equal(event.target, context);
  assert.equal(context.dispatchEvent(event), true);
  assert.deepEqual(seen, [event]);
  context.addEventListener('x', { handleEvent: (event) => event.preventDefault() });
  assert.equal(context.dispatchEvent(new Event('x', { cancelable: true })), false);
  assert.deepEqual(event.composedPath(), []);
});

test('a handler gets the event, and its return value cancels it', sideBySide, (t) => {
  /** @type {any} */
  const context = t.modelContext();
  context.ontoolactivated = () => false;
  const event = new (interfaceNamed('ToolActivatedEvent'))('toolactivated', { cancelable: true });
  assert.equal(context.dispatchEvent(event), false);
  context.ontoolactivated = { handleEvent: () => assert.fail('an object is no callback of a handler') };
  assert.equal(context.dispatchEvent(new Event('toolactivated')), true);
});

test('a context cannot be cloned, and prints nothing of itself', sideBySide, (t) => {
  const context = t.modelContext();
  assert.equal(thrown(() => structuredClone(context))?.name, 'DataCloneError');
  assert.deepEqual(Object.keys(context), []);
  assert.deepEqual(Object.getOwnPropertySymbols(context), []);
  assert.deepEqual({ ...context }, {});
  const inherited = [];
  for (const key in context) inherited.push(key);
  const own = ['ontoolchange', 'ontoolactivated', 'ontoolcancel', 'executeTool', 'getTools', 'registerTool'];
  assert.deepEqual(inherited.slice(0, own.length), own);
  const ofTarget = [];
  for (const key in new EventTarget()) ofTarget.push(key);
  assert.deepEqual(inherited.slice(own.length), ofTarget);
});
