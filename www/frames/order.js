/**
 * A form as a tool. Submitting it navigates this frame to its confirmation, so
 * an agent's call gets null: there is no result but the next page.
 */
import { provideModelContext } from '../model-context.js';
import { defineWebTool } from '../node_modules/webmcp-exec/index.js';
import { fitFrame, loaded, offer, tellTools } from './frame.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('order'));
fitFrame();
confirmOrder();
await loaded();

// Where forms are not tools, a tool of the same name fills in and submits the form.
// Never both: two tools of one name crash Chromium 150.
const formsAreTools = 'agentInvoked' in SubmitEvent.prototype;
if ((await provideModelContext()) !== null && !formsAreTools) {
  const tool = defineWebTool({
    name: /** @type {string} */ (form.getAttribute('toolname')),
    description: /** @type {string} */ (form.getAttribute('tooldescription')),
    inputSchema: {
      type: 'object',
      properties: {
        print: { type: 'string', enum: ['poster-moon', 'poster-blocks'] },
        copies: { type: 'integer', minimum: 1, maximum: 9 },
        name: { type: 'string' },
      },
      required: ['print', 'copies', 'name'],
    },
    execute: (order) => {
      for (const [name, value] of Object.entries(order)) {
        const field = form.elements.namedItem(name);
        if (!field) throw new Error(`The form has no field "${name}".`);
        /** @type {HTMLInputElement} */ (field).value = String(value);
      }
      if (!form.reportValidity()) throw new Error('The form is not filled in rightly.');
      form.requestSubmit();
      // The answer is the next page.
      return new Promise(() => {});
    },
  });
  await offer(tool);
}
tellTools();

/** The page the form leads to is this one, with the order in its address. */
function confirmOrder() {
  const order = new URLSearchParams(location.search);
  if (!order.has('print')) return;
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem('print'));
  const option = [...select.options].find(({ value }) => value === order.get('print'));
  const done = /** @type {HTMLElement} */ (document.getElementById('done'));
  done.textContent = `Ordered: ${order.get('copies')} × ${option?.text ?? 'an unknown print'}, for ${order.get('name')}.`;
  done.hidden = false;
}
