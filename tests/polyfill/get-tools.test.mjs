/** Point 7 of "What a faithful polyfill of 156 must do": getTools. */

import { assert, test } from '../harness/page.mjs';
import { named, sideBySide } from './side-by-side.mjs';

test('a tool has its members in their order, and no others', sideBySide, async (t) => {
  const context = t.modelContext();
  await context.registerTool({
    name: 'full',
    title: 'Full',
    description: 'd',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: 'yes', destructiveHint: true },
    execute() {},
  });
  await context.registerTool({ name: 'mini', description: 'd', execute() {} });
  await context.registerTool({
    name: 'null',
    description: 'd',
    annotations: /** @type {any} */ (null),
    execute() {},
  });
  const [full, mini, empty] = await context.getTools();
  assert.deepEqual(Object.keys(full), [
    'annotations',
    'description',
    'inputSchema',
    'name',
    'origin',
    'title',
    'window',
  ]);
  assert.deepEqual(Object.keys(mini), ['description', 'name', 'origin', 'title', 'window']);
  assert.equal(full.window, window);
  const hints = {
    consequentialHint: false,
    debugging: false,
    readOnlyHint: false,
    untrustedContentHint: false,
  };
  assert.deepEqual(
    { ...full, window: null },
    {
      annotations: { ...hints, readOnlyHint: true },
      description: 'd',
      inputSchema: { type: 'object' },
      name: 'full',
      origin: location.origin,
      title: 'Full',
      window: null,
    },
  );
  assert.deepEqual(Object.keys(full.annotations ?? {}), Object.keys(hints));
  assert.equal(mini.title, '');
  assert.deepEqual(empty.annotations, hints);
});

test('every list is made of fresh, plain, open objects', sideBySide, async (t) => {
  const context = t.modelContext();
  await context.registerTool({
    name: 'a',
    description: 'd',
    inputSchema: { a: {} },
    annotations: {},
    execute() {},
  });
  const [first, second] = [await context.getTools(), await context.getTools()];
  assert.ok(Array.isArray(first) && first !== second && first[0] !== second[0]);
  assert.ok(first[0].inputSchema !== second[0].inputSchema && first[0].annotations !== second[0].annotations);
  assert.equal(Object.getPrototypeOf(first[0]), Object.prototype);
  assert.deepEqual(Object.getOwnPropertyDescriptor(first[0], 'name'), {
    value: 'a',
    writable: true,
    enumerable: true,
    configurable: true,
  });
  first[0].description = 'changed';
  Object.assign(first[0].annotations ?? {}, { readOnlyHint: true });
  const [third] = await context.getTools();
  assert.equal(third.description, 'd');
  assert.equal(Reflect.get(third.annotations ?? {}, 'readOnlyHint'), false);
});

test('tools are sorted by the code units of their names', sideBySide, async (t) => {
  const context = t.modelContext();
  for (const name of ['b', 'A', 'a', 'B', '10', '2', '_', '-', '.']) {
    await context.registerTool({ name, description: 'd', execute() {} });
  }
  const names = (await context.getTools()).map(({ name }) => name);
  assert.deepEqual(names, ['-', '.', '10', '2', 'A', 'B', '_', 'a', 'b']);
});

test('a list is that of the moment of the call', sideBySide, async (t) => {
  const context = t.modelContext();
  const registration = new AbortController();
  const before = context.getTools();
  const registered = context.registerTool(
    { name: 'a', description: 'd', execute() {} },
    { signal: registration.signal },
  );
  const between = context.getTools();
  assert.deepEqual([(await before).length, (await between).length], [0, 1]);
  await registered;
  registration.abort();
  assert.deepEqual(await context.getTools(), []);
});

test('a list comes in a task', sideBySide, async (t) => {
  /** @type {string[]} */
  const log = [];
  const listed = t
    .modelContext()
    .getTools()
    .then(() => log.push('listed'));
  for (let turn = 0; turn < 20; turn++) await undefined;
  log.push('microtasks');
  await listed;
  assert.deepEqual(log, ['microtasks', 'listed']);
});

test('what is no schema in JSON Schema is listed as it is', sideBySide, async (t) => {
  const context = t.modelContext();
  const inputSchema = JSON.parse('{"z":1,"1":2,"__proto__":{"x":1},"a":"\\ud800é😀\\u2028"}');
  await context.registerTool({ name: 'a', description: 'd', inputSchema, execute() {} });
  const [tool] = await context.getTools();
  assert.equal(JSON.stringify(tool.inputSchema), JSON.stringify(inputSchema));
  assert.equal(Reflect.get({}, 'x'), undefined);
});

test('options are converted before anything is listed', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  const prefix = "TypeError: Failed to execute 'getTools' on 'ModelContext': ";
  const noSequence = "Failed to read the 'fromOrigins' property from 'ModelContextGetToolOptions': ";
  const sequence = `${noSequence}The provided value cannot be converted to a sequence.`;
  for (const [options, message] of /** @type {[unknown, string][]} */ ([
    [5, `${prefix}The provided value is not of type 'ModelContextGetToolOptions'.`],
    [{ fromOrigins: 'https://a.example' }, prefix + sequence],
    [{ fromOrigins: null }, prefix + sequence],
    [{ fromOrigins: {} }, `${prefix}${noSequence}The object must have a callable @@iterator property.`],
    [{ fromOrigins: [Symbol('a')] }, `${prefix}${noSequence}Cannot convert a Symbol value to a string`],
    [
      { fromOrigins: ['http://a.example'] },
      'SecurityError: Only secure origins are allowed in the fromOrigins list.',
    ],
    [{ fromOrigins: ['*'] }, 'SecurityError: Only secure origins are allowed in the fromOrigins list.'],
  ])) {
    assert.equal(named(await t.rejects(context.getTools(options))), message);
  }
  for (const options of [null, {}, { x: 1 }, { fromOrigins: [] }, { fromOrigins: ['https://a.example'] }]) {
    assert.deepEqual(await context.getTools(options), []);
  }
});
