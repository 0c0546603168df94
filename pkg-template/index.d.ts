/**
 * Calls a web page's WebMCP tools by name, the way an agent would.
 *
 * Importing has no effect: the WebAssembly module is instantiated, synchronously, by the first call. Doors that not
 * everybody needs are parts of their own, which a bundler leaves out where nobody imports them and which the first call
 * of such a door brings in: `defineWebTool`, `onToolCall`, `takeNavigationResult`; `executeTools`, `registerTool` and the
 * agent loop; `ToolRegistry` and `createRuntime`; `Tool`, the converters and adapters.
 *
 * On a page whose Content-Security-Policy refuses WebAssembly (`script-src` without `'wasm-unsafe-eval'`) the first call
 * brings the same Rust as JavaScript: calls made until it is there go out then, in their order, and read their arguments
 * and signals then. Functions that give no promise throw until then (`errorCode: 'UNAVAILABLE'`): await {@link ready}
 * first, or import `webmcp-exec/no-wasm`, which has the same functions.
 */

import type { Problem } from './types/validation.js';

/**
 * Why a call or a tool failed: one closed list. Errors of this package carry `INVALID_INPUT`, `NOT_FOUND`,
 * `AMBIGUOUS`, `UNAVAILABLE`, `UNAUTHORIZED`, `ABORTED`, `TIMEOUT`, `OUTCOME_UNKNOWN` or `INTERNAL_ERROR`; a tool that
 * fails has `EXECUTION_ERROR`, or the one of this list that the error which it threw has as its `code`.
 */
export type ToolErrorCode =
  | 'INVALID_INPUT'
  | 'MISSING_REQUIRED'
  | 'TYPE_ERROR'
  | 'CONSTRAINT_VIOLATION'
  | 'EXECUTION_ERROR'
  | 'TIMEOUT'
  | 'RATE_LIMITED'
  | 'UNAUTHORIZED'
  | 'NOT_FOUND'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE'
  | 'AMBIGUOUS'
  | 'ABORTED'
  | 'OUTCOME_UNKNOWN';

/** What every content block may carry. */
export interface BlockBase {
  /** Hints for whoever shows the block, as MCP defines them. */
  annotations?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export interface TextBlock extends BlockBase {
  type: 'text';
  text: string;
}

export interface ImageBlock extends BlockBase {
  type: 'image';
  /** Only a text block has a text: `block.text` may be read without asking for the type. */
  text?: undefined;
  /** The image, in base64. */
  data: string;
  mimeType: string;
}

export interface AudioBlock extends BlockBase {
  type: 'audio';
  text?: undefined;
  /** The sound, in base64. */
  data: string;
  mimeType: string;
}

export interface ResourceBlock extends BlockBase {
  type: 'resource';
  text?: undefined;
  /** The resource itself: as `text`, or as `blob` in base64. */
  resource: { uri: string; mimeType?: string; text?: string; blob?: string };
}

export interface ResourceLinkBlock extends BlockBase {
  type: 'resource_link';
  text?: undefined;
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** One piece of a tool's answer. A tool may send blocks of other types, too: they come as they are, untyped. */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceBlock | ResourceLinkBlock;

/**
 * A tool's answer, in the shape of MCP's `CallToolResult`.
 *
 * @typeParam Structured - the type of `structuredContent`, which the tool decides
 */
export interface ModelContextToolResult<Structured = unknown> {
  content: ContentBlock[];
  structuredContent?: Structured;
  /** Whether the tool failed; {@link toolErrorCode} says why. */
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** Arguments: an object or array, the JSON text of one, or nothing, which is `{}`. */
export type ToolArguments = object | string | null | undefined;

/** An `AbortSignal`, of any realm or made by hand: what is needed of one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: (event: unknown) => void): void;
  removeEventListener(type: 'abort', listener: (event: unknown) => void): void;
}

/** How a call may be given up, and who hears of its progress. */
export interface CallLimits {
  /**
   * Aborting it ends the call at once; it is passed on to the tool. The error has `outcomeUnknown` if the call had gone
   * out, which it may have in the turn in which it was made; a signal that has fired before lets nothing go out.
   */
  signal?: AbortSignal | AbortSignalLike | null;
  /** Milliseconds until the call is given up. 0, `Infinity` and the default mean: never. */
  timeout?: number;
  /** Whether `timeout` counts anew from every word of progress. Default: `false`. */
  resetTimeoutOnProgress?: boolean;
  /** Milliseconds until the call is given up, whatever progress it makes. 0, `Infinity` and the default mean: never. */
  maxTotalTimeout?: number;
  /**
   * Called with each value that the tool emits while it runs. Page tools can emit if they were registered with
   * {@link defineWebTool}; while equal calls overlap, only as far as it is sure whose progress it is. What it throws is
   * reported as an error event and disturbs nothing.
   */
  onProgress?: (progress: any) => void;
}

/** A signal that fires rejects with an `AbortError`; a timeout that passes with a `TimeoutError`. */
export interface ExecuteToolOptions extends CallLimits {
  /** Only a tool of this origin. One of another site is then asked for too, as with `fromOrigins`. */
  origin?: string;
  /** Only a tool of the document in this window (a frame's `contentWindow`). */
  window?: object;
  /**
   * Other sites whose tools are wanted as well; they have to expose them to this page, and the frame needs
   * `allow="tools"`.
   */
  fromOrigins?: string[];
  /**
   * Whether the arguments are checked against the tool's own schema before it is called. Default: `false`, which leaves
   * that to the tool. What checks is loaded, from beside the package's own files, when this is first asked for, and
   * works under a strict Content-Security-Policy. Formats (`email`, `date`, …) are checked; references out of the schema
   * are not followed; a pattern that could take exponential time is refused, and a text may be too long for others.
   *
   * Arguments that do not fit reject with a `TypeError` (`INVALID_INPUT`) whose `errors` name every {@link Problem},
   * and nothing has run. A schema that cannot be used rejects with `INTERNAL_ERROR`, a validator that cannot be loaded
   * with `UNAVAILABLE`.
   *
   * @example
   * ```js
   * await executeTool('add_to_cart', { qty: 'three' }, { validate: true }).catch(({ errors }) => errors);
   * // [{ pointer: '/qty', keyword: 'type', code: 'TYPE_ERROR', message: '"/qty" must be an integer, not a string.' }]
   * ```
   */
  validate?: boolean;
  /**
   * The caller's own id for the call, which {@link onToolCall} tells with its events. One that is text is in what
   * {@link takeNavigationResult} gives, too.
   */
  callId?: unknown;
}

/**
 * What the errors of this package have beside `name`, `message` and `cause`. It is a type only: they are instances
 * of `TypeError`, `DOMException` or `Error`, as in `catch (error) { const { errorCode } = error as ToolCallError; }`.
 */
export interface ToolCallError extends Error {
  errorCode: ToolErrorCode;
  /** The original value: the signal's reason, or what the browser or the caller's object threw. */
  cause?: unknown;
  /** `true` where the tool had been dispatched and may have run: do not simply try again. */
  outcomeUnknown?: true;
  /** With `NOT_FOUND`: the names of the tools that there are. */
  available?: string[];
  /** With `AMBIGUOUS`: the origins of the documents that offer the tool. */
  candidates?: string[];
  /** Where a check was asked for and the arguments do not fit, or could not be checked: everything that is wrong. */
  errors?: Problem[];
}

/**
 * Calls a tool of the page by its name.
 *
 * The tool is looked up in this document first, then in the other documents that the browser lists. This document's
 * own tools are remembered until they change (`toolchange`), in Chromium and with our polyfill: a call of one that is
 * remembered goes out before this function returns. Tools of other documents, calls with `validate` or `fromOrigins`,
 * and other providers are looked up at every call. The
 * arguments are written as JSON when the call is made (later changes have no effect) and given to the
 * browser in the shape that it wants. They are checked by the tool, not here.
 *
 * @param name - the tool's name, compared as it is
 * @param args - an object or array, the JSON text of one, or nothing
 * @param options - an `AbortSignal`, or options
 * @returns the tool's answer, or `null` when the call navigated (a form was sent, the tool's frame went to
 * another page). A tool that fails does not reject: its answer has `isError` and {@link toolErrorCode}.
 *
 * Rejects, always with a {@link ToolCallError}:
 *
 * | when | error | `errorCode` |
 * |---|---|---|
 * | no tool of that name | `Unknown tool "…"` | `NOT_FOUND` |
 * | several other documents have one | names the candidates | `AMBIGUOUS` |
 * | no WebMCP in the page | says so | `UNAVAILABLE` |
 * | the browser forbids it | the browser's own `name` | `UNAUTHORIZED` |
 * | `signal` fires, also one by `AbortSignal.timeout` | `AbortError`, at once, with `String(reason)` | `ABORTED` |
 * | the option `timeout` passes | `TimeoutError` | `TIMEOUT` |
 * | the tool's frame is removed meanwhile | says so | `OUTCOME_UNKNOWN` |
 * | wrong arguments or options | `TypeError`; nothing has run | `INVALID_INPUT` |
 * | with `validate`: arguments that do not fit the schema | `TypeError` with `errors`; nothing has run | `INVALID_INPUT` |
 *
 * When the document that makes the call goes away itself, the promise goes with it. Where a browser gives up a
 * call into a frame without saying why, it takes up to a second (5 seconds for a frame of another site) to see
 * what became of the frame.
 *
 * @example
 * ```js
 * const controller = new AbortController();
 * const result = await executeTool('add_to_cart', { qty: 3 }, { signal: controller.signal });
 * if (result === null) console.log('The call navigated.');
 * else if (result.isError) console.warn(toolErrorCode(result), result.content[0]?.text);
 * else console.log(result.structuredContent);
 * ```
 */
export function executeTool<Structured = unknown>(
  name: string,
  args?: ToolArguments,
  options?: ExecuteToolOptions | AbortSignal | AbortSignalLike | null,
): Promise<ModelContextToolResult<Structured> | null>;

/**
 * Starts the module ahead of the first call, which would do it too: to spare that call some milliseconds, or so that
 * functions that give no promise work on a page that refuses WebAssembly. What is a part of its own comes with the first
 * call of its doors.
 *
 * Rejects with a {@link ToolCallError} (`UNAVAILABLE`) where the module can neither be started nor, for a page that
 * refuses WebAssembly, be loaded as JavaScript.
 *
 * @example
 * ```js
 * await ready();
 * ```
 */
export function ready(): Promise<void>;

/** What became of a call. */
export type ToolCallStatus =
  | 'completed'
  | 'failed'
  | 'navigated'
  | 'not-found'
  | 'ambiguous'
  | 'unavailable'
  | 'refused'
  | 'owner-gone'
  | 'timed-out'
  | 'aborted';

/** Who provides `modelContext`: the browser, our polyfill, Firefox's preview, or somebody else. */
export type ToolProvider = 'native' | 'polyfill' | 'preview' | 'other';

/**
 * All that is known of a call.
 *
 * @typeParam Structured - the type of the result's `structuredContent`
 */
export interface ToolCallReport<Structured = unknown> {
  status: ToolCallStatus;
  /** The name that was called. */
  name: string;
  /** The answer, for `completed` and `failed`; else `null`. */
  result: ModelContextToolResult<Structured> | null;
  /** What the provider resolved with, untouched: most give text. `undefined` if it did not resolve. */
  raw: unknown;
  /**
   * What the tool itself returned, the very value, where `valueKnown`: browsers flatten `undefined`, `null`,
   * `''` and `5` into text.
   */
  value: unknown;
  /**
   * Whether `value` is known: for tools registered with {@link defineWebTool} in this page, while no other
   * call of the same tool with the same arguments overlaps.
   */
  valueKnown: boolean;
  /** Why it failed, which a tool may say in a word of its own; `undefined` for `completed` and `navigated`. */
  errorCode: ToolErrorCode | (string & {}) | undefined;
  /** With what {@link executeTool} would have rejected; for `failed`, what the provider rejected with. */
  error: unknown;
  /** Whether the tool had been dispatched and may have run, without word of what it did. */
  outcomeUnknown: boolean;
  /** From the call to its outcome, in milliseconds. */
  durationMs: number;
  /** Who provided the tool; `undefined` without WebMCP. */
  provider: ToolProvider | undefined;
  /** The shape in which the provider was given the arguments; `undefined` if it was not. */
  argsShape: 'object' | 'json' | undefined;
  /** The origin of the tool's document, once it was found. */
  origin: string | undefined;
}

/**
 * Calls a tool like {@link executeTool} and says all about it. Rejects for malformed arguments and options
 * only (and where the module cannot be started): every other outcome is a report.
 *
 * @example
 * ```js
 * const report = await executeToolDetailed('add_to_cart', { qty: 3 });
 * console.log(report.status, report.durationMs, report.raw);
 * ```
 */
export function executeToolDetailed<Structured = unknown>(
  name: string,
  args?: ToolArguments,
  options?: ExecuteToolOptions | AbortSignal | AbortSignalLike | null,
): Promise<ToolCallReport<Structured>>;

/** A tool of the page, read alike from every provider. */
export interface ToolInfo {
  name: string;
  /** A name for people; `''` where the tool has none. */
  title: string;
  description: string;
  /** The JSON Schema of the arguments, as an object whatever the browser lists. */
  inputSchema: object | undefined;
  /** Hints such as `readOnlyHint`; which there are depends on the browser. */
  annotations: Record<string, unknown> | undefined;
  /** The origin of the tool's document. */
  origin: string;
  /** Whether the tool belongs to this document. */
  own: boolean;
  /** The window of the tool's document. */
  window: object;
  /** The tool as the provider listed it. */
  tool: object;
}

export interface ListToolsOptions {
  /** Ends the look-up with an `AbortError`. */
  signal?: AbortSignal | AbortSignalLike | null;
  /** Milliseconds until the look-up ends with a `TimeoutError`. 0, `Infinity` and the default mean: never. */
  timeout?: number;
  /** Other sites whose tools are wanted as well. */
  fromOrigins?: string[];
}

/**
 * Lists the page's tools, in the provider's order.
 *
 * Rejects like {@link executeTool} where there is no WebMCP, where the browser forbids it, and on abort.
 *
 * @example
 * ```js
 * for (const { name, description } of await listTools()) console.log(name, description);
 * ```
 */
export function listTools(
  options?: ListToolsOptions | AbortSignal | AbortSignalLike | null,
): Promise<ToolInfo[]>;

/**
 * Says what is wrong with arguments, without a call: the check that {@link ExecuteToolOptions.validate} makes before
 * one. A form that shows its mistakes while they are made needs it.
 *
 * @param schema - the JSON Schema, such as a tool's `inputSchema`, or its JSON text. It is compiled once: do not change
 * it. A tool without one takes anything
 * @param args - as {@link executeTool} takes them
 * @returns every {@link Problem}; none where the arguments fit
 *
 * Rejects with a {@link ToolCallError}: a `TypeError` (`INVALID_INPUT`) for what no tool can be given as arguments; with
 * `errors` where they could not be checked, for the schema cannot be used (`INTERNAL_ERROR`) or the validator cannot be
 * loaded (`UNAVAILABLE`).
 *
 * @example
 * ```js
 * const [{ inputSchema }] = await listTools();
 * const problems = await checkArguments(inputSchema, { qty: 'three' });
 * // [{ pointer: '/qty', keyword: 'type', code: 'TYPE_ERROR', message: '"/qty" must be an integer, not a string.' }]
 * ```
 */
export function checkArguments(
  schema: object | boolean | string | undefined,
  args?: ToolArguments,
): Promise<Problem[]>;

/** What a tool's `execute` is given beside its arguments. */
export interface ToolExecutionContext {
  /**
   * Fires when the call is given up, with a reason of the browser's own. On browsers that give tools no signal, it
   * follows calls of this package.
   */
  signal: AbortSignal;
  /** Tells the caller of progress: its `onProgress` gets the value. Without one, and after the end, it does nothing. */
  emit(progress: unknown): void;
  [member: string]: unknown;
}

/**
 * A tool of the page, as `document.modelContext.registerTool` takes it. Members that are not named here are
 * passed on.
 *
 * @typeParam Input - the type of the arguments; annotate the parameter of `execute` and both are inferred
 * @typeParam Value - what `execute` returns
 */
export interface WebToolDefinition<Input = any, Value = unknown> {
  /** 1 to 128 of `A`–`Z`, `a`–`z`, `0`–`9`, `_`, `-` and `.`. */
  name: string;
  title?: string;
  description: string;
  /** The JSON Schema of the arguments. */
  inputSchema?: object;
  /** The JSON Schema of the result, for browsers that take one (Chromium 159 and newer). */
  outputSchema?: object;
  annotations?: {
    readOnlyHint?: boolean;
    consequentialHint?: boolean;
    untrustedContentHint?: boolean;
    [hint: string]: unknown;
  };
  /**
   * Called as a method of the definition. What it returns or throws is the tool's answer; an error with a `code`
   * of the list of {@link ToolErrorCode} fails with that code. Of an async generator, what it yields is progress and
   * what it returns the answer; when the call is given up, its `finally` runs.
   */
  execute(
    input: Input,
    context: ToolExecutionContext,
  ): Value | Promise<Value> | AsyncGenerator<any, Value, any>;
}

export interface RegisterOptions {
  /** Unregisters the tool when it fires. */
  signal?: AbortSignal | AbortSignalLike | null;
  /** Origins of other sites that may see and call the tool; none by default. */
  exposedTo?: string[];
}

/** A tool by its author: see {@link defineWebTool}. */
export interface WebTool<Input = any, Value = unknown> {
  readonly name: string;
  readonly definition: WebToolDefinition<Input, Value>;
  /**
   * Calls the tool through the page by its name, as {@link executeTool} does and rejects, and adds what
   * `execute` returned: the very value. It has to be registered. `value` is `undefined` where the tool threw,
   * where the call navigated, and where the execution cannot be told from an agent's equal one beside it.
   */
  invoke(
    input?: Input | string | null,
    options?: ExecuteToolOptions | AbortSignal | AbortSignalLike | null,
  ): Promise<{ result: ModelContextToolResult | null; value: Value | undefined }>;
  /**
   * Registers the tool with `document.modelContext`. The same definition is registered once, however often
   * this is called (frameworks mount twice), until everyone who asked for it has let go; then the options
   * of the first count. Running calls survive.
   *
   * @returns a function that lets go, which may be called more than once
   *
   * Rejects with a {@link ToolCallError}: `InvalidStateError` (`INVALID_INPUT`) if somebody else's tool has the
   * name, `AbortError` (`ABORTED`) if `signal` has fired, `UNAVAILABLE` where there is no WebMCP, and otherwise
   * with the `name` and text of the provider's own error, which is the `cause`.
   *
   * @example
   * ```js
   * const unregister = await addToCart.register({ exposedTo: ['https://agent.example'] });
   * ```
   */
  register(options?: RegisterOptions | AbortSignal | AbortSignalLike | null): Promise<() => void>;
}

/**
 * Defines a tool of this page.
 *
 * What other agents see of it is the same as with `registerTool`. Beside that, its error texts and values
 * reach callers of this package on browsers that mask them; a symbol as its result, which kills the tab in
 * Chromium, becomes a failure; and `execute` always gets a signal.
 *
 * Define a tool once, outside of what a framework renders: it is the same definition object that may be registered
 * any number of times.
 *
 * Throws a `TypeError` if the definition lacks `name`, `description` or `execute`, and where the module cannot be
 * started.
 *
 * @example
 * ```js
 * const addToCart = defineWebTool({
 *   name: 'add_to_cart',
 *   description: 'Puts mugs into the cart.',
 *   inputSchema: { type: 'object', properties: { qty: { type: 'integer' } }, required: ['qty'] },
 *   execute: ({ qty }) => ({ inCart: qty }),
 * });
 * const unregister = await addToCart.register();
 * const { result, value } = await addToCart.invoke({ qty: 3 });
 * unregister();
 * ```
 */
export function defineWebTool<Input = any, Value = unknown>(
  definition: WebToolDefinition<Input, Value>,
): WebTool<Input, Value>;

/**
 * Turns what a provider resolved with into a result. An object passes through; a string is parsed as JSON
 * and read with {@link toToolResult}; a string that is not JSON becomes text; exactly `'undefined'` (how
 * browsers render a tool that returned nothing) becomes no content. Throws only where the module cannot be
 * started.
 *
 * @example
 * ```js
 * normalizeToolResult('plain text'); // { content: [{ type: 'text', text: 'plain text' }] }
 * ```
 */
export function normalizeToolResult<Structured = unknown>(raw: unknown): ModelContextToolResult<Structured>;

/**
 * Turns any value that a tool may return into a result: a result is returned unchanged, text becomes a text
 * block, an object becomes its JSON and `structuredContent`, an array, a number, a boolean and `null` their
 * JSON, a bigint, a symbol and a function their `String()`, `undefined` no content, an `Error` a failure with
 * its message, and an object without JSON (a cyclic one) a failure that says so. Throws only where the module
 * cannot be started.
 *
 * @example
 * ```js
 * toToolResult({ total: 3 }); // { content: [{ type: 'text', text: '{"total":3}' }], structuredContent: { total: 3 } }
 * ```
 */
export function toToolResult<Structured = unknown>(value: unknown): ModelContextToolResult<Structured>;

/**
 * Why a result is a failure: `_meta['webmcp-exec/code']`, else `structuredContent.code` if it is one of
 * ours, else `EXECUTION_ERROR`. `undefined` for a result without `isError`, and for `null`. Throws only where the
 * module cannot be started.
 *
 * @example
 * ```js
 * toolErrorCode({ content: [], isError: true }); // 'EXECUTION_ERROR'
 * ```
 */
export function toolErrorCode(
  result: ModelContextToolResult | null | undefined,
): ToolErrorCode | (string & {}) | undefined;

/**
 * Who provides `modelContext` in this page right now; `null` where nobody does. Throws only where the module cannot
 * be started.
 *
 * @example
 * ```js
 * if (provider() === null) await import('webmcp-exec/polyfill');
 * ```
 */
export function provider(): ToolProvider | null;

export * from './types/adapters.js';
export * from './types/agent.js';
export * from './types/aliases.js';
export * from './types/batch.js';
export * from './types/convert.js';
export * from './types/definition.js';
export * from './types/events.js';
export * from './types/formats.js';
export * from './types/navigation.js';
export * from './types/registry.js';
export * from './types/runtime.js';
export * from './types/tool.js';
export * from './types/validation.js';
