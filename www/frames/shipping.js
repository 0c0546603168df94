/**
 * A tool that lives in a frame: `get_shipping_quote`. Callers in the page reach
 * it by its name alone.
 */
import { provideModelContext } from '../model-context.js';
import { defineWebTool } from '../node_modules/webmcp-exec/index.js';
import { fitFrame, loaded, offer, tellTools } from './frame.js';

/** @type {Record<string, { country: string, each: number, days: number }>} */
const RATES = {
  DE: { country: 'Germany', each: 5, days: 2 },
  FR: { country: 'France', each: 7, days: 3 },
  JP: { country: 'Japan', each: 19, days: 8 },
  US: { country: 'the United States', each: 16, days: 6 },
};

const form = /** @type {HTMLFormElement} */ (document.getElementById('quote'));
const country = /** @type {HTMLSelectElement} */ (form.elements.namedItem('country'));
const parcels = /** @type {HTMLInputElement} */ (form.elements.namedItem('parcels'));

form.addEventListener('input', () => quote(country.value, parcels.valueAsNumber));
form.addEventListener('submit', (event) => event.preventDefault());
quote(country.value, parcels.valueAsNumber);
fitFrame();
await loaded();

if ((await provideModelContext()) !== null) {
  const tool = defineWebTool({
    name: 'get_shipping_quote',
    title: 'Shipping quote',
    description: 'What shipping to a country costs and how long it takes.',
    inputSchema: {
      type: 'object',
      properties: {
        country: { type: 'string', enum: Object.keys(RATES) },
        parcels: { type: 'integer', minimum: 1, maximum: 20, default: 1 },
      },
      required: ['country'],
    },
    annotations: { readOnlyHint: true },
    execute: ({ country: to, parcels: count = 1 }) => {
      const answer = quote(to, count);
      country.value = to;
      parcels.value = String(count);
      return {
        content: [{ type: 'text', text: answer.text }],
        structuredContent: { price: answer.price, currency: 'EUR', days: answer.days },
      };
    },
  });
  await offer(tool);
}
tellTools();

/**
 * @param {string} to
 * @param {number} count
 */
function quote(to, count) {
  const rate = RATES[to];
  if (!rate) throw new Error(`We do not ship to "${to}".`);
  if (!Number.isInteger(count) || count < 1) throw new Error('Ask for one parcel or more.');
  const price = rate.each * count;
  const text = `€${price} to ${rate.country}, ${rate.days} days`;
  /** @type {HTMLElement} */ (document.getElementById('price')).textContent = text;
  return { price, days: rate.days, text };
}
