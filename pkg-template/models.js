// The formats of model APIs, and adapters for other libraries.
import { load, promised } from './core.js';
import parts from './generated/parts/models.js';

/** @type {typeof import('./index.d.ts').createToolAliases} */
export const createToolAliases = (tools, options) => load(parts).createToolAliases(tools, options);

/** @type {typeof import('./index.d.ts').toOpenAITools} */
export const toOpenAITools = (tools, options) => load(parts).toTools('openai', tools, options);

/** @type {typeof import('./index.d.ts').fromOpenAIToolCalls} */
export const fromOpenAIToolCalls = (reply, options) => load(parts).fromToolCalls('openai', reply, options);

/** @type {typeof import('./index.d.ts').toOpenAIToolResults} */
export const toOpenAIToolResults = (results, toolCalls) =>
  load(parts).toToolResults('openai', results, toolCalls);

/** @type {typeof import('./index.d.ts').toOpenAIResponsesTools} */
export const toOpenAIResponsesTools = (tools, options) =>
  load(parts).toTools('openai-responses', tools, options);

/** @type {typeof import('./index.d.ts').fromOpenAIResponsesToolCalls} */
export const fromOpenAIResponsesToolCalls = (reply, options) =>
  load(parts).fromToolCalls('openai-responses', reply, options);

/** @type {typeof import('./index.d.ts').toOpenAIResponsesToolResults} */
export const toOpenAIResponsesToolResults = (results, toolCalls) =>
  load(parts).toToolResults('openai-responses', results, toolCalls);

/** @type {typeof import('./index.d.ts').toAnthropicTools} */
export const toAnthropicTools = (tools, options) => load(parts).toTools('anthropic', tools, options);

/** @type {typeof import('./index.d.ts').fromAnthropicToolCalls} */
export const fromAnthropicToolCalls = (reply, options) =>
  load(parts).fromToolCalls('anthropic', reply, options);

/** @type {typeof import('./index.d.ts').toAnthropicToolResults} */
export const toAnthropicToolResults = (results, toolCalls) =>
  load(parts).toToolResults('anthropic', results, toolCalls);

/** @type {typeof import('./index.d.ts').toGeminiTools} */
export const toGeminiTools = (tools, options) => load(parts).toTools('gemini', tools, options);

/** @type {typeof import('./index.d.ts').fromGeminiToolCalls} */
export const fromGeminiToolCalls = (reply, options) => load(parts).fromToolCalls('gemini', reply, options);

/** @type {typeof import('./index.d.ts').toGeminiToolResults} */
export const toGeminiToolResults = (results, toolCalls) =>
  load(parts).toToolResults('gemini', results, toolCalls);

/** @type {typeof import('./index.d.ts').toMcpTools} */
export const toMcpTools = (tools, options) => load(parts).toTools('mcp', tools, options);

/** @type {typeof import('./index.d.ts').fromMcpToolCalls} */
export const fromMcpToolCalls = (reply, options) => load(parts).fromToolCalls('mcp', reply, options);

/** @type {typeof import('./index.d.ts').toMcpToolResults} */
export const toMcpToolResults = (results, toolCalls) => load(parts).toToolResults('mcp', results, toolCalls);

/** @type {typeof import('./index.d.ts').toAiSdkTools} */
export const toAiSdkTools = (tools, options) => load(parts).toAiSdkTools(tools, options);

/** @type {typeof import('./index.d.ts').createMcpToolHandlers} */
export const createMcpToolHandlers = (options) => load(parts).createMcpToolHandlers(options);

/** @type {typeof import('./index.d.ts').fromMcpTools} */
export const fromMcpTools = (client, options) =>
  promised((core) => core.fromMcpTools(client, options), parts);
