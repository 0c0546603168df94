/** What a call by name costs beside the calls that it is made of. Runs in the page. */

/** @import {Plan, Step, Taken, Way} from './sampling.js' */

import { takeSamples } from './sampling.js';
import { findTool, NAME, registerAll, registerTools, takesText } from './tools.js';

/** The package, however the page has come by it. @typedef {any} Package */

/** What each way is compared with; `direct` is the provider's own call with the tool in hand. */
/** @type {Record<string, string[]>} */
export const BASES = {
  'direct again': ['direct'],
  'by hand': ['direct'],
  executeTool: ['direct', 'by hand'],
  'with a signal': ['direct'],
  'with a timeout': ['direct'],
  detailed: ['direct'],
  validated: ['direct'],
  'batch of 100': ['100 at once'],
};

/** How many calls a batch has. */
const BATCH = 100;

/**
 * @param {Package} exec
 * @param {any} context
 * @param {number} tools how many the page has
 * @param {Plan & { only?: string[] }} plan
 * @returns {Promise<Record<string, Taken>>}
 */
export async function measureCalls(exec, context, tools, { only, ...plan }) {
  const unregister = await registerTools(context, tools);
  try {
    const ways = await waysOf(exec, context);
    const chosen = Object.entries(ways).filter(([name]) => only?.includes(name) ?? true);
    return await takeSamples(Object.fromEntries(chosen), plan);
  } finally {
    unregister();
  }
}

/**
 * @param {Package} exec
 * @param {any} context
 * @returns {Promise<Record<string, Step | Way>>}
 */
async function waysOf({ executeTool, executeToolDetailed, executeTools }, context) {
  const args = { qty: 3 };
  const shaped = takesText(context) ? JSON.stringify(args) : args;
  const tool = await findTool(context);
  const { signal } = new AbortController();
  const toolCalls = Array.from({ length: BATCH }, () => ({ name: NAME, input: args }));
  const direct = () => context.executeTool(tool, shaped);
  return {
    direct,
    'direct again': () => context.executeTool(tool, shaped),
    'by hand': async () => context.executeTool(await findTool(context), shaped),
    executeTool: () => executeTool(NAME, args),
    'with a signal': () => executeTool(NAME, args, { signal }),
    'with a timeout': () => executeTool(NAME, args, { timeout: 60_000 }),
    detailed: () => executeToolDetailed(NAME, args),
    validated: () => executeTool(NAME, args, { validate: true }),
    '100 at once': { run: () => Promise.all(toolCalls.map(direct)), calls: BATCH },
    'batch of 100': { run: () => executeTools({ toolCalls }), calls: BATCH },
  };
}

/** More than anything should take; a rejection that comes with a task of its own takes longer. */
const MANY_MICROTASKS = 50;

/**
 * How many microtasks after an abort its caller knows.
 *
 * @param {Package} exec
 * @param {any} context
 * @returns {Promise<{ direct: number, executeTool: number }>}
 */
export async function countMicrotasks({ executeTool }, context) {
  let begin = () => {};
  const name = 'bench.never';
  const execute = () => {
    begin();
    return new Promise(() => {});
  };
  const inputSchema = { type: 'object' };
  const unregister = await registerAll(context, [
    { name, description: 'Never settles.', inputSchema, execute },
  ]);
  const tool = await findTool(context, name);
  const none = takesText(context) ? '{}' : {};
  /** @param {(signal: AbortSignal) => Promise<unknown>} call */
  const count = async (call) => {
    const controller = new AbortController();
    const begun = new Promise((resolve) => {
      begin = () => resolve(undefined);
    });
    let isRejected = false;
    call(controller.signal).catch(() => {
      isRejected = true;
    });
    await begun;
    controller.abort();
    let microtasks = 0;
    for (; !isRejected && microtasks < MANY_MICROTASKS; microtasks++) await null;
    return microtasks;
  };
  try {
    const direct = await count((signal) => context.executeTool(tool, none, { signal }));
    // Its look-up is remembered by the second call.
    await count((signal) => executeTool(name, {}, { signal }));
    return { direct, executeTool: await count((signal) => executeTool(name, {}, { signal })) };
  } finally {
    unregister();
  }
}
