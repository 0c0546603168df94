/** Points 4 to 6 of "What a faithful polyfill of 156 must do": registerTool. */

import { assert, test } from '../harness/page.mjs';
import { named, registeredTool, sideBySide } from './side-by-side.mjs';

const prefix = "TypeError: Failed to execute 'registerTool' on 'ModelContext': ";

/** A definition that is accepted, unless a member given here makes it refused. */
const definition = (/** @type {object} */ members = {}) => ({
  name: 'a',
  description: 'd',
  execute: () => 'done',
  ...members,
});

const circle = () => {
  /** @type {Record<string, unknown>} */
  const circle = {};
  circle.circle = circle;
  return circle;
};

/** @type {Record<string, [unknown, string]>} */
const refusedDefinitions = {
  null: [null, "The provided value is not of type 'ModelContextTool'."],
  undefined: [undefined, "The provided value is not of type 'ModelContextTool'."],
  'a string': ['a', "The provided value is not of type 'ModelContextTool'."],
  'no description': [
    { name: 'a', execute() {} },
    "Failed to read the 'description' property from 'ModelContextTool': Required member is undefined.",
  ],
  'no execute': [
    { name: 'a', description: 'd' },
    "Failed to read the 'execute' property from 'ModelContextTool': Required member is undefined.",
  ],
  'no name': [
    { description: 'd', execute() {} },
    "Failed to read the 'name' property from 'ModelContextTool': Required member is undefined.",
  ],
  'an execute that is no function': [
    definition({ execute: { handleEvent() {} } }),
    "Failed to read the 'execute' property from 'ModelContextTool': The given value is not a function.",
  ],
  'a symbol as name': [
    definition({ name: Symbol('a') }),
    "Failed to read the 'name' property from 'ModelContextTool': Cannot convert a Symbol value to a string",
  ],
  'a schema that is text': [
    definition({ inputSchema: '{}' }),
    "Failed to read the 'inputSchema' property from 'ModelContextTool': Failed to convert value to 'object'.",
  ],
  'a schema that is null': [
    definition({ inputSchema: null }),
    "Failed to read the 'inputSchema' property from 'ModelContextTool': Failed to convert value to 'object'.",
  ],
  'a schema without JSON': [
    definition({ inputSchema: { toJSON() {} } }),
    'invalid input schema: toJSON() returns undefined',
  ],
  'a schema that is a function': [
    definition({ inputSchema() {} }),
    'invalid input schema: toJSON() returns undefined',
  ],
  'annotations that are no object': [
    definition({ annotations: 5 }),
    "Failed to read the 'annotations' property from 'ModelContextTool': The provided value is not of type 'ToolAnnotations'.",
  ],
};
for (const [what, [tool, message]] of Object.entries(refusedDefinitions)) {
  test(`registerTool refuses ${what}`, sideBySide, async (t) => {
    const error = await t.rejects(Promise.resolve(t.modelContext().registerTool(/** @type {any} */ (tool))));
    assert.equal(named(error), prefix + message);
    assert.deepEqual(await t.modelContext().getTools(), []);
  });
}

/** @type {Record<string, [unknown, string]>} */
const refusedOptions = {
  'that are a number': [5, "The provided value is not of type 'ModelContextRegisterToolOptions'."],
  'whose signal is null': [
    { signal: null },
    "Failed to read the 'signal' property from 'ModelContextRegisterToolOptions': Failed to convert value to 'AbortSignal'.",
  ],
  'whose signal only looks like one': [
    { signal: { aborted: false, addEventListener() {} } },
    "Failed to read the 'signal' property from 'ModelContextRegisterToolOptions': Failed to convert value to 'AbortSignal'.",
  ],
  'whose exposedTo is text': [
    { exposedTo: 'https://a.example' },
    "Failed to read the 'exposedTo' property from 'ModelContextRegisterToolOptions': The provided value cannot be converted to a sequence.",
  ],
  'whose exposedTo is null': [
    { exposedTo: null },
    "Failed to read the 'exposedTo' property from 'ModelContextRegisterToolOptions': The provided value cannot be converted to a sequence.",
  ],
};
for (const [what, [options, message]] of Object.entries(refusedOptions)) {
  test(`registerTool refuses options ${what}`, sideBySide, async (t) => {
    const registered = t.modelContext().registerTool(definition(), /** @type {any} */ (options));
    assert.equal(named(await t.rejects(Promise.resolve(registered))), prefix + message);
  });
}

test('options may be null, empty, or have unknown members', sideBySide, async (t) => {
  for (const [index, options] of [null, undefined, {}, { x: 1 }, { signal: undefined }].entries()) {
    const registered = t
      .modelContext()
      .registerTool(definition({ name: `a${index}` }), /** @type {any} */ (options));
    assert.equal(await registered, undefined);
  }
});

test('a name is 1 to 128 of A-Z a-z 0-9 _ . -', sideBySide, async (t) => {
  const context = t.modelContext();
  const accepted = ['1a', '.a', '-a', '_', 'A.b-c_9', '__proto__', 'constructor', 'x'.repeat(128)];
  for (const name of accepted) await context.registerTool(definition({ name }));
  assert.deepEqual(
    (await context.getTools()).map(({ name }) => name),
    [...accepted].sort(),
  );
  for (const name of ['', 'a b', 'a/b', 'é', '工具', '😀', 'a\n', 'a\0b', '\ud800', 'x'.repeat(129)]) {
    const error = await t.rejects(Promise.resolve(context.registerTool(definition({ name }))));
    assert.equal(named(error), 'InvalidStateError: Invalid tool name');
    assert.ok(error instanceof DOMException);
  }
});

test('name, title and description become text', sideBySide, async (t) => {
  const context = t.modelContext();
  await context.registerTool(
    /** @type {any} */ ({ name: { toString: () => 'shown' }, title: null, description: null, execute() {} }),
  );
  await context.registerTool(definition({ name: 5, title: '\ud800z', description: ' ' }));
  const [five, shown] = await context.getTools();
  assert.deepEqual([five.name, five.title, five.description], ['5', '\ufffdz', ' ']);
  assert.deepEqual([shown.name, shown.title, shown.description], ['shown', 'null', 'null']);
});

test('the members of a definition are read once, in the order of their names', sideBySide, async (t) => {
  /** @type {string[]} */
  const read = [];
  const record = (/** @type {object} */ target, /** @type {string} */ prefix = '') =>
    new Proxy(target, {
      get(target, key, receiver) {
        read.push(prefix + String(key));
        return Reflect.get(target, key, receiver);
      },
    });
  const annotations = record({}, 'annotations.');
  await t
    .modelContext()
    .registerTool(/** @type {any} */ (record(definition({ annotations }))), record({}, 'options.'));
  assert.deepEqual(read, [
    'annotations',
    'annotations.consequentialHint',
    'annotations.debugging',
    'annotations.readOnlyHint',
    'annotations.untrustedContentHint',
    'description',
    'execute',
    'inputSchema',
    'name',
    'title',
    'options.exposedTo',
    'options.signal',
  ]);
});

test('what a getter throws is the rejection itself', sideBySide, async (t) => {
  const reason = { thrown: true };
  const hostile = {
    get description() {
      throw reason;
    },
  };
  assert.equal(
    await t.rejects(Promise.resolve(t.modelContext().registerTool(/** @type {any} */ (hostile)))),
    reason,
  );
});

test(
  'the checks come in the order duplicate, name, description, schema, signal, exposedTo',
  sideBySide,
  async (t) => {
    const context = t.modelContext();
    await context.registerTool(definition({ name: 'taken' }));
    const inputSchema = {
      toJSON() {
        throw 'the schema';
      },
    };
    const signal = AbortSignal.abort('the signal');
    const exposedTo = ['http://a.example'];
    const rejection = async (/** @type {object} */ members, /** @type {object} */ options) => {
      const reason = await t.rejects(Promise.resolve(context.registerTool(definition(members), options)));
      return typeof reason === 'string' ? reason : named(reason);
    };
    const all = { signal, exposedTo };
    assert.deepEqual(
      [
        await rejection({ name: 'taken', description: '', inputSchema }, all),
        await rejection({ name: 'a b', description: '', inputSchema }, all),
        await rejection({ description: '', inputSchema }, all),
        await rejection({ inputSchema }, all),
        await rejection({}, all),
        await rejection({}, { exposedTo }),
      ],
      [
        'InvalidStateError: Duplicate tool name',
        'InvalidStateError: Invalid tool name',
        'InvalidStateError: Description is required',
        'the schema',
        'the signal',
        'SecurityError: Only secure origins are allowed in the exposedTo list.',
      ],
    );
  },
);

test('a schema that JSON.stringify refuses is refused in its words', sideBySide, async (t) => {
  for (const inputSchema of [circle(), { a: 1n }]) {
    const own = await t.rejects(new Promise(() => JSON.stringify(inputSchema)));
    const error = await t.rejects(
      Promise.resolve(t.modelContext().registerTool(definition({ inputSchema }))),
    );
    assert.ok(error instanceof TypeError);
    const firstLine = (/** @type {string} */ text) => text.split('\n')[0];
    assert.equal(firstLine(named(error)), prefix + firstLine(own.message));
  }
});

test('what the schema itself throws is the rejection', sideBySide, async (t) => {
  for (const reason of [new RangeError('r'), new TypeError('t'), 'text', null]) {
    const inputSchema = {
      get type() {
        throw reason;
      },
    };
    const rejection = t.rejects(Promise.resolve(t.modelContext().registerTool(definition({ inputSchema }))));
    assert.equal(await rejection, reason);
  }
});

test('a schema is not checked to be one', sideBySide, async (t) => {
  for (const inputSchema of [
    { type: 'foo' },
    { $ref: '#/nowhere' },
    { required: 'a' },
    [],
    { properties: 5 },
  ]) {
    const registration = new AbortController();
    await t.modelContext().registerTool(definition({ inputSchema }), { signal: registration.signal });
    const [tool] = await t.modelContext().getTools();
    assert.deepEqual(tool.inputSchema, inputSchema);
    registration.abort();
  }
});

test('a schema whose JSON is no object hides a tool that can be run all the same', sideBySide, async (t) => {
  const context = t.modelContext();
  for (const [index, json] of ['text', 5, null].entries()) {
    const name = `a${index}`;
    await context.registerTool(definition({ name, inputSchema: { toJSON: () => json } }));
    assert.deepEqual(await context.getTools(), []);
    assert.equal(await context.executeTool(registeredTool(name), {}), 'done');
  }
});

test('a definition is taken as it is when it is registered', sideBySide, async (t) => {
  const context = t.modelContext();
  const changing = definition({ inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
  await context.registerTool(changing);
  Object.assign(changing, { description: 'changed', execute: () => 'changed', annotations: {} });
  /** @type {any} */ (changing).inputSchema.type = 'array';
  const [tool] = await context.getTools();
  assert.equal(tool.description, 'd');
  assert.deepEqual(tool.inputSchema, { type: 'object' });
  assert.equal(Reflect.get(tool.annotations ?? {}, 'readOnlyHint'), true);
  assert.equal(await context.executeTool(tool, {}), 'done');
});

test('an aborted signal refuses with its reason', sideBySide, async (t) => {
  for (const reason of [{}, 'why', null, 0, new RangeError('r')]) {
    const signal = AbortSignal.abort(reason);
    const rejection = t.rejects(Promise.resolve(t.modelContext().registerTool(definition(), { signal })));
    assert.equal(await rejection, reason);
  }
  assert.deepEqual(await t.modelContext().getTools(), []);
});

test('exposedTo accepts secure origins only', sideBySide, async (t) => {
  const accepted = [
    [],
    [location.origin],
    ['https://a.example', 'https://b.example:8443/path?query'],
    ['http://localhost:1'],
    ['http://127.0.0.1'],
    new Set(['https://a.example']),
  ];
  for (const exposedTo of accepted) {
    const registration = new AbortController();
    const options = { exposedTo, signal: registration.signal };
    assert.equal(await t.modelContext().registerTool(definition(), options), undefined);
    registration.abort();
  }
  for (const exposedTo of [
    ['http://a.example'],
    ['not an origin'],
    ['*'],
    ['null'],
    ['https://a.example', ''],
  ]) {
    const error = await t.rejects(
      Promise.resolve(t.modelContext().registerTool(definition(), { exposedTo })),
    );
    assert.equal(named(error), 'SecurityError: Only secure origins are allowed in the exposedTo list.');
  }
});

test('microtasks, then toolchange, then the promise of registerTool', sideBySide, async (t) => {
  const context = t.modelContext();
  /** @type {string[]} */
  const log = [];
  context.addEventListener('toolchange', () => log.push('toolchange'));
  const registered = Promise.resolve(context.registerTool(definition())).then((value) =>
    log.push(`registered ${value}`),
  );
  log.push('returned');
  queueMicrotask(() => queueMicrotask(() => log.push('microtasks')));
  await registered;
  assert.deepEqual(log, ['returned', 'microtasks', 'toolchange', 'registered undefined']);
});

test('toolchange is a plain event that does not bubble', sideBySide, async (t) => {
  const context = t.modelContext();
  const changed = new Promise((resolve) => context.addEventListener('toolchange', resolve, { once: true }));
  await context.registerTool(definition());
  const event = await changed;
  assert.equal(event.constructor, Event);
  assert.deepEqual([event.bubbles, event.cancelable, event.composed], [false, false, false]);
  assert.equal(event.target, context);
});

test('one toolchange for each change, none for a refusal', sideBySide, async (t) => {
  const context = t.modelContext();
  let count = 0;
  context.addEventListener('toolchange', () => count++);
  const registration = new AbortController();
  const { signal } = registration;
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  await Promise.all(names.map((name) => context.registerTool(definition({ name }), { signal })));
  assert.equal(count, 10);
  await t.rejects(Promise.resolve(context.registerTool(definition({ name: '' }))));
  registration.abort();
  await t.sleep(100);
  assert.equal(count, 20);
});

test(
  'aborting the signal unregisters at once and rejects what is still registering',
  sideBySide,
  async (t) => {
    const context = t.modelContext();
    const registration = new AbortController();
    const reason = { why: 'test' };
    await context.registerTool(definition({ name: 'registered' }), { signal: registration.signal });
    const registering = context.registerTool(definition({ name: 'registering' }), {
      signal: registration.signal,
    });
    registration.abort(reason);
    const listed = context.getTools();
    assert.equal(await t.rejects(Promise.resolve(registering)), reason);
    assert.deepEqual(await listed, []);
  },
);

test(
  'a name given up can be taken in the same tick, and the older signal does not end it',
  sideBySide,
  async (t) => {
    const context = t.modelContext();
    const [first, second] = [new AbortController(), new AbortController()];
    const registering = context.registerTool(definition({ execute: () => 'first' }), {
      signal: first.signal,
    });
    registering?.catch(() => {});
    first.abort();
    await context.registerTool(definition({ execute: () => 'second' }), { signal: second.signal });
    first.signal.dispatchEvent(new Event('abort'));
    const [tool] = await context.getTools();
    assert.equal(await context.executeTool(tool, {}), 'second');
    second.abort();
    assert.deepEqual(await context.getTools(), []);
  },
);

test('a name that is taken is refused and its tool untouched', sideBySide, async (t) => {
  const context = t.modelContext();
  await context.registerTool(definition());
  const error = await t.rejects(
    Promise.resolve(context.registerTool(definition({ execute: () => 'other' }))),
  );
  assert.equal(named(error), 'InvalidStateError: Duplicate tool name');
  assert.equal(await context.executeTool(registeredTool('a'), {}), 'done');
});

test('one signal ends several registrations, a signal of another realm too', sideBySide, async (t) => {
  const context = t.modelContext();
  const { signal, abort } = await t.signalOfAnotherRealm();
  for (const name of ['a', 'b', 'c']) await context.registerTool(definition({ name }), { signal });
  assert.equal((await context.getTools()).length, 3);
  abort();
  assert.deepEqual(await context.getTools(), []);
});

const { 'c156-poly': _, 'c156-no-wasm': __, ...elsewhere } = sideBySide.only;
/** Chromium calls the listeners of a signal in the order in which they were added, capturing or not. */
const whereCaptureComesFirst = { only: elsewhere };

test('a page that stops the abort event does not keep its tool', whereCaptureComesFirst, async (t) => {
  const context = t.modelContext();
  const registration = new AbortController();
  registration.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
  await context.registerTool(definition(), { signal: registration.signal });
  registration.abort();
  assert.deepEqual(await context.getTools(), []);
});

test('2,000 tools with long names are found by them, and errors have their texts', sideBySide, async (t) => {
  const context = t.modelContext();
  const names = Array.from({ length: 2000 }, (_, index) => `${index}`.padStart(128, '-'));
  await Promise.all(names.map((name) => context.registerTool(definition({ name, execute: () => name }))));
  for (const name of [names[0], names[1999]])
    assert.equal(await context.executeTool(registeredTool(name ?? ''), {}), name);
  const duplicate = await t.rejects(Promise.resolve(context.registerTool(definition({ name: names[7] }))));
  assert.equal(named(duplicate), 'InvalidStateError: Duplicate tool name');
  const refused = await t.rejects(Promise.resolve(context.registerTool(definition({ execute: 5 }))));
  assert.match(named(refused), /^TypeError: Failed to execute 'registerTool' on 'ModelContext': /);
  const listed = (await context.getTools()).map(({ name }) => name);
  assert.deepEqual(listed, names.sort());
});

test('a schema may register tools while it is read', sideBySide, async (t) => {
  const context = t.modelContext();
  const inner = definition({ name: 'inner' });
  const inputSchema = {
    toJSON() {
      Promise.resolve(context.registerTool(inner)).catch(() => {});
      return {};
    },
  };
  await context.registerTool(definition({ inputSchema }));
  await t.sleep(20);
  assert.deepEqual(
    (await context.getTools()).map(({ name }) => name),
    ['a', 'inner'],
  );
});
