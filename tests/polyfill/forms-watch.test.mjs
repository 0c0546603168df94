/** Point 15: forms become tools, change and go as the document does. */

import { uninstallModelContext } from 'webmcp-exec/polyfill';
import { assert, test } from '../harness/page.mjs';
import { formTool, respondOk, until } from './forms.mjs';
import { named, polyfillOnly, registeredTool, sideBySide } from './side-by-side.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/** @param {TestContext} t @returns {any} */
const contextOf = (t) => t.modelContext();

/** @param {any} context @returns {Promise<string>} */
const listed = async (context) =>
  (await context.getTools())
    .map((/** @type {any} */ { name, description, title }) => `${name}:${description}:${title}`)
    .join();

/** @param {TestContext} t @param {string} html @param {ParentNode & Node} [parent] */
function add(t, html, parent = document.body) {
  const around = document.createElement('div');
  around.innerHTML = html;
  parent.append(around);
  t.after(() => around.remove());
  return around;
}

/** Counts the changes that are told until nothing has been told for a while. @param {TestContext} t */
function countChanges(t) {
  let count = 0;
  contextOf(t).addEventListener('toolchange', () => count++);
  return async () => {
    await t.sleep(80);
    const counted = count;
    count = 0;
    return counted;
  };
}

test('which forms are tools', sideBySide, async (t) => {
  add(
    t,
    `<form toolname="a" tooldescription="d" tooltitle="T" title="t"></form>
    <form toolname="b" tooldescription=""></form>
    <form hidden toolname="c" tooldescription="d"></form>
    <form toolname="no description"></form><form toolname="none"></form><form tooldescription="d"></form>
    <form toolname="" tooldescription="d"></form><form toolname="a b" tooldescription="d"></form>
    <form toolname="é" tooldescription="d"></form><form data-toolname="x" data-tooldescription="d"></form>
    <template><form toolname="x" tooldescription="d"></form></template>`,
  );
  const disconnected = document.createElement('form');
  disconnected.setAttribute('toolname', 'x');
  disconnected.setAttribute('tooldescription', 'd');
  await t.sleep(80);
  assert.equal(await listed(contextOf(t)), 'a:d:T,b::,c:d:');
  const [tool] = await contextOf(t).getTools();
  assert.deepEqual(Object.keys(tool), ['description', 'inputSchema', 'name', 'origin', 'title', 'window']);
});

test('each change of a form is told as one tool that goes and one that comes', sideBySide, async (t) => {
  const changes = countChanges(t);
  const around = add(t, '<form toolname="f" tooldescription="d"><input name="a"></form>');
  /** @type {any} */
  const form = around.firstElementChild;
  assert.equal(await changes(), 1);
  for (const [change, count, list] of /** @type {[() => void, number, string][]} */ ([
    [() => form.setAttribute('tooldescription', 'd'), 0, 'f:d:'],
    [() => form.setAttribute('tooldescription', 'e'), 2, 'f:e:'],
    [() => form.setAttribute('tooltitle', 'T'), 2, 'f:e:T'],
    [() => form.setAttribute('toolautosubmit', ''), 2, 'f:e:T'],
    [() => form.setAttribute('toolautosubmit', 'true'), 0, 'f:e:T'],
    [() => form.a.setAttribute('value', 'v'), 0, 'f:e:T'],
    [() => form.a.setAttribute('class', 'c'), 0, 'f:e:T'],
    [() => form.append('text', document.createElement('div')), 0, 'f:e:T'],
    [() => (form.a.required = true), 2, 'f:e:T'],
    [() => form.insertAdjacentHTML('beforeend', '<p><input name="b"></p>'), 2, 'f:e:T'],
    [() => form.b.remove(), 2, 'f:e:T'],
    [
      () => {
        form.setAttribute('toolname', 'g');
        form.setAttribute('tooldescription', 'h');
      },
      2,
      'g:h:T',
    ],
    [() => form.setAttribute('toolname', 'not a name'), 1, ''],
    [() => form.setAttribute('toolname', 'f'), 1, 'f:h:T'],
    [() => document.body.append(around), 2, 'f:h:T'],
    [() => form.removeAttribute('tooldescription'), 1, ''],
    [() => form.setAttribute('tooldescription', 'd'), 1, 'f:d:T'],
    [() => form.remove(), 1, ''],
  ])) {
    change();
    assert.deepEqual([await changes(), await listed(contextOf(t))], [count, list], String(change));
  }
});

test('what comes and goes at once is nothing; what goes is gone at once', sideBySide, async (t) => {
  const changes = countChanges(t);
  add(t, '<form toolname="f" tooldescription="d"></form>').remove();
  assert.deepEqual([await changes(), await listed(contextOf(t))], [0, '']);
  const around = add(t, '<form toolname="f" tooldescription="d"></form>');
  assert.deepEqual([await changes(), await listed(contextOf(t))], [1, 'f:d:']);
  around.remove();
  assert.equal(await listed(contextOf(t)), '');
});

test('the schema follows controls inside and outside the form', sideBySide, async (t) => {
  const { context, form, around } = await formTool(t, '<fieldset><input name=a></fieldset>', 'id=owner');
  const parameters = async () => {
    await t.sleep(50);
    return Object.keys((await context.getTools())[0].inputSchema.properties).join();
  };
  around.insertAdjacentHTML('beforeend', '<input name=b form=owner>');
  assert.equal(await parameters(), 'a,b');
  around.querySelector('[name=b]')?.removeAttribute('form');
  assert.equal(await parameters(), 'a');
  form.querySelector('fieldset').disabled = true;
  assert.equal(await parameters(), '');
});

test('a form in an open shadow root', sideBySide, async (t) => {
  const host = document.createElement('div');
  document.body.append(host);
  t.after(() => host.remove());
  host.attachShadow({ mode: 'open' }).innerHTML =
    '<form toolname="f" tooldescription="d" toolautosubmit><input name="a"><button id="go">go</button></form>';
  const form = /** @type {any} */ (host.shadowRoot?.querySelector('form'));
  const context = contextOf(t);
  await until(t, async () => (await listed(context)) === 'f:d:');
  form.onsubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    event.respondWith(`${event.agentInvoked} ${event.submitter.id} ${form.a.value}`);
  };
  assert.equal(await context.executeTool(registeredTool('f'), { a: 'v' }), 'true go v');
  form.setAttribute('tooldescription', 'e');
  await until(t, async () => (await listed(context)) === 'f:e:');
  assert.equal(await listed(context), 'f:e:');
  host.remove();
  assert.equal(await listed(context), '');
});

test('a form in a custom element that is defined after it came', sideBySide, async (t) => {
  add(t, '<x-late></x-late>');
  const context = contextOf(t);
  assert.equal(await listed(context), '');
  customElements.define(
    'x-late',
    class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<form toolname="f" tooldescription="d"></form>';
      }
    },
  );
  await until(t, async () => (await listed(context)) === 'f:d:');
  assert.equal(await listed(context), 'f:d:');
});

test('a form takes its name as other tools do', sideBySide, async (t) => {
  const { context } = await formTool(t, '');
  const error = await t.rejects(context.registerTool({ name: 'f', description: 'd', execute() {} }));
  assert.equal(named(error), 'InvalidStateError: Duplicate tool name');
});

// Chromium lists one of the two, runs the other, and takes both away when one goes.
test('of two tools of one name the second is there when the first has gone', polyfillOnly, async (t) => {
  const context = contextOf(t);
  const registration = new AbortController();
  await context.registerTool(
    { name: 'f', description: 'imperative', execute: () => 'called' },
    { signal: registration.signal },
  );
  const first = add(t, '<form toolname="f" tooldescription="first"></form>');
  const second = add(t, '<form toolname="f" tooldescription="second"></form>');
  assert.equal(await listed(context), 'f:imperative:');
  assert.equal(await context.executeTool(registeredTool('f'), {}), 'called');
  registration.abort();
  assert.equal(await listed(context), 'f:first:');
  second.remove();
  assert.equal(await listed(context), 'f:first:');
  document.body.append(second);
  first.remove();
  assert.equal(await listed(context), 'f:second:');
});

test('a form of another document of this origin is run from here', sideBySide, async (t) => {
  const frame = await t.frame('/fixtures/tools.html?tools=echo');
  const there = /** @type {Document} */ (frame.contentDocument);
  there.body.innerHTML = `<form toolname="send_order" tooldescription="d" toolautosubmit method="post"
    action="/fixtures/sent.html"><input name="item"><button>Send</button></form>`;
  const context = contextOf(t);
  /** @type {any} */
  let tool;
  await until(t, async () => {
    tool = (await context.getTools()).find((/** @type {any} */ { name }) => name === 'send_order');
    return tool;
  });
  assert.equal(tool.window, frame.contentWindow);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  // The submission leaves the page, and the call has its answer before.
  assert.equal(await context.executeTool(tool, { item: 'tea' }), null);
  await loaded;
  assert.equal(frame.contentWindow?.location.pathname, '/fixtures/sent.html');
  const [request] = (await t.requests('/fixtures/sent.html')).slice(-1);
  assert.equal(request?.body, 'item=tea');
});

test('what SubmitEvent has beside the submitter', sideBySide, (t) => {
  t.modelContext();
  /** @type {any} */
  const { prototype } = SubmitEvent;
  const of = (/** @type {string} */ name) =>
    /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name));
  const { get, set, enumerable, configurable } = of('agentInvoked');
  assert.deepEqual(
    [get.name, get.length, set, enumerable, configurable],
    ['get agentInvoked', 0, undefined, true, true],
  );
  const respond = of('respondWith');
  assert.deepEqual(
    [respond.value.name, respond.value.length, respond.writable, respond.enumerable, respond.configurable],
    ['respondWith', 1, true, true, true],
  );
  for (const method of [get, respond.value]) {
    assert.equal('prototype' in method, false);
    for (const receiver of [{}, prototype, new Event('submit')]) {
      let error;
      try {
        method.call(receiver, 1);
      } catch (caught) {
        error = caught;
      }
      assert.ok(error instanceof TypeError);
    }
  }
  const made = of('constructor');
  assert.deepEqual([made.value === SubmitEvent, made.enumerable], [true, false]);
  assert.deepEqual([SubmitEvent.name, SubmitEvent.length], ['SubmitEvent', 1]);
  const invoked = (/** @type {any} */ init) => /** @type {any} */ (new SubmitEvent('x', init)).agentInvoked;
  assert.deepEqual([invoked(undefined), invoked({}), invoked({ agentInvoked: 1 })], [false, false, true]);
  class Own extends SubmitEvent {}
  assert.ok(new Own('x') instanceof Own && new SubmitEvent('x') instanceof SubmitEvent);
});

test('uninstalling takes the additions to SubmitEvent and the two methods away', polyfillOnly, async (t) => {
  const { call, onSubmit } = await formTool(t, '<button>go</button>');
  onSubmit(respondOk);
  assert.equal(await call({}), 'ok');
  assert.equal(uninstallModelContext(), true);
  assert.deepEqual(
    ['agentInvoked', 'respondWith'].map((name) => name in SubmitEvent.prototype),
    [false, false],
  );
  assert.equal(SubmitEvent.prototype.constructor, SubmitEvent);
  for (const name of /** @type {const} */ (['submit', 'requestSubmit']))
    assert.match(String(HTMLFormElement.prototype[name]), new RegExp(name));
});
