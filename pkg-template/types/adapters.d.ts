import type {
  AliasOptions,
  CallLimits,
  DescribedTool,
  McpTool,
  ModelContextToolResult,
  ModelToolCall,
  ObjectSchema,
  WebToolDefinition,
} from '../index.js';

/** How an adapter runs the calls that a library asks for. */
export interface AdapterOptions extends Omit<CallLimits, 'signal'> {
  /** Other sites whose tools are wanted as well. */
  fromOrigins?: string[];
  /**
   * Runs a call in place of {@link executeTool}: where the page is another one (of a browser that this program drives),
   * where somebody is asked before, or where the tools are not a page's: `(call) => executeTools({ toolCalls: [call] })
   * .then(([result]) => result)` runs those of {@link registerTool}. It may resolve with a result of any of the package's
   * functions; `null` means that the call navigated.
   *
   * @param call - the tool's name, its arguments as `input`, the name by which it was called as `alias`, and its
   * document as `origin` and `window` if the list had them
   * @param options - the library's `signal`, `onProgress`, and what else the adapter was given
   */
  execute?: (call: ModelToolCall, options: CallLimits & { fromOrigins?: string[] }) => unknown;
}

/** A tool in the set that the Vercel AI SDK takes. */
export interface AiSdkTool {
  type: 'dynamic';
  title?: string;
  description?: string;
  /** A Standard Schema with JSON Schema. It accepts whatever the model sends: the tool judges it. */
  inputSchema: AiSdkSchema;
  strict?: boolean;
  /** Resolves with the tool's result; rejects where it failed, which the SDK makes a `tool-error` of. */
  execute(
    input: any,
    options: { toolCallId: string; abortSignal?: AbortSignal },
  ): Promise<ModelContextToolResult>;
  toModelOutput(options: { output: any }): AiSdkOutput;
}

/** What the SDK tells the model: text, or parts where there is an image among them. */
export type AiSdkOutput =
  | { type: 'text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string })[];
    };

/** A schema by Standard Schema (standardschema.dev) with its extension for JSON Schema. */
export interface AiSdkSchema {
  readonly jsonSchema: ObjectSchema;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { value: any };
    readonly jsonSchema: {
      readonly input: (options?: unknown) => Record<string, unknown>;
      readonly output: (options?: unknown) => Record<string, unknown>;
    };
  };
}

/**
 * Page tools for the Vercel AI SDK: a `ToolSet` by the names that {@link createToolAliases} gives them. Made and tested
 * for version 6 of the package `ai`, which it does not need itself.
 *
 * A call goes to the page through {@link executeTool} with the SDK's `abortSignal`. The output is the tool's result. A
 * tool that fails, and a call that cannot be made, reject; the SDK tells the model.
 *
 * Throws a `TypeError` for a list that is wrong ({@link toOpenAITools}) and for wrong options.
 *
 * @example
 * ```js
 * import { generateText, stepCountIs } from 'ai';
 *
 * const { text } = await generateText({
 *   model,
 *   prompt: 'Put three of them in the cart.',
 *   tools: toAiSdkTools(await listTools()),
 *   stopWhen: stepCountIs(5),
 * });
 * ```
 */
export function toAiSdkTools(
  tools: readonly DescribedTool[],
  options?: (AdapterOptions & AliasOptions) | null,
): Record<string, AiSdkTool>;

export interface McpToolHandlersOptions extends AdapterOptions {
  /** The tools that are offered, or what gives them at each request. Default: {@link listTools}. */
  tools?: readonly DescribedTool[] | (() => readonly DescribedTool[] | Promise<readonly DescribedTool[]>);
}

/** What is needed of the context that an SDK hands to the handlers of a server. */
export interface McpRequestContext {
  /** Version 2 of the SDK. */
  mcpReq?: { signal?: AbortSignal; notify?: (notification: any) => Promise<void> };
  /** Version 1 of the SDK. */
  signal?: AbortSignal;
  sendNotification?: (notification: any) => Promise<void>;
}

/** Handlers for `server.setRequestHandler`. */
export interface McpToolHandlers {
  'tools/list': (request?: unknown, context?: McpRequestContext) => Promise<{ tools: McpTool[] }>;
  'tools/call': (
    request: { params: { name: string; arguments?: any; _meta?: any } },
    context?: McpRequestContext,
  ) => Promise<any>;
}

/**
 * Page tools as those of an MCP server: handlers for its `tools/list` and `tools/call`. Made and tested for version 2 of
 * the package `@modelcontextprotocol/server`, which it does not need itself.
 *
 * - Tools have their own names; where several documents offer one name, all but one have their host behind it. A name
 *   stays with its tool for as long as the handlers live.
 * - The client's cancellation reaches the tool. Its progress token is answered: the tool's `emit` becomes
 *   `notifications/progress` (a number or `{progress, total, message}` as it is, anything else counted, as message).
 * - A tool that fails, and a call that cannot be made, are results with `isError`; an unknown name is the protocol's
 *   error -32602.
 *
 * Tell the client of changes with `server.sendToolListChanged()` on `document.modelContext`'s `toolchange`.
 *
 * Throws a `TypeError` that names the option that is wrong.
 *
 * @example
 * ```js
 * import { Server } from '@modelcontextprotocol/server';
 *
 * const server = new Server({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
 * const handlers = createMcpToolHandlers();
 * server.setRequestHandler('tools/list', handlers['tools/list']);
 * server.setRequestHandler('tools/call', handlers['tools/call']);
 * ```
 */
export function createMcpToolHandlers(options?: McpToolHandlersOptions | null): McpToolHandlers;

/** What is needed of an MCP client. */
export interface McpClient {
  listTools(params?: any, options?: any): Promise<{ tools: readonly any[]; nextCursor?: string | undefined }>;
  callTool(params: any, ...rest: any[]): Promise<any>;
}

/** Options of a request, as MCP clients take them; the client's defaults apply (such as a timeout of 60 s). */
export interface McpRequestOptions {
  /** Ends the listing; the calls have the signals of those who make them. */
  signal?: AbortSignal;
  /** Milliseconds for each request. */
  timeout?: number;
  resetTimeoutOnProgress?: boolean;
  maxTotalTimeout?: number;
}

/**
 * The tools of an MCP server, read through a client (all pages), as definitions that {@link defineWebTool} and
 * `registerTool` take: a page, its agents and our functions can call them. A call goes to the server with the caller's
 * signal, and the server's progress goes to the caller.
 *
 * Names that WebMCP does not have are changed as {@link createToolAliases} does; a tool without a description gets its
 * title, else its name, for one. Give tools of several servers names of their own: `{ ...tool, name: `a_${tool.name}` }`.
 *
 * Rejects with a `TypeError` for what is no client, and with what the client rejects with.
 *
 * @example
 * ```js
 * for (const tool of await fromMcpTools(client)) await defineWebTool(tool).register();
 * ```
 */
export function fromMcpTools(
  client: McpClient,
  options?: McpRequestOptions | null,
): Promise<WebToolDefinition[]>;
