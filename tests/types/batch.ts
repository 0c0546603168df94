import {
  type AnyLocalTool,
  defineWebTool,
  type ExecuteToolsOptions,
  executeTools,
  fromOpenAIToolCalls,
  registeredTools,
  registerTool,
  Tool,
  type ToolCall,
  type ToolExecutionResult,
  toAnthropicTools,
  toOpenAIToolResults,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const controller = new AbortController();

// Tools: a definition whose function is inferred where it is written, or tools of the package.
const unregister = registerTool({
  name: 'get_weather',
  inputSchema: { type: 'object' },
  execute: async ({ city }, { signal, emit }) => {
    isExactly<AbortSignal>()(signal);
    emit('half');
    return { city };
  },
});
isExactly<() => void>()(unregister);
registerTool<{ city: string }>({
  name: 'get_time',
  annotations: { readOnlyHint: true },
  execute({ city }) {
    isExactly<string>()(city);
  },
});
registerTool({ name: 'steps', execute: async function* () {} }, { signal: controller.signal });
registerTool(Tool.define({ name: 'plugin', execute: () => 5 }), controller.signal);
registerTool(defineWebTool({ name: 'web', description: 'A tool.', execute: () => 5 }), null);
// @ts-expect-error a tool has a name
registerTool({ execute: () => 5 });
// @ts-expect-error and something to execute
registerTool({ name: 'idle' });
// @ts-expect-error that can be called
registerTool({ name: 'idle', execute: 5 });
// @ts-expect-error milliseconds are no options
registerTool({ name: 'idle', execute: () => 5 }, 500);
isExactly<AnyLocalTool[]>()(registeredTools());
toAnthropicTools(registeredTools());

// Results are told apart by `success`.
const toolCalls: ToolCall[] = [{ name: 'get_weather', input: { city: 'Karachi' }, id: '1', timeout: 500 }];
const results = await executeTools({ toolCalls });
isExactly<ToolExecutionResult[]>()(results);
for (const result of await executeTools<{ temp: string }>({ toolCalls })) {
  // @ts-expect-error only a success has a result
  result.result;
  if (result.success) {
    isExactly<string>()(result.result.temp);
    // @ts-expect-error only a failure has an error
    result.error;
  } else {
    isExactly<string>()(result.error);
  }
}

const options: ExecuteToolsOptions = {
  toolCalls,
  tools: [
    { name: 'inline', execute: ({ n }, { emit }) => emit(n) },
    Tool.define({ name: 'p', execute() {} }),
  ],
  signal: controller.signal,
  concurrency: 'auto',
  stopOnError: true,
  timeout: 500,
  maxTotalTimeout: 900,
  resetTimeoutOnProgress: true,
  onProgress: (_progress, call) => isExactly<ToolCall>()(call),
  fromOrigins: ['https://shop.example'],
};
executeTools(options);
executeTools({
  toolCalls: [{ name: 'a' }, { name: 'b', input: '{}' }, { name: 'c', input: [1] }],
  concurrency: 2,
});
// @ts-expect-error a list of calls
executeTools({ toolCalls: { name: 'a' } });
// @ts-expect-error the list is needed
executeTools({});
// @ts-expect-error and so are the options
executeTools();
// @ts-expect-error a call has a name
executeTools({ toolCalls: [{ input: {} }] });
// @ts-expect-error a number or 'auto'
executeTools({ toolCalls, concurrency: 'all' });
// @ts-expect-error a misspelt option
executeTools({ toolCalls, concurency: 2 });

// What models ask for goes in, what came of it goes back.
const wanted = fromOpenAIToolCalls({ role: 'assistant', tool_calls: [] });
toOpenAIToolResults(await executeTools({ toolCalls: wanted }), wanted);
