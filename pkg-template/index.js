// The main entry: each function hands its arguments to the core.
import { load, promised } from './core.js';

/** @type {typeof import('./index.d.ts').ready} */
export const ready = () => promised(() => Promise.resolve());

/** @type {typeof import('./index.d.ts').executeTool} */
export const executeTool = (name, args, options) => promised((core) => core.executeTool(name, args, options));

/** @type {typeof import('./index.d.ts').executeToolDetailed} */
export const executeToolDetailed = (name, args, options) =>
  promised((core) => core.executeToolDetailed(name, args, options));

/** @type {typeof import('./index.d.ts').listTools} */
export const listTools = (options) => promised((core) => core.listTools(options));

/** @type {typeof import('./index.d.ts').defineWebTool} */
export const defineWebTool = (definition) => load().defineWebTool(definition);

/** @type {typeof import('./index.d.ts').normalizeToolResult} */
export const normalizeToolResult = (raw) => load().normalizeToolResult(raw);

/** @type {typeof import('./index.d.ts').toToolResult} */
export const toToolResult = (value) => load().toToolResult(value);

/** @type {typeof import('./index.d.ts').toolErrorCode} */
export const toolErrorCode = (result) => load().toolErrorCode(result);

/** @type {typeof import('./index.d.ts').provider} */
export const provider = () => load().provider();

/** @type {typeof import('./index.d.ts').Tool} */
export const Tool = { define: (config) => load().defineTool(config) };

/** @type {typeof import('./index.d.ts').registerTool} */
export const registerTool = (tool, options) => load().registerTool(tool, options);

/** @type {typeof import('./index.d.ts').registeredTools} */
export const registeredTools = () => load().registeredTools();

/** @type {typeof import('./index.d.ts').executeTools} */
export const executeTools = (options) => promised((core) => core.executeTools(options));

/** @type {typeof import('./index.d.ts').takeNavigationResult} */
export const takeNavigationResult = () => load().takeNavigationResult();

/** @type {typeof import('./index.d.ts').executeStep} */
export const executeStep = (options) => promised((core) => core.executeStep(options));

/** @type {typeof import('./index.d.ts').reActLoop} */
export const reActLoop = (options) => promised((core) => core.reActLoop(options));

/** @type {typeof import('./index.d.ts').onToolCall} */
export const onToolCall = (listener, options) => load().onToolCall(listener, options);

/** @type {typeof import('./index.d.ts').createToolAliases} */
export const createToolAliases = (tools, options) => load().createToolAliases(tools, options);

/** @type {typeof import('./index.d.ts').toOpenAITools} */
export const toOpenAITools = (tools, options) => load().toTools('openai', tools, options);

/** @type {typeof import('./index.d.ts').fromOpenAIToolCalls} */
export const fromOpenAIToolCalls = (reply, options) => load().fromToolCalls('openai', reply, options);

/** @type {typeof import('./index.d.ts').toOpenAIToolResults} */
export const toOpenAIToolResults = (results, toolCalls) => load().toToolResults('openai', results, toolCalls);

/** @type {typeof import('./index.d.ts').toOpenAIResponsesTools} */
export const toOpenAIResponsesTools = (tools, options) => load().toTools('openai-responses', tools, options);

/** @type {typeof import('./index.d.ts').fromOpenAIResponsesToolCalls} */
export const fromOpenAIResponsesToolCalls = (reply, options) =>
  load().fromToolCalls('openai-responses', reply, options);

/** @type {typeof import('./index.d.ts').toOpenAIResponsesToolResults} */
export const toOpenAIResponsesToolResults = (results, toolCalls) =>
  load().toToolResults('openai-responses', results, toolCalls);

/** @type {typeof import('./index.d.ts').toAnthropicTools} */
export const toAnthropicTools = (tools, options) => load().toTools('anthropic', tools, options);

/** @type {typeof import('./index.d.ts').fromAnthropicToolCalls} */
export const fromAnthropicToolCalls = (reply, options) => load().fromToolCalls('anthropic', reply, options);

/** @type {typeof import('./index.d.ts').toAnthropicToolResults} */
export const toAnthropicToolResults = (results, toolCalls) =>
  load().toToolResults('anthropic', results, toolCalls);

/** @type {typeof import('./index.d.ts').toGeminiTools} */
export const toGeminiTools = (tools, options) => load().toTools('gemini', tools, options);

/** @type {typeof import('./index.d.ts').fromGeminiToolCalls} */
export const fromGeminiToolCalls = (reply, options) => load().fromToolCalls('gemini', reply, options);

/** @type {typeof import('./index.d.ts').toGeminiToolResults} */
export const toGeminiToolResults = (results, toolCalls) => load().toToolResults('gemini', results, toolCalls);

/** @type {typeof import('./index.d.ts').toMcpTools} */
export const toMcpTools = (tools, options) => load().toTools('mcp', tools, options);

/** @type {typeof import('./index.d.ts').fromMcpToolCalls} */
export const fromMcpToolCalls = (reply, options) => load().fromToolCalls('mcp', reply, options);

/** @type {typeof import('./index.d.ts').toMcpToolResults} */
export const toMcpToolResults = (results, toolCalls) => load().toToolResults('mcp', results, toolCalls);

/** @type {typeof import('./index.d.ts').toAiSdkTools} */
export const toAiSdkTools = (tools, options) => load().toAiSdkTools(tools, options);

/** @type {typeof import('./index.d.ts').createMcpToolHandlers} */
export const createMcpToolHandlers = (options) => load().createMcpToolHandlers(options);

/** @type {typeof import('./index.d.ts').fromMcpTools} */
export const fromMcpTools = (client, options) => promised((core) => core.fromMcpTools(client, options));

export { createRuntime, ToolRegistry } from './registry.js';
