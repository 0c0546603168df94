/** Point 15: the input schema that is made of a form. */

import { assert, test } from '../harness/page.mjs';
import { schemas } from './form-schemas.mjs';
import { sideBySide } from './side-by-side.mjs';

for (const [topic, cases] of Object.entries(schemas)) {
  test(`the schema of a form, byte for byte: ${topic}`, sideBySide, async (t) => {
    /** @type {any} */
    const context = t.modelContext();
    customElements.define(
      'x-associated',
      class extends HTMLElement {
        static formAssociated = true;
        constructor() {
          super();
          this.attachInternals();
        }
      },
    );
    const forms = document.createElement('div');
    // One name each, so that all are there at once.
    forms.innerHTML = cases
      .map(([markup], index) => `<form toolname="f${index}" tooldescription="d">${markup}</form>`)
      .join('');
    for (const [index, form] of [...forms.children].entries()) {
      for (const element of form.querySelectorAll('[id]')) element.id += index;
      for (const label of form.querySelectorAll('label')) if (label.htmlFor) label.htmlFor += index;
    }
    document.body.append(forms);
    t.after(() => forms.remove());
    let tools = [];
    for (let attempt = 0; attempt < 200 && tools.length < cases.length; attempt++) {
      await t.sleep(20);
      tools = await context.getTools();
    }
    const listed = new Map(
      tools.map((/** @type {any} */ { name, inputSchema }) => [name, JSON.stringify(inputSchema)]),
    );
    const differing = cases.flatMap(([markup, properties, required = []], index) => {
      const expected = `{"type":"object","properties":${properties},"required":${JSON.stringify(required)}}`;
      const actual = listed.get(`f${index}`);
      return actual === expected ? [] : [{ markup, expected, actual }];
    });
    assert.deepEqual(differing, []);
  });
}
