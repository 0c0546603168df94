import {
  type AnthropicTool,
  type GeminiFunctionDeclaration,
  listTools,
  type McpTool,
  type OpenAIResponsesTool,
  type OpenAITool,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAIResponsesTools,
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
