/** What big arguments and results cost, beside plain JavaScript that does the same by hand. Runs in the page. */

/** @import {Plan, Taken} from './sampling.js' */

import { takeSamples } from './sampling.js';
import { findTool, registerAll, takesText } from './tools.js';

/** What each way is compared with. @type {Record<string, string[]>} */
export const BASES = { arguments: ['arguments by hand'], results: ['results by hand'] };

const TAKES = 'bench.takes';
const GIVES = 'bench.gives';

/**
 * @param {any} exec the package
 * @param {any} context
 * @param {number} bytes of the value as JSON text
 * @param {Plan} plan
 * @returns {Promise<Record<string, Taken>>}
 */
export async function measureBytes({ executeTool }, context, bytes, plan) {
  const value = rowsWith(bytes);
  const inputSchema = { type: 'object' };
  const unregister = await registerAll(context, [
    { name: TAKES, description: 'Takes much.', inputSchema, execute: ({ rows }) => ({ rows: rows.length }) },
    { name: GIVES, description: 'Gives much.', inputSchema, execute: () => value },
  ]);
  try {
    const takes = await findTool(context, TAKES);
    const gives = await findTool(context, GIVES);
    const shaped = takesText(context) ? JSON.stringify : (/** @type {unknown} */ args) => args;
    return await takeSamples(
      {
        'arguments by hand': async () => JSON.parse(await context.executeTool(takes, shaped(value))),
        arguments: () => executeTool(TAKES, value),
        'results by hand': async () => JSON.parse(await context.executeTool(gives, shaped({}))),
        results: () => executeTool(GIVES, {}),
      },
      plan,
    );
  } finally {
    unregister();
  }
}

/**
 * Rows as a shop would send them, about so many bytes as JSON text.
 *
 * @param {number} bytes
 */
function rowsWith(bytes) {
  const row = (/** @type {number} */ index) => ({
    id: index,
    name: `Mug number ${index}`,
    price: 8 + (index % 10) / 4,
    tags: ['mug', 'kitchen'],
    inStock: index % 3 === 0,
  });
  const length = Math.max(1, Math.round(bytes / (JSON.stringify(row(bytes / 100)).length + 1)));
  return { rows: Array.from({ length }, (_, index) => row(index)) };
}
