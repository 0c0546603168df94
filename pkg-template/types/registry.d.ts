import type { ToolErrorCode } from '../index.js';
import type { ToolDefinition } from './definition.js';

/** What a tool of a catalogue is told of its call, over what the caller says in its option `context`. */
export interface ExecutionContext {
  toolId: string;
  /** Who calls, if the caller says so. */
  userId?: string;
  /** The caller's own name for the call, which listeners of `onToolCall` get as `callId`. */
  requestId?: string;
  /** Milliseconds that the tool has; `undefined` for ever. */
  timeout: number | undefined;
  /** Fires when the call is given up: aborted, out of time, or its runtime disposed of. */
  abortSignal: AbortSignal;
  /** The same. */
  signal: AbortSignal;
  /** Tells the caller of progress: its `onProgress` gets the value. After the end it does nothing. */
  emit(progress: unknown): void;
  /** Whatever else the caller gives in `context`. */
  [member: string]: any;
}

/** What a tool says of its own run. */
export interface ToolFunctionMetadata {
  /** What the caller may want to know. */
  warnings?: string[];
  [member: string]: unknown;
}

/** What a tool of a catalogue returns. Other members are passed on. */
export type ToolFunctionResult<Data = unknown> =
  | {
      success: true;
      /** `undefined` counts as missing. */
      data: Data;
      metadata?: ToolFunctionMetadata;
    }
  | {
      success: false;
      /** What went wrong, in a sentence. */
      error: string;
      /** Default: `EXECUTION_ERROR`. */
      errorCode?: ToolErrorCode | (string & {});
      /** What may help. */
      suggestion?: string;
      metadata?: ToolFunctionMetadata;
    };

/**
 * What runs a tool of a catalogue. It may be an async generator: what it yields is progress, what it returns is the
 * result. What it throws is a failure: an error's `code`, if it is a {@link ToolErrorCode}, is the failure's, and its
 * `suggestion`, if it is text, too.
 *
 * @typeParam Params - the type of the input; annotate the parameter and it is inferred
 */
export type ToolFunction<Params = any, Data = any> = (
  params: Params,
  context: ExecutionContext,
) =>
  | ToolFunctionResult<Data>
  | PromiseLike<ToolFunctionResult<Data>>
  | AsyncGenerator<any, ToolFunctionResult<Data>, any>;

/** A tool of a catalogue. */
export interface RegisteredTool {
  /** The very object that was registered. */
  definition: ToolDefinition;
  /** What runs it here; `undefined` for one that only a server has. */
  fn?: ToolFunction;
}

/**
 * A catalogue of tools, in the order in which they were registered.
 *
 * Definitions are read when they are registered: what is changed in them later has no effect. Ids that are no strings
 * are ids of no tool.
 *
 * @example
 * ```js
 * const registry = new ToolRegistry();
 * registry.register({ id: 'reverse-text', description: 'Reverses a text.' }, ({ text }) => ({
 *   success: true,
 *   data: { text: [...text].reverse().join('') },
 * }));
 * registry.has('reverse-text'); // true
 * ```
 */
export declare class ToolRegistry {
  /**
   * @param options - `strict`: whether definitions must have every member that the format names; `false` by default
   *
   * Throws a `TypeError` if the options are wrong, and where the module cannot be started.
   */
  constructor(options?: { strict?: boolean } | null);

  /**
   * Adds a tool.
   *
   * @param fn - what runs it. A tool with the `executionMode` `server` or `hybrid` may go without: then only the
   * `remote` of a runtime runs it.
   *
   * Throws a `TypeError` that names what is wrong with the definition, and an `Error` that names the id if it is taken.
   *
   * @example
   * ```js
   * registry.register({ id: 'now', description: 'Says what time it is.' }, () => ({ success: true, data: Date.now() }));
   * ```
   */
  register(definition: ToolDefinition, fn?: ToolFunction | null): void;

  /**
   * Adds several tools, all of them or none.
   *
   * Throws like `register`, and a `TypeError` that names the index of what is no tool.
   *
   * @example
   * ```js
   * registry.registerAll([{ definition: { id: 'now', description: 'Says what time it is.' }, fn: now }]);
   * ```
   */
  registerAll(tools: readonly { definition: ToolDefinition; fn?: ToolFunction | null }[]): void;

  /** Takes a tool out; whether there was one. Its calls that are under way go on. */
  unregister(id: string): boolean;

  /** The tool of that id; `undefined` if there is none. */
  get(id: string): RegisteredTool | undefined;

  /** Whether there is a tool of that id. */
  has(id: string): boolean;

  /** The ids of all tools. */
  list(): string[];

  /** Takes all tools out. */
  clear(): void;

  /** The definitions of all tools. */
  getDefinitions(): ToolDefinition[];

  /** The definitions with that category. */
  findByCategory(category: string): ToolDefinition[];

  /** The definitions with that tag. */
  findByTag(tag: string): ToolDefinition[];
}
