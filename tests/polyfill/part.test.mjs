/** Firefox's preview has a part of the API, `navigator.modelContext`: what is registered with either is found in both. */

import { assert, test } from '../harness/page.mjs';

const preview = { only: { 'ff-native': 'the preview' } };

/** The polyfill beside the preview. @returns {Promise<any>} */
async function both() {
  const { installModelContext } = await import('webmcp-exec/polyfill');
  const part = Reflect.get(navigator, 'modelContext');
  return { installModelContext, part, context: Reflect.get(document, 'modelContext') };
}

/** @param {any[]} tools */
const namesOf = (tools) => tools.map(({ name }) => name).sort();

test('the preview is not taken for the API, and stays as it is', preview, async () => {
  const before = Reflect.get(navigator, 'modelContext');
  const methods = ['registerTool', 'unregisterTool', 'getTools', 'invokeTool'].map((name) => before[name]);
  const { installModelContext, part, context } = await both();
  assert.equal(installModelContext().status, 'present');
  assert.equal(part, before);
  assert.deepEqual(
    ['registerTool', 'unregisterTool', 'getTools', 'invokeTool'].map((name) => part[name]),
    methods,
  );
  assert.deepEqual(Reflect.ownKeys(part), []);
  assert.ok(context instanceof EventTarget);
});

test('what is registered with the preview is listed and run, with its annotations', preview, async () => {
  const { part, context } = await both();
  let changes = 0;
  context.ontoolchange = () => changes++;
  part.registerTool({
    name: 'theirs',
    description: 'd',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    execute: (/** @type {any} */ { n }) => ({ n }),
  });
  const [tool] = await context.getTools();
  assert.deepEqual([tool.name, tool.description, tool.inputSchema], ['theirs', 'd', { type: 'object' }]);
  assert.equal(tool.annotations.readOnlyHint, true);
  assert.equal(tool.window, window);
  assert.equal(await context.executeTool(tool, { n: 1 }), '{"n":1}');
  assert.equal(changes, 1);
  part.unregisterTool('theirs');
  assert.deepEqual(await context.getTools(), []);
});

test('what is registered with the document is listed and run by the preview', preview, async (t) => {
  const { part, context } = await both();
  const registration = new AbortController();
  /** @type {any} */
  let given;
  await context.registerTool(
    {
      name: 'ours',
      description: 'd',
      inputSchema: { type: 'object' },
      execute: (/** @type {any} */ input, /** @type {any} */ client) => {
        given = client;
        return input.n;
      },
    },
    { signal: registration.signal },
  );
  assert.deepEqual(namesOf(part.getTools()), ['ours']);
  assert.equal(part.getTools()[0].inputSchema.type, 'object');
  assert.equal(await part.invokeTool('ours', { n: 2 }), 2);
  assert.ok(given.signal instanceof AbortSignal);
  assert.deepEqual(namesOf(await context.getTools()), ['ours']);
  registration.abort();
  assert.deepEqual(part.getTools(), []);
  assert.deepEqual(await context.getTools(), []);
  const error = await t.rejects(part.invokeTool('ours', {}));
  assert.equal(error.name, 'NotFoundError');
});

test('a name is one tool, with whichever it is registered', preview, async (t) => {
  const { part, context } = await both();
  part.registerTool({ name: 'a', description: 'd', execute: () => 'theirs' });
  const error = await t.rejects(context.registerTool({ name: 'a', description: 'd', execute: () => 'ours' }));
  assert.equal(error.message, 'Duplicate tool name');
  part.unregisterTool('a');
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'ours' });
  const [tool] = await context.getTools();
  assert.equal(await context.executeTool(tool, {}), 'ours');
});

test(
  'tools of the preview are called through the document by executeTool of the package, too',
  preview,
  async () => {
    const { executeTool, provider } = await import('webmcp-exec');
    const { part } = await both();
    assert.equal(provider(), 'polyfill');
    part.registerTool({ name: 'theirs', description: 'd', execute: () => ({ done: true }) });
    assert.deepEqual((await executeTool('theirs', {}))?.structuredContent, { done: true });
  },
);
