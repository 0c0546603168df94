/** The doors that need no page, beside what others call tools with in Node. Prints JSON; runs in a process of its own. */

import { register } from 'node:module';
import { rowsOf } from '../www/bench/measure/rows.js';
import { takeSamples } from '../www/bench/measure/sampling.js';

// `webmcp-exec` means the installed package.
register('../tests/harness/node-resolve.mjs', import.meta.url);

const inputSchema = /** @type {const} */ ({
  type: 'object',
  properties: { qty: { type: 'integer' } },
  required: ['qty'],
});
const description = 'Counts.';
const input = { qty: 3 };
const run = (/** @type {{ qty: number }} */ { qty }) => ({ inCart: qty });

/** What the others are compared with. */
const CLIENT = 'callTool of the MCP client';
const GENERATE = 'generateText of the AI SDK';

/** @type {Record<string, string>} */
const skipped = {};
/** @type {Record<string, () => Promise<unknown>>} */
const ways = {
  'the function itself': async () => run(input),
  ...(await ours()),
  ...(await possible(GENERATE, aiSdk)),
  ...(await possible(CLIENT, mcpClient)),
};
const bases = Object.fromEntries(
  Object.keys(ways).map((way) => [way, [CLIENT, GENERATE].filter((base) => base !== way)]),
);
const samples = await takeSamples(ways, { samples: Number(process.argv[2]), target: 5 });
process.stdout.write(
  JSON.stringify({ version: process.versions.node, rows: rowsOf(samples, bases), skipped }),
);

async function ours() {
  const { createRuntime, executeStep, Tool, ToolRegistry } = await import('webmcp-exec');
  const registry = new ToolRegistry();
  registry.register(
    { id: 'count', description, parameters: [{ name: 'qty', type: 'number', required: true }] },
    (/** @type {any} */ input) => ({ success: true, data: run(input) }),
  );
  const runtime = createRuntime(registry);
  const tool = Tool.define({
    name: 'count',
    description,
    parameters: inputSchema,
    execute: (/** @type {any} */ input) => ({ success: true, json: run(input), text: 'done' }),
  });
  const model = async () => ({ content: '', toolCalls: [{ name: 'count', input }] });
  const messages = [{ role: /** @type {const} */ ('user'), content: 'Count.' }];
  const tools = [{ name: 'count', description, inputSchema, execute: run }];
  const first = await runtime.execute('count', input);
  if (!first.success) throw new Error(first.error);
  return {
    'Tool.define().execute': () => tool.execute(input),
    'createRuntime().execute': () => runtime.execute('count', input),
    executeStep: () => executeStep(/** @type {any} */ ({ model, messages, tools })),
  };
}

async function aiSdk() {
  const { generateText, jsonSchema, stepCountIs, tool } = await import('ai');
  const { MockLanguageModelV3 } = await import('ai/test');
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  /** @param {any[]} content @param {'stop' | 'tool-calls'} unified */
  const modelOf = (content, unified) => {
    const answer = { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
    const model = new MockLanguageModelV3({ doGenerate: async () => answer });
    // It keeps every call that it got, which is not what is measured.
    return () => {
      model.doGenerateCalls.length = 0;
      return model;
    };
  };
  const calls = [
    { type: 'tool-call', toolCallId: 'call_1', toolName: 'count', input: JSON.stringify(input) },
  ];
  const [calling, talking] = [
    modelOf(calls, 'tool-calls'),
    modelOf([{ type: 'text', text: 'done' }], 'stop'),
  ];
  const count = tool({
    description,
    inputSchema: jsonSchema(inputSchema),
    execute: async (input) => run(/** @type {any} */ (input)),
  });
  /** @param {() => InstanceType<typeof MockLanguageModelV3>} model */
  const step = (model) => () =>
    generateText({ model: model(), prompt: 'Count.', tools: { count }, stopWhen: stepCountIs(1) });
  const { toolResults } = await step(calling)();
  if (toolResults.length !== 1) throw new Error('it called no tool');
  return { [GENERATE]: step(calling), [`${GENERATE}, no tool called`]: step(talking) };
}

async function mcpClient() {
  const [{ Client, InMemoryTransport }, { fromJsonSchema, McpServer }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/server'),
  ]);
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool(
    'count',
    { description, inputSchema: fromJsonSchema(/** @type {any} */ (inputSchema)) },
    async (input) => ({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: run(/** @type {any} */ (input)),
    }),
  );
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(/** @type {any} */ (other)), client.connect(one)]);
  const call = { name: 'count', arguments: input };
  const { isError, content } = await client.callTool(call);
  if (isError) throw new Error(JSON.stringify(content));
  return { [CLIENT]: () => client.callTool(call) };
}

/**
 * @param {string} name
 * @param {() => Promise<Record<string, () => Promise<unknown>>>} peer
 */
async function possible(name, peer) {
  try {
    return await peer();
  } catch (error) {
    skipped[name] = error instanceof Error ? error.message : String(error);
    return {};
  }
}
