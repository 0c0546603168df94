import type { AbortSignalLike, CallLimits, ToolExecutionContext, WebTool } from '../index.js';
import type { ToolPlugin } from './tool.js';

/** A tool that is run here, without the page knowing of it. */
export interface LocalTool<Input = any> {
  name: string;
  /** A name for people. */
  title?: string;
  /** What models are told of it. */
  description?: string;
  /** The JSON Schema of the input. */
  inputSchema?: object;
  /** `readOnlyHint: true` lets `concurrency: 'auto'` run it beside others. */
  annotations?: { readOnlyHint?: boolean; consequentialHint?: boolean; [hint: string]: unknown };
  /**
   * Called as a method of the definition. It always gets a signal, which fires when the call is given up, and `emit`
   * for its progress. An async generator is run to its end: what it yields is progress, what it returns is the result.
   */
  execute(input: Input, context: ToolExecutionContext): unknown;
}

/** What may stand where a tool that is run here is wanted: a definition, or a tool by `defineWebTool` or `Tool.define`. */
export type AnyLocalTool<Input = any> =
  | LocalTool<Input>
  | WebTool<Input>
  // Without its signature, so that an `execute` that is written in place is inferred from that of a definition.
  | (Omit<ToolPlugin<Input>, 'execute'> & { readonly execute: object });

/**
 * Registers a tool in memory, for {@link executeTools}, `executeStep` and `reActLoop`. All copies of the package in
 * the document share these tools; the page and its other agents do not see them (`defineWebTool` is for that).
 *
 * @param tool - the tool; members are read now, annotations when they are needed
 * @param options - an `AbortSignal`, or `{ signal }`, that unregisters it; one that has fired already registers nothing
 * @returns a function that unregisters it. Running calls go on.
 *
 * Throws at once: an `Error` (`INVALID_INPUT`) that names the tool if its name is taken, a `TypeError` if there is no
 * `name` or nothing to execute.
 *
 * @example
 * ```js
 * const unregister = registerTool({
 *   name: 'get_weather',
 *   execute: async ({ city }, { signal }) => (await fetch(`/weather/${city}`, { signal })).json(),
 * });
 * ```
 */
export function registerTool<Input = any>(
  tool: AnyLocalTool<Input>,
  options?: { signal?: AbortSignal | AbortSignalLike | null } | AbortSignal | AbortSignalLike | null,
): () => void;

/**
 * The tools of {@link registerTool}, as they were given, in the order in which they were registered.
 *
 * @example
 * ```js
 * const names = registeredTools().map(({ name }) => name);
 * ```
 */
export function registeredTools(): AnyLocalTool[];

/** A call of a tool, as models ask for it. */
export interface ToolCall {
  name: string;
  /** An object or array, the JSON text of one, or nothing, which is `{}`. */
  input?: object | string | null;
  /** Comes back in the result. */
  id?: string;
  /** Milliseconds, instead of the batch's own `timeout`. */
  timeout?: number;
  /** For tools of the page: only one of this origin. */
  origin?: string;
  /** For tools of the page: only one of the document in this window. */
  window?: object;
}

/**
 * What became of one call: the answer, or the text of what went wrong.
 *
 * @typeParam Result - of a tool that is run here what it returned; of a tool of the page a `ModelContextToolResult`, or
 * `null` where the call navigated
 */
export type ToolExecutionResult<Result = any> =
  | { name: string; id?: string; success: true; result: Result }
  | { name: string; id?: string; success: false; error: string };

/** How many calls may run side by side. */
export type Concurrency = number | 'auto';

export interface ExecuteToolsOptions extends Omit<CallLimits, 'onProgress'> {
  toolCalls: readonly ToolCall[];
  /** Tools that are looked at before those of {@link registerTool}. */
  tools?: readonly AnyLocalTool[];
  /**
   * How many calls may run side by side: a whole number from 1; or `'auto'`, which lets calls of tools with
   * `readOnlyHint` that follow each other run together, and any other alone. Default: all of them. Calls start in
   * their order in any case.
   */
  concurrency?: Concurrency;
  /** Whether no call is started any more once one has failed; those become failures that say so. Default: `false`. */
  stopOnError?: boolean;
  /** Called with each value that a tool emits, and the call that it belongs to. */
  onProgress?: (progress: any, call: ToolCall) => void;
  /** For tools of the page: only those of this origin. */
  origin?: string;
  /** For tools of the page: only those of the document in this window. */
  window?: object;
  /** Other sites whose tools are wanted as well. */
  fromOrigins?: string[];
  /** Whether each input is checked against its tool's schema before that is called; see `executeTool`. Default: `false`. */
  validate?: boolean;
}

/**
 * Makes several calls, such as a model asks for in one answer, and says of each what became of it.
 *
 * A tool is looked for in `tools`, then among those of {@link registerTool}, then in the page. `timeout` and
 * `maxTotalTimeout` count for each call, from its start. When `signal` fires, what has ended stays, and what runs or
 * has not been started becomes a failure with the text of the reason.
 *
 * | what happened | entry |
 * |---|---|
 * | the tool answered | `{ name, success: true, result }` |
 * | the tool threw, or its result has `isError` | `{ name, success: false, error }`, with the text of the error |
 * | the call navigated | `{ name, success: true, result: null }` |
 * | no such tool | `error: 'Tool … not found'` |
 * | anything else: aborted, timed out, wrong arguments, a call without a name | `error` says so |
 *
 * @returns one result for each call, in the order of the calls, with the call's `id` if it has one
 *
 * Rejects with a `TypeError` (`INVALID_INPUT`) if `toolCalls` is no array or an option is wrong: nothing has run.
 * Nothing else rejects.
 *
 * @example
 * ```js
 * const results = await executeTools({ toolCalls: [{ name: 'get_weather', input: { city: 'Karachi' } }] });
 * for (const result of results) {
 *   if (result.success) console.log(result.name, result.result);
 *   else console.warn(result.name, result.error);
 * }
 * ```
 */
export function executeTools<Result = any>(
  options: ExecuteToolsOptions,
): Promise<ToolExecutionResult<Result>[]>;
