import type { AbortSignalLike, ToolCallStatus, ToolErrorCode } from '../index.js';

/** What every event of a call says. */
interface ToolCallEventBase {
  /** A number that no other call of the document has; the events of one call share it. */
  id: number;
  /** The tool's name. */
  name: string;
  /** The function that was called: `executeTool`, `executeTools`, `Tool`, … */
  door: string;
  /** The caller's own id for the call, where it gave one. */
  callId?: unknown;
}

/** A call begins. */
export interface ToolCallStartEvent extends ToolCallEventBase {
  type: 'start';
  /** The arguments: of a call to the page a copy, of a tool that is run here the very value. */
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

/** Something that happened to a call. The object is frozen. */
export type ToolCallEvent = ToolCallStartEvent | ToolCallProgressEvent | ToolCallSettleEvent;

/**
 * Hears of every call of this document, whichever function made it and whichever copy of the package: one `start`,
 * any number of `progress`, one `settle`. Events come synchronously, in order. Calls that began before are not heard.
 * What a listener throws is reported as an error event (in Node on the console) and disturbs nothing.
 *
 * @param listener - called for each event; the same function hears each once, however often it is added
 * @param options - an `AbortSignal`, or `{ signal }`, that ends it
 * @returns a function that ends it
 *
 * Throws a `TypeError` if the listener is no function.
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
