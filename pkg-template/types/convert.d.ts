import type {
  AliasOptions,
  AnsweredCalls,
  AnthropicTool,
  AnthropicToolResult,
  DescribedTool,
  GeminiFunctionDeclaration,
  GeminiFunctionResponsePart,
  GeminiReply,
  McpCallRequest,
  McpTool,
  ModelContextToolResult,
  ModelToolCall,
  OpenAIMessage,
  OpenAIResponsesTool,
  OpenAIResponsesToolOutput,
  OpenAITool,
  OpenAIToolMessage,
  ToolResults,
} from '../index.js';

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
