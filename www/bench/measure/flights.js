/** What calls cost that are made at once. Runs in the page. */

/** @import {Plan, Taken} from './sampling.js' */

import { takeSamples } from './sampling.js';
import { findTool, NAME, registerTools, takesText } from './tools.js';

/** What each way is compared with. @type {Record<string, string[]>} */
export const BASES = { executeTool: ['direct'] };

/**
 * @param {any} exec the package
 * @param {any} context
 * @param {number} flights how many calls are under way together
 * @param {Plan} plan
 * @returns {Promise<Record<string, Taken>>} µs of one of them
 */
export async function measureFlights({ executeTool }, context, flights, plan) {
  const unregister = await registerTools(context, 10);
  const args = { qty: 3 };
  const shaped = takesText(context) ? JSON.stringify(args) : args;
  /** @param {() => Promise<unknown>} call */
  const together = (call) => ({
    run: () => Promise.all(Array.from({ length: flights }, call)),
    calls: flights,
  });
  try {
    const tool = await findTool(context);
    return await takeSamples(
      {
        direct: together(() => context.executeTool(tool, shaped)),
        executeTool: together(() => executeTool(NAME, args)),
      },
      plan,
    );
  } finally {
    unregister();
  }
}
