/** Converters and adapters, thousands of times, and the module holds what it held. */

import {
  createMcpToolHandlers,
  createToolAliases,
  fromMcpTools,
  fromOpenAIToolCalls,
  toAiSdkTools,
  toAnthropicToolResults,
  toOpenAITools,
} from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';
import { staysFlat } from './memory.mjs';

const TIMEOUT = 120_000;

const tools = ['a', 'b.c', 'd'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object', properties: { qty: { type: 'number' } } },
  annotations: { readOnlyHint: true },
}));

const throwing = () =>
  Object.defineProperty({}, 'name', {
    get() {
      throw new Error('not for you');
    },
  });

test('S4-17 lists, calls and results in the formats, and what is refused', {
  timeout: TIMEOUT,
}, async (t) => {
  let refused = 0;
  await staysFlat(t, {
    times: 5_000,
    step(index) {
      toOpenAITools(tools);
      const tool_calls = ['{"qty":3}', '{"qty":'].map((args) => ({
        id: `call_${index}`,
        function: { name: 'a', arguments: args },
      }));
      const calls = fromOpenAIToolCalls({ tool_calls });
      toAnthropicToolResults(
        [
          { success: true, result: { index } },
          { success: false, error: 'no' },
        ],
        calls,
      );
      try {
        toOpenAITools([...tools, /** @type {any} */ (throwing())]);
      } catch {
        refused += 1;
      }
    },
  });
  assert.equal(refused >= 5_000, true);
});

test('S4-17 aliases and tools of the AI SDK, dropped', { timeout: TIMEOUT }, async (t) => {
  let names = 0;
  await staysFlat(t, {
    times: 3_000,
    async step() {
      const aliases = createToolAliases(tools);
      names += aliases.aliasOf('b.c') === 'b_c' && aliases.toolOf('b_c')?.name === 'b.c' ? 1 : 0;
      const set = toAiSdkTools(tools, { aliases, execute: () => 'done' });
      await set.a?.execute({}, { toolCallId: 'call' });
    },
  });
  assert.equal(names >= 3_000, true);
});

test('S4-17 X-08 calls of an MCP client, with progress and cancelled', { timeout: TIMEOUT }, async (t) => {
  const handlers = createMcpToolHandlers({
    tools,
    execute: (_, { signal, onProgress }) => {
      onProgress?.(1);
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  let notified = 0;
  const notify = async () => {
    notified += 1;
  };
  await staysFlat(t, {
    times: 3_000,
    async step() {
      const controller = new AbortController();
      const request = { params: { name: 'a', arguments: {}, _meta: { progressToken: 1 } } };
      const call = handlers['tools/call'](request, { mcpReq: { signal: controller.signal, notify } });
      await handlers['tools/list']();
      controller.abort();
      await call.catch(() => {});
    },
  });
  assert.equal(notified >= 3_000, true);
});

test('S4-17 tools of an MCP server, read and called', { timeout: TIMEOUT }, async (t) => {
  const client = { listTools: async () => ({ tools }), callTool: async () => ({ content: [] }) };
  const { signal } = new AbortController();
  let called = 0;
  await staysFlat(t, {
    times: 3_000,
    async step() {
      for (const { execute } of await fromMcpTools(client)) {
        await execute({}, { signal, emit() {} });
        called += 1;
      }
    },
  });
  assert.equal(called >= 9_000, true);
});
