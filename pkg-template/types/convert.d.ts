import type { ModelContextToolResult, ToolAliases } from '../index.js';

/**
 * What describes a tool, under any of the names that the formats have for it: a tool of `listTools`, a definition for
 * `registerTool`, a tool by `defineWebTool` or `Tool.define`, or a tool in one of the formats.
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
  properties: Record<string, any>;
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

/** Under which names models know the tools. */
export interface AliasOptions {
  /** What {@link createToolAliases} made of the same tools. Default: tools have their own names. */
  aliases?: ToolAliases | null;
}

/** A call that a model wants: what `executeTools` takes. */
export interface ModelToolCall {
  /** The tool's name; `''` where the model gave none. */
  name: string;
  /** The arguments. Text that is no JSON of an object stays text, so that running the call reports it. */
  input: any;
  id?: string;
  /** With aliases: the name by which the model called. */
  alias?: string;
  /** With aliases: the origin of the tool's document. */
  origin?: string;
  /** With aliases: the window of the tool's document, as a member that is not enumerable. */
  readonly window?: object;
}

/** What `executeTools` gave for each call; or results of `executeTool`, of `Tool` and of a runtime. */
export type ToolResults = readonly unknown[];

/** The calls that are answered, in the order of the results, or with the same ids. */
export type AnsweredCalls = readonly { name?: string; id?: string; alias?: string }[] | null;

/** A message for OpenAI's Chat Completions API. */
export interface OpenAIToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** An input item for OpenAI's Responses API. */
export interface OpenAIResponsesToolOutput {
  type: 'function_call_output';
  call_id: string;
  /** Parts where there is an image among them, else text. */
  output: string | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string })[];
}

/** A block for a user message of Anthropic's Messages API. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  /** Left out where there is none. */
  content?: (
    | { type: 'text'; text: string }
    | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
  )[];
  is_error?: true;
}

export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** A part for a user content of the Gemini API. */
export interface GeminiFunctionResponsePart {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: unknown } | { error: string };
  };
}

/**
 * Tools for OpenAI's Chat Completions API, and for the many that speak it.
 *
 * This and the other converters copy schemas by way of their JSON and complete them to what the APIs insist on (a
 * `type: 'object'` with `properties`); what a tool does not say is left out. They take any tools, but models call them
 * by names of up to 64 of `A`-`Z`, `a`-`z`, `0`-`9`, `_` and `-`, each once: {@link createToolAliases}.
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
export function toOpenAITools(tools: readonly DescribedTool[], options?: AliasOptions | null): OpenAITool[];

/**
 * The tool calls in a message of OpenAI's Chat Completions API (or in its `tool_calls`), for `executeTools`.
 *
 * This and the other readers throw nothing away: a call with arguments that are no JSON has their text as its `input`,
 * one without a name has the name `''`, and running them makes failures of them. Empty arguments are `{}`. An answer
 * without calls gives `[]`.
 *
 * Throws a `TypeError` for what is no object, and for calls that are no array.
 *
 * @example
 * ```js
 * const toolCalls = fromOpenAIToolCalls({
 *   role: 'assistant',
 *   tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'add_to_cart', arguments: '{"qty":3}' } }],
 * });
 * const results = await executeTools({ toolCalls });
 * ```
 */
export function fromOpenAIToolCalls(
  message: OpenAIMessage | readonly unknown[],
  options?: AliasOptions | null,
): ModelToolCall[];

/** What is read of an assistant's message. */
export interface OpenAIMessage {
  role?: string;
  content?: unknown;
  tool_calls?: readonly unknown[] | null;
}

/**
 * Results as messages for OpenAI's Chat Completions API: one for each, to go behind the assistant's message. Content is
 * joined text; a failure begins with `Error: `; images, sounds and files are named, not sent.
 *
 * This and the others for results take what `executeTools` gave (`{id, name, success, result}` or `{…, error}`) and also
 * tool results themselves, where `null` is a call that navigated. The calls are needed where results have no ids, and
 * for the names that Gemini wants.
 *
 * Throws a `TypeError` for what is no array, and where it is not known which call a result answers.
 *
 * @example
 * ```js
 * const toolCalls = [{ id: 'call_1', name: 'add_to_cart', input: { qty: 3 } }];
 * const messages = toOpenAIToolResults(await executeTools({ toolCalls }), toolCalls);
 * // [{ role: 'tool', tool_call_id: 'call_1', content: '{"inCart":3}' }]
 * ```
 */
export function toOpenAIToolResults(results: ToolResults, toolCalls?: AnsweredCalls): OpenAIToolMessage[];

/**
 * Tools for OpenAI's Responses API; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toOpenAIResponsesTools(await listTools());
 * ```
 */
export function toOpenAIResponsesTools(
  tools: readonly DescribedTool[],
  options?: AliasOptions | null,
): OpenAIResponsesTool[];

/**
 * The `function_call` items of a response of OpenAI's Responses API (or of its `output`); see
 * {@link fromOpenAIToolCalls}.
 *
 * @example
 * ```js
 * const item = { type: 'function_call', call_id: 'call_1', name: 'add_to_cart', arguments: '{"qty":3}' };
 * const toolCalls = fromOpenAIResponsesToolCalls({ output: [item] });
 * // [{ name: 'add_to_cart', input: { qty: 3 }, id: 'call_1' }]
 * ```
 */
export function fromOpenAIResponsesToolCalls(
  response: { output?: readonly unknown[] | null } | readonly unknown[],
  options?: AliasOptions | null,
): ModelToolCall[];

/**
 * Results as input items for OpenAI's Responses API, images included; see {@link toOpenAIToolResults}.
 *
 * @example
 * ```js
 * const input = toOpenAIResponsesToolResults([{ id: 'call_1', name: 'add_to_cart', success: true, result: 3 }]);
 * // [{ type: 'function_call_output', call_id: 'call_1', output: '3' }]
 * ```
 */
export function toOpenAIResponsesToolResults(
  results: ToolResults,
  toolCalls?: AnsweredCalls,
): OpenAIResponsesToolOutput[];

/**
 * Tools for Anthropic's Messages API; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toAnthropicTools(await listTools());
 * ```
 */
export function toAnthropicTools(
  tools: readonly DescribedTool[],
  options?: AliasOptions | null,
): AnthropicTool[];

/**
 * The `tool_use` blocks of a message of Anthropic's Messages API (or of its `content`); see {@link fromOpenAIToolCalls}.
 *
 * @example
 * ```js
 * const content = [{ type: 'tool_use', id: 'toolu_1', name: 'add_to_cart', input: { qty: 3 } }];
 * const toolCalls = fromAnthropicToolCalls({ role: 'assistant', content });
 * ```
 */
export function fromAnthropicToolCalls(
  message: { role?: string; content?: string | readonly unknown[] | null } | readonly unknown[],
  options?: AliasOptions | null,
): ModelToolCall[];

/**
 * Results as blocks for Anthropic's Messages API; all of them belong into one user message. See
 * {@link toOpenAIToolResults}.
 *
 * @example
 * ```js
 * const results = [{ id: 'toolu_1', name: 'add_to_cart', success: false, error: 'stock is 0' }];
 * const message = { role: 'user', content: toAnthropicToolResults(results) };
 * // […, content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', … }], is_error: true }]
 * ```
 */
export function toAnthropicToolResults(
  results: ToolResults,
  toolCalls?: AnsweredCalls,
): AnthropicToolResult[];

/**
 * Function declarations for the Gemini API; see {@link toOpenAITools}. A request takes them inside a tool.
 *
 * @example
 * ```js
 * const config = { tools: [{ functionDeclarations: toGeminiTools(await listTools()) }] };
 * ```
 */
export function toGeminiTools(
  tools: readonly DescribedTool[],
  options?: AliasOptions | null,
): GeminiFunctionDeclaration[];

/**
 * The `functionCall` parts of a response of the Gemini API (its first candidate), of a content, or of an array of parts
 * or function calls; see {@link fromOpenAIToolCalls}.
 *
 * @example
 * ```js
 * const parts = [{ functionCall: { name: 'add_to_cart', args: { qty: 3 } } }];
 * const toolCalls = fromGeminiToolCalls({ candidates: [{ content: { role: 'model', parts } }] });
 * ```
 */
export function fromGeminiToolCalls(
  response: GeminiReply | readonly unknown[],
  options?: AliasOptions | null,
): ModelToolCall[];

/** What is read of a response, or of a content. */
export interface GeminiReply {
  candidates?: readonly { content?: { parts?: readonly unknown[] | null } | null }[] | null;
  content?: { parts?: readonly unknown[] | null } | null;
  parts?: readonly unknown[] | null;
}

/**
 * Results as parts for the Gemini API: structured content as `output` if the result has some, else its text. See
 * {@link toOpenAIToolResults}.
 *
 * @example
 * ```js
 * const parts = toGeminiToolResults([{ name: 'add_to_cart', success: true, result: { inCart: 3 } }]);
 * // [{ functionResponse: { name: 'add_to_cart', response: { output: { inCart: 3 } } } }]
 * ```
 */
export function toGeminiToolResults(
  results: ToolResults,
  toolCalls?: AnsweredCalls,
): GeminiFunctionResponsePart[];

/**
 * Tools as an MCP server lists them; see {@link toOpenAITools}.
 *
 * @example
 * ```js
 * const tools = toMcpTools(await listTools());
 * ```
 */
export function toMcpTools(tools: readonly DescribedTool[], options?: AliasOptions | null): McpTool[];

/**
 * The call of an MCP request `tools/call`, or of its params, or of each in an array; without ids. See
 * {@link fromOpenAIToolCalls}.
 *
 * @example
 * ```js
 * const [call] = fromMcpToolCalls({ name: 'add_to_cart', arguments: { qty: 3 } });
 * ```
 */
export function fromMcpToolCalls(
  request: McpCallRequest | readonly unknown[],
  options?: AliasOptions | null,
): ModelToolCall[];

/** A request, or its params. */
export type McpCallRequest =
  | { method?: string; params: { name: string; arguments?: object } }
  | { name: string; arguments?: object };

/**
 * Results as those of MCP; see {@link toOpenAIToolResults}.
 *
 * @example
 * ```js
 * const [result] = toMcpToolResults([{ name: 'add_to_cart', success: false, error: 'stock is 0' }]);
 * // { content: [{ type: 'text', text: 'stock is 0' }], isError: true, … }
 * ```
 */
export function toMcpToolResults(results: ToolResults, toolCalls?: AnsweredCalls): ModelContextToolResult[];
