import type { ToolAliases } from '../index.js';

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

/** What is read of an assistant's message. */
export interface OpenAIMessage {
  role?: string;
  content?: unknown;
  tool_calls?: readonly unknown[] | null;
}

/** What is read of a response, or of a content. */
export interface GeminiReply {
  candidates?: readonly { content?: { parts?: readonly unknown[] | null } | null }[] | null;
  content?: { parts?: readonly unknown[] | null } | null;
  parts?: readonly unknown[] | null;
}

/** A request, or its params. */
export type McpCallRequest =
  | { method?: string; params: { name: string; arguments?: object } }
  | { name: string; arguments?: object };
