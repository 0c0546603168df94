/** Points 8 to 11 of "What a faithful polyfill of 156 must do": what executeTool takes, runs and gives. */

import { assert, test } from '../harness/page.mjs';
import { invocationFailed, named, registeredTool, sideBySide, unknownReason } from './side-by-side.mjs';

const prefix = "TypeError: Failed to execute 'executeTool' on 'ModelContext': ";
const notAnObject = `${prefix}invalid input object: value is not an object`;
const unparsable = 'UnknownError: Failed to parse input arguments';

/**
 * Registers a tool that gives back what it got.
 * @param {import('../harness/types.d.ts').TestContext} t
 */
async function registerEcho(t) {
  /** @type {any} */
  const context = t.modelContext();
  /** @type {any[][]} */
  const runs = [];
  await context.registerTool({
    name: 'echo',
    description: 'd',
    inputSchema: { type: 'object', required: ['never given'] },
    execute(/** @type {any[]} */ ...args) {
      runs.push(args);
      return 'done';
    },
  });
  return { context, runs };
}

const removedWindow = () => {
  const iframe = document.createElement('iframe');
  document.body.append(iframe);
  const { contentWindow } = iframe;
  iframe.remove();
  return contentWindow;
};

test('the tool may be listed, copied or made by hand, and is found by its name', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  const [tool] = await context.getTools();
  for (const given of [
    tool,
    { ...tool },
    registeredTool('echo'),
    registeredTool('echo', { origin: `${location.href}x/y?z` }),
    { ...tool, description: 'other', title: 5, inputSchema: { type: 'x' }, annotations: null },
  ]) {
    assert.equal(await context.executeTool(given, {}), 'done');
  }
  assert.equal(runs.length, 5);
});

/** @type {Record<string, [(tool: any) => unknown, string]>} */
const refusedTools = {
  'a name': [() => 'echo', `${prefix}The provided value is not of type 'RegisteredTool'.`],
  null: [() => null, `${prefix}The provided value is not of type 'RegisteredTool'.`],
  'an object without description': [
    () => ({ name: 'echo', origin: location.origin, window }),
    `${prefix}Failed to read the 'description' property from 'RegisteredTool': Required member is undefined.`,
  ],
  'an object without name': [
    () => ({ description: 'd', origin: location.origin, window }),
    `${prefix}Failed to read the 'name' property from 'RegisteredTool': Required member is undefined.`,
  ],
  'an object without origin': [
    () => ({ name: 'echo', description: 'd', window }),
    `${prefix}Failed to read the 'origin' property from 'RegisteredTool': Required member is undefined.`,
  ],
  'an object without window': [
    () => ({ name: 'echo', description: 'd', origin: location.origin }),
    `${prefix}Failed to read the 'window' property from 'RegisteredTool': Required member is undefined.`,
  ],
  'a window that is null': [
    (tool) => ({ ...tool, window: null }),
    `${prefix}Failed to read the 'window' property from 'RegisteredTool': Failed to convert value to 'Window'.`,
  ],
  'a window that is an object': [
    (tool) => ({ ...tool, window: {} }),
    `${prefix}Failed to read the 'window' property from 'RegisteredTool': Failed to convert value to 'Window'.`,
  ],
  'a schema that is text': [
    (tool) => ({ ...tool, inputSchema: '{}' }),
    `${prefix}Failed to read the 'inputSchema' property from 'RegisteredTool': Failed to convert value to 'object'.`,
  ],
  'annotations that are a number': [
    (tool) => ({ ...tool, annotations: 5 }),
    `${prefix}Failed to read the 'annotations' property from 'RegisteredTool': The provided value is not of type 'ToolAnnotations'.`,
  ],
  'an origin that is none': [
    (tool) => ({ ...tool, origin: 'zzz' }),
    'NotSupportedError: The provided origin is invalid.',
  ],
  'an empty origin': [
    (tool) => ({ ...tool, origin: '' }),
    'NotSupportedError: The provided origin is invalid.',
  ],
  'the origin null': [
    (tool) => ({ ...tool, origin: 'null' }),
    'NotSupportedError: The provided origin is invalid.',
  ],
  'an opaque origin': [
    (tool) => ({ ...tool, origin: 'data:text/html,x' }),
    'NotSupportedError: Cannot execute tools that live in a document with an opaque origin.',
  ],
  'the window of a removed frame': [
    (tool) => ({ ...tool, window: removedWindow() }),
    'InvalidStateError: Target frame is detached.',
  ],
  'an unknown name': [(tool) => ({ ...tool, name: 'nope' }), `UnknownError: ${unknownReason}`],
  'another origin': [(tool) => ({ ...tool, origin: 'https://a.example' }), `UnknownError: ${unknownReason}`],
};
for (const [what, [change, message]] of Object.entries(refusedTools)) {
  test(`executeTool refuses ${what}`, sideBySide, async (t) => {
    const { context, runs } = await registerEcho(t);
    const [tool] = await context.getTools();
    assert.equal(named(await t.rejects(context.executeTool(change(tool), {}))), message);
    assert.equal(runs.length, 0);
  });
}

test('the members of a tool are read once, in the order of their names', sideBySide, async (t) => {
  const { context } = await registerEcho(t);
  const [tool] = await context.getTools();
  /** @type {string[]} */
  const read = [];
  const proxy = new Proxy(tool, {
    get(target, key) {
      read.push(String(key));
      return target[key];
    },
  });
  await context.executeTool(proxy, {});
  assert.deepEqual(read, ['annotations', 'description', 'inputSchema', 'name', 'origin', 'title', 'window']);
});

/** @type {Record<string, [unknown, unknown]>} */
const inputs = {
  'an object': [
    { a: 1, b: { c: [null] } },
    { a: 1, b: { c: [null] } },
  ],
  'an array': [
    [1, 2],
    [1, 2],
  ],
  'an array of JSON text': [['{"a":1}'], ['{"a":1}']],
  'an object without prototype': [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  'an object with toString': [{ toString: () => '{"a":7}', b: 2 }, { b: 2 }],
  'a toJSON': [{ toJSON: () => ({ a: 5 }) }, { a: 5 }],
  'a Map': [new Map([['a', 1]]), {}],
  'what JSON leaves out': [
    { a: undefined, b() {}, c: Symbol('c'), d: NaN, e: new Date(0) },
    { d: null, e: '1970-01-01T00:00:00.000Z' },
  ],
  'a lone surrogate': [{ a: '\ud800' }, { a: '\ud800' }],
  'an own __proto__': [
    JSON.parse('{"__proto__":{"polluted":1},"a":1}'),
    JSON.parse('{"__proto__":{"polluted":1},"a":1}'),
  ],
};
for (const [what, [input, seen]] of Object.entries(inputs)) {
  test(`a tool gets a copy of ${what}`, sideBySide, async (t) => {
    const { context, runs } = await registerEcho(t);
    assert.equal(await context.executeTool(registeredTool('echo'), input), 'done');
    assert.equal(JSON.stringify(runs[0]?.[0]), JSON.stringify(seen));
    assert.ok(runs[0]?.[0] !== input);
    assert.ok([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(runs[0]?.[0])));
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
}

test('a tool called without input gets an empty object', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  await context.executeTool(registeredTool('echo'));
  await context.executeTool(registeredTool('echo'), undefined);
  await context.executeTool(registeredTool('echo'), undefined, undefined);
  assert.deepEqual(
    runs.map(([input]) => input),
    [{}, {}, {}],
  );
  for (const options of [null, {}]) {
    assert.equal(
      named(await t.rejects(context.executeTool(registeredTool('echo'), undefined, options))),
      notAnObject,
    );
  }
});

test('input that is no object is refused before anything runs', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  let events = 0;
  context.ontoolactivated = () => events++;
  for (const input of [null, '{"a":1}', '', 5, NaN, true, 5n, Symbol('x')]) {
    assert.equal(named(await t.rejects(context.executeTool(registeredTool('echo'), input))), notAnObject);
  }
  for (const input of [() => {}, { toJSON() {} }]) {
    assert.equal(
      named(await t.rejects(context.executeTool(registeredTool('echo'), input))),
      `${prefix}invalid input object: toJSON() returns undefined`,
    );
  }
  assert.deepEqual([runs.length, events], [0, 0]);
});

test('input that JSON.stringify refuses is refused in its words', sideBySide, async (t) => {
  const { context } = await registerEcho(t);
  /** @type {Record<string, unknown>} */
  const circle = {};
  circle.circle = circle;
  for (const input of [circle, { a: 1n }]) {
    const own = await t.rejects(new Promise(() => JSON.stringify(input)));
    const error = await t.rejects(context.executeTool(registeredTool('echo'), input));
    assert.ok(error instanceof TypeError);
    assert.equal(named(error).split('\n')[0], prefix + own.message.split('\n')[0]);
  }
  for (const reason of [new RangeError('r'), new TypeError('t'), 'text']) {
    const input = {
      toJSON() {
        throw reason;
      },
    };
    assert.equal(await t.rejects(context.executeTool(registeredTool('echo'), input)), reason);
  }
});

test('input whose JSON is no object activates the tool and fails there', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  /** @type {string[]} */
  const log = [];
  context.ontoolactivated = (/** @type {any} */ { toolName }) => log.push(toolName);
  for (const input of [
    { toJSON: () => 5 },
    { toJSON: () => null },
    new Date(0),
    new String('{}'),
    new Number(5),
  ]) {
    assert.equal(named(await t.rejects(context.executeTool(registeredTool('echo'), input))), unparsable);
  }
  assert.equal(runs.length, 0);
  assert.deepEqual(log, ['echo', 'echo', 'echo', 'echo', 'echo']);
});

test('input is taken as it is at the call', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  const input = { a: 1 };
  const called = context.executeTool(registeredTool('echo'), input);
  input.a = 2;
  await called;
  assert.deepEqual(runs[0]?.[0], { a: 1 });
});

test('the third argument', sideBySide, async (t) => {
  const { context, runs } = await registerEcho(t);
  const aborted = AbortSignal.abort();
  for (const options of [undefined, null, {}, { x: 1 }, () => {}, { signal: undefined }, aborted]) {
    assert.equal(await context.executeTool(registeredTool('echo'), {}, options), 'done');
  }
  assert.equal(runs.length, 7);
  const noSignal = `${prefix}Failed to read the 'signal' property from 'ExecuteToolOptions': Failed to convert value to 'AbortSignal'.`;
  for (const [options, message] of [
    [5, `${prefix}The provided value is not of type 'ExecuteToolOptions'.`],
    [{ signal: null }, noSignal],
    [{ signal: { aborted: false, addEventListener() {} } }, noSignal],
  ]) {
    assert.equal(named(await t.rejects(context.executeTool(registeredTool('echo'), {}, options))), message);
  }
});

test('the checks come in the order tool, options, origin, input, window, signal', sideBySide, async (t) => {
  const { context } = await registerEcho(t);
  const tool = registeredTool('echo');
  const signal = AbortSignal.abort('the signal');
  const rejection = async (/** @type {any[]} */ ...args) => {
    const reason = await t.rejects(context.executeTool(...args));
    return typeof reason === 'string' ? reason : named(reason);
  };
  assert.deepEqual(
    [
      await rejection({}, 5, 5),
      await rejection({ ...tool, origin: 'zzz' }, 5, 5),
      await rejection({ ...tool, origin: 'zzz' }, 5, { signal }),
      await rejection({ ...tool, window: removedWindow() }, 5, { signal }),
      await rejection({ ...tool, window: removedWindow() }, {}, { signal }),
      await rejection({ ...tool, name: 'nope' }, {}, { signal }),
    ],
    [
      `${prefix}Failed to read the 'description' property from 'RegisteredTool': Required member is undefined.`,
      `${prefix}The provided value is not of type 'ExecuteToolOptions'.`,
      'NotSupportedError: The provided origin is invalid.',
      notAnObject,
      'InvalidStateError: Target frame is detached.',
      'the signal',
    ],
  );
});

test('a tool is called without this, with its input and a signal of its own', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  /** @type {any} */
  let seen;
  await context.registerTool({
    name: 'a',
    description: 'd',
    execute(/** @type {any[]} */ ...args) {
      seen = { self: this, args };
    },
  });
  const { signal } = new AbortController();
  await context.executeTool(registeredTool('a'), {}, { signal });
  const [, { signal: own, ...rest }] = seen.args;
  assert.equal(seen.self, undefined);
  assert.equal(seen.args.length, 2);
  assert.deepEqual(rest, {});
  assert.ok(own instanceof AbortSignal && own !== signal);
  await context.executeTool(registeredTool('a'));
  assert.ok(seen.args[1].signal instanceof AbortSignal && seen.args[1].signal !== own);
  assert.equal(own.aborted, false);
});

test(
  'a tool runs in a later task, then toolactivated fires, and the result comes in a task',
  sideBySide,
  async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    /** @type {string[]} */
    const log = [];
    context.addEventListener('toolactivated', (/** @type {any} */ event) => {
      log.push(`activated ${event.toolName}`);
      assert.ok(event instanceof Reflect.get(window, 'ToolActivatedEvent'));
      assert.deepEqual([event.bubbles, event.cancelable, event.target === context], [false, false, true]);
    });
    await context.registerTool({
      name: 'a',
      description: 'd',
      execute() {
        log.push('run');
        queueMicrotask(() => queueMicrotask(() => log.push('microtasks of the tool')));
        return 'x';
      },
    });
    const called = context.executeTool(registeredTool('a'), {}).then(() => log.push('result'));
    log.push('called');
    queueMicrotask(() => queueMicrotask(() => log.push('microtasks')));
    await called;
    assert.deepEqual(log, ['called', 'microtasks', 'run', 'microtasks of the tool', 'activated a', 'result']);
  },
);

/** @type {Record<string, [() => unknown, string]>} */
const results = {
  'a text': [() => 'abc', 'abc'],
  'an empty text': [() => '', 'Operation succeeded'],
  null: [() => null, 'null'],
  undefined: [() => undefined, 'undefined'],
  'a number': [() => 5, '5'],
  'minus zero': [() => -0, '0'],
  NaN: [() => NaN, 'NaN'],
  'a boolean': [() => false, 'false'],
  'a BigInt': [() => 5n, '5'],
  'an object': [
    () => ({ content: [{ type: 'text', text: 'hi' }] }),
    '{"content":[{"type":"text","text":"hi"}]}',
  ],
  'an array': [() => [1, 'a', undefined, () => {}], '[1,"a",null,null]'],
  'a function': [() => () => {}, 'undefined'],
  'a function with toJSON': [() => Object.assign(() => {}, { toJSON: () => ({ a: 1 }) }), '{"a":1}'],
  'a toJSON that gives undefined': [() => ({ toJSON() {} }), 'undefined'],
  'a toJSON that gives an empty text': [() => ({ toJSON: () => '' }), '""'],
  'a Date': [() => new Date(0), '"1970-01-01T00:00:00.000Z"'],
  'a boxed text': [() => new String('abc'), '"abc"'],
  'an Error': [() => new Error('e'), '{}'],
  'a promise': [() => Promise.resolve({ a: 1 }), '{"a":1}'],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is the case
  'a thenable': [() => ({ then: (/** @type {Function} */ resolve) => resolve('followed') }), 'followed'],
};
for (const [what, [execute, text]] of Object.entries(results)) {
  test(`a tool that gives ${what}`, sideBySide, async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    await context.registerTool({ name: 'a', description: 'd', execute });
    assert.equal(await context.executeTool(registeredTool('a'), {}), text);
  });
}

test('a result is serialised when its promise has been fulfilled', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({
    name: 'a',
    description: 'd',
    execute() {
      const result = { a: 1 };
      queueMicrotask(() => {
        result.a = 2;
      });
      return result;
    },
  });
  assert.equal(await context.executeTool(registeredTool('a'), {}), '{"a":2}');
});

/** @type {Record<string, () => unknown>} */
const failures = {
  'throws an Error': () => {
    throw new RangeError('secret');
  },
  'throws undefined': () => {
    throw undefined;
  },
  'throws a DOMException': () => {
    throw new DOMException('secret', 'AbortError');
  },
  'throws the text of an argument error': () => {
    throw new TypeError('Failed to parse input arguments');
  },
  'throws an object without a text': () => {
    throw Object.create(null);
  },
  rejects: () => Promise.reject(new Error('secret')),
  'gives a circle': () => {
    /** @type {Record<string, unknown>} */
    const circle = {};
    circle.circle = circle;
    return circle;
  },
  'gives a BigInt in an object': () => ({ a: 1n }),
  'gives a getter that throws': () => ({
    get a() {
      throw new Error('secret');
    },
  }),
  'gives a promise whose then throws': () => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable is the case
    get then() {
      throw new Error('secret');
    },
  }),
};
for (const [what, execute] of Object.entries(failures)) {
  test(`a tool that ${what} fails, and why stays with it`, sideBySide, async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    await context.registerTool({ name: 'a', description: 'd', execute });
    const error = await t.rejects(context.executeTool(registeredTool('a'), {}));
    assert.ok(error instanceof DOMException);
    assert.equal(named(error), `UnknownError: ${invocationFailed}`);
    assert.equal(error.cause, undefined);
    // A failure is no error or rejection of the page: the harness would have seen one.
    await t.sleep(20);
  });
}

const { c156: _, ...polyfills } = sideBySide.only;

test('a symbol is a failure', { only: polyfills }, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({ name: 'a', description: 'd', execute: () => Symbol('native ends the tab') });
  const error = await t.rejects(context.executeTool(registeredTool('a'), {}));
  assert.equal(named(error), `UnknownError: ${invocationFailed}`);
});

test('a text with a lone surrogate is passed on', { only: polyfills }, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({
    name: 'a',
    description: 'native shows none',
    execute: () => 'native gives null \ud800',
  });
  assert.equal(await context.executeTool(registeredTool('a'), {}), 'native gives null \ud800');
});

test('large input and results pass', sideBySide, async (t) => {
  /** @type {any} */
  const context = t.modelContext();
  await context.registerTool({ name: 'a', description: 'd', execute: (/** @type {any} */ { text }) => text });
  const text = 'é'.repeat(5_000_000);
  const result = await context.executeTool(registeredTool('a'), { text });
  assert.ok(result === text);
});
