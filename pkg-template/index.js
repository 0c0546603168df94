// The main entry: each function hands its arguments to the core. What not everybody needs is in parts of their own,
// which an application that does not import them does not bundle.
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

/** @type {typeof import('./index.d.ts').checkArguments} */
export const checkArguments = (schema, args) => promised((core) => core.checkArguments(schema, args));

/** @type {typeof import('./index.d.ts').normalizeToolResult} */
export const normalizeToolResult = (raw) => load().normalizeToolResult(raw);

/** @type {typeof import('./index.d.ts').toToolResult} */
export const toToolResult = (value) => load().toToolResult(value);

/** @type {typeof import('./index.d.ts').toolErrorCode} */
export const toolErrorCode = (result) => load().toolErrorCode(result);

/** @type {typeof import('./index.d.ts').provider} */
export const provider = () => load().provider();

export {
  executeStep,
  executeTools,
  reActLoop,
  registeredTools,
  registerTool,
} from './agent.js';
export {
  createMcpToolHandlers,
  createToolAliases,
  fromAnthropicToolCalls,
  fromGeminiToolCalls,
  fromMcpToolCalls,
  fromMcpTools,
  fromOpenAIResponsesToolCalls,
  fromOpenAIToolCalls,
  toAiSdkTools,
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
} from './models.js';
export { defineWebTool, onToolCall, takeNavigationResult } from './page.js';
export { createRuntime, ToolRegistry } from './registry.js';
export { Tool } from './tool.js';
