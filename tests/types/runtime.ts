import {
  createRuntime,
  type ExecutionContext,
  type ExecutionResult,
  type RegisteredTool,
  type ToolDefinition,
  type ToolFunction,
  type ToolFunctionResult,
  ToolRegistry,
  type ToolRuntime,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const registry = new ToolRegistry({ strict: false });
isExactly<string[]>()(registry.list());
isExactly<ToolDefinition[]>()(registry.getDefinitions());
isExactly<RegisteredTool | undefined>()(registry.get('hash-text'));
isExactly<boolean>()(registry.has('hash-text'));

// Each kind of function, with its parameters typed by hand or not at all.
registry.register({ id: 'a', description: 'x' }, () => ({ success: true, data: 1 }));
registry.register({ id: 'b', description: 'x' }, async ({ text }, { signal, emit, toolId }) => {
  isExactly<AbortSignal>()(signal);
  isExactly<string>()(toolId);
  emit({ half: true });
  return text === '' ? { success: false, error: 'empty' } : { success: true, data: text };
});
registry.register({ id: 'c', description: 'x' }, async function* (params: { steps: number }) {
  yield params.steps;
  return { success: true, data: { done: true } };
});
const typed: ToolFunction<{ text: string }, { hash: string }> = (params, context) => {
  isExactly<string>()(params.text);
  isExactly<ExecutionContext>()(context);
  return { success: true, data: { hash: params.text } };
};
registry.register({ id: 'd', description: 'x' }, typed);
registry.registerAll([{ definition: { id: 'e', description: 'x' }, fn: typed }]);
registry.register({ id: 'f', description: 'x', executionMode: 'server' });
// @ts-expect-error a description is required
registry.register({ id: 'g' }, typed);
// @ts-expect-error a success has data
registry.register({ id: 'g', description: 'x' }, () => ({ success: true }));
// @ts-expect-error a failure has an error
registry.register({ id: 'g', description: 'x' }, () => ({ success: false, errorCode: 'TIMEOUT' }));
// @ts-expect-error a function, not its name
registry.register({ id: 'g', description: 'x' }, 'run');
// @ts-expect-error an option that is none
new ToolRegistry({ strikt: true });

const runtime = createRuntime(registry, {
  timeout: 10_000,
  maxTotalTimeout: 60_000,
  maxConcurrent: 4,
  validateInput: true,
  validateOutput: false,
  hooks: {
    beforeExecute: async ({ toolId, context }) => {
      isExactly<string>()(toolId);
      isExactly<ExecutionContext | undefined>()(context);
    },
    afterExecute: (_call, result) => {
      isExactly<ExecutionResult>()(result);
    },
    onError: ({ definition }, error) => {
      isExactly<ToolDefinition | undefined>()(definition);
      console.warn(error.message);
    },
  },
  remote: { callTool: async ({ name }) => ({ content: [{ type: 'text', text: name }] }) },
});
isExactly<ToolRuntime>()(runtime);

const controller = new AbortController();
const result = await runtime.execute<{ hash: string }>(
  'hash-text',
  { text: 'abc' },
  { timeout: 5000, abortSignal: controller.signal, context: { userId: 'u' }, onProgress: console.log },
);
if (result.success) {
  isExactly<{ hash: string }>()(result.data);
  isExactly<number>()(result.metadata.executionTime);
  isExactly<number | undefined>()(result.metadata.outputSize);
  // @ts-expect-error its error is undefined
  result.error.trim();
} else {
  isExactly<string>()(result.error);
  isExactly<undefined>()(result.data);
  if (result.errorCode === 'INVALID_INPUT')
    for (const { pointer } of result.errors ?? []) console.log(pointer);
}
// May be read without asking first.
console.log(result.errorCode, result.suggestion);
await runtime.execute('hash-text', {}, controller.signal);
isExactly<ExecutionResult[]>()(
  await runtime.executeAll([{ id: 'a' }, { id: 'b', params: { text: '' } }], { signal: null }),
);
runtime.dispose();
// @ts-expect-error a call has an id
await runtime.executeAll([{ params: {} }]);
// @ts-expect-error milliseconds are a number
await runtime.execute('a', {}, { timeout: '5s' });
// @ts-expect-error a registry, not a list of tools
createRuntime([]);
// @ts-expect-error the client of a server has a `callTool`
createRuntime(registry, { remote: { call: () => {} } });

const failure: ToolFunctionResult = {
  success: false,
  error: 'E',
  errorCode: 'OUT_OF_STOCK',
  suggestion: 'Wait.',
};
console.log(failure);
