import {
  type ContentBlock,
  type ExecuteToolOptions,
  executeTool,
  executeToolDetailed,
  type ModelContextToolResult,
  type ToolCallError,
  type ToolCallReport,
  type ToolErrorCode,
  type ToolProvider,
} from 'webmcp-exec';
import { isExactly } from './equal.js';

const controller = new AbortController();

// What a call gives.
isExactly<Promise<ModelContextToolResult | null>>()(executeTool('add_to_cart', { qty: 3 }));
isExactly<ModelContextToolResult<{ total: number }> | null>()(
  await executeTool<{ total: number }>('add_to_cart', { qty: 3 }),
);
isExactly<Promise<ToolCallReport>>()(executeToolDetailed('add_to_cart'));
isExactly<ModelContextToolResult<{ total: number }> | null>()(
  (await executeToolDetailed<{ total: number }>('add_to_cart')).result,
);

// Arguments: an object, an array, JSON text or nothing.
executeTool('tool');
executeTool('tool', undefined);
executeTool('tool', null);
executeTool('tool', [1, 2]);
executeTool('tool', '{"qty":3}');
// @ts-expect-error a number is no arguments
executeTool('tool', 5);
// @ts-expect-error nor is a boolean
executeTool('tool', true);
// @ts-expect-error the name is needed
executeTool();
// @ts-expect-error and is text
executeTool(5);

// The third argument: a signal or options.
executeTool('tool', {}, controller.signal);
executeTool('tool', {}, AbortSignal.timeout(5));
executeTool('tool', {}, null);
executeTool('tool', {}, { signal: controller.signal, timeout: 500 });
executeTool('tool', {}, { signal: null });
executeTool('tool', {}, { origin: 'https://shop.example', fromOrigins: ['https://shop.example'] });
executeTool('tool', {}, { window });
executeTool('tool', {}, { aborted: false, addEventListener() {}, removeEventListener() {} });
// @ts-expect-error a misspelt option
executeTool('tool', {}, { signl: controller.signal });
// @ts-expect-error a controller is no signal
executeTool('tool', {}, { signal: controller });
// @ts-expect-error milliseconds are a number
executeTool('tool', {}, { timeout: '500' });
// @ts-expect-error a list of origins
executeTool('tool', {}, { fromOrigins: 'https://shop.example' });
// @ts-expect-error there is no fourth argument
executeTool('tool', {}, {}, {});
const options: ExecuteToolOptions = { signal: controller.signal };
executeToolDetailed('tool', {}, options);

// The answer is null when the call navigated: it has to be looked at first.
const answer = await executeTool<{ total: number }>('add_to_cart', { qty: 3 });
// @ts-expect-error may be null
answer.content;
if (answer !== null) {
  isExactly<ContentBlock[]>()(answer.content);
  isExactly<boolean | undefined>()(answer.isError);
  isExactly<number | undefined>()(answer.structuredContent?.total);
  for (const block of answer.content) shown(block);
}

/** Every block is told by its type. */
function shown(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `${block.mimeType} ${block.data}`;
    case 'resource':
      return block.resource.text ?? block.resource.blob;
    case 'resource_link':
      return `${block.name} ${block.uri}`;
    default:
      return isExactly<never>()(block) as undefined;
  }
}

// The structured content of an unknown tool has to be looked at before it is used.
const unknown = await executeTool('tool');
// @ts-expect-error unknown
unknown?.structuredContent.total;

const report = await executeToolDetailed('tool');
isExactly<number>()(report.durationMs);
isExactly<boolean>()(report.outcomeUnknown);
isExactly<unknown>()(report.raw);
isExactly<ToolErrorCode | (string & {}) | undefined>()(report.errorCode);
isExactly<ToolProvider | undefined>()(report.provider);
// @ts-expect-error no such status
if (report.status === 'done') throw report.error;

// Errors.
try {
  await executeTool('tool');
} catch (caught) {
  const error = caught as ToolCallError;
  if (error.errorCode === 'NOT_FOUND') isExactly<string[] | undefined>()(error.available);
  // @ts-expect-error a closed list
  if (error.errorCode === 'GONE') throw error;
}

// Checking the arguments.
await executeTool('tool', { qty: 3 }, { validate: true });
// @ts-expect-error true or false
await executeTool('tool', { qty: 3 }, { validate: 'yes' });
try {
  await executeTool('tool', {}, { validate: true });
} catch (caught) {
  for (const { pointer, message } of (caught as ToolCallError).errors ?? [])
    isExactly<string>()(pointer + message);
}
