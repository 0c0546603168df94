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

/** @type {typeof import('./index.d.ts').onToolCall} */
export const onToolCall = (listener, options) => load().onToolCall(listener, options);

/** @type {typeof import('./index.d.ts').toOpenAITools} */
export const toOpenAITools = (tools) => load().toTools('openai', tools);

/** @type {typeof import('./index.d.ts').toOpenAIResponsesTools} */
export const toOpenAIResponsesTools = (tools) => load().toTools('openai-responses', tools);

/** @type {typeof import('./index.d.ts').toAnthropicTools} */
export const toAnthropicTools = (tools) => load().toTools('anthropic', tools);

/** @type {typeof import('./index.d.ts').toGeminiTools} */
export const toGeminiTools = (tools) => load().toTools('gemini', tools);

/** @type {typeof import('./index.d.ts').toMcpTools} */
export const toMcpTools = (tools) => load().toTools('mcp', tools);
