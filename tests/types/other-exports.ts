import {
  checkArguments,
  defineWebTool,
  executeTool,
  type ListToolsOptions,
  listTools,
  type ModelContextToolResult,
  normalizeToolResult,
  type Problem,
  provider,
  ready,
  type ToolInfo,
  type ToolProvider,
  toolErrorCode,
  toToolResult,
} from 'webmcp-exec';
import {
  installModelContext,
  type ModelContextInstallation,
  uninstallModelContext,
} from 'webmcp-exec/polyfill';
import 'webmcp-exec/polyfill';
import { isExactly } from './equal.js';

isExactly<Promise<void>>()(ready());
isExactly<Promise<ToolInfo[]>>()(listTools());
const options: ListToolsOptions = { fromOrigins: ['https://shop.example'] };
for (const tool of await listTools(options)) {
  isExactly<boolean>()(tool.own);
  // @ts-expect-error text to be parsed: the schema is an object already
  JSON.parse(tool.inputSchema);
}
for (const { inputSchema } of await listTools())
  isExactly<Promise<Problem[]>>()(checkArguments(inputSchema, { qty: 3 }));
checkArguments(true);
checkArguments('{"type":"object"}', '{"qty":3}');
// @ts-expect-error no schema
checkArguments(5, {});
// @ts-expect-error arguments are an object
checkArguments({}, 5);
listTools({ timeout: 5 });
// @ts-expect-error a deadline is a number
listTools({ timeout: '5' });

isExactly<ModelContextToolResult>()(normalizeToolResult('text'));
isExactly<ModelContextToolResult>()(toToolResult(undefined));
isExactly<ModelContextToolResult<number[]>>()(toToolResult<number[]>([1]));

const code = toolErrorCode(await executeTool('tool'));
if (code === 'TIMEOUT' || code === 'A_CODE_OF_THE_TOOL') toolErrorCode(null);
// @ts-expect-error a result, not its text
toolErrorCode('text');

isExactly<ToolProvider | null>()(provider());
// @ts-expect-error Firefox's own is called preview
if (provider() === 'firefox') provider();

// A tool knows the types of its input and of what it returns.
const tool = defineWebTool<{ qty: number }, { inCart: number }>({
  name: 'add_to_cart',
  description: 'Puts mugs into the cart.',
  execute: async ({ qty }, { signal }) => {
    isExactly<AbortSignal>()(signal);
    return { inCart: qty };
  },
});
isExactly<{ result: ModelContextToolResult | null; value: { inCart: number } | undefined }>()(
  await tool.invoke({ qty: 3 }, { timeout: 500 }),
);
isExactly<() => void>()(await tool.register({ exposedTo: ['https://agent.example'] }));
// @ts-expect-error qty is a number
tool.invoke({ qty: 'three' });
// @ts-expect-error the name cannot be changed
tool.name = 'other';
// @ts-expect-error a tool needs a description
defineWebTool({ name: 'nameless', execute: () => 5 });
// @ts-expect-error and something to execute
defineWebTool({ name: 'idle', description: 'Does nothing' });

// The return type is inferred where none is given.
const inferred = defineWebTool({ name: 'five', description: 'Gives 5', execute: () => 5 });
isExactly<number | undefined>()((await inferred.invoke()).value);

isExactly<ModelContextInstallation>()(installModelContext());
isExactly<boolean>()(uninstallModelContext());
// @ts-expect-error one of a closed list
if (installModelContext() === 'done') uninstallModelContext();
