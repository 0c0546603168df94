/**
 * What the shop offers to agents.
 */
import { modelContext } from './model-context.js';
import { defineWebTool } from './node_modules/webmcp-exec/index.js';

/** @param {ReturnType<typeof import('./shop.js').openShop>} shop */
export async function registerShopTools(shop) {
  const tools = [
    defineWebTool({
      name: 'add_to_cart',
      title: 'Add to cart',
      description: 'Puts a product of the shelf into the basket.',
      inputSchema: {
        type: 'object',
        properties: {
          id: {
            type: 'string',
            description: 'A product, as search_products names it.',
            examples: ['tee-fern'],
          },
          qty: { type: 'integer', minimum: 1, maximum: 99, default: 1 },
        },
        required: ['id'],
      },
      execute: ({ id, qty = 1 }) => shop.add(id, qty),
    }),
    defineWebTool({
      name: 'search_products',
      title: 'Search products',
      description: 'Finds products by words; the shelf shows the matches.',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'Everything, if left out.', examples: ['mug'] } },
      },
      annotations: { readOnlyHint: true },
      execute: ({ query = '' }) => shop.search(String(query)),
    }),
    defineWebTool({
      name: 'slow_report',
      title: 'Stock report',
      description: 'Counts the stock, which takes some seconds.',
      inputSchema: {
        type: 'object',
        properties: { seconds: { type: 'number', minimum: 0, maximum: 60, default: 5 } },
      },
      annotations: { readOnlyHint: true },
      execute: ({ seconds = 5 }, { signal }) => shop.report(seconds, signal),
    }),
    defineWebTool({
      name: 'fail_checkout',
      title: 'Check out',
      description: 'Tries to buy what is in the basket, and throws: stock is 0.',
      inputSchema: { type: 'object', properties: {} },
      execute: () => shop.checkOut(),
    }),
  ];
  await Promise.all(tools.map((tool) => tool.register()));
  // The same tool without the package. Native browsers replace the text of its
  // error; the call above still knows it.
  await modelContext().registerTool({
    name: 'fail_checkout_direct',
    title: 'Check out, registered directly',
    description: 'The same as fail_checkout, registered without the package.',
    inputSchema: { type: 'object', properties: {} },
    execute: () => shop.checkOut(),
  });
}
