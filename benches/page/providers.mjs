/** One round of what a provider has to do, by its own interface: it is made in the tabs of all of them in turn. */

import { stepsIn, timeOf } from '../../www/bench/measure/sampling.js';
import { findTool, NAME, registerTools, takesText } from '../../www/bench/measure/tools.js';
import { modelContext } from './provide.mjs';

/** How many tools there are, and how many calls are made in parallel. */
const MANY = 100;

/** How many samples of each step a round has; registering takes some peers too long for more than one. */
const TURNS = 3;

/**
 * @typedef {object} Door how a page, or an agent in it, gets at the tools
 * @property {() => Promise<unknown>} list
 * @property {() => Promise<unknown>} execute
 * @property {(signal: AbortSignal) => Promise<unknown>} executeWithSignal
 */

/** @type {Record<string, number> | undefined} how many steps are one sample */
let steps;
/** @type {any} */
let client;

/**
 * @param {string} provider
 * @param {number} target how long a sample takes at least, in ms
 * @returns {Promise<Record<string, number[]>>} µs of each step, a few times
 */
export async function round(provider, target) {
  const context = modelContext();
  let unregister = () => {};
  const registering = await timeOf(async () => {
    unregister = await registerTools(context, MANY);
  }, 1);
  try {
    const { list, execute, executeWithSignal } = await doorOf(provider, context);
    const { signal } = new AbortController();
    const ways = {
      'getTools with 100 tools': list,
      execute,
      'execute with a signal': () => executeWithSignal(signal),
      '100 in parallel': () => Promise.all(Array.from({ length: MANY }, execute)),
    };
    /** @type {Record<string, number>} */
    const counted = {};
    if (!steps) {
      for (const [name, run] of Object.entries(ways)) counted[name] = await stepsIn(run, target);
      steps = counted;
    }
    /** @type {Record<string, number[]>} */
    const times = { 'register 100': [registering * 1000] };
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [name, run] of Object.entries(ways)) {
        times[name] ??= [];
        times[name].push(((await timeOf(run, steps[name])) * 1000) / steps[name]);
      }
    }
    return times;
  } finally {
    unregister();
  }
}

/**
 * @param {string} provider
 * @param {any} context
 * @returns {Promise<Door>}
 */
async function doorOf(provider, context) {
  const args = { qty: 3 };
  if (provider === 'mcpb-global') {
    client ??= await connectClient();
    const call = { name: NAME, arguments: args };
    return {
      list: () => client.listTools(),
      execute: () => client.callTool(call),
      executeWithSignal: (signal) => client.callTool(call, { signal }),
    };
  }
  const tool = await findTool(context);
  const shaped = takesText(context) ? JSON.stringify(args) : args;
  return {
    list: () => context.getTools(),
    execute: () => context.executeTool(tool, shaped),
    executeWithSignal: (signal) => context.executeTool(tool, shaped, { signal }),
  };
}

/** The client of the server that `@mcp-b/global` has in the page. */
async function connectClient() {
  const [{ Client }, { TabClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@mcp-b/transports'),
  ]);
  const connected = new Client({ name: 'bench', version: '1.0.0' });
  await connected.connect(/** @type {any} */ (new TabClientTransport({ targetOrigin: location.origin })));
  return connected;
}
