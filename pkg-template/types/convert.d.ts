/** The converters between tools and the formats of model APIs. */

/**
 * What a tool is described by, under any of the names that the formats have for it: a tool of `listTools`, a
 * definition for `registerTool`, a tool by `defineWebTool` or `Tool.define`, or a tool in one of the formats.
 */
export type DescribedTool =
  | DescribedToolMembers
  | { definition: object }
  | { schema: object }
  | { function: object };

export interface DescribedToolMembers {
  name: string;
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** The JSON Schema of the arguments, or its text. */
  inputSchema?: object | string | null | undefined;
  /** The same, as OpenAI calls it. */
  parameters?: object | null | undefined;
  /** The same, as Anthropic calls it. */
  input_schema?: object | null | undefined;
  /** The same, as Gemini calls it. */
  parametersJsonSchema?: object | null | undefined;
  annotations?: object | null | undefined;
  strict?: boolean | null | undefined;
  input_examples?: readonly unknown[] | null | undefined;
  cache_control?: object | null | undefined;
}

/** A JSON Schema of arguments, as the model APIs want it: an object that names its properties. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  [keyword: string]: unknown;
}

/** A tool for OpenAI's Chat Completions API. */
export interface OpenAITool {
  type: 'function';
  function: { name: string; description?: string; parameters: ObjectSchema; strict?: boolean };
}

/** A tool for OpenAI's Responses API. */
export interface OpenAIResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: ObjectSchema;
  strict?: boolean;
}

/** A tool for Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: ObjectSchema;
  input_examples?: unknown[];
  cache_control?: object;
}

/** A function declaration for the Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description?: string;
  parametersJsonSchema: ObjectSchema;
}

/** A tool as an MCP server lists it. */
export interface McpTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
  annotations?: Record<string, unknown>;
}

/**
 * Tools for OpenAI's Chat Completions API, and for the many that speak it.
 *
 * This and the other converters copy schemas by way of their JSON and complete them to what the APIs insist on (a
 * `type: 'object'` with `properties`); what a tool does not say is left out.
 *
 * Throws a `TypeError` that names the index of the first tool that is wrong: no object, without a name, with a
 * schema that is none or has no JSON.
 *
 * @example
 * ```js
 * const tools = toOpenAITools(await listTools());
 * // [{ type: 'function', function: { name: 'add_to_cart', description: '…', parameters: { type: 'object', … } } }]
 * ```
 */
export function toOpenAITools(tools: readonly DescribedTool[]): OpenAITool[];

/**
 * Tools for OpenAI's Responses API; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toOpenAIResponsesTools(await listTools());
 * ```
 */
export function toOpenAIResponsesTools(tools: readonly DescribedTool[]): OpenAIResponsesTool[];

/**
 * Tools for Anthropic's Messages API; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toAnthropicTools(await listTools());
 * ```
 */
export function toAnthropicTools(tools: readonly DescribedTool[]): AnthropicTool[];

/**
 * Function declarations for the Gemini API; see {@link toOpenAITools}. A request takes them inside a tool.
 *
 * @example
 * ```js
 * const config = { tools: [{ functionDeclarations: toGeminiTools(await listTools()) }] };
 * ```
 */
export function toGeminiTools(tools: readonly DescribedTool[]): GeminiFunctionDeclaration[];

/**
 * Tools as an MCP server lists them; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toMcpTools(await listTools());
 * ```
 */
export function toMcpTools(tools: readonly DescribedTool[]): McpTool[];
