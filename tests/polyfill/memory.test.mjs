/** What is under way leaves nothing behind when it ends, and needs no garbage collection for that. */

import { uninstallModelContext } from 'webmcp-exec/polyfill';
import { assert, test } from '../harness/page.mjs';
import { made, memoriesOf, tablesOf, twin } from '../leak/instances.mjs';
import { relay, toolOf } from './relay.mjs';
import { polyfillOnly, registeredTool } from './side-by-side.mjs';

/** The memory and the tables of the polyfill's module, which is instantiated by the first call; of its twin the memory. */
function measure() {
  const exports = made.find((one) => memoriesOf(one).length > 0);
  if (exports === undefined) {
    assert.ok(twin.bytes > 0, 'nothing was instantiated');
    return { memory: [twin.bytes], tables: [] };
  }
  const [memories, tables] = [memoriesOf(exports), tablesOf(exports)];
  assert.equal(memories.length, 1);
  assert.ok(tables.length > 0);
  return {
    memory: memories.map(({ buffer }) => buffer.byteLength),
    tables: tables.map(({ length }) => length),
  };
}

/**
 * Runs rounds of work and checks that memory and tables are after the last as they were half-way: until then they
 * grow to what the busiest moment needs.
 * @param {() => Promise<unknown>} round
 */
async function staysFlat(round) {
  for (let count = 0; count < 5; count++) await round();
  const before = measure();
  for (let count = 0; count < 5; count++) await round();
  assert.deepEqual(measure(), before);
}

test('10,000 aborted calls of a tool that never settles', {
  ...polyfillOnly,
  timeout: 120_000,
}, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  let runs = 0;
  await context.registerTool({
    name: 'never',
    description: 'd',
    execute() {
      runs++;
      return new Promise(() => {});
    },
  });
  await staysFlat(async () => {
    for (let batch = 0; batch < 10; batch++) {
      const controllers = Array.from({ length: 100 }, () => new AbortController());
      const calls = controllers.map(({ signal }) =>
        context.executeTool(registeredTool('never'), {}, { signal }),
      );
      const rejected = Promise.all(calls.map((call) => call.catch((/** @type {any} */ { name }) => name)));
      await t.tick();
      for (const controller of controllers) controller.abort();
      assert.ok((await rejected).every((name) => name === 'AbortError'));
      await t.tick();
    }
  });
  assert.equal(runs, 10_000);
});

/** Another copy of the polyfill, which takes the functions that count instead of the browser's own. */
async function installCounting(/** @type {string} */ environment) {
  uninstallModelContext();
  const { prototype } = EventTarget;
  const { addEventListener, removeEventListener } = prototype;
  const count = { added: 0, removed: 0 };
  /** @this {EventTarget} @param {any[]} args */
  prototype.addEventListener = function (...args) {
    if (this instanceof AbortSignal) count.added++;
    return Reflect.apply(addEventListener, this, args);
  };
  /** @this {EventTarget} @param {any[]} args */
  prototype.removeEventListener = function (...args) {
    if (this instanceof AbortSignal) count.removed++;
    return Reflect.apply(removeEventListener, this, args);
  };
  const file = environment.endsWith('no-wasm') ? 'polyfill.no-wasm.js' : 'polyfill.js';
  const copy = await import(`/another-copy/webmcp-exec/${file}`);
  assert.equal(copy.installModelContext().status, 'present');
  return count;
}

test('10,000 calls that share one signal leave no listener on it', {
  ...polyfillOnly,
  timeout: 120_000,
}, async (t) => {
  const count = await installCounting(t.env.id);
  /** @type {any} */
  const context = t.modelContext();
  const { signal } = new AbortController();
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  await staysFlat(async () => {
    for (let calls = 0; calls < 1000; calls++) {
      await context.executeTool(registeredTool('a'), {}, { signal });
    }
  });
  assert.deepEqual(count, { added: 10_000, removed: 10_000 });
});

test('10,000 calls that throw or are refused', { ...polyfillOnly, timeout: 120_000 }, async (t) => {
  const { error } = console;
  console.error = () => {};
  t.after(() => {
    console.error = error;
  });
  /** @type {any} */
  const context = t.modelContext();
  const hostile = {
    get a() {
      throw new Error('a');
    },
  };
  await context.registerTool({ name: 'throws', description: 'd', execute: () => hostile.a });
  await context.registerTool({ name: 'gives_a_getter', description: 'd', execute: () => hostile });
  const refused = [
    () => context.executeTool(registeredTool('throws'), {}),
    () => context.executeTool(registeredTool('gives_a_getter'), {}),
    () => context.executeTool(registeredTool('throws'), hostile),
    () => context.executeTool(registeredTool('throws'), 5),
    () =>
      context.executeTool(
        {
          get name() {
            return hostile.a;
          },
          description: 'd',
        },
        {},
      ),
    () => context.executeTool(registeredTool('throws', { window: {} }), {}),
    () => context.executeTool(registeredTool('throws', { origin: 'zzz' }), {}),
    () => context.executeTool(registeredTool('nope'), {}),
    () => context.registerTool({ name: 'b', description: 'd', inputSchema: hostile, execute() {} }),
    () => context.getTools({ fromOrigins: [{ toString: () => hostile.a }] }),
  ];
  await staysFlat(async () => {
    for (let count = 0; count < 100; count++) {
      for (const call of refused) await t.rejects(call());
    }
  });
});

test('10,000 registrations', { ...polyfillOnly, timeout: 120_000 }, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  const definition = { name: 'a', description: 'd', inputSchema: { type: 'object' }, execute() {} };
  await staysFlat(async () => {
    for (let count = 0; count < 1000; count++) {
      const registration = new AbortController();
      await context.registerTool(definition, { signal: registration.signal });
      if (count % 100 === 0) await context.getTools();
      registration.abort();
    }
    await t.tick();
  });
});

test('1,000 frames that come and go', { ...polyfillOnly, timeout: 120_000 }, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  await staysFlat(async () => {
    for (let count = 0; count < 100; count++) {
      const iframe = document.createElement('iframe');
      document.body.append(iframe);
      assert.equal((await context.getTools()).length, 1);
      iframe.remove();
    }
  });
});

test('1,000 channels to frames of another origin, with a call pending in each', {
  ...polyfillOnly,
  timeout: 120_000,
}, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({ name: 'a', description: 'd', execute: () => 'done' });
  await staysFlat(async () => {
    const frame = await relay(t, 'cross-site');
    const listed = toolOf(frame, 'b');
    // Each offer stands for a document: the one before it has gone, and its call with it.
    for (let count = 0; count < 100; count++) {
      await frame.run(`const { port1, port2 } = new MessageChannel();
        parent.postMessage(['webmcp-exec.polyfill', [1], 3, 0], '*', [port2]);
        port1.postMessage([1, 0, 0, [{ name: 'b', title: '', description: 'd' }]]);
        globalThis.kept = port1;`);
      while ((await context.getTools({ fromOrigins: [frame.origin] })).length !== 2) await t.tick();
      context.executeTool(listed, {}).catch(() => {});
    }
    frame.iframe.remove();
  });
});

test('1,000 forms that come, are called, change and go', { ...polyfillOnly, timeout: 120_000 }, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await staysFlat(async () => {
    for (let count = 0; count < 100; count++) {
      const form = document.createElement('form');
      form.innerHTML = '<input name="a"><select name="s"><option>1<option>2</select><button>go</button>';
      form.setAttribute('toolname', 'f');
      form.setAttribute('tooldescription', 'd');
      form.toggleAttribute('toolautosubmit', count % 2 === 0);
      form.onsubmit = (/** @type {any} */ event) => {
        event.preventDefault();
        event.respondWith('ok');
      };
      document.body.append(form);
      const called = context
        .executeTool(registeredTool('f'), { a: 'v', s: '2' })
        .catch((/** @type {any} */ { name }) => name);
      await t.tick();
      form.append(document.createElement('textarea'));
      form.remove();
      await called;
    }
    assert.deepEqual(await context.getTools(), []);
  });
});
