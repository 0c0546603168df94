import type { CallLimits, ToolCallError } from '../index.js';
import type { AnyLocalTool, Concurrency, ToolExecutionResult } from './batch.js';
import type { ObjectSchema } from './formats.js';

/** A tool as a model is offered it. All that can be listed of it is JSON; the converters to model APIs take it. */
export interface OfferedTool {
  /**
   * The name by which the model calls it: its own where model APIs take that and no other tool has it, else an alias as
   * by `createToolAliases`. `approve` and `filter` see a tool's own name.
   */
  name: string;
  title?: string;
  description?: string;
  /** The JSON Schema of the input. */
  inputSchema: ObjectSchema;
  annotations?: { readOnlyHint?: boolean; consequentialHint?: boolean; [hint: string]: unknown };
  /** For tools of the page: the origin of the tool's document. */
  origin?: string;
  /** For tools of the page: whether the tool belongs to this document. */
  own?: boolean;
  /** For tools of the page: the window of the tool's document, as a member that is not enumerable. */
  readonly window?: object;
}

/** A call as it stands in messages and events. */
export interface RequestedCall {
  /** The model's own, where it has given one that no other call of the answer has. */
  id: string;
  name: string;
  /** The arguments; text where the model wrote what is no JSON of an object. */
  input: any;
}

/** What a model is asked with beside the messages. */
export interface ModelContext {
  tools: OfferedTool[];
  /** Fires when the loop is given up while the model answers. */
  signal: AbortSignal;
}

/** A whole answer of a model: text, calls, or both. */
export interface ModelAnswer {
  content?: string | null;
  /** An `input` is an object, the JSON text of one, or nothing. Ids that are missing are made up. */
  toolCalls?: readonly { id?: string; name: string; input?: object | string | null }[] | null;
  /** Why the model stopped, in its own words. */
  reason?: string;
}

/** A piece of an answer of a model that streams. */
export type ModelDelta =
  | { type: 'text'; delta: string }
  /** A piece of a call: `argsDelta` is text that is joined by `index`. `id` and `name` come with the first piece. */
  | { type: 'tool'; index: number; id?: string; name?: string; argsDelta?: string }
  /** Says how many tokens were used, and the like: it is told, not read. */
  | { type: 'usage'; [member: string]: unknown }
  /** Nothing after it is read. */
  | { type: 'end'; reason?: string };

/** A model: a function of messages and tools. It answers as a whole, or as an async iterable of deltas. */
export type Model<Message = ChatMessage> = (
  messages: (Message | AssistantMessage | ToolMessage)[],
  context: ModelContext,
) => ModelAnswer | AsyncIterable<ModelDelta> | PromiseLike<ModelAnswer | AsyncIterable<ModelDelta>>;

/** What a model said: the message that a step adds. */
export interface AssistantMessage {
  role: 'assistant';
  content: string;
  toolCalls?: RequestedCall[];
}

/** What came of a call: the message that a step adds for each. */
export interface ToolMessage {
  role: 'tool';
  toolCallId: string;
  name: string;
  /** What the model is to read: the result as text, cut to `maxResultLength`, or what went wrong. */
  content: string;
  isError?: true;
  /** What the tool returned, as a member that is not enumerable: it is not in the JSON of the message. */
  readonly result?: any;
}

/** A message of a conversation, as long as its owner has no type of its own: what is given goes to the model as it is. */
export type ChatMessage =
  | { role: 'system' | 'developer' | 'user'; content: string }
  | AssistantMessage
  | ToolMessage;

/** What `approve` may say. Only a plain yes is one. */
export type Approval =
  | boolean
  /** No, for this reason. */
  | string
  /** Yes, with other arguments if they are given. */
  | { allow: true; input?: object | string }
  | { allow: false; reason?: string }
  | null
  | undefined;

/** Something that happens while a model and its tools are at work; `step` counts from 1. */
export type AgentEvent =
  | { type: 'step-start'; step: number; tools: OfferedTool[] }
  /** A piece of the answer. A model that does not stream is told of in one. */
  | { type: 'delta'; step: number; delta: ModelDelta }
  /** A message has been added. */
  | { type: 'message'; step: number; message: AssistantMessage | ToolMessage }
  /** A call has been approved and begins. */
  | { type: 'call'; step: number; call: RequestedCall; tool: OfferedTool }
  | { type: 'progress'; step: number; call: RequestedCall; progress: any }
  /** A call has ended, or was not made: not approved, no such tool, wrong arguments. */
  | { type: 'result'; step: number; call: RequestedCall; result: ToolExecutionResult }
  | {
      type: 'step-end';
      step: number;
      content: string;
      toolCalls: RequestedCall[];
      results: ToolExecutionResult[];
      reason?: string;
    };

export interface StepOptions<Message = ChatMessage> extends Omit<CallLimits, 'onProgress'> {
  model: Model<Message>;
  /** The conversation so far; the array stays as it is. */
  messages: readonly Message[];
  /** Tools beside those of `registerTool` and of the page; of one name, the first in this order is offered. */
  tools?: readonly AnyLocalTool[];
  /** Called for each tool before it is offered; only those for which it says so are, and only they can be called. */
  filter?: (tool: OfferedTool) => unknown;
  /**
   * Asked before each call, once its tool is found and its arguments are JSON. Whatever is no plain yes is a no: a
   * function that throws, rejects or answers with anything else. The model is told of a no as a failed result, with the
   * reason. Default: every call is made.
   *
   * @param context - `signal` fires when the loop is given up while the question is open
   */
  approve?: (
    call: RequestedCall,
    tool: OfferedTool,
    context: { signal: AbortSignal },
  ) => Approval | PromiseLike<Approval>;
  /** Called with whatever happens, at once. What it throws is reported as an error event and disturbs nothing. */
  onEvent?: (event: AgentEvent) => void;
  /** As for `executeTools`. Default: `'auto'`. */
  concurrency?: Concurrency;
  /** As for `executeTools`. */
  stopOnError?: boolean;
  /** Whether each input is checked against its tool's schema before that is called; see `executeTool`. Default: `false`. */
  validate?: boolean;
  /** The most characters of a result that the model is told; what is cut off is said. Default: 100,000. */
  maxResultLength?: number;
  /** Tools of the page: only those of this origin. */
  origin?: string;
  /** Tools of the page: only those of the document in this window. */
  window?: object;
  /** Other sites whose tools are wanted as well. */
  fromOrigins?: string[];
}

export interface LoopOptions<Message = ChatMessage> extends StepOptions<Message> {
  /** The most answers that the model is asked for. Default: 5. */
  maxSteps?: number;
}

/** What came of one step. */
export interface StepResult<Message = ChatMessage> {
  content: string;
  toolCalls: RequestedCall[];
  /** One for each call, in their order, with its id. */
  results: ToolExecutionResult[];
  /** The conversation with what the step adds: the model's message, then one for each call. */
  messages: (Message | AssistantMessage | ToolMessage)[];
  /** Whether the model wants no tool any more: `content` is its answer. */
  done: boolean;
  /** Why the model stopped, in its own words. */
  reason?: string;
}

/** What came of a loop. */
export interface LoopResult<Message = ChatMessage> {
  /** The text of the model's last answer. */
  result: string;
  /** Whether that is the answer, or there were no more steps: then the results of its calls are the last messages. */
  stopReason: 'answer' | 'max-steps';
  messages: (Message | AssistantMessage | ToolMessage)[];
  stats: {
    /** How often the model answered. */
    steps: number;
    toolCalls: number;
    /** How many of the calls failed, or were not approved. */
    errors: number;
    durationMs: number;
  };
}

/** The errors with which steps and loops reject, once the options are read. */
export interface AgentError<Message = ChatMessage> extends ToolCallError {
  /** The conversation as far as it has come; a member that is not enumerable. */
  messages: (Message | AssistantMessage | ToolMessage)[];
}

/**
 * Asks a model once and makes the calls that it wants.
 *
 * The model is offered the given tools, those of `registerTool`, and those of the page as they are now. Its calls are
 * made as by `executeTools`, with `timeout` and the like for each; failures go into the conversation.
 *
 * Rejects with an {@link AgentError}:
 *
 * | when | error | `errorCode` |
 * |---|---|---|
 * | `signal` fires | `AbortError`, at once; model and tools are given up | `ABORTED` |
 * | the model throws, or its stream does | `The model failed: …`, with the error as `cause` | `INTERNAL_ERROR`, or that of the error if it is one of ours |
 * | its answer makes no sense: no text and no calls, a call without a name | says so | `INTERNAL_ERROR` |
 * | wrong options, or a tool that no model can be told of | `TypeError` | `INVALID_INPUT` |
 *
 * @example
 * ```js
 * const model = async (messages, { tools, signal }) => {
 *   const response = await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ messages, tools }), signal });
 *   return response.json(); // { content, toolCalls }
 * };
 * const { content, messages, done } = await executeStep({ model, messages: [{ role: 'user', content: 'Hello' }] });
 * ```
 */
export function executeStep<Message = ChatMessage>(
  options: StepOptions<Message>,
): Promise<StepResult<Message>>;

/**
 * Asks a model and makes the calls that it wants, until it wants none or `maxSteps` is reached. Tools are listed anew for
 * each step, since a page changes. Rejects like {@link executeStep}.
 *
 * @example
 * ```js
 * const { result, stats } = await reActLoop({
 *   model,
 *   messages: [{ role: 'user', content: 'Put two mugs into my cart.' }],
 *   approve: (call, tool) => tool.annotations?.readOnlyHint || confirm(`Allow ${call.name}?`),
 * });
 * console.log(result, stats.steps);
 * ```
 */
export function reActLoop<Message = ChatMessage>(options: LoopOptions<Message>): Promise<LoopResult<Message>>;
