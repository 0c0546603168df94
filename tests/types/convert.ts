import {
  type AnthropicTool,
  createToolAliases,
  executeTool,
  executeTools,
  fromAnthropicToolCalls,
  fromGeminiToolCalls,
  fromMcpToolCalls,
  fromOpenAIResponsesToolCalls,
  fromOpenAIToolCalls,
  type GeminiFunctionDeclaration,
  listTools,
  type McpTool,
  type ModelContextToolResult,
  type ModelToolCall,
  type OpenAIResponsesTool,
  type OpenAITool,
  type OpenAIToolMessage,
  type ToolAlias,
  type ToolAliases,
  toAnthropicToolResults,
  toAnthropicTools,
  toGeminiToolResults,
  toGeminiTools,
  toMcpToolResults,
  toMcpTools,
  toOpenAIResponsesToolResults,
  toOpenAIResponsesTools,
  toOpenAIToolResults,
  toOpenAITools,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const tools = await listTools();
isExactly<OpenAITool[]>()(toOpenAITools(tools));
isExactly<OpenAIResponsesTool[]>()(toOpenAIResponsesTools(tools));
isExactly<AnthropicTool[]>()(toAnthropicTools(tools));
isExactly<GeminiFunctionDeclaration[]>()(toGeminiTools(tools));
isExactly<McpTool[]>()(toMcpTools(tools));
// Each format can be read again.
toMcpTools(toOpenAITools(tools));
toMcpTools(toAnthropicTools(tools));
toMcpTools(toGeminiTools([{ name: 'weather', parameters: { type: 'object' } }]));
// @ts-expect-error a tool has a name
toOpenAITools([{ description: 'Says the weather.' }]);
// @ts-expect-error a list of tools
toOpenAITools({ name: 'weather' });

const aliases = createToolAliases(tools);
createToolAliases(tools, { previous: aliases });
isExactly<ToolAliases>()(aliases);
isExactly<string | undefined>()(aliases.aliasOf(tools[0] ?? 'weather'));
isExactly<ToolAlias | undefined>()(aliases.toolOf('weather'));
toOpenAITools(tools, { aliases });
// @ts-expect-error aliases, not a record of them
toOpenAITools(tools, { aliases: { weather: 'w' } });
// @ts-expect-error they do not change
aliases.entries.push({ alias: 'a', name: 'b' });

const toolCalls = fromOpenAIToolCalls({ role: 'assistant', content: null, tool_calls: [] }, { aliases });
isExactly<ModelToolCall[]>()(toolCalls);
const results = await executeTools({ toolCalls });
isExactly<OpenAIToolMessage[]>()(toOpenAIToolResults(results, toolCalls));
const [block] = toAnthropicToolResults(results);
if (block?.is_error) isExactly<true>()(block.is_error);
const response = toGeminiToolResults(results, toolCalls)[0]?.functionResponse.response;
if (response && 'error' in response) isExactly<string>()(response.error);
isExactly<ModelContextToolResult[]>()(toMcpToolResults([await executeTool('weather')]));
for (const { output } of toOpenAIResponsesToolResults(results)) {
  if (typeof output === 'string') isExactly<string>()(output);
}
fromAnthropicToolCalls({ role: 'assistant', content: 'No calls.' });
fromOpenAIResponsesToolCalls({ output: [{ type: 'message' }] });
fromGeminiToolCalls({ candidates: [{ content: { parts: [] } }] });
fromMcpToolCalls({ name: 'weather', arguments: {} });
// @ts-expect-error a call has a name
fromMcpToolCalls({ arguments: {} });
// @ts-expect-error results are a list
toOpenAIToolResults(results[0]);
// @ts-expect-error text is no message
fromOpenAIToolCalls('text');
