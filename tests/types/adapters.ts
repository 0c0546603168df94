import {
  type AiSdkTool,
  createMcpToolHandlers,
  createToolAliases,
  defineWebTool,
  executeTools,
  fromMcpTools,
  listTools,
  type McpTool,
  registerTool,
  toAiSdkTools,
  type WebToolDefinition,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const tools = await listTools();
isExactly<Record<string, AiSdkTool>>()(toAiSdkTools(tools));
toAiSdkTools(tools, { aliases: createToolAliases(tools), timeout: 5000, resetTimeoutOnProgress: true });
toAiSdkTools(tools, {
  execute: async (call, { signal, onProgress }) => {
    isExactly<string>()(call.name);
    isExactly<string | undefined>()(call.alias);
    onProgress?.(signal?.aborted);
    const [result] = await executeTools({ toolCalls: [call] });
    return result;
  },
});
// @ts-expect-error the SDK has the signal
toAiSdkTools(tools, { signal: new AbortController().signal });

const handlers = createMcpToolHandlers({ tools: async () => tools, fromOrigins: ['https://shop.example'] });
isExactly<Promise<{ tools: McpTool[] }>>()(handlers['tools/list']());
handlers['tools/call']({ params: { name: 'weather' } }, { signal: new AbortController().signal });
// @ts-expect-error a call has a name
handlers['tools/call']({ params: {} });
// @ts-expect-error a list, or what gives one
createMcpToolHandlers({ tools: 'all' });

const client = {
  listTools: async (_params?: { cursor?: string }, _options?: { timeout?: number }) => ({
    tools: [{ name: 'weather' }],
  }),
  callTool: async (_params: { name: string }) => ({ content: [] }),
};
const remote = await fromMcpTools(client, { timeout: 5000 });
isExactly<WebToolDefinition[]>()(remote);
for (const tool of remote) {
  registerTool(tool);
  await defineWebTool(tool).register();
}
// @ts-expect-error no client
fromMcpTools({ listTools: client.listTools });
