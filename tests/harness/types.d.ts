/** The shapes that the harness, its drivers and the tests share. */

export type EnvironmentId =
  | 'c156'
  | 'c150'
  | 'c156-poly'
  | 'ff-poly'
  | 'ff-native'
  | 'wk-poly'
  | 'c156-no-wasm'
  | 'ff-no-wasm'
  | 'mcpb'
  | 'node';

export type Engine = 'chromium' | 'firefox' | 'webkit' | 'node';

/** Who provides the page's model context: the browser, our polyfill, Firefox's preview, a peer's polyfill, nobody. */
export type Provider = 'native' | 'polyfill' | 'preview' | 'mcpb' | null;

/** A row of the table in environments.mjs. */
export interface Environment {
  id: string;
  engine: Engine;
  provider: Provider;
  /** Which executable: a key of browsers.mjs. */
  browser?: BrowserKey;
  /** More command line arguments for the browser. */
  args?: string[];
  /** Firefox preferences. */
  prefs?: Record<string, string | number | boolean>;
  /** An environment that differs in the package alone: what does not apply there does not apply here. */
  like?: string;
  /** Only the test files of these folders apply. */
  folders?: string[];
  /** Of these, those that `--quick` leaves out: another environment is near enough for every change. */
  slow?: string[];
  /** What the pages import instead of something of the package. */
  imports?: Record<string, string>;
  /** The Content-Security-Policy of pages that have none of their own. */
  policy?: string;
  /** The major version of the browser on which the tests with `measured: true` were measured. */
  measured?: number;
}

export type BrowserKey = 'chromium' | 'chromium-150' | 'firefox' | 'webkit';

/** What a test sees of its environment, as `t.env`. */
export interface EnvironmentInfo {
  id: string;
  engine: Engine;
  provider: Provider;
  version: string;
}

export type OriginKind = 'same' | 'cross-port' | 'cross-site';

/** The three origins a page and its frames are served from. */
export type Origins = Record<OriginKind, string>;

export interface TestOptions {
  /** Environments where the test does not apply, each with the reason. */
  not?: Partial<Record<EnvironmentId, string>>;
  /** The only environments where the test applies, each with the reason. */
  only?: Partial<Record<EnvironmentId, string>>;
  /** The test also runs in the node environment. */
  node?: boolean;
  /** Milliseconds until the test counts as hanging (30 000). */
  timeout?: number;
  /** Response headers of the test's own page. */
  headers?: Record<string, string>;
  /** States what was measured of the browser, not what we promise: in a newer browser a failure is drift. */
  measured?: boolean;
}

export type TestBody = (t: TestContext) => unknown;

export interface DeclaredTest {
  title: string;
  options: TestOptions;
  body: TestBody;
}

/** What a test file tells about a test before it runs. */
export interface ListedTest {
  title: string;
  options: TestOptions;
}

/** How one test ended. */
export interface Report {
  status: 'passed' | 'failed';
  error?: string;
  /** What it failed with at first, if it passed when it was run again. */
  flaky?: string;
  ms: number;
}

/** One line of the JSON report. */
export interface Result {
  env: string;
  version: string;
  file: string;
  title: string;
  ids: string[];
  /** `drift`: a measured test fails in a browser newer than the measured one; `error` is the difference. */
  status: 'passed' | 'failed' | 'drift' | 'na' | 'skipped';
  reason?: string;
  ms: number;
  error?: string;
  /** What it failed with at first, if it passed when it was run again. */
  flaky?: string;
}

/** What one environment came to. */
export interface EnvironmentSummary {
  env: string;
  name: string;
  version: string;
  results: Result[];
  /** Why the environment did not run at all. */
  skipped?: string;
  startMs: number;
  ms: number;
}

export interface ToolDefinition {
  name: string;
  title?: string;
  description: string;
  inputSchema?: object;
  annotations?: object;
  execute: (...args: never[]) => unknown;
}

/** A definition as tests write it: the description may be left out. */
export type TestToolDefinition = Omit<ToolDefinition, 'description'> & { description?: string };

/** A tool as a provider lists it; which members there are differs. */
export interface ProviderTool {
  name: string;
  description: string;
  title?: string;
  inputSchema?: unknown;
  annotations?: object;
  origin?: string;
  window?: Window;
}

/** A model context, of whatever provider. */
export interface ProviderObject extends EventTarget {
  registerTool(definition: ToolDefinition, options?: object): Promise<undefined> | undefined;
  getTools(options?: object): Promise<ProviderTool[]>;
  executeTool(tool: ProviderTool, args?: unknown, options?: object): Promise<string | null>;
  /** Firefox's preview only. */
  invokeTool(name: string, args?: object, options?: object): Promise<unknown>;
  unregisterTool(name: string): void;
}

/** What a promise rejects with: mostly an error, with whatever members. */
export interface Rejection extends Error {
  [member: string]: unknown;
}

export interface ListenerCount {
  added: number;
  removed: number;
  /** Listeners that are on the target now. */
  readonly active: number;
}

/** Each counts itself: a test that makes no assertion fails. */
export interface Assert {
  /** The same value, by Object.is. */
  equal(actual: unknown, expected: unknown, message?: string): void;
  /** The same structure: own enumerable members, array or not, by Object.is at the leaves. */
  deepEqual(actual: unknown, expected: unknown, message?: string): void;
  ok(value: unknown, message?: string): asserts value;
  match(actual: unknown, pattern: RegExp, message?: string): void;
  fail(message?: string): never;
}

/** What every test is given. The members from `origins` on need a page. */
export interface TestContext {
  env: EnvironmentInfo;
  /** Runs when the test has ended, last added first. */
  after(release: () => unknown): void;
  sleep(ms: number): Promise<void>;
  /** One task, by MessageChannel. */
  tick(): Promise<void>;
  /** What the promise rejects with; the test fails if it resolves. */
  rejects(promise: PromiseLike<unknown>): Promise<Rejection>;
  /** Announces error and unhandledrejection events; returns the list of those seen, which grows. */
  expectUnhandled(): string[];
  /** Collects garbage; false where the engine offers no way to ask for it. */
  gc(): Promise<boolean>;
  /** Counts what is put on the target for this type of event, and what leaves it. */
  countListeners(target: EventTarget, type: string): ListenerCount;

  origins: Origins;
  /** The provider's object of a window: document.modelContext, or what stands for it. */
  modelContext(window?: Window): ProviderObject;
  /** Registers a tool with the page's own provider, not through the package under test. */
  register(
    definition: TestToolDefinition,
    options?: { window?: Window; exposedTo?: string[]; signal?: AbortSignal },
  ): Promise<() => Promise<void>>;
  /** Adds an iframe and waits until its page, and the tools a fixture registers, are there. */
  frame(
    path: string,
    options?: { origin?: OriginKind; allow?: string; sandbox?: string; name?: string },
  ): Promise<HTMLIFrameElement & { contentWindow: Window }>;
  signalOfAnotherRealm(): Promise<{ signal: AbortSignal; abort(reason?: unknown): void }>;
  /** The requests that the fixture servers got since the test began. */
  requests(path?: string): Promise<LoggedRequest[]>;
  /** A click, text or key from outside the page, as a user gives it. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** A key, or several held together: `Control+Enter`. */
  press(key: string): Promise<void>;
  /** A click in the middle of the element, on whatever is there; also in shadow trees. */
  clickOn(element: Element): Promise<void>;
  /** Presses in the middle of the element, moves by so much, and lets go. */
  drag(element: Element, by: { x: number; y: number }): Promise<void>;
  /** Until the test has ended. In Chromium only. */
  emulateMedia(media: EmulatedMedia): Promise<void>;
  /** Roles, names and states of what the selector matches, as text; goes into shadow trees. In Chromium only. */
  ariaSnapshot(selector: string): Promise<string>;
  /** A PNG of the page, base64. */
  screenshot(): Promise<string>;
  /**
   * Ends the page's process, as a crash does; the test's own failure. Given an origin (in Chromium) it ends that of the
   * page's frame of this origin, and the test goes on.
   */
  crash(origin?: string): Promise<void>;
}

export interface EmulatedMedia {
  forcedColors?: 'active' | 'none';
  colorScheme?: 'light' | 'dark';
}

export interface LoggedRequest {
  method: string;
  path: string;
  url: string;
  origin: string;
  headers: Record<string, string>;
  body: string;
}

/** A running browser. */
export interface Browser {
  name: string;
  version: string;
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** A tab: what page tests are run through, and what tests of real input and looks use. */
export interface Tab {
  /** Starts to load a page; settles once the new document is there or the driver has taken the order. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page; arguments and result are JSON values. */
  evaluate<A extends unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(key: string): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  drag(x: number, y: number, toX: number, toY: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  emulateMedia?(media: EmulatedMedia): Promise<void>;
  ariaSnapshot?(selector: string): Promise<string>;
  /** Settles, with the reason, once the driver knows that the page's process is gone. */
  lost: Promise<string>;
  /** Ends the page's process, as a crash does, or in Chromium that of a frame of an origin. */
  crash(origin?: string): Promise<void>;
  close(): Promise<void>;
  /** A DevTools protocol session, where there is one. */
  cdp?(): Promise<import('playwright-core').CDPSession>;
}

declare global {
  /** Set by the server in the pages that ask for it with `<!-- environment -->`. */
  var webmcpTests: { env: EnvironmentInfo; origins: Origins };
  /** How far the test of this page is; read by the runner when no report arrives. */
  var webmcpTestState: { run: string; report: Report | null } | undefined;
}
