import type {
  AbortSignalLike,
  AnthropicTool,
  CallLimits,
  GeminiFunctionDeclaration,
  McpTool,
  ObjectSchema,
  OpenAITool,
  WebToolDefinition,
} from '../index.js';

/** What `plugin.execute` resolves with where the tool failed, or was given up. */
export interface ToolFailure {
  success: false;
  json: null;
  /** The error's message, the text of the abort's reason, or `String()` of what was thrown. */
  text: string;
}

/** A function, and what models are told of it. */
export interface ToolConfig<Input = any, Result = unknown> {
  name: string;
  description?: string;
  /** The JSON Schema of the input. Default: an object without properties. */
  parameters?: object;
  /** OpenAI: whether the model is held to the schema. */
  strict?: boolean;
  /** Anthropic: inputs as the tool wants them. */
  input_examples?: unknown[];
  /** Anthropic: what is cached, such as `{ type: 'ephemeral' }`. */
  cache_control?: object;
  /** MCP and WebMCP: a name for people. */
  title?: string;
  /** MCP and WebMCP: hints such as `readOnlyHint`. */
  annotations?: object;
  /**
   * The tool, called as a method of the configuration. It is given the caller's signal and emit function as they are,
   * `undefined` where there is none. A promise or thenable is awaited. An async generator is run to its end: what it
   * yields is progress, what it returns is the result; when the call is given up, its `finally` runs.
   */
  execute(input: Input, signal?: AbortSignal, emit?: (event: any) => void): Result;
}

/**
 * How a call of a plugin may be given up, and who hears of its progress. The tool then gets a signal of the call's own,
 * if there is anything that may end it, and a function to emit with, if anybody listens.
 */
export interface PluginCallOptions extends CallLimits {}

/** What a generator returns, a promise resolves to, or a function gives. */
type Settled<Result> = Result extends AsyncGenerator<any, infer Returned, any> ? Returned : Awaited<Result>;

/** A tool by {@link Tool}`.define`. What the config does not say is left out everywhere. */
export interface ToolPlugin<Input = any, Result = unknown> {
  readonly name: string;
  readonly description?: string;
  /** The schema of the input: a copy of the config's, as an object that names its properties. */
  readonly parameters: ObjectSchema;
  /** What `toOpenAI()` gives. */
  readonly schema: OpenAITool;
  /** The tool for OpenAI. This and the other formats are new objects each time, which the caller may change. */
  toOpenAI(): OpenAITool;
  toAnthropic(): AnthropicTool;
  /** The function alone: `{ name, description, parameters, strict }`. */
  toFlatFunction(): OpenAITool['function'];
  toGemini(): GeminiFunctionDeclaration;
  toMcp(): McpTool;
  /**
   * The tool as `document.modelContext.registerTool` and {@link defineWebTool} take it. What is `{success, json, text}`
   * becomes a result with that text, and so does what the tool throws, which browsers would mask.
   *
   * @example
   * ```js
   * await document.modelContext.registerTool(double.toWebMcp());
   * ```
   */
  toWebMcp(): WebToolDefinition<Input, unknown>;
  /**
   * Calls the tool. Never rejects: a tool that throws, and a call that is given up, resolve to a {@link ToolFailure}.
   * So do wrong options. What the tool returns is passed on as it is.
   *
   * @param input - handed to the tool as it is
   * @param signal - an `AbortSignal`, handed to the tool as it is, or options
   * @param emit - handed to the tool as it is; beside options it stands for their `onProgress`
   */
  execute(
    input?: Input,
    signal?: AbortSignal | AbortSignalLike | PluginCallOptions | null,
    emit?: (event: any) => void,
  ): Promise<Settled<Result> | ToolFailure>;
}

export declare const Tool: {
  /**
   * Wraps a function as a tool.
   *
   * Throws a `TypeError` that names what is wrong with the configuration, and where the module cannot be started.
   *
   * @example
   * ```js
   * const double = Tool.define({
   *   name: 'double',
   *   description: 'Doubles a number.',
   *   parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
   *   execute: ({ n }) => ({ success: true, json: { value: n * 2 }, text: `${n} x 2 = ${n * 2}` }),
   * });
   * const result = await double.execute({ n: 21 });
   * model.call({ tools: [double.toOpenAI()] });
   * ```
   */
  define<Input = any, Result = unknown>(config: ToolConfig<Input, Result>): ToolPlugin<Input, Result>;
};
