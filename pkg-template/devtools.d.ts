/**
 * `<webmcp-devtools>`: a panel in the page that lists its tools, runs them and logs every call. Importing this entry
 * defines the element; on a server it does nothing. What the panel shows is loaded when it is first opened.
 *
 * It shows itself on the developer's own machine only (`localhost`, `*.local`, 127/8), and where the address of the page
 * has `?webmcp-devtools`; the attribute `when` decides otherwise.
 *
 * @example
 * ```html
 * <script type="module">import 'webmcp-exec/devtools';</script>
 * <webmcp-devtools></webmcp-devtools>
 * ```
 *
 * A script tag with `data-auto`, or with `?auto` in its address, makes the element by itself, and hands its own
 * attributes on: `<script src="…/devtools.iife.js" data-auto data-dock="right"></script>`.
 */

import type {
  ExecuteToolOptions,
  ListToolsOptions,
  ModelContextToolResult,
  NavigationResult,
  Problem,
  ToolCallEvent,
  ToolCallReport,
  ToolCallStatus,
  ToolInfo,
  ToolProvider,
} from './index.js';

/** Where the panel lies. With `window` it fills its window, for good: in a page that is nothing but the panel. */
export type DevtoolsDock = 'bottom' | 'right' | 'left' | 'float' | 'window';

/** Who made a call. */
export type DevtoolsSource = 'panel' | 'page' | 'agent' | 'chat';

/**
 * What became of a call, as {@link ToolCallStatus}, and: `running`; `bad-arguments`, which were not sent; `removed`, for
 * a tool that was taken away while it ran; `activated`, for a call by others of which the browser does not say how it
 * ended; `lost`, for a page that went away.
 */
export type DevtoolsStatus = 'running' | ToolCallStatus | 'bad-arguments' | 'removed' | 'activated' | 'lost';

/** A document with tools. */
export interface DevtoolsFrame {
  /** The same after a reload. */
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  /** Whether it is the page itself. */
  readonly own: boolean;
}

/** A tool in the list. */
export interface DevtoolsTool {
  /** Of its document and name; the same after a reload. What `select` and `run` take. */
  readonly key: string;
  readonly name: string;
  readonly info: ToolInfo;
  readonly frame: DevtoolsFrame;
  /** Since the marks were last cleared. */
  readonly change?: 'added' | 'changed' | 'removed';
  /** How often its calls ended how. */
  readonly counts: Readonly<Partial<Record<DevtoolsStatus, number>>>;
}

/** A call in the log, as plain data. */
export interface DevtoolsCall {
  readonly type: 'call';
  readonly id: string;
  /** The tool's. */
  readonly key: string;
  readonly name: string;
  readonly origin: string;
  readonly args: unknown;
  /** Browsers do not say with what others call. */
  readonly argsKnown: boolean;
  readonly source: DevtoolsSource;
  readonly status: DevtoolsStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs?: number;
  /** The last values that the tool told while it ran. */
  readonly progress: readonly unknown[];
  readonly result: ModelContextToolResult | null;
  /** What the provider gave. */
  readonly raw?: unknown;
  readonly errorCode?: string;
  readonly error?: { name: string; message: string; stack?: string };
  /** What is wrong with the arguments. */
  readonly problems?: readonly Problem[];
  readonly argsShape?: 'object' | 'json';
  readonly provider?: ToolProvider;
  readonly outcomeUnknown: boolean;
  readonly navigatedTo?: string;
}

/** A change of the tools, in the log. */
export interface DevtoolsChange {
  readonly type: 'change';
  readonly id: string;
  readonly startedAt: number;
  readonly added: readonly DevtoolsChangedTool[];
  readonly removed: readonly DevtoolsChangedTool[];
  readonly changed: readonly DevtoolsChangedTool[];
}

export interface DevtoolsChangedTool {
  readonly key: string;
  readonly name: string;
  /** The fields that differ. */
  readonly differences: readonly {
    type: 'CREATE' | 'REMOVE' | 'CHANGE';
    path: (string | number)[];
    value?: unknown;
    oldValue?: unknown;
  }[];
}

/**
 * The panel's only way to the page; default: this package. Another one makes the panel one of another page, or of what a
 * test wants.
 */
export interface DevtoolsCore {
  listTools(options?: ListToolsOptions): Promise<ToolInfo[]>;
  executeToolDetailed(
    name: string,
    args?: unknown,
    options?: ExecuteToolOptions & { callId?: string },
  ): Promise<ToolCallReport>;
  provider(): ToolProvider | null | Promise<ToolProvider | null>;
  onToolCall?(listener: (event: ToolCallEvent) => void): () => void;
  /** Tells that the list may have changed. */
  onToolChange?(listener: () => void): () => void;
  takeNavigationResult?(): NavigationResult | null | Promise<NavigationResult | null>;
  /** What people know a frame by. */
  describeFrame?(window: object): { label?: string; url?: string } | undefined;
  /** The page's address. */
  url?(): string;
  checkArguments?(schema: object, args: unknown): Promise<Problem[]>;
  toOpenAITools?(tools: any): any;
  toAnthropicTools?(tools: any): any;
  toGeminiTools?(tools: any): any;
  toMcpTools?(tools: any): any;
}

/** Shows a content block of a type of your own; the node is put into `host`. */
export type DevtoolsRenderer = (block: any, host: HTMLElement) => Node;

/** A text, or one for each plural category of the language. */
export type DevtoolsMessage = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** The element's events, each with its `detail`. They bubble out of shadow trees. */
export interface WebMcpDevtoolsEventMap {
  'webmcp-open': CustomEvent<null>;
  'webmcp-close': CustomEvent<null>;
  'webmcp-select': CustomEvent<{ key: string; name: string; tool: ToolInfo }>;
  'webmcp-toolchange': CustomEvent<Pick<DevtoolsChange, 'added' | 'removed' | 'changed'>>;
  /** Before a call of the panel is made. `preventDefault()` keeps it from being made. */
  'webmcp-call': CustomEvent<DevtoolsCall>;
  /** A call has ended; with `observe`, by whomever. */
  'webmcp-result': CustomEvent<{
    id: string;
    status: DevtoolsStatus;
    ms: number | undefined;
    code: string | undefined;
    result: ModelContextToolResult | null;
  }>;
  'webmcp-error': CustomEvent<{ name: string; message: string }>;
}

/**
 * The element. Its properties are its attributes of the same name (`storageKey` is `storage-key`), but for `core`,
 * `messages`, `renderers`, `tools` and `log`, which are properties only.
 *
 * The page may style it by parts (`toggle badge panel header toolbar filter list group tool tool-name tool-badge detail
 * tabs tab form field label input error button button-primary result tree log log-row status splitter menu`) and by the
 * custom properties `--webmcp-bg -fg -muted -line -accent -accent-fg -danger -warn -ok -radius -font -mono -z
 * -panel-size`, and put its own into the slots `toggle`, `toolbar` and `empty`.
 */
export interface WebMcpDevtoolsElement extends HTMLElement {
  /** Whether the panel is shown. */
  open: boolean;
  /** Default: where it was last, or `bottom`. */
  dock: DevtoolsDock;
  /** The corner of the toggle: `bottom-right` (default), `bottom-left`, `top-right`, `top-left`; else the page's styles. */
  position: string;
  /** Opens and closes the panel. Default: `Alt+Shift+M`; `''` for none. */
  hotkey: string;
  /**
   * Where the element shows itself. `dev`, the default: on the developer's own machine, and where the address has
   * `?webmcp-devtools`. `flag`: only where the address has that. `always`.
   */
  when: 'dev' | 'always' | 'flag';
  theme: 'auto' | 'light' | 'dark';
  /** Under which name layout and log are kept from page to page. Default: `webmcp-devtools`; `''` keeps nothing. */
  storageKey: string;
  /** How many entries the log keeps. Default: 500. */
  maxLog: number;
  /** Whether calls by others are logged, too: by agents, by other scripts, by the page. */
  observe: boolean;
  /** Other sites whose tools are wanted. */
  fromOrigins: string[];

  core: DevtoolsCore | undefined;
  /** Other words than the English ones, by their keys. */
  messages: Record<string, DevtoolsMessage> | undefined;
  /** By the types of content blocks. */
  renderers: Map<string, DevtoolsRenderer>;
  readonly tools: readonly DevtoolsTool[];
  /** Oldest first. */
  readonly log: readonly (DevtoolsCall | DevtoolsChange)[];

  /** Opens the panel, also where `when` does not. Settles once it is there. */
  show(): Promise<void>;
  hide(): void;
  toggle(): Promise<void>;
  /** Opens the panel at a tool. @returns whether there is such a tool */
  select(key: string): Promise<boolean>;
  /** Runs a tool, as its button does. Never rejects for what becomes of the call. */
  run(key: string, args?: unknown, options?: { signal?: AbortSignal }): Promise<DevtoolsCall>;
  /** Empties the log; calls that are under way stay. */
  clear(): void;
  /** The session, as a value that JSON can hold. `npx webmcp-exec replay` repeats it. */
  exportLog(): Promise<object>;
  /** Adds the calls of a session, or of its JSON, to the log. @returns how many; rejects for what is no session */
  importLog(file: unknown): Promise<number>;
  /** Shows the panel in a window of its own. @returns whether the browser allowed it; it wants a click before */
  popOut(): Promise<boolean>;

  addEventListener<Type extends keyof WebMcpDevtoolsEventMap>(
    type: Type,
    listener: (this: WebMcpDevtoolsElement, event: WebMcpDevtoolsEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * Adds the element to the page, if there is none, and gives it.
 *
 * @param options - attributes by their names; `true` sets one without a value, `false` takes it away
 */
export function mount(options?: Record<string, string | boolean>): WebMcpDevtoolsElement;

declare global {
  interface HTMLElementTagNameMap {
    'webmcp-devtools': WebMcpDevtoolsElement;
  }
}
