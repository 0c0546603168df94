/** Finding the tool: the page without WebMCP, names that there are not, odd names, names that several documents have. */

import { executeTool, executeToolDetailed, listTools, provider } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { installModelContext, installScripted } from './scripted-provider.mjs';
import { untilListed } from './until-listed.mjs';

const UNAVAILABLE =
  'document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded.';
const topOnly = 'its tools are those of the top window';
const ownOnly = 'it knows the tools of its own document only';

test('S1-19 a page without WebMCP says so, in exactly these words', async (t) => {
  for (const nothing of [undefined, null]) {
    installModelContext(nothing);
    assert.equal(provider(), null);
    for (const call of [executeTool('greet', {}), listTools()]) {
      const error = await t.rejects(call);
      assert.ok(error instanceof Error);
      assert.equal(error.message, UNAVAILABLE);
      assert.equal(error.errorCode, 'UNAVAILABLE');
    }
  }
});

test('S1-19 where there is no document at all, the same', {
  only: { node: 'there is none' },
  node: true,
}, async (t) => {
  assert.equal('document' in globalThis, false);
  assert.equal(provider(), null);
  const error = await t.rejects(executeTool('greet', {}));
  assert.ok(error instanceof Error);
  assert.equal(error.message, UNAVAILABLE);
  assert.equal(error.errorCode, 'UNAVAILABLE');
});

test('S1-19 a modelContext that is no provider counts as none', { node: true }, async (t) => {
  for (const value of [5, 'text', {}, { getTools: 1 }, { getTools() {} }]) {
    installModelContext(value);
    assert.equal((await t.rejects(executeTool('greet', {}))).message, UNAVAILABLE);
  }
});

test('S1-19 a page that gets WebMCP later can be called then', { node: true }, async (t) => {
  installModelContext(undefined);
  await t.rejects(executeTool('greet', {}));
  installScripted();
  assert.equal((await executeTool('greet', {}))?.content.length, 1);
});

test('S1-20 an unknown tool rejects, in exactly these words', async (t) => {
  let runs = 0;
  await t.register({ name: 'yes', execute: () => ++runs });
  const error = await t.rejects(executeTool('nope', {}));
  assert.ok(error instanceof Error);
  assert.equal(error.message, 'Unknown tool "nope"');
  assert.equal(error.errorCode, 'NOT_FOUND');
  assert.deepEqual(error.available, ['yes']);
  assert.equal('outcomeUnknown' in error, false, 'nothing can have run');
  assert.equal(runs, 0);
});

test('S1-20 over a provider of the page’s own', { node: true }, async (t) => {
  const fake = installScripted({ tools: ['yes'] });
  const error = await t.rejects(executeTool('nope', {}));
  assert.equal(error.message, 'Unknown tool "nope"');
  assert.equal(fake.calls.length, 0);
});

test('S1-20 a tool that has been unregistered is unknown', async (t) => {
  const unregister = await t.register({ name: 'greet', execute: () => 'hello' });
  await executeTool('greet', {});
  await unregister();
  assert.equal((await t.rejects(executeTool('greet', {}))).message, 'Unknown tool "greet"');
});

const odd = {
  constructor: 'constructor',
  'the prototype': '__proto__',
  'with a quote': 'a"b',
  empty: '',
  'with a line break': 'a\nb',
  'half a character': 'a\ud83d',
  'another script': 'über',
  'a method of arrays': 'length',
};

for (const [what, name] of Object.entries(odd)) {
  test(`S1-21 an odd name is looked up as it is: ${what}`, { node: true }, async (t) => {
    if (t.env.engine === 'node') installScripted();
    else await t.register({ name: 'greet', execute: () => 'hello' });
    const error = await t.rejects(executeTool(name, {}));
    assert.equal(error.message, `Unknown tool "${name}"`);
    assert.equal(error.errorCode, 'NOT_FOUND');
  });
}

test('S1-21 a name of a million characters', { node: true }, async (t) => {
  installScripted();
  const name = 'x'.repeat(1_000_000);
  const error = await t.rejects(executeTool(name, {}));
  assert.ok(error.message === `Unknown tool "${name}"`);
});

test('S1-21 tools may have such names', async (t) => {
  for (const name of ['constructor', '__proto__', 'toString', '0.-_']) {
    await t.register({ name, execute: () => name });
    assert.deepEqual((await executeTool(name, {}))?.content, [{ type: 'text', text: name }]);
  }
});

test('S1-21 a name that is no string is refused', { node: true }, async (t) => {
  const fake = installScripted({ tools: ['5', 'null', 'undefined', '[object Object]'] });
  for (const name of [5, null, undefined, {}, Symbol('x'), new String('5')]) {
    const error = await t.rejects(executeTool(/** @type {any} */ (name), {}));
    assert.equal(error.name, 'TypeError');
    assert.equal(error.errorCode, 'INVALID_INPUT');
  }
  assert.equal(fake.calls.length, 0);
});

test('S1-36 the page’s own tool goes before one of the same name in a frame', {
  not: { 'ff-native': topOnly, mcpb: ownOnly },
}, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  await untilListed(t, 'echo', { window: frame.contentWindow });
  const inFrame = await executeToolDetailed('echo', {});
  assert.equal(inFrame.status, 'completed', 'found in the frame while only it has the tool');
  assert.equal(Reflect.get(frame.contentWindow, 'runs').echo, 1);

  await t.register({ name: 'echo', execute: () => 'the page itself' });
  const own = await executeTool('echo', {});
  assert.deepEqual(own?.content, [{ type: 'text', text: 'the page itself' }]);
  assert.equal(Reflect.get(frame.contentWindow, 'runs').echo, 1);
  const listed = (await listTools()).filter(({ name }) => name === 'echo');
  assert.deepEqual(listed.map(({ own }) => own).sort(), [false, true], 'both are listed');
});

test('S1-36 whichever was registered first, and in a later frame', {
  not: { 'ff-native': topOnly, mcpb: ownOnly },
}, async (t) => {
  await t.register({ name: 'echo', execute: () => 'the page itself' });
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  await untilListed(t, 'echo', { window: frame.contentWindow });
  const own = await executeTool('echo', {});
  assert.deepEqual(own?.content, [{ type: 'text', text: 'the page itself' }]);
  assert.equal(Reflect.get(frame.contentWindow, 'runs').echo, 0);
});

test('S1-36 told by window, or by source as the newest builds call it', async () => {
  const fake = installScripted({ tools: ['echo', 'echo'] });
  const elsewhere = document.createElement('iframe');
  document.body.append(elsewhere);
  for (const member of ['window', 'source']) {
    for (const [index, tool] of fake.tools.entries()) {
      Reflect.deleteProperty(tool, 'window');
      Reflect.deleteProperty(tool, 'source');
      Reflect.set(tool, member, index === 0 ? elsewhere.contentWindow : window);
    }
    await executeTool('echo', {});
    assert.equal(fake.calls.at(-1)?.tool, fake.tools[1], member);
  }
  elsewhere.remove();
});
