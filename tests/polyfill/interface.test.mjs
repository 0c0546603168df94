/** Points 1 to 3 of "What a faithful polyfill of 156 must do": what a page sees of the interface. */

import { assert, test } from '../harness/page.mjs';
import { named, polyfillOnly, sideBySide } from './side-by-side.mjs';

/** @param {object} holder @param {PropertyKey} key */
const shape = (holder, key) => {
  const { value, get, set, ...flags } = /** @type {PropertyDescriptor} */ (
    Object.getOwnPropertyDescriptor(holder, key)
  );
  return { ...flags, kind: get ? `accessor${set ? '' : ' without a setter'}` : typeof value };
};

/** @type {any} */
const Interface = Reflect.get(globalThis, 'ModelContext');

test('document.modelContext is an accessor of Document.prototype', sideBySide, (t) => {
  assert.deepEqual(shape(Document.prototype, 'modelContext'), {
    enumerable: true,
    configurable: true,
    kind: 'accessor without a setter',
  });
  assert.equal(Object.hasOwn(document, 'modelContext'), false);
  assert.equal(t.modelContext(), t.modelContext());
  assert.equal('modelContext' in navigator, false);
});

test('document.modelContext cannot be assigned', sideBySide, async (t) => {
  const context = t.modelContext();
  const error = await t.rejects(
    Promise.resolve().then(() => {
      Reflect.set(document, 'modelContext', {}) || fail();
    }),
  );
  assert.ok(error instanceof TypeError);
  assert.equal(t.modelContext(), context);

  function fail() {
    throw new TypeError('not assigned');
  }
});

test('the accessor refuses what is no document', sideBySide, async (t) => {
  const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext'));
  assert.equal(get.name, 'get modelContext');
  const error = await t.rejects(new Promise(() => get.call({})));
  assert.ok(error instanceof TypeError);
});

test('ModelContext is an interface object', sideBySide, (t) => {
  assert.deepEqual(shape(window, 'ModelContext'), {
    writable: true,
    enumerable: false,
    configurable: true,
    kind: 'function',
  });
  assert.equal(Interface.name, 'ModelContext');
  assert.equal(Interface.length, 0);
  assert.equal(shape(Interface, 'prototype').writable, false);
  const context = t.modelContext();
  assert.ok(context instanceof Interface && context instanceof EventTarget);
  assert.equal(Object.getPrototypeOf(context), Interface.prototype);
  assert.equal(Object.getPrototypeOf(Interface.prototype), EventTarget.prototype);
  assert.equal(Object.getPrototypeOf(Interface), EventTarget);
  assert.equal(String(context), '[object ModelContext]');
  assert.equal(context.constructor, Interface);
  assert.deepEqual(Reflect.ownKeys(context), []);
  assert.equal(JSON.stringify(context), '{}');
});

test('ModelContext cannot be constructed', sideBySide, async (t) => {
  const error = await t.rejects(new Promise(() => new Interface()));
  assert.equal(named(error), "TypeError: Failed to construct 'ModelContext': Illegal constructor");
  class Derived extends Interface {}
  const derived = await t.rejects(new Promise(() => new Derived()));
  assert.ok(derived instanceof TypeError);
  const called = await t.rejects(new Promise(() => Interface()));
  assert.ok(called instanceof TypeError);
});

test('the members of ModelContext.prototype', sideBySide, () => {
  const { prototype } = Interface;
  const keys = Reflect.ownKeys(prototype).filter((key) => typeof key === 'string');
  assert.deepEqual(keys, [
    'ontoolchange',
    'ontoolactivated',
    'ontoolcancel',
    'executeTool',
    'getTools',
    'registerTool',
    'constructor',
  ]);
  for (const [name, length] of Object.entries({ registerTool: 1, getTools: 0, executeTool: 1 })) {
    assert.deepEqual(shape(prototype, name), {
      writable: true,
      enumerable: true,
      configurable: true,
      kind: 'function',
    });
    assert.equal(prototype[name].length, length, name);
    assert.equal(prototype[name].name, name);
    assert.equal('prototype' in prototype[name], false, `${name} is no constructor`);
  }
  for (const name of ['ontoolchange', 'ontoolactivated', 'ontoolcancel']) {
    assert.deepEqual(shape(prototype, name), { enumerable: true, configurable: true, kind: 'accessor' });
  }
  assert.deepEqual(shape(prototype, 'constructor'), {
    writable: true,
    enumerable: false,
    configurable: true,
    kind: 'function',
  });
  assert.deepEqual(shape(prototype, Symbol.toStringTag), {
    writable: false,
    enumerable: false,
    configurable: true,
    kind: 'string',
  });
});

test('a handler attribute holds an object or null', sideBySide, (t) => {
  /** @type {any} */
  const context = t.modelContext();
  assert.equal(context.ontoolchange, null);
  const handler = () => {};
  const object = { handleEvent() {} };
  for (const [value, held] of [
    [handler, handler],
    [object, object],
    [5, null],
    [handler, handler],
    [undefined, null],
  ]) {
    context.ontoolchange = value;
    assert.equal(context.ontoolchange, held);
  }
});

test('a handler is called with its context as this, at the place where it was first set', sideBySide, (t) => {
  /** @type {any} */
  const context = t.modelContext();
  /** @type {string[]} */
  const log = [];
  context.addEventListener('toolchange', () => log.push('first'));
  context.ontoolchange = () => log.push('replaced');
  context.addEventListener('toolchange', () => log.push('second'));
  context.ontoolchange = function () {
    log.push(this === context ? 'handler' : 'wrong this');
  };
  context.dispatchEvent(new Event('toolchange'));
  context.ontoolchange = null;
  context.dispatchEvent(new Event('toolchange'));
  assert.deepEqual(log, ['first', 'handler', 'second', 'first', 'second']);
});

for (const name of ['ToolActivatedEvent', 'ToolCancelEvent']) {
  test(`${name} is an event with a toolName`, sideBySide, async (t) => {
    /** @type {any} */
    const EventInterface = Reflect.get(window, name);
    assert.equal(shape(window, name).enumerable, false);
    assert.equal(EventInterface.name, name);
    assert.equal(EventInterface.length, 1);
    assert.equal(Object.getPrototypeOf(EventInterface), Event);
    assert.deepEqual(shape(EventInterface.prototype, 'toolName'), {
      enumerable: true,
      configurable: true,
      kind: 'accessor without a setter',
    });
    const event = new EventInterface('x', { toolName: 'a', cancelable: true });
    assert.equal(String(event), `[object ${name}]`);
    assert.deepEqual([event.type, event.toolName, event.cancelable, event.bubbles], ['x', 'a', true, false]);
    assert.equal(new EventInterface('x').toolName, '');
    assert.equal(new EventInterface('x', { toolName: undefined }).toolName, '');
    assert.equal(new EventInterface('x', { toolName: 5 }).toolName, '5');
    assert.equal(new EventInterface('x', null).toolName, '');
    const error = await t.rejects(new Promise(() => new EventInterface()));
    assert.equal(error.message, `Failed to construct '${name}': 1 argument required, but only 0 present.`);
  });
}

for (const method of ['registerTool', 'getTools', 'executeTool']) {
  test(`${method} rejects where it is called on something else`, sideBySide, async (t) => {
    for (const receiver of [undefined, null, {}, 5, Interface.prototype, document]) {
      const error = await t.rejects(Interface.prototype[method].call(receiver));
      assert.equal(
        named(error),
        `TypeError: Failed to execute '${method}' on 'ModelContext': Illegal invocation`,
      );
    }
  });
}

for (const method of ['registerTool', 'executeTool']) {
  test(`${method} rejects without an argument`, sideBySide, async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    const error = await t.rejects(context[method]());
    assert.equal(
      named(error),
      `TypeError: Failed to execute '${method}' on 'ModelContext': 1 argument required, but only 0 present.`,
    );
  });
}

test('methods can be replaced, and expandos are kept', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  context.expando = 1;
  context.getTools = () => 'replaced';
  assert.equal(/** @type {any} */ (document).modelContext.expando, 1);
  assert.equal(context.getTools(), 'replaced');
  delete context.getTools;
  assert.deepEqual(await context.getTools(), []);
});

test('a page that replaces its intrinsics later changes nothing', sideBySide, async (t) => {
  const replaced = () => {
    throw new Error('the page was asked');
  };
  const { parse, stringify } = JSON;
  const { then } = Promise.prototype;
  const { push, map } = Array.prototype;
  t.after(() => {
    Object.assign(JSON, { parse, stringify });
    Object.assign(Array.prototype, { push, map });
    // biome-ignore lint/suspicious/noThenProperty: it is put back
    Promise.prototype.then = then;
  });
  /** @type {any} */
  const context = t.modelContext();
  const answer = Promise.resolve({ text: 'hello' });
  /** @type {Promise<unknown>[]} */
  const asked = [];
  Object.assign(JSON, { parse: replaced, stringify: replaced });
  Object.assign(Array.prototype, { push: replaced, map: replaced });
  // biome-ignore lint/suspicious/noThenProperty: whether it is used is the question
  Promise.prototype.then = /** @type {any} */ (
    /** @this {Promise<unknown>} @param {any[]} reactions */
    function (...reactions) {
      asked[asked.length] = this;
      return Reflect.apply(then, this, reactions);
    }
  );
  await context.registerTool({
    name: 'echo',
    description: 'd',
    inputSchema: { type: 'object' },
    execute: () => answer,
  });
  const [tool] = await context.getTools();
  const result = await context.executeTool(tool, { text: 'hello' });
  Object.assign(JSON, { parse, stringify });
  Object.assign(Array.prototype, { push, map });
  // biome-ignore lint/suspicious/noThenProperty: it is put back
  Promise.prototype.then = then;
  assert.equal(result, '{"text":"hello"}');
  assert.equal(tool.inputSchema.type, 'object');
  assert.equal(asked.includes(answer), false);
});

test('a document that is not shown has a context that refuses everything', {
  only: { ...polyfillOnly.only, 'c156-poly': 'native Chromium 156 ends the tab here' },
}, async (t) => {
  /** @type {any} */
  const inert = document.implementation.createHTMLDocument('');
  assert.ok(inert.modelContext instanceof Interface);
  assert.equal(inert.modelContext, inert.modelContext);
  assert.ok(inert.modelContext !== t.modelContext());
  for (const call of [
    inert.modelContext.getTools(),
    inert.modelContext.registerTool({ name: 'a', description: 'd', execute() {} }),
    inert.modelContext.executeTool({}),
  ]) {
    assert.equal(named(await t.rejects(call)), 'InvalidStateError: The document is not active.');
  }
});
