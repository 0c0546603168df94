/** Tools by `Tool.define`: what their `execute` hands on, what it resolves to, and how a call is given up. */

import { executeTool, Tool } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { fakeClock } from './fake-clock.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const ok = { success: true, json: {}, text: 'ok' };
const node = { node: true };

/**
 * A tool that does that.
 *
 * @param {(input: any, signal?: AbortSignal, emit?: (event: any) => void) => any} execute
 */
const toolOf = (execute) => Tool.define({ name: 'lookup', description: 'Looks a city up.', execute });

/** @param {string} text */
const failure = (text) => ({ success: false, json: null, text });

const never = () => new Promise(() => {});

test('S0-01 define() gives a plugin with an execute', node, () => {
  const plugin = toolOf(() => ok);
  assert.equal(plugin.name, 'lookup');
  assert.equal(plugin.description, 'Looks a city up.');
  assert.equal(typeof plugin.execute, 'function');
  assert.ok(Object.isFrozen(plugin));
});

test('S0-02 always a promise, also of a tool that answers at once', node, async () => {
  const answer = toolOf(() => ok).execute({});
  assert.ok(answer instanceof Promise);
  assert.equal(typeof answer.then, 'function');
  assert.equal(await answer, ok);
});

test('S0-03 the input goes to the tool, the very object', node, async () => {
  /** @type {unknown[]} */
  const inputs = [];
  const plugin = toolOf((input) => inputs.push(input));
  const city = { city: 'Jakarta' };
  await plugin.execute(city);
  assert.equal(inputs[0], city);
  for (const input of [undefined, null, 5, 'text', Symbol.iterator, []]) {
    await plugin.execute(input);
    assert.equal(inputs.at(-1), input);
  }
});

test('S0-04 the signal is optional, and is handed to the tool', node, async () => {
  /** @type {unknown[][]} */
  const received = [];
  const plugin = toolOf((...args) => received.push(args));
  const { signal } = new AbortController();
  await plugin.execute({});
  await plugin.execute({}, signal);
  await plugin.execute({}, null);
  assert.equal(received[0]?.[1], undefined);
  assert.equal(received[1]?.[1], signal);
  assert.equal(received[2]?.[1], undefined);
});

test('S0-05 the callback for events is handed to the tool as it is', node, async () => {
  /** @type {unknown[][]} */
  const received = [];
  const plugin = toolOf((...args) => received.push(args));
  const emit = () => {};
  const { signal } = new AbortController();
  await plugin.execute({}, undefined, emit);
  await plugin.execute({}, signal, emit);
  await plugin.execute({}, signal);
  await plugin.execute({});
  assert.equal(received[0]?.[2], emit);
  assert.equal(received[1]?.[2], emit);
  assert.equal(received[2]?.[2], undefined);
  assert.equal(received[3]?.[2], undefined);
  assert.equal(received[0]?.length, 3);
});

test('S0-06 what the tool returns is passed on, the very object', node, async () => {
  const result = { success: true, json: { city: 'Jakarta' }, text: 'ok' };
  const plugin = toolOf(({ city }) => (city === 'Jakarta' ? result : null));
  assert.equal(await plugin.execute({ city: 'Jakarta' }), result);
  assert.equal(await plugin.execute({ city: 'Karachi' }), null);
  for (const value of [undefined, 0, '', false, 'text', 7n, [1], () => 1]) {
    assert.equal(await toolOf(() => value).execute({}), value);
  }
});

test('S0-07 a tool that answers at once', node, async () => {
  const double = Tool.define({
    name: 'double',
    description: 'Doubles a number.',
    parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    execute: ({ n }) => ({ success: true, json: { value: n * 2 }, text: `${n} x 2 = ${n * 2}` }),
  });
  assert.deepEqual(await double.execute({ n: 21 }), {
    success: true,
    json: { value: 42 },
    text: '21 x 2 = 42',
  });
});

test('S0-08 a tool that answers later is awaited', node, async (t) => {
  const clock = fakeClock(t);
  const call = toolOf(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return ok;
  }).execute({});
  await clock.advance(20);
  assert.equal(await call, ok);
});

test('S0-09 events: order, shape, count, all before the promise settles', node, async () => {
  const plugin = toolOf(({ items }, _signal, emit) => {
    for (const [index] of items.entries()) emit?.({ stage: 'progress', index, total: items.length });
    return { success: true, json: { processed: items.length }, text: 'Done' };
  });
  /** @type {any[]} */
  const seen = [];
  const call = plugin.execute({ items: ['a', 'b', 'c'] }, undefined, (event) => seen.push(event));
  call.then((result) => seen.push(result));
  const result = await call;
  assert.deepEqual(seen, [
    { stage: 'progress', index: 0, total: 3 },
    { stage: 'progress', index: 1, total: 3 },
    { stage: 'progress', index: 2, total: 3 },
    { success: true, json: { processed: 3 }, text: 'Done' },
  ]);
  assert.equal(seen[3], result);
});

test('S0-10 an event may be anything', node, async () => {
  const event = { a: 1 };
  const events = ['x', undefined, null, event, 0, Number.NaN];
  /** @type {unknown[]} */
  const seen = [];
  await toolOf((_input, _signal, emit) => {
    for (const one of events) emit?.(one);
  }).execute({}, undefined, (one) => seen.push(one));
  for (const [index, one] of events.entries()) assert.equal(seen[index], one);
  assert.equal(seen.length, events.length);
});

test('S0-11 abort while a tool runs that never answers', node, async (t) => {
  const clock = fakeClock(t);
  const plugin = toolOf(
    (input, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, 1000, { success: true, json: { id: input.id }, text: 'ok' });
        signal?.addEventListener('abort', () => clearTimeout(timer));
      }),
  );
  const controller = new AbortController();
  const call = plugin.execute({ id: '42' }, controller.signal);
  /** @type {unknown} */
  let result;
  call.then((value) => {
    result = value;
  });
  setTimeout(() => controller.abort('User cancelled'), 100);
  await clock.advance(99);
  assert.equal(result, undefined);
  await clock.advance(1);
  assert.deepEqual(result, failure('User cancelled'));
  assert.equal(clock.pending, 0);
});

test('S0-12 a signal that has fired: the tool is never called', node, async () => {
  let runs = 0;
  const plugin = toolOf(() => {
    runs += 1;
    return ok;
  });
  const result = await plugin.execute({}, AbortSignal.abort('Pre-aborted signal'));
  assert.deepEqual(result, failure('Pre-aborted signal'));
  assert.equal(runs, 0);
});

test('S0-13 a signal that has fired: before a timer that was set earlier', node, async () => {
  /** @type {string[]} */
  const order = [];
  const timer = new Promise((resolve) =>
    setTimeout(() => {
      order.push('timer');
      resolve(undefined);
    }, 0),
  );
  const call = toolOf(() => ok).execute({}, AbortSignal.abort());
  await call.then(() => order.push('call'));
  await timer;
  assert.deepEqual(order, ['call', 'timer']);
});

test('S0-14 the doors that reject do so with an AbortError that says the same', async (t) => {
  await t.register({ name: 'never', execute: never });
  for (const [reasons, text] of /** @type {[any[], string][]} */ ([
    [['User cancelled'], 'User cancelled'],
    [[], 'Aborted'],
  ])) {
    const controller = new AbortController();
    const call = executeTool('never', {}, controller.signal);
    await t.tick();
    controller.abort(...reasons);
    const error = await t.rejects(call);
    assert.ok(error instanceof DOMException);
    assert.deepEqual([error.name, error.message], ['AbortError', text]);
  }
});

test('S0-15 a tool that ignores the signal is given up all the same', node, async (t) => {
  const controller = new AbortController();
  const call = toolOf(never).execute({}, controller.signal);
  await t.tick();
  controller.abort('x');
  assert.deepEqual(await call, failure('x'));
});

test('S0-16 S0-32 what a tool throws once it is given up is not heard', node, async (t) => {
  const controller = new AbortController();
  const rejecting = toolOf(
    (_input, signal) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError'))),
      ),
  );
  const late = toolOf(() => new Promise((_, reject) => setTimeout(reject, 50, new Error('late'))));
  const calls = [rejecting, late].map((plugin) => plugin.execute({}, controller.signal));
  controller.abort('why');
  assert.deepEqual(await Promise.all(calls), [failure('why'), failure('why')]);
  // The harness fails the test for an unhandled rejection.
  await t.sleep(80);
});

test('S0-17 a long tool that is not given up ends by itself', node, async (t) => {
  const clock = fakeClock(t);
  const plugin = toolOf(
    (_input, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 5000, { success: true, json: {}, text: 'Done' });
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new DOMException('Cancelled', 'AbortError'));
        });
      }),
  );
  const call = plugin.execute({}, new AbortController().signal);
  await clock.advance(5000);
  assert.deepEqual(await call, { success: true, json: {}, text: 'Done' });
});

test('S0-18 a tool that aborts its call and answers has been given up', node, async () => {
  const controller = new AbortController();
  const plugin = toolOf(async () => {
    controller.abort('inside');
    return ok;
  });
  assert.deepEqual(await plugin.execute({}, controller.signal), failure('inside'));
});

test('S0-19 abort after the tool answered, in the same turn', node, async () => {
  const controller = new AbortController();
  /** @type {(value: any) => void} */
  let answer = () => {};
  const plugin = toolOf(() => new Promise((resolve) => (answer = resolve)));
  const call = plugin.execute({}, controller.signal);
  answer(ok);
  controller.abort('post');
  assert.deepEqual(await call, failure('post'));
});

test('S0-20 abort after the promise settled changes nothing', node, async (t) => {
  const controller = new AbortController();
  const call = toolOf(async () => ok).execute({}, controller.signal);
  assert.equal(await call, ok);
  controller.abort('late');
  await t.tick();
  assert.equal(await call, ok);
});

test('S0-21 at once and without a signal: nothing is listened to', node, async (t) => {
  const { signal } = new AbortController();
  const count = t.countListeners(signal, 'abort');
  assert.equal(await toolOf(() => ok).execute({}), ok);
  assert.equal(count.added, 0);
});

test('S0-22 what a tool throws is its failure', node, async () => {
  const plugin = toolOf(() => {
    throw new Error('Something went wrong');
  });
  assert.deepEqual(await plugin.execute({}), failure('Something went wrong'));
  assert.deepEqual(await plugin.execute({}, new AbortController().signal), failure('Something went wrong'));
});

test('S0-23 a tool that aborts its own signal and answers or throws at once', node, async () => {
  for (const end of [
    () => ok,
    () => {
      throw new Error('no');
    },
  ]) {
    const controller = new AbortController();
    const plugin = toolOf(() => {
      controller.abort('s');
      return end();
    });
    assert.deepEqual(await plugin.execute({}, controller.signal), failure('s'));
  }
});

test('S0-24 a rejection is told as what is thrown', node, async () => {
  for (const [error, text] of /** @type {[any, string][]} */ ([
    [new Error('m'), 'm'],
    [new DOMException('dm', 'DataError'), 'dm'],
    [new TypeError('t'), 't'],
  ])) {
    assert.deepEqual(await toolOf(() => Promise.reject(error)).execute({}), failure(text));
    assert.deepEqual(
      await toolOf(async () => {
        throw error;
      }).execute({}, new AbortController().signal),
      failure(text),
    );
  }
});

test('S0-25 an error without a message has an empty text', node, async () => {
  const thrown = toolOf(() => {
    throw new Error('');
  });
  assert.deepEqual(await thrown.execute({}), failure(''));
  assert.deepEqual(await toolOf(() => Promise.reject(new Error(''))).execute({}), failure(''));
});

/** What may be thrown that is no error, and its text. */
const notErrors = /** @type {[any, string][]} */ ([
  ['str', 'str'],
  ['', ''],
  [42, '42'],
  [Number.NaN, 'NaN'],
  [7n, '7'],
  [undefined, 'undefined'],
  [null, 'null'],
  [false, 'false'],
  [{ a: 1 }, '[object Object]'],
  [{ message: 'no error' }, '[object Object]'],
  [[1, 2], '1,2'],
  [Symbol('x'), 'Symbol(x)'],
]);

test('S0-26 what is thrown and is no error: its String()', node, async () => {
  for (const [thrown, text] of notErrors) {
    const plugin = toolOf(() => {
      throw thrown;
    });
    assert.deepEqual(await plugin.execute({}), failure(text));
    assert.deepEqual(await toolOf(() => Promise.reject(thrown)).execute({}), failure(text));
  }
});

test('S0-26 S0-31 what cannot be read: a text all the same, and no rejection', node, async () => {
  const hostile = [
    Object.create(null),
    Object.defineProperty(new Error('hidden'), 'message', {
      get() {
        throw new Error('no message for you');
      },
    }),
    new Proxy(
      {},
      {
        get() {
          throw new Error('no members either');
        },
        getPrototypeOf() {
          throw new Error('nor a prototype');
        },
      },
    ),
    {
      toString() {
        throw new Error('no text');
      },
    },
    { toString: () => ({}), valueOf: () => ({}) },
    { [Symbol.toPrimitive]: () => Symbol('s') },
  ];
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const thrown of [...hostile, proxy]) {
    const plugin = toolOf(() => {
      throw thrown;
    });
    const { success, json, text } = /** @type {any} */ (await plugin.execute({}));
    assert.deepEqual([success, json, typeof text], [false, null, 'string']);
    const rejected = /** @type {any} */ (await toolOf(() => Promise.reject(thrown)).execute({}));
    assert.equal(rejected.text, text);
    const aborted = /** @type {any} */ (await toolOf(never).execute({}, AbortSignal.abort(thrown)));
    assert.equal(aborted.success, false);
    assert.equal(typeof aborted.text, 'string');
  }
});

test('S0-24 an error of another class or with another tag is one', node, async () => {
  class Refusal extends Error {
    get [Symbol.toStringTag]() {
      return 'Refusal';
    }
  }
  const plugin = toolOf(() => {
    throw new Refusal('not today');
  });
  assert.deepEqual(await plugin.execute({}), failure('not today'));
});

test('S0-27 a reason is told by its String()', node, async () => {
  for (const [reason, text] of /** @type {[any, string][]} */ ([
    ['why', 'why'],
    [new Error('boom'), 'Error: boom'],
    [7, '7'],
    [{ a: 1 }, '[object Object]'],
    [Symbol('x'), 'Symbol(x)'],
    [true, 'true'],
  ])) {
    const controller = new AbortController();
    const call = toolOf(never).execute({}, controller.signal);
    controller.abort(reason);
    assert.deepEqual(await call, failure(text));
    assert.deepEqual(await toolOf(never).execute({}, controller.signal), failure(text));
  }
  const timedOut = /** @type {any} */ (await toolOf(never).execute({}, AbortSignal.timeout(1)));
  assert.match(timedOut.text, /^TimeoutError: ./);
});

test('S0-28 no reason, or one that says nothing: Aborted', node, async () => {
  for (const reasons of [[], [undefined], [''], [null], [0], [false]]) {
    const controller = new AbortController();
    const call = toolOf(never).execute({}, controller.signal);
    controller.abort(...reasons);
    assert.deepEqual(await call, failure('Aborted'));
    assert.deepEqual(await toolOf(() => ok).execute({}, controller.signal), failure('Aborted'));
  }
});

test('S0-28 no reason in another realm: Aborted, too', async (t) => {
  const { signal, abort } = await t.signalOfAnotherRealm();
  const call = toolOf(never).execute({}, signal);
  abort();
  assert.deepEqual(await call, failure('Aborted'));
});

test('S0-29 a failure has these three members and no others', node, async () => {
  const aborted = await toolOf(never).execute({}, AbortSignal.abort('a'));
  const failed = await toolOf(() => Promise.reject(new Error('e'))).execute({});
  for (const result of [aborted, failed]) {
    assert.deepEqual(Reflect.ownKeys(/** @type {any} */ (result)), ['success', 'json', 'text']);
  }
});

test('S0-30 a failure that the tool tells itself is passed on', node, async () => {
  const own = { success: false, json: { x: 1 }, text: 'no' };
  assert.equal(await toolOf(() => own).execute({}), own);
  assert.equal(await toolOf(async () => own).execute({}, new AbortController().signal), own);
});

test('S0-33 listeners are removed, in every way that a call ends', node, async (t) => {
  const controller = new AbortController();
  const count = t.countListeners(controller.signal, 'abort');
  const ends = [
    () => ok,
    async () => ok,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no');
    },
    async function* () {
      yield 1;
    },
  ];
  for (let turn = 0; turn < 100; turn++) {
    await toolOf(/** @type {any} */ (ends[turn % ends.length])).execute({}, controller.signal);
  }
  assert.equal(count.added, count.removed);
  assert.ok(count.added >= 100);
  const calls = Array.from({ length: 9 }, () => toolOf(never).execute({}, controller.signal));
  assert.equal(count.active, 9);
  controller.abort();
  await Promise.all(calls);
  assert.equal(count.active, 0);
});

test('S0-34 a thenable is awaited, and can be given up', node, async () => {
  const thenable = (/** @type {any} */ value) => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what this is about
    then(/** @type {any} */ resolve) {
      resolve(value);
    },
  });
  assert.equal(await toolOf(() => thenable(ok)).execute({}), ok);
  assert.equal(await toolOf(() => thenable(thenable(ok))).execute({}), ok);
  const controller = new AbortController();
  // biome-ignore lint/suspicious/noThenProperty: one that never answers
  const call = toolOf(() => ({ then() {} })).execute({}, controller.signal);
  controller.abort('enough');
  assert.deepEqual(await call, failure('enough'));

  const throwing = Object.defineProperty({}, 'then', {
    get() {
      throw new Error('not to be read');
    },
  });
  assert.deepEqual(await toolOf(() => throwing).execute({}), failure('not to be read'));
  const refusing = {
    // biome-ignore lint/suspicious/noThenProperty: one that throws
    then() {
      throw new Error('no promise');
    },
  };
  assert.deepEqual(await toolOf(() => refusing).execute({}), failure('no promise'));
  // biome-ignore lint/suspicious/noThenProperty: a member of that name makes no thenable
  const data = { then: 'later' };
  assert.equal(await toolOf(() => data).execute({}), data);
});

/** What makes promises that never settle, that resolve and that reject, in another realm. */
/** @param {TestContext} t */
async function anotherRealm(t) {
  /** @type {any} */
  const globals =
    t.env.engine === 'node'
      ? (await import('node:vm')).runInNewContext('({ Error, Promise })')
      : (await t.frame('/fixtures/blank.html')).contentWindow;
  return {
    never: () => new globals.Promise(() => {}),
    resolve: (/** @type {unknown} */ value) => globals.Promise.resolve(value),
    reject: (/** @type {string} */ text) => globals.Promise.reject(new globals.Error(text)),
    throw: (/** @type {string} */ text) => {
      throw new globals.Error(text);
    },
  };
}

test('S0-34 promises and errors of another realm', node, async (t) => {
  const realm = await anotherRealm(t);
  assert.equal(realm.never() instanceof Promise, false);
  assert.equal(await toolOf(() => realm.resolve(ok)).execute({}), ok);
  assert.deepEqual(await toolOf(() => realm.reject('from there')).execute({}), failure('from there'));
  assert.deepEqual(await toolOf(() => realm.throw('from there')).execute({}), failure('from there'));
  const controller = new AbortController();
  const call = toolOf(() => realm.never()).execute({}, controller.signal);
  controller.abort('enough');
  assert.deepEqual(await call, failure('enough'));
});

test('S0-35 a callback that throws is the tool’s own affair', node, async () => {
  const emitting = toolOf((_input, _signal, emit) => {
    emit?.(1);
    return ok;
  });
  const throws = () => {
    throw new Error('cb');
  };
  assert.deepEqual(await emitting.execute({}, undefined, throws), failure('cb'));
});

test('S0-36 two calls of one tool do not touch each other', node, async (t) => {
  /** @type {Map<string, (value: any) => void>} */
  const answers = new Map();
  const plugin = toolOf(({ id }) => new Promise((resolve) => answers.set(id, resolve)));
  const [a, b] = [new AbortController(), new AbortController()];
  const first = plugin.execute({ id: 'a' }, a.signal);
  const second = plugin.execute({ id: 'b' }, b.signal);
  a.abort('only this one');
  assert.deepEqual(await first, failure('only this one'));
  await t.tick();
  answers.get('b')?.(ok);
  assert.equal(await second, ok);
});

test('S0-31 the tool is called once, as a method of its configuration', node, async () => {
  class Counter {
    name = 'count';
    runs = 0;
    execute() {
      this.runs += 1;
      return { success: true, json: this.runs, text: `${this.runs}` };
    }
  }
  const counter = new Counter();
  const { execute } = Tool.define(counter);
  await execute({});
  assert.deepEqual(await execute({}), { success: true, json: 2, text: '2' });
  counter.execute = () => assert.fail('what was defined counts');
  assert.equal(/** @type {any} */ (await execute({})).json, 3);
});

test('S0-31 calls of itself from within, and hundreds at once', node, async () => {
  const plugin = toolOf(async ({ depth }) => {
    if (depth === 0) return 0;
    return /** @type {number} */ (await plugin.execute({ depth: depth - 1 })) + 1;
  });
  assert.equal(await plugin.execute({ depth: 50 }), 50);
  const all = await Promise.all(
    Array.from({ length: 300 }, (_, depth) => plugin.execute({ depth: depth % 5 })),
  );
  assert.equal(all.filter((depth) => depth === 4).length, 60);
});
