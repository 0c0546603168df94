import type { AbortSignalLike, ModelContextToolResult, ToolCallStatus, ToolErrorCode } from '../index.js';

/** What every event of a call of this package says. */
interface ToolCallEventBase {
  /** A number that no other call of the document has; the events of one call share it. */
  id: number;
  /** The tool's name. */
  name: string;
  /** The function that was called: `executeTool`, `executeTools`, `Tool`, … */
  door: string;
  /** The caller's own id for the call, where it gave one. */
  callId?: unknown;
  by?: undefined;
}

/** A call begins. */
export interface ToolCallStartEvent extends ToolCallEventBase {
  type: 'start';
  /**
   * The arguments: of a call to the page a copy, of a tool that is run here the very value, of a call that was refused
   * what was given.
   */
  args: unknown;
}

/** Its tool tells of progress. */
export interface ToolCallProgressEvent extends ToolCallEventBase {
  type: 'progress';
  /** What the tool emitted. */
  progress: unknown;
}

/** It has ended. */
export interface ToolCallSettleEvent extends ToolCallEventBase {
  type: 'settle';
  /** What became of it; `bad-arguments` where arguments or options were wrong, so that nothing ran. */
  status: ToolCallStatus | 'bad-arguments';
  /** From the call to its outcome, in milliseconds; `undefined` for one that a Rust caller dropped. */
  durationMs?: number;
  /** Whether the tool had been dispatched and may have run, without word of what it did. */
  outcomeUnknown: boolean;
  /** For `completed` and `failed` the answer: of a page's tool a result, of one that is run here what it gave. */
  result?: unknown;
  /** Why it failed; `undefined` for `completed` and `navigated`. */
  errorCode?: ToolErrorCode | (string & {});
  /** With what the call rejected, or would have; for `failed`, what the tool is known to have thrown. */
  error?: unknown;
  /** The origin of the tool's document, for tools of the page. */
  origin?: string;
}

/** What every event of a call by somebody else says. */
interface OthersEventBase {
  by: 'other';
  /** The tool's name. */
  name: string;
  /** Only calls of this package have these. */
  door?: undefined;
  callId?: undefined;
}

/**
 * Somebody else runs a tool of this document: an agent, another script, whoever calls it by other means than this
 * package. Browsers say no more than the name; for tools that were registered with {@link defineWebTool}, more is
 * known, also where browsers say nothing at all.
 */
export interface OthersActivatedEvent extends OthersEventBase {
  type: 'activated';
  /** A number that no call of the document has. */
  id: number;
  /** A copy of the arguments, where they are known. */
  args?: unknown;
}

/** A tool that somebody else ran has ended; told of tools that were registered with {@link defineWebTool}. */
export interface OthersEndedEvent extends OthersEventBase {
  type: 'ended';
  /** The number that its `activated` event had. */
  id: number;
  status: 'completed' | 'failed';
  /** From its beginning, in milliseconds. */
  durationMs: number;
  /** What it answered, as a result. */
  result: ModelContextToolResult;
  errorCode?: ToolErrorCode | (string & {});
  /** What it threw. */
  error?: unknown;
}

/** Somebody else has given up a call to a tool of this document. Chromium up to 155 does not say. */
export interface OthersCancelledEvent extends OthersEventBase {
  type: 'cancelled';
  id?: undefined;
}

/** Something that happened to a call of this package, or that others did with the tools. The object is frozen. */
export type ToolCallEvent =
  | ToolCallStartEvent
  | ToolCallProgressEvent
  | ToolCallSettleEvent
  | OthersActivatedEvent
  | OthersEndedEvent
  | OthersCancelledEvent;

/**
 * Hears of every call of this document, whichever function made it and whichever copy of the package: one `start`,
 * any number of `progress`, one `settle`. Events come synchronously, in order; `settle` comes before the caller's
 * promise does. Calls that began before are not heard. A function that a caller hands to `Tool.define`'s `execute` in
 * third place is handed to the tool as it is, so that only he hears what the tool emits to it.
 *
 * Hears as well of what others do with the tools of this document, as far as the browser or the tool itself tells:
 * `activated`, `ended`, `cancelled`. Import a polyfill before.
 *
 * What a listener throws is reported as an error event (in Node on the console) and disturbs nothing.
 *
 * @param listener - called for each event; the same function hears each once, however often it is added, and ends with
 * the first end
 * @param options - an `AbortSignal`, or `{ signal }`, that ends it
 * @returns a function that ends it
 *
 * Throws a `TypeError` if the listener is no function or the options are wrong.
 *
 * @example
 * ```js
 * const stop = onToolCall((event) => {
 *   if (event.type === 'settle') console.log(event.name, event.status, event.durationMs);
 * });
 * ```
 */
export function onToolCall(
  listener: (event: ToolCallEvent) => void,
  options?: { signal?: AbortSignal | AbortSignalLike | null } | AbortSignal | AbortSignalLike | null,
): () => void;
