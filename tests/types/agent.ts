import {
  type AgentError,
  type AgentEvent,
  type Approval,
  type AssistantMessage,
  type ChatMessage,
  executeStep,
  fromOpenAIToolCalls,
  type LoopResult,
  type Model,
  type ModelDelta,
  type OfferedTool,
  reActLoop,
  type StepResult,
  Tool,
  type ToolExecutionResult,
  type ToolMessage,
  toAnthropicTools,
  toOpenAITools,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const messages: ChatMessage[] = [{ role: 'user', content: 'Hello' }];

// A model that answers as a whole, with what the converters give.
const whole: Model = async (conversation, { tools, signal }) => {
  isExactly<OfferedTool[]>()(tools);
  isExactly<AbortSignal>()(signal);
  const body = JSON.stringify({ messages: conversation, tools: toOpenAITools(tools) });
  const response = await fetch('/chat', { method: 'POST', body, signal });
  const message = await response.json();
  return { content: message.content, toolCalls: fromOpenAIToolCalls(message), reason: 'stop' };
};

// One that streams.
async function* streaming(): AsyncGenerator<ModelDelta> {
  yield { type: 'text', delta: 'Hi' };
  yield { type: 'tool', index: 0, id: 'a', name: 'get_weather' };
  yield { type: 'tool', index: 0, argsDelta: '{}' };
  yield { type: 'usage', tokens: 5 };
  yield { type: 'end', reason: 'stop' };
  // @ts-expect-error a text delta has text
  yield { type: 'text' };
  // @ts-expect-error a number tells calls apart
  yield { type: 'tool', index: '0' };
}

const loop = await reActLoop({ model: whole, messages });
isExactly<LoopResult>()(loop);
isExactly<string>()(loop.result);
isExactly<'answer' | 'max-steps'>()(loop.stopReason);
isExactly<number>()(loop.stats.durationMs);
for (const message of loop.messages) {
  if (message.role === 'tool') isExactly<ToolMessage>()(message);
  else if (message.role === 'assistant') isExactly<AssistantMessage>()(message);
  else isExactly<string>()(message.content);
}

const step = await executeStep({ model: streaming, messages: loop.messages });
isExactly<StepResult>()(step);
isExactly<ToolExecutionResult[]>()(step.results);
isExactly<boolean>()(step.done);

// Messages of a type of one's own.
interface Own {
  from: 'me' | 'them';
  text: string;
}
const own = await reActLoop<Own>({
  model: (conversation) => {
    for (const message of conversation) {
      if ('from' in message) isExactly<'me' | 'them'>()(message.from);
      else isExactly<'assistant' | 'tool'>()(message.role);
    }
    return { content: 'Hi' };
  },
  messages: [{ from: 'me', text: 'Hello' }],
});
isExactly<(Own | AssistantMessage | ToolMessage)[]>()(own.messages);

reActLoop({
  model: () => ({ content: 'Hi' }),
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [
    { name: 'inline', execute: ({ n }, { emit }) => emit(n) },
    Tool.define({ name: 'p', execute() {} }),
  ],
  filter: (tool) => tool.annotations?.readOnlyHint,
  approve: async (call, tool, { signal }) => {
    isExactly<string>()(call.id);
    isExactly<OfferedTool>()(tool);
    isExactly<AbortSignal>()(signal);
    return { allow: true, input: { ...call.input, qty: 1 } };
  },
  onEvent: (event) => shown(event),
  signal: new AbortController().signal,
  maxSteps: 10,
  maxResultLength: 8000,
  concurrency: 'auto',
  stopOnError: true,
  timeout: 60_000,
});

/** Every event is told by its type. */
function shown(event: AgentEvent): unknown {
  switch (event.type) {
    case 'step-start':
      return toAnthropicTools(event.tools);
    case 'delta':
      return event.delta.type === 'text' && event.delta.delta;
    case 'message':
      return event.message.content;
    case 'call':
      return event.tool.origin;
    case 'progress':
      return event.progress;
    case 'result':
      return event.result.success ? event.result.result : event.result.error;
    case 'step-end':
      return event.results;
    default:
      return isExactly<never>()(event);
  }
}

const approvals: Approval[] = [
  true,
  false,
  'too many',
  { allow: true },
  { allow: false, reason: 'no' },
  null,
];
reActLoop({ model: whole, messages, approve: () => approvals[0] });
// @ts-expect-error a number is neither yes nor no
reActLoop({ model: whole, messages, approve: () => 1 });
// @ts-expect-error a model is needed
reActLoop({ messages });
// @ts-expect-error and messages
reActLoop({ model: whole });
// @ts-expect-error which are a list
reActLoop({ model: whole, messages: 'Hello' });
// @ts-expect-error text is no answer
reActLoop({ model: () => 'Hi', messages });
// @ts-expect-error a step is one
executeStep({ model: whole, messages, maxSteps: 2 });
// @ts-expect-error a misspelt option
reActLoop({ model: whole, messages, maxstep: 2 });

reActLoop({ model: whole, messages }).catch((error: AgentError) => {
  isExactly<(ChatMessage | AssistantMessage | ToolMessage)[]>()(error.messages);
});
