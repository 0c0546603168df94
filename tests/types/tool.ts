import { type AnthropicTool, defineWebTool, type OpenAITool, Tool, type ToolFailure } from 'webmcp-exec';
import { isExactly } from './equal.js';

const double = Tool.define({
  name: 'double',
  parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  execute: ({ n }: { n: number }, signal, emit) => {
    isExactly<AbortSignal | undefined>()(signal);
    emit?.({ any: 'thing' });
    return { success: true as const, json: n * 2, text: `${n * 2}` };
  },
});
type Doubled = { success: true; json: number; text: string };
const doubled = await double.execute({ n: 21 }, new AbortController().signal, (event) =>
  console.log(event.any),
);
isExactly<Doubled | ToolFailure>()(doubled);
if (doubled.success) isExactly<number>()(doubled.json);
else isExactly<null>()(doubled.json);
double.execute({ n: 21 }, { timeout: 5, onProgress: (event) => console.log(event.any) });
// @ts-expect-error n is a number
double.execute({ n: '21' });
// @ts-expect-error a deadline is a number
double.execute({ n: 21 }, { timeout: '5' });
// @ts-expect-error the name cannot be changed
double.name = 'other';

// What is awaited, and what a generator returns.
const later = Tool.define({ name: 'later', execute: async () => 5 });
isExactly<number | ToolFailure>()(await later.execute());
const steps = Tool.define({
  name: 'steps',
  async *execute() {
    yield 'half';
    return 5;
  },
});
isExactly<number | ToolFailure>()(await steps.execute());

isExactly<OpenAITool>()(double.schema);
isExactly<AnthropicTool>()(double.toAnthropic());
isExactly<boolean | undefined>()(double.toFlatFunction().strict);
defineWebTool(double.toWebMcp());

// @ts-expect-error a tool has a name
Tool.define({ execute: () => 5 });
// @ts-expect-error and something to execute
Tool.define({ name: 'idle' });
// @ts-expect-error strict is a boolean
Tool.define({ name: 'lookup', strict: 'yes', execute: () => 5 });

// A page tool may be a generator, too.
const counting = defineWebTool({
  name: 'count',
  description: 'Counts.',
  async *execute({ to }: { to: number }, { emit }) {
    emit('begins');
    for (let n = 1; n <= to; n++) yield n;
    return { counted: to };
  },
});
isExactly<{ counted: number } | undefined>()((await counting.invoke({ to: 3 })).value);
