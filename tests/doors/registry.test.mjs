/** The catalogue: `ToolRegistry`. */

import { createRuntime, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

const node = { node: true };
const ok = () => ({ success: /** @type {const} */ (true), data: 1 });
const described = (/** @type {string} */ id) => ({ id, description: 'A tool of the tests.' });

/** A registry with these tools. @param {string[]} ids */
function registryOf(...ids) {
  const registry = new ToolRegistry();
  for (const id of ids) registry.register(described(id), ok);
  return registry;
}

/** What a call throws. @param {() => unknown} call @returns {any} */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail('it throws nothing');
}

test('S3-01 a tool that is registered is there', node, () => {
  const registry = new ToolRegistry();
  assert.equal(registry.has('reverse-text'), false);
  assert.equal(registry.register(described('reverse-text'), ok), undefined);
  assert.equal(registry.has('reverse-text'), true);
});

test('S3-02 get gives the very definition and function', node, () => {
  const definition = { ...described('reverse-text'), of: { our: 'own' } };
  const registry = new ToolRegistry();
  registry.register(definition, ok);
  const tool = registry.get('reverse-text');
  assert.deepEqual(Object.keys(tool ?? {}), ['definition', 'fn']);
  assert.equal(tool?.definition, definition);
  assert.equal(tool?.fn, ok);
  assert.equal(registry.get('other'), undefined);
});

test('S3-03 list gives the ids in the order in which they were registered', node, () => {
  const registry = registryOf('tool-2', 'tool-10', 'tool-1');
  assert.deepEqual(registry.list(), ['tool-2', 'tool-10', 'tool-1']);
  registry.unregister('tool-10');
  registry.register(described('tool-10'), ok);
  assert.deepEqual(registry.list(), ['tool-2', 'tool-1', 'tool-10']);
  registry.list().push('tool-3');
  assert.equal(registry.list().length, 3);
});

test('S3-04 names of prototypes and ids that are none are ids of no tool', node, () => {
  const registry = registryOf('tool-1');
  const odd = ['constructor', '__proto__', 'toString', '', 'TOOL-1', 'tool-1 ', '\ud800'];
  for (const id of /** @type {any[]} */ ([...odd, undefined, null, 1, {}, ['tool-1'], Symbol('tool-1')])) {
    assert.equal(registry.has(id), false);
    assert.equal(registry.get(id), undefined);
    assert.equal(registry.unregister(id), false);
  }
  registry.register(described('constructor'), ok);
  assert.equal(registry.has('constructor'), true);
  assert.equal(registry.has('hasOwnProperty'), false);
});

test('S3-05 a used id is refused by name, and what was there stays', node, () => {
  const registry = registryOf('tool-1');
  const error = thrown(() => registry.register(described('tool-1'), () => ({ success: true, data: 2 })));
  assert.equal(error instanceof Error, true);
  assert.match(error.message, /"tool-1"/);
  assert.equal(error.errorCode, 'INVALID_INPUT');
  assert.equal(registry.get('tool-1')?.fn, ok);
  assert.deepEqual(registry.list(), ['tool-1']);
  assert.equal(registry.unregister('tool-1'), true);
  registry.register(described('tool-1'), ok);
});

test('S3-01 registerAll adds all tools or none', node, () => {
  const registry = registryOf('tool-1');
  registry.registerAll(['tool-2', 'tool-3'].map((id) => ({ definition: described(id), fn: ok })));
  assert.deepEqual(registry.list(), ['tool-1', 'tool-2', 'tool-3']);
  const copy = new ToolRegistry();
  copy.registerAll(registry.list().map((id) => registry.get(id) ?? assert.fail(id)));
  assert.deepEqual(copy.list(), registry.list());

  const good = { definition: described('tool-4'), fn: ok };
  /** @type {[any, RegExp][]} */
  const wrong = [
    [null, /^The tool at index 1 must be an object with `definition` and `fn`\.$/],
    ['tool-5', /index 1/],
    [{}, /definition must be an object/],
    [{ definition: described('tool-5'), fn: 5 }, /"tool-5" must be a function/],
    [{ definition: described('tool-5') }, /"tool-5" needs a function/],
    [{ definition: described('Tool 5'), fn: ok }, /id must be/],
    [{ definition: described('tool-1'), fn: ok }, /"tool-1" is registered already/],
    [{ definition: described('tool-4'), fn: ok }, /"tool-4" is registered already/],
    [
      Object.defineProperty({}, 'definition', { get: () => assert.fail('mine') }),
      /^The tool at index 1 cannot be read: mine$/,
    ],
  ];
  for (const [tool, text] of wrong) {
    assert.match(thrown(() => registry.registerAll([good, tool])).message, text);
    assert.deepEqual(registry.list(), ['tool-1', 'tool-2', 'tool-3']);
  }
  for (const tools of /** @type {any[]} */ ([undefined, null, {}, 'tools', new Set()])) {
    assert.equal(thrown(() => registry.registerAll(tools)) instanceof TypeError, true);
  }
});

test('S3-02 unregister and clear take tools out', node, () => {
  const registry = registryOf('tool-1', 'tool-2', 'tool-3');
  assert.equal(registry.unregister('tool-2'), true);
  assert.equal(registry.unregister('tool-2'), false);
  assert.deepEqual(registry.list(), ['tool-1', 'tool-3']);
  registry.clear();
  assert.deepEqual(registry.list(), []);
  assert.equal(registry.has('tool-1'), false);
  registry.clear();
});

test('S3-02 definitions are found by category and tag', node, () => {
  const registry = new ToolRegistry();
  /** @type {any[]} */
  const definitions = [
    { ...described('tool-1'), category: 'encoders', tags: ['hash', 'text'] },
    { ...described('tool-2'), category: 'formatters', tags: ['text'] },
    { ...described('tool-3'), category: 'encoders' },
  ];
  for (const definition of definitions) registry.register(definition, ok);
  const ids = (/** @type {{ id: string }[]} */ found) => found.map(({ id }) => id);
  assert.deepEqual(registry.getDefinitions(), definitions);
  assert.equal(registry.getDefinitions()[0], definitions[0]);
  assert.deepEqual(ids(registry.findByCategory('encoders')), ['tool-1', 'tool-3']);
  assert.deepEqual(ids(registry.findByTag('text')), ['tool-1', 'tool-2']);
  for (const none of /** @type {any[]} */ (['', 'games', 'constructor', 'encoders ', undefined, 5])) {
    assert.deepEqual(registry.findByCategory(none), []);
    assert.deepEqual(registry.findByTag(none), []);
  }
});

test('S3-01 a definition that is wrong is refused by the name of what is wrong', node, () => {
  const registry = new ToolRegistry();
  /** @type {[any, RegExp][]} */
  const wrong = [
    [undefined, /must be an object/],
    ['tool-1', /must be an object/],
    [{ description: 'x' }, /id is missing/],
    [{ id: 'tool-1' }, /"tool-1": description is missing/],
    [
      { ...described('tool-1'), parameters: [{ name: 'a', type: 'colour' }] },
      /parameters\[0\]\.type must be one of/,
    ],
    [
      {
        ...described('tool-1'),
        parameters: [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'text' },
        ],
      },
      /parameters\[1\]\.name/,
    ],
    [{ ...described('tool-1'), executionMode: 'cloud' }, /executionMode must be one of/],
  ];
  for (const [definition, text] of wrong) {
    const error = thrown(() => registry.register(definition, ok));
    assert.equal(error instanceof TypeError, true);
    assert.match(error.message, text);
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  for (const fn of /** @type {any[]} */ ([undefined, null, {}, 'run', 5])) {
    assert.match(thrown(() => registry.register(described('tool-1'), fn)).message, /"tool-1"/);
  }
  assert.deepEqual(registry.list(), []);
});

test('S3-28 only tools of a server go without a function', node, () => {
  const registry = new ToolRegistry();
  registry.register({ ...described('tool-1'), executionMode: 'server' });
  registry.register({ ...described('tool-2'), executionMode: 'hybrid' }, null);
  assert.deepEqual(registry.get('tool-1'), {
    definition: { ...described('tool-1'), executionMode: 'server' },
  });
  assert.match(
    thrown(() => registry.register({ ...described('tool-3'), executionMode: 'client' })).message,
    /needs a function/,
  );
});

test('S3-01 a strict registry wants every member of the format', node, () => {
  const registry = new ToolRegistry({ strict: true });
  assert.match(thrown(() => registry.register(described('tool-1'), ok)).message, /"tool-1": name is missing/);
  registry.register(
    {
      ...described('tool-1'),
      name: 'Tool',
      category: 'utilities',
      tags: ['test'],
      method: 'POST',
      parameters: [],
      outputDescription: 'One.',
      example: { input: {}, output: 1 },
    },
    ok,
  );
  assert.deepEqual(registry.list(), ['tool-1']);
  for (const options of /** @type {any[]} */ ([
    undefined,
    null,
    {},
    { strict: false },
    { strict: undefined },
  ])) {
    new ToolRegistry(options).register(described('tool-1'), ok);
  }
  for (const options of /** @type {any[]} */ (['strict', 5, true, { strict: 'yes' }, { strict: 1 }])) {
    assert.equal(thrown(() => new ToolRegistry(options)).errorCode, 'INVALID_INPUT');
  }
});

test('S3-01 registries know nothing of each other', node, () => {
  const [first, second] = [registryOf('tool-1'), registryOf('tool-2')];
  assert.deepEqual(first.list(), ['tool-1']);
  assert.deepEqual(second.list(), ['tool-2']);
});

test('S3-01 a definition that registers another while it is read', node, () => {
  const registry = new ToolRegistry();
  const definition = Object.defineProperty({ description: 'x' }, 'id', {
    get() {
      if (!registry.has('tool-2')) registry.register(described('tool-2'), ok);
      return 'tool-1';
    },
  });
  registry.register(/** @type {any} */ (definition), ok);
  assert.deepEqual(registry.list(), ['tool-2', 'tool-1']);
});

test('S3-01 a class may extend it, and what is no registry is refused', node, () => {
  class Catalogue extends ToolRegistry {
    get size() {
      return this.list().length;
    }
  }
  const registry = new Catalogue();
  registry.register(described('tool-1'), ok);
  assert.equal(registry.size, 1);
  assert.equal(typeof createRuntime(registry).execute, 'function');
  const { has } = registry;
  assert.equal(thrown(() => has('tool-1')) instanceof TypeError, true);
  const look = Object.create(ToolRegistry.prototype);
  for (const other of /** @type {any[]} */ ([undefined, null, {}, [], 'registry', new Map(), look])) {
    const error = thrown(() => createRuntime(other));
    assert.equal(error instanceof TypeError, true);
    assert.match(error.message, /ToolRegistry/);
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
});

test('S3-02 1,000 tools', node, () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `tool-${(index * 7919) % 1000}`);
  const registry = registryOf(...ids);
  assert.deepEqual(registry.list(), ids);
  assert.equal(
    ids.every((id) => registry.get(id)?.definition.id === id),
    true,
  );
  for (const id of ids.slice(0, 999)) registry.unregister(id);
  assert.deepEqual(registry.list(), ids.slice(999));
});
