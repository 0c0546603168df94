import type { AbortSignalLike, CallLimits, ToolErrorCode } from '../index.js';
import type { ToolDefinition } from './definition.js';
import type { ExecutionContext, ToolRegistry } from './registry.js';
import type { Problem } from './validation.js';

/** What is told of a call beside its result. What the tool itself says in `metadata` is kept. */
export interface ExecutionMetadata {
  /** Milliseconds from when the call's turn came to its end. */
  executionTime: number;
  /** Bytes of the input as JSON in UTF-8; missing where it has no JSON. */
  inputSize?: number;
  /** Bytes of `data` as JSON in UTF-8, 0 without; missing where it has no JSON. */
  outputSize?: number;
  /** What the caller may want to know: that the tool is deprecated, and what the tool says itself. */
  warnings: string[];
  [member: string]: unknown;
}

/** The tool did what it is for. */
export interface ExecutionSuccess<Data = any> {
  success: true;
  data: Data;
  /** Only a failure has one: `result.error` and its neighbours may be read without asking first. */
  error?: undefined;
  errorCode?: undefined;
  suggestion?: undefined;
  errors?: undefined;
  outcomeUnknown?: undefined;
  metadata: ExecutionMetadata;
}

/** The tool, or the call, failed. */
export interface ExecutionFailure {
  success: false;
  data?: undefined;
  /** What went wrong, in a sentence. */
  error: string;
  /** Why: the tool's own code, or one of the list. */
  errorCode: ToolErrorCode | (string & {});
  /** What may help. */
  suggestion?: string;
  /** With `INVALID_INPUT`: everything that is wrong with the input, each with a finer code. */
  errors?: Problem[];
  /** `true` where the tool had begun and may have run: do not simply try again. */
  outcomeUnknown?: true;
  metadata: ExecutionMetadata;
}

/** What a call resolves with. */
export type ExecutionResult<Data = any> = ExecutionSuccess<Data> | ExecutionFailure;

/** A call, as hooks are told of it. */
export interface HookCall {
  toolId: string;
  /** What the tool is given; before it was read, and where it could not be, what the caller gave. */
  params: any;
  /** What the tool is given beside it, once its turn has come. Members that a hook adds reach the tool. */
  context?: ExecutionContext;
  /** `undefined` where there is no such tool. */
  definition?: ToolDefinition;
}

/** What an application does around every call of a runtime. */
export interface RuntimeHooks {
  /**
   * Awaited before the tool runs, against the call's signal and time. What it throws is the call's failure, and the
   * tool does not run: an error's `code`, if it is a {@link ToolErrorCode}, is the failure's.
   */
  beforeExecute?(call: HookCall): unknown;
  /**
   * Told of the result of every call that ends with one. It is not awaited, and what it throws is reported as an error
   * event (in Node on the console): the result stays what it is.
   */
  afterExecute?(call: HookCall, result: ExecutionResult): unknown;
  /** Told, in the same way, of every call that fails or is aborted: what the tool threw, or an error that says it. */
  onError?(call: HookCall, error: any): unknown;
}

/**
 * What has the tools of a server: the client of an MCP server, or what does as one.
 *
 * A function with two parameters is called as that of the official SDK, `callTool(params, options)`; one with three, or
 * that of a client of the SDK's first version, as `callTool(params, undefined, options)`.
 */
export interface ToolRemote {
  /** The options are `{ signal, timeout, maxTotalTimeout?, resetTimeoutOnProgress, onprogress? }`. */
  callTool(params: { name: string; arguments?: any }, ...more: any[]): Promise<unknown>;
}

/** How a runtime runs tools. */
export interface RuntimeOptions {
  /**
   * Milliseconds that a tool has, from when its turn comes (with `maxConcurrent` calls may wait). 0 and `Infinity`
   * stand for ever. Default: 30000.
   */
  timeout?: number;
  /** Milliseconds from the call to its end, its wait included. 0, `Infinity` and the default stand for ever. */
  maxTotalTimeout?: number;
  /** Whether `timeout` counts anew from every word of progress. Default: `false`. */
  resetTimeoutOnProgress?: boolean;
  /** How many tools may run at the same time; the others wait, in the order of their calls. Default: any number. */
  maxConcurrent?: number;
  /** Whether input must fit the definition. Default: `true`. */
  validateInput?: boolean;
  /** Whether a result must be one, and its data fit the definition's `outputSchema`. Default: `true`. */
  validateOutput?: boolean;
  hooks?: RuntimeHooks;
  /** Runs the tools with the `executionMode` `server`, and the `hybrid` ones that have no function here. */
  remote?: ToolRemote;
}

/** How one call is made; what is not said here, the runtime's options say. */
export interface ExecuteOptions extends CallLimits {
  /** The same as `signal`; if both are given, either ends the call. */
  abortSignal?: AbortSignal | AbortSignalLike | null;
  /** What the tool is told beside its input. */
  context?: Record<string, unknown>;
}

/** One of several calls. */
export interface RuntimeCall {
  id: string;
  params?: any;
  options?: ExecuteOptions | AbortSignal | AbortSignalLike | null;
}

/** What runs the tools of a registry. Its functions need no `this`. */
export interface ToolRuntime {
  /**
   * Runs a tool: its input is read as the definition means it, checked, and handed to the tool.
   *
   * Resolves with a result also where the tool or the call fails:
   *
   * | when | `errorCode` |
   * |---|---|
   * | no tool of that id; a close one is suggested | `NOT_FOUND` |
   * | the input is not what it has to be; `errors` says all | `INVALID_INPUT` |
   * | the tool threw | `EXECUTION_ERROR`, or the `code` of its error |
   * | the tool's result is none | `INTERNAL_ERROR` |
   * | no answer in time; the tool's signal fires | `TIMEOUT` |
   * | a server's tool in a browser without `remote`, a remote that is not connected, a runtime that is disposed of | `UNAVAILABLE` |
   * | the connection to the remote was lost meanwhile | `OUTCOME_UNKNOWN` |
   * | the remote does not allow it | `UNAUTHORIZED` |
   *
   * Rejects with an `AbortError` when a signal fires (`cause` is its reason), or the runtime is disposed of while the
   * call is under way, and with a `TypeError` for malformed options.
   *
   * @example
   * ```js
   * const result = await runtime.execute('reverse-text', { text: 'abc' }, { timeout: 5000, context: { userId: 'u1' } });
   * if (result.success) console.log(result.data);
   * else console.warn(result.errorCode, result.error, result.suggestion);
   * ```
   */
  execute<Data = any>(
    id: string,
    params?: any,
    options?: ExecuteOptions | AbortSignal | AbortSignalLike | null,
  ): Promise<ExecutionResult<Data>>;

  /**
   * Makes several calls at once, as far as `maxConcurrent` lets them: a result for each, in their order, whatever
   * becomes of the others. An aborted call's result has the code `ABORTED`, a malformed one's `INVALID_INPUT`.
   *
   * @param options - a signal, or `{ signal }`, that ends all that have not ended
   *
   * Rejects with a `TypeError` if the calls are no array or the options are wrong.
   *
   * @example
   * ```js
   * const [first, second] = await runtime.executeAll([
   *   { id: 'reverse-text', params: { text: 'abc' } },
   *   { id: 'now', options: { timeout: 1000 } },
   * ]);
   * ```
   */
  executeAll(
    calls: readonly RuntimeCall[],
    options?: { signal?: AbortSignal | AbortSignalLike | null } | AbortSignal | AbortSignalLike | null,
  ): Promise<ExecutionResult[]>;

  /** Aborts every call that is under way; later ones fail with `UNAVAILABLE`. */
  dispose(): void;
}

/**
 * Makes what runs the tools of a registry, also those that are registered later.
 *
 * Where a tool runs is decided by its `executionMode`: `client` and `hybrid` here; `server` on the `remote`, else here
 * if this is no browser. The runtime itself makes no request.
 *
 * Throws a `TypeError` that names the option that is wrong.
 *
 * @example
 * ```js
 * const runtime = createRuntime(registry, { timeout: 10_000, maxConcurrent: 4 });
 * const result = await runtime.execute('reverse-text', { text: 'abc' });
 * ```
 */
export function createRuntime(registry: ToolRegistry, options?: RuntimeOptions | null): ToolRuntime;
