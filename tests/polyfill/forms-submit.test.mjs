/** Point 15: how a form that a tool call has filled in is submitted, and what the caller gets of it. */

import { assert, test } from '../harness/page.mjs';
import { fired, formTool, noResponse, respondOk, until, updated } from './forms.mjs';
import { named, polyfillOnly, registeredTool, sideBySide, unknownReason } from './side-by-side.mjs';

const field = '<input name=a><button id=go>go</button>';
const waiting = 'it stays pending';
/** Submitting it does nothing that a test could not survive. */
const harmless = 'action="javascript:void 0"';

/** @param {import('../harness/types.d.ts').TestContext} t @param {Promise<any>} called */
const soon = (t, called) => Promise.race([called, t.sleep(300).then(() => waiting)]);

/** How the pages of the two kinds see that a form is being run. @param {HTMLFormElement} form @param {Element} button */
function activeOf(form, button) {
  const isNative = CSS.supports('selector(:tool-form-active)');
  const is = (/** @type {Element} */ element, /** @type {string} */ what) =>
    isNative ? element.matches(`:tool-${what}-active`) : element.hasAttribute(`data-tool-${what}-active`);
  return [is(form, 'form'), is(button, 'submit')];
}

test(
  'with toolautosubmit the form is submitted by its button, and the response is the result',
  sideBySide,
  async (t) => {
    const { context, form, button, log, call, onSubmit } = await formTool(t, field);
    context.ontoolactivated = (/** @type {any} */ { toolName }) => log.push(`activated ${toolName}`);
    onSubmit((event) => {
      assert.deepEqual(
        [event.bubbles, event.cancelable, event.isTrusted, event.target],
        [true, true, true, form],
      );
      assert.deepEqual(activeOf(form, button), [true, true]);
      assert.equal(
        event.respondWith(Promise.resolve({ content: [{ type: 'text', text: 'hi' }] })),
        undefined,
      );
    });
    assert.equal(await call({ a: 'v' }), '{"content":[{"type":"text","text":"hi"}]}');
    assert.deepEqual(log, ['input a', 'change a', 'submit true go', 'activated f']);
    assert.deepEqual(activeOf(form, button), [false, false]);
    assert.equal(document.activeElement, document.body);
  },
);

test('without toolautosubmit the button is focused, and a person submits the form', sideBySide, async (t) => {
  const { context, form, button, log, call, onSubmit } = await formTool(t, field, '');
  context.ontoolactivated = () => log.push('activated');
  onSubmit((event) => event.respondWith('done'));
  const activated = fired(t, 'toolactivated');
  const called = call({ a: 'v' });
  await activated;
  assert.equal(await soon(t, called), waiting);
  assert.equal(document.activeElement, button);
  assert.deepEqual(activeOf(form, button), [true, true]);
  assert.deepEqual(log, ['input a', 'change a', 'activated']);
  await t.click('#go');
  assert.equal(await called, 'done');
  assert.deepEqual(log, ['input a', 'change a', 'activated', 'submit true go']);
  assert.deepEqual(activeOf(form, button), [false, false]);
});

test(
  'any submission of a waiting form is the answer: of another button, by script, and with no button',
  sideBySide,
  async (t) => {
    const { form, log, call, onSubmit } = await formTool(t, `${field}<button id=other>other</button>`, '');
    onSubmit(respondOk);
    for (const submit of [
      () => t.click('#other'),
      () => form.requestSubmit(),
      () => form.requestSubmit(form.querySelector('#other')),
    ]) {
      const activated = fired(t, 'toolactivated');
      const called = call({});
      await activated;
      await submit();
      assert.equal(await called, 'ok');
    }
    assert.deepEqual(log, ['submit true other', 'submit true undefined', 'submit true other']);
  },
);

test('which button submits', sideBySide, async (t) => {
  for (const [markup, submitter] of [
    ['<input name=a>', 'undefined'],
    ['<button disabled>1</button><input type=submit id=second>', 'second'],
    ['<button type=button>1</button><button type=reset>2</button><button id=third>3</button>', 'third'],
    ['<input type=image id=image><button>1</button>', 'image'],
    ['<button id=first>1</button><input type=image>', 'first'],
  ]) {
    const { around, log, call, onSubmit } = await formTool(t, markup);
    onSubmit(respondOk);
    assert.equal(await call({}), 'ok');
    assert.deepEqual(log, [`submit true ${submitter}`]);
    around.remove();
  }
});

test('a button and a field that are in the form by their form attribute', sideBySide, async (t) => {
  const { around, call, log, onSubmit } = await formTool(t, '', 'toolautosubmit id=owner');
  onSubmit(respondOk);
  around.insertAdjacentHTML(
    'beforeend',
    '<input name=a form=owner id=field><button form=owner id=outside>go</button>',
  );
  assert.equal(await call({ a: 'v' }), 'ok');
  assert.equal(around.querySelector('input')?.value, 'v');
  assert.deepEqual(log, ['submit true outside']);
});

test('without toolautosubmit there must be a submit button', sideBySide, async (t) => {
  const text =
    'UnknownError: No submit button was found, but for a form without `toolautosubmit`, there must be a submit button';
  for (const markup of [
    '<input name=a>',
    '<input name=a><button disabled>1</button>',
    '<button type=button>1</button>',
  ]) {
    const { context, around, log, call } = await formTool(t, markup, '');
    const activated = fired(t, 'toolactivated');
    assert.equal(await call({ zzz: 'v' }), text);
    await activated;
    assert.deepEqual([log, context.ontoolactivated], [[], null]);
    around.remove();
  }
});

/** @type {[response: (event: any) => void, result: any][]} */
const responses = [
  [(event) => event.respondWith('text'), 'text'],
  [(event) => event.respondWith(''), ''],
  [(event) => event.respondWith(undefined), 'undefined'],
  [(event) => event.respondWith(null), 'null'],
  [(event) => event.respondWith(5), '5'],
  [(event) => event.respondWith(1n), '1'],
  [(event) => event.respondWith({ x: 1 }), '{"x":1}'],
  [(event) => event.respondWith(new Date(0)), '"1970-01-01T00:00:00.000Z"'],
  [(event) => event.respondWith(() => 1), 'undefined'],
  [(event) => event.respondWith({ toJSON() {} }), 'undefined'],
  [(event) => [event.respondWith('first'), event.respondWith('second')], 'second'],
  ...[
    { a: 1n },
    {
      toJSON() {
        throw new Error('no');
      },
    },
  ].map(
    (value) =>
      /** @type {[any, any]} */ ([
        (/** @type {any} */ event) => event.respondWith(value),
        'UnknownError: respondWith promise resolved with an object that could not be serialized to JSON',
      ]),
  ),
  [() => {}, `UnknownError: ${noResponse}`],
];

test('what a page responds with', sideBySide, async (t) => {
  const { form, call } = await formTool(t, field);
  for (const [respond, result] of responses) {
    form.onsubmit = (/** @type {any} */ event) => {
      event.preventDefault();
      respond(event);
    };
    assert.equal(await call({}), result, String(respond));
  }
});

test('a response that is rejected is reported, and the caller is not told why', sideBySide, async (t) => {
  const unhandled = t.expectUnhandled();
  const { call, onSubmit } = await formTool(t, field);
  onSubmit((event) => event.respondWith(Promise.reject(new Error('secret'))));
  assert.equal(await call({}), 'UnknownError: respondWith promise was rejected');
  await t.sleep(50);
  assert.equal(unhandled.length, 1);
  assert.match(unhandled[0], /secret/);
});

test('respondWith after an await that no task is between', sideBySide, async (t) => {
  const { call, onSubmit } = await formTool(t, field);
  onSubmit(async (event) => {
    await undefined;
    await undefined;
    event.respondWith('later');
  });
  assert.equal(await call({}), 'later');
});

test('respondWith in a later task is too late', sideBySide, async (t) => {
  const { call, onSubmit } = await formTool(t, field);
  /** @type {string | undefined} */
  let thrown;
  onSubmit((event) => {
    setTimeout(() => {
      try {
        event.respondWith('late');
      } catch (error) {
        thrown = named(error);
      }
    }, 20);
  });
  assert.equal(await call({}), `UnknownError: ${noResponse}`);
  await until(t, () => thrown);
  assert.equal(
    thrown,
    "InvalidStateError: Failed to execute 'respondWith' on 'SubmitEvent': To call respondWith, the event must be currently being dispatched.",
  );
});

test('any listener may prevent and respond', sideBySide, async (t) => {
  const { call } = await formTool(t, field);
  const listener = (/** @type {any} */ event) => {
    event.preventDefault();
    event.respondWith('window');
  };
  addEventListener('submit', listener);
  t.after(() => removeEventListener('submit', listener));
  assert.equal(await call({}), 'window');
});

test('a listener that stops the event at the window', sideBySide, async (t) => {
  const { call } = await formTool(t, field);
  const listener = (/** @type {any} */ event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    event.respondWith(`stopped ${event.agentInvoked}`);
  };
  addEventListener('submit', listener, true);
  t.after(() => removeEventListener('submit', listener, true));
  assert.equal(await call({}), 'stopped true');
});

for (const [how, attributes] of [
  ['to a script address', harmless],
  ['in a dialog', 'method=dialog'],
  ['to another window', 'target=sink action=/fixtures/sent.html'],
  ['to a fragment', 'action="#sent" method=post target=sink'],
  ['with no content', 'action="/fixtures/sent.html?status=204" target=sink'],
]) {
  test(`a plain submission gives null at once: ${how}`, sideBySide, async (t) => {
    const sink = document.createElement('iframe');
    sink.name = 'sink';
    document.body.append(sink);
    t.after(() => sink.remove());
    const { form, button, call } = await formTool(t, field, `toolautosubmit ${attributes}`);
    assert.equal(await call({ a: 'v' }), null);
    assert.deepEqual(activeOf(form, button), [false, false]);
  });
}

test('a person submits a waiting form plainly', sideBySide, async (t) => {
  const { call } = await formTool(t, field, harmless);
  const activated = fired(t, 'toolactivated');
  const called = call({ a: 'v' });
  await activated;
  await t.click('#go');
  assert.equal(await called, null);
});

test('form.submit() by the page gives null', sideBySide, async (t) => {
  const { form, call } = await formTool(t, field, harmless);
  for (const submit of [() => form.submit(), () => HTMLFormElement.prototype.submit.call(form)]) {
    const activated = fired(t, 'toolactivated');
    const called = call({});
    await activated;
    submit();
    assert.equal(await called, null);
  }
  // In a listener, of a submission that is prevented.
  form.setAttribute('toolautosubmit', '');
  await until(t, async () => (await t.modelContext().getTools()).length === 1);
  form.onsubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    form.submit();
  };
  assert.equal(await call({}), null);
});

test('an entry list that the page makes is no submission', sideBySide, async (t) => {
  const { form, button, call } = await formTool(t, field, '');
  const activated = fired(t, 'toolactivated');
  const called = call({ a: 'v' });
  await activated;
  assert.equal(new FormData(form).get('a'), 'v');
  form.checkValidity();
  assert.equal(await soon(t, called), waiting);
  assert.deepEqual(activeOf(form, button), [true, true]);
});

test('a form that is not valid', sideBySide, async (t) => {
  const { form, log, call } = await formTool(
    t,
    '<input name=a required><input name=b><select name=s required><option value="">x</select><textarea required></textarea><button id=go>go</button>',
  );
  const messages = ['a', 's'].map((name) => `${name}: ${form[name].validationMessage}. `);
  messages.push(`: ${form.querySelector('textarea').validationMessage}. `);
  assert.equal(await call({ b: 'v' }), `UnknownError: Form validation failed: ${messages.join('')}`);
  assert.deepEqual(log, ['input b', 'change b']);
  assert.equal(form.b.value, 'v');
  await until(t, () => document.activeElement === form.a);
  assert.equal(document.activeElement, form.a);
});

for (const [who, submit] of /** @type {[string, (t: any, form: any) => any][]} */ ([
  ['a person', (t) => t.click('#go')],
  ['the page', (_, form) => form.requestSubmit()],
])) {
  test(`${who} submits a waiting form that is not valid`, sideBySide, async (t) => {
    const { form, call } = await formTool(t, '<input name=a required><button id=go>go</button>', '');
    const activated = fired(t, 'toolactivated');
    const called = call({});
    await activated;
    const message = `UnknownError: Form validation failed: a: ${form.a.validationMessage}. `;
    // Asking whether it is valid ends nothing.
    form.reportValidity();
    assert.equal(await soon(t, called), waiting);
    await submit(t, form);
    assert.equal(await called, message);
  });
}

test('a form that is not valid is submitted where it need not be', sideBySide, async (t) => {
  for (const [attributes, button] of [
    ['novalidate', ''],
    ['', 'formnovalidate'],
  ]) {
    const { around, call, onSubmit } = await formTool(
      t,
      `<input name=a required><button ${button}>go</button>`,
      `toolautosubmit ${attributes}`,
    );
    onSubmit(respondOk);
    assert.equal(await call({}), 'ok');
    around.remove();
  }
});

test('a reset ends the call, unless the page prevents it', sideBySide, async (t) => {
  const { form, button, call, onSubmit } = await formTool(t, field, '');
  onSubmit((event) => event.respondWith(new Promise(() => {})));
  const text = 'UnknownError: Tool execution cancelled by a form reset';
  for (const isSubmitted of [false, true]) {
    const activated = fired(t, 'toolactivated');
    const called = call({ a: 'v' });
    await activated;
    if (isSubmitted) form.requestSubmit();
    form.onreset = () => false;
    form.reset();
    assert.equal(await soon(t, called), waiting);
    form.onreset = null;
    form.reset();
    assert.equal(await called, text);
    assert.equal(form.a.value, '');
    assert.deepEqual(activeOf(form, button), [false, false]);
  }
});

for (const [what, change] of /** @type {[string, (form: any) => void][]} */ ([
  ['removed', (form) => form.remove()],
  ['moved', (form) => document.body.append(form)],
  ['given another name', (form) => form.setAttribute('toolname', 'g')],
  ['given another description', (form) => form.setAttribute('tooldescription', 'other')],
  ['no longer a tool', (form) => form.removeAttribute('tooldescription')],
  ['given another control', (form) => form.insertAdjacentHTML('beforeend', '<input name=other>')],
  ['submitted by itself from now on', (form) => form.setAttribute('toolautosubmit', '')],
])) {
  test(`a form that waits is ${what}: the call ends`, sideBySide, async (t) => {
    const { form, button, call, onSubmit } = await formTool(t, field, '');
    t.after(() => form.remove());
    onSubmit((event) => event.respondWith(new Promise(() => {})));
    for (const isSubmitted of [false, true]) {
      const activated = fired(t, 'toolactivated');
      const called = call({ a: 'v' });
      await activated;
      if (isSubmitted) {
        form.requestSubmit();
        await t.sleep(50);
      }
      change(form);
      assert.equal(await called, `UnknownError: ${updated}`);
      assert.deepEqual(activeOf(form, button), [false, false]);
      if (what !== 'moved') break;
      await until(t, async () => (await t.modelContext().getTools()).length === 1);
    }
  });
}

test('a form that is removed while the event of its submission is fired', sideBySide, async (t) => {
  const { form, call, onSubmit } = await formTool(t, field);
  onSubmit((event) => {
    form.remove();
    event.respondWith('after its removal');
  });
  assert.equal(await call({}), 'after its removal');
});

test('what is in the form but no part of the tool may change', sideBySide, async (t) => {
  const { form, call, onSubmit } = await formTool(t, field, '');
  /** @type {(value: string) => void} */
  let respond = () => {};
  onSubmit((event) => event.respondWith(new Promise((resolve) => (respond = resolve))));
  const activated = fired(t, 'toolactivated');
  const called = call({ a: 'v' });
  await activated;
  form.insertAdjacentHTML('beforeend', '<p>text</p>');
  form.classList.add('busy');
  form.requestSubmit();
  await t.sleep(50);
  form.querySelector('p').textContent = 'other';
  form.querySelector('button').remove();
  await t.sleep(50);
  respond('responded');
  assert.equal(await called, 'responded');
});

test('abort rejects with the reason; the form is let go, with its values', sideBySide, async (t) => {
  const { context, form, button, log, call } = await formTool(t, field, '');
  context.ontoolcancel = (/** @type {any} */ { toolName }) =>
    log.push(`cancel ${toolName} ${activeOf(form, button)}`);
  const controller = new AbortController();
  const activated = fired(t, 'toolactivated');
  const called = context.executeTool(registeredTool('f'), { a: 'v' }, { signal: controller.signal });
  await activated;
  log.length = 0;
  const cancelled = fired(t, 'toolcancel');
  controller.abort('why');
  assert.equal(await t.rejects(called), 'why');
  await cancelled;
  assert.deepEqual(log, ['cancel f false,false']);
  assert.equal(form.a.value, 'v');
  // What happens to it from now on is nobody's tool call.
  form.onsubmit = (/** @type {any} */ event) => {
    log.push(`submit ${event.agentInvoked}`);
    return false;
  };
  await t.click('#go');
  assert.deepEqual(log, ['cancel f false,false', 'submit false']);
  assert.equal(await soon(t, call({ a: 'w' })), waiting);
});

test('events that a page makes are no submissions', sideBySide, async (t) => {
  const { form, call } = await formTool(t, field, '');
  const activated = fired(t, 'toolactivated');
  const called = call({});
  await activated;
  /** @type {any[]} */
  const seen = [];
  form.onsubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    seen.push(event.agentInvoked);
  };
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  form.dispatchEvent(
    new SubmitEvent('submit', /** @type {any} */ ({ bubbles: true, cancelable: true, agentInvoked: true })),
  );
  form.dispatchEvent(new Event('reset', { bubbles: true, cancelable: true }));
  assert.deepEqual(seen, [false, true]);
  assert.equal(await soon(t, called), waiting);
});

// Chromium never settles the first call.
test('a second call of a form ends the first', polyfillOnly, async (t) => {
  const { form, button, call, onSubmit } = await formTool(t, field, '');
  onSubmit(respondOk);
  const first = call({ a: '1' });
  await fired(t, 'toolactivated');
  const second = call({ a: '2' });
  assert.equal(await first, `UnknownError: ${unknownReason}`);
  assert.deepEqual(activeOf(form, button), [true, true]);
  await t.click('#go');
  assert.equal(await second, 'ok');
  assert.equal(form.a.value, '2');
});

// Chromium gives it six digits: 1.23457e+6.
test('a number keeps its digits', polyfillOnly, async (t) => {
  const { form, call, onSubmit } = await formTool(t, '<input type=number step=any name=n><input name=a>');
  onSubmit(respondOk);
  assert.equal(await call({ n: 1234567.891, a: 0.123456789 }), 'ok');
  assert.deepEqual([form.n.value, form.a.value], ['1234567.891', '0.123456789']);
});

// Chromium fires no click.
test('a checkbox is clicked, and its events are trusted', polyfillOnly, async (t) => {
  const { form, call, onSubmit } = await formTool(t, '<input type=checkbox name=a>');
  onSubmit(respondOk);
  /** @type {string[]} */
  const events = [];
  for (const type of ['click', 'input', 'change']) {
    form.addEventListener(type, (/** @type {Event} */ event) => events.push(`${type} ${event.isTrusted}`));
  }
  assert.equal(await call({ a: true }), 'ok');
  assert.deepEqual(events, ['click false', 'input true', 'change true']);
  // Of a click that the page cancels the value comes into the control all the same.
  form.a.addEventListener('click', (/** @type {Event} */ event) => event.preventDefault());
  assert.equal(await call({ a: false }), 'ok');
  assert.equal(form.a.checked, false);
});
