import type { AbortSignalLike, CallLimits } from '../index.js';

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
  strict?: boolean;
  input_examples?: unknown[];
  cache_control?: object;
  /**
   * The tool. It is given the caller's signal and emit function as they are, `undefined` where there is none. An async
   * generator is run to its end: what it yields is progress, what it returns is the result.
   */
  execute(input: Input, signal?: AbortSignal, emit?: (event: any) => void): Result;
}

/** How a call of a plugin may be given up, and who hears of its progress. */
export interface PluginCallOptions extends CallLimits {}

/** What a generator returns, a promise resolves to, or a function gives. */
type Settled<Result> = Result extends AsyncGenerator<any, infer Returned, any> ? Returned : Awaited<Result>;

/** A tool by {@link Tool}`.define`. */
export interface ToolPlugin<Input = any, Result = unknown> {
  readonly name: string;
  /**
   * Calls the tool. Never rejects: a tool that throws, and a call that is given up, resolve to a {@link ToolFailure}.
   *
   * @param input - handed to the tool as it is
   * @param signal - an `AbortSignal`, handed to the tool as it is, or options
   * @param emit - handed to the tool as it is
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
   * Throws a `TypeError` if there is no `name`, or no `execute` to call.
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
   * ```
   */
  define<Input = any, Result = unknown>(config: ToolConfig<Input, Result>): ToolPlugin<Input, Result>;
};
