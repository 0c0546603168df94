/** The tools that are called while the time is taken, registered with the page's own provider. */

/** @typedef {{ name: string, description: string, inputSchema: object, execute: (input: any, client?: any) => unknown }} Definition */

/** The one that is called, of however many. */
export const NAME = 'bench.tool_0';

/** Two shapes of arguments are in use: objects, and in older Chromiums JSON text. @param {any} context */
export const takesText = (context) => context.executeTool.length === 2;

/**
 * Registers tools that do nothing.
 *
 * @param {any} context
 * @param {number} count
 * @returns {Promise<() => void>} takes them out again
 */
export function registerTools(context, count) {
  const definitions = Array.from({ length: count }, (_, index) => ({
    name: `bench.tool_${index}`,
    description: 'Does nothing.',
    inputSchema: { type: 'object', properties: { qty: { type: 'integer' } } },
    execute: () => 'done',
  }));
  return registerAll(context, definitions);
}

/**
 * @param {any} context
 * @param {Definition[]} definitions
 * @returns {Promise<() => void>} takes them out again
 */
export async function registerAll(context, definitions) {
  const registration = new AbortController();
  const { signal } = registration;
  try {
    for (const definition of definitions) await context.registerTool(definition, { signal });
  } catch (error) {
    // What is there already would be in the way of the next try.
    registration.abort();
    throw error;
  }
  return () => registration.abort();
}

/**
 * What people write by hand to have a tool by its name.
 *
 * @param {any} context
 * @param {string} [name]
 */
export async function findTool(context, name = NAME) {
  const tools = await context.getTools();
  return tools.find((/** @type {any} */ tool) => tool.name === name);
}
