/**
 * The shapes that the panel's parts share. Types only.
 *
 * @import {
 *   ExecuteToolOptions, ListToolsOptions, ModelContextToolResult, NavigationResult, Problem, ToolCallEvent,
 *   ToolCallReport, ToolCallStatus, ToolInfo, ToolProvider,
 * } from 'webmcp-exec'
 * @import {SafeStorage} from '../../ui/element/storage.js'
 */

/**
 * The panel's only way to the page: the package itself, or a bridge to another page.
 *
 * @typedef {object} Core
 * @property {(options?: ListToolsOptions) => Promise<ToolInfo[]>} listTools a bridge's `window` is an opaque object per
 * frame, which it is handed back as `options.window`
 * @property {(name: string, args?: any, options?: RunOptions) => Promise<CallReport>} executeToolDetailed
 * @property {() => ToolProvider | null | Promise<ToolProvider | null>} provider
 * @property {(listener: (event: ToolCallEvent) => void) => (() => void)} [onToolCall]
 * @property {(listener: () => void) => (() => void)} [onToolChange] tells that the list may have changed
 * @property {() => NavigationResult | null | Promise<NavigationResult | null>} [takeNavigationResult]
 * @property {(window: object) => FrameDescription | undefined} [describeFrame] what people know a frame by
 * @property {() => string} [url] the page's address
 * @property {(schema: object, args: unknown) => Promise<Problem[]>} [checkArguments]
 * @property {(tools: any) => any} [toOpenAITools]
 * @property {(tools: any) => any} [toAnthropicTools]
 * @property {(tools: any) => any} [toGeminiTools]
 * @property {(tools: any) => any} [toMcpTools]
 */

/** @typedef {ToolCallReport & { navigatedTo?: string }} CallReport `navigatedTo`: who is not in the page sees where it goes */

/** @typedef {ExecuteToolOptions & { callId?: string }} RunOptions `callId` comes back in the events of the call */

/**
 * @typedef {object} FrameDescription
 * @property {string} [label] its title, its name or its file
 * @property {string} [url] where it is, if that may be known
 */

/**
 * A document with tools.
 *
 * @typedef {object} FrameEntry
 * @property {string} id the same after a reload: `page`, or the origin with a number
 * @property {string} label for people; `''` for the page itself
 * @property {string} origin
 * @property {boolean} own whether it is the page itself
 */

/** What a tool says of itself, as plain data. @typedef {object} ToolDefinition
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {object} [inputSchema]
 * @property {Record<string, unknown>} [annotations]
 */

/**
 * One field that differs, as microdiff says it; `path` begins with a member of {@link ToolDefinition}.
 *
 * @typedef {object} Difference
 * @property {'CREATE' | 'REMOVE' | 'CHANGE'} type
 * @property {(string | number)[]} path
 * @property {unknown} [value]
 * @property {unknown} [oldValue]
 */

/** How often a tool's calls ended how. @typedef {Partial<Record<CallStatus, number>>} Counts */

/**
 * A tool in the list.
 *
 * @typedef {object} ToolEntry
 * @property {string} key of its document and name; the same after a reload
 * @property {string} name
 * @property {ToolInfo} info
 * @property {FrameEntry} frame
 * @property {string} signature of its definition: another one means that it has changed
 * @property {'added' | 'changed' | 'removed'} [change] since the marks were last cleared
 * @property {Difference[]} differences with `changed`, the fields
 * @property {Counts} counts
 * @property {number} namesakes how many tools of other documents have the name
 */

/**
 * What became of a call. `removed`: the tool was taken away while it ran, and no answer came; `activated`: somebody
 * else ran it, and the browser does not say how it ended; `lost`: the page went away and did not say where to.
 *
 * @typedef {'running' | ToolCallStatus | 'bad-arguments' | 'removed' | 'activated' | 'lost'} CallStatus
 */

/** Who made a call. @typedef {'panel' | 'page' | 'agent' | 'chat'} CallSource */

/** An error, as plain data. @typedef {object} ErrorDescription
 * @property {string} name
 * @property {string} message
 * @property {string} [stack]
 * @property {ErrorDescription} [cause]
 */

/**
 * A call in the log. A call that goes on has another object each time something happens; none is ever changed. All of
 * it is plain data: nothing in it can throw, and nothing in it is the page's own object.
 *
 * @typedef {object} CallEntry
 * @property {'call'} type
 * @property {string} id
 * @property {string} key the tool's, also where it is no longer there
 * @property {string} name
 * @property {string} [title]
 * @property {string} origin of the tool's document; `''` where it is not known
 * @property {FrameEntry} [frame] where it is known
 * @property {any} args
 * @property {boolean} argsKnown browsers do not say with what others call
 * @property {CallSource} source
 * @property {CallStatus} status
 * @property {number} startedAt milliseconds since 1970
 * @property {number} [durationMs]
 * @property {unknown[]} progress the last values that the tool told
 * @property {number} progressCount how many it told
 * @property {ModelContextToolResult | null} result as the package reads it; of a tool that is not the page's, its text
 * @property {unknown} [raw] what the provider gave
 * @property {number} size about how many characters arguments, result and raw are
 * @property {boolean} [dropped] result and raw were let go, to keep the log small
 * @property {string} [errorCode]
 * @property {ErrorDescription} [error]
 * @property {Problem[]} [problems] what is wrong with the arguments
 * @property {'object' | 'json'} [argsShape]
 * @property {ToolProvider} [provider]
 * @property {boolean} outcomeUnknown
 * @property {boolean} [toolRemoved] the tool was taken away while it ran
 * @property {string} [navigatedTo]
 * @property {unknown[]} [arrivedWith] the `application/ld+json` of the page it led to
 * @property {string} [signature] of the tool when it was called
 * @property {boolean} unchecked it was sent without a check of its arguments
 * @property {'import' | 'earlier'} [from] a session file, or the page before
 * @property {string} [replayOf] the call that it repeats
 * @property {Difference[]} [deviations] how its outcome differs from that of the call that it repeats
 * @property {string} [door] the function of the package that was called, if it was not the panel that did
 */

/**
 * A change of the tools in the log.
 *
 * @typedef {object} ChangeEntry
 * @property {'change'} type
 * @property {string} id
 * @property {number} startedAt milliseconds since 1970
 * @property {ChangedTool[]} added
 * @property {ChangedTool[]} removed
 * @property {ChangedTool[]} changed
 */

/** @typedef {object} ChangedTool
 * @property {string} key
 * @property {string} name
 * @property {string} frame the label of its document, or its origin; `''` for the page itself
 * @property {Difference[]} differences
 */

/** @typedef {CallEntry | ChangeEntry} LogEntry */

/**
 * An exported session; the README describes it.
 *
 * @typedef {object} SessionFile
 * @property {'webmcp-exec/session'} format
 * @property {1} version
 * @property {string} url
 * @property {string} exportedAt ISO 8601
 * @property {string | null} provider
 * @property {SessionTool[]} tools
 * @property {SessionCall[]} calls in the order in which they were made
 */

/** @typedef {ToolDefinition & { key: string, origin: string, frame: string }} SessionTool `frame`: the entry's id */

/** @typedef {object} SessionCall
 * @property {string} id
 * @property {string} key
 * @property {string} name
 * @property {string} origin
 * @property {string} frame the frame entry's id; `''` where it is not known
 * @property {CallSource} source
 * @property {string} startedAt ISO 8601
 * @property {Exclude<CallStatus, 'running'>} status
 * @property {unknown} [args] missing where they are not known
 * @property {number} [durationMs]
 * @property {ModelContextToolResult | null} [result] missing where it was let go
 * @property {unknown} [raw]
 * @property {string} [errorCode]
 * @property {{ name: string, message: string }} [error]
 * @property {boolean} [outcomeUnknown]
 * @property {string} [navigatedTo]
 * @property {'object' | 'json'} [argsShape]
 * @property {ToolProvider} [provider]
 * @property {string} [signature]
 */

/** Said once to the person in front of the panel. @typedef {object} Notice
 * @property {'storage' | 'dropped' | 'observe'} code
 * @property {string} detail
 */

/**
 * What the panel shows, at one moment. Parts that did not change are the same objects as before.
 *
 * @typedef {object} Snapshot
 * @property {'loading' | 'ready' | 'unavailable' | 'refused' | 'blocked'} state `blocked`: the page's policy refuses
 * WebAssembly; `unavailable`: nobody provides WebMCP; `refused`: the browser does not allow it here
 * @property {ErrorDescription} [error] with `unavailable`, `refused` and `blocked`
 * @property {ToolProvider | null} provider
 * @property {ToolEntry[]} tools those of one document stand together; removed ones stay until the marks are cleared
 * @property {number} changes how many have a mark
 * @property {LogEntry[]} log oldest first
 * @property {number} dropped how many rows the log has let go
 * @property {number} running how many of the panel's calls are under way
 * @property {boolean} observe
 * @property {Notice[]} notices
 */

/** @typedef {object} RunSettings
 * @property {AbortSignal} [signal]
 * @property {number} [timeout]
 * @property {boolean} [validate] `false`: "Run anyway". Default: `true`
 * @property {string} [replayOf]
 */

/**
 * What the element tells the page of.
 *
 * @typedef {object} SessionHooks
 * @property {(call: CallEntry) => boolean | void} [call] a call of the panel begins; `false` refuses it
 * @property {(call: CallEntry) => void} [result] a call, by whomever, has ended
 * @property {(change: ChangeEntry) => void} [toolchange]
 * @property {(error: ErrorDescription) => void} [error]
 */

/** @typedef {object} SessionOptions
 * @property {Core} core
 * @property {SafeStorage | null} [storage] what outlives the page
 * @property {string} [storageKey] Default: `webmcp-devtools`; `''` keeps nothing
 * @property {Clock} [clock]
 * @property {number} [maxLog] Default: 500
 * @property {number} [maxSize] about how many characters the log may hold. Default: 64 Mi
 * @property {boolean} [observe] whether calls by others are logged. Default: `false`
 * @property {string[]} [fromOrigins]
 * @property {SessionHooks} [hooks]
 */

/** @typedef {object} Clock
 * @property {() => number} now milliseconds since 1970
 * @property {(callback: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

/**
 * The state of one panel.
 *
 * @typedef {object} Session
 * @property {(listener: () => void) => (() => void)} subscribe told, once a turn, that there is another snapshot
 * @property {() => Snapshot} getSnapshot the same object until something changes
 * @property {() => void} start listens to the page, and reads the tools; `create` does not
 * @property {() => void} stop listens no more. The log stays, running calls go on; `start` may follow
 * @property {() => Promise<void>} refresh reads the tools again
 * @property {(key?: string) => void} clearMarks takes the marks of one tool, or of all, and what was removed
 * @property {(key: string) => ToolEntry | undefined} tool
 * @property {(key: string, args?: unknown, settings?: RunSettings) => { id: string, done: Promise<CallEntry> }} run
 * never throws; `done` never rejects
 * @property {(id: string) => void} cancel the call is `aborted` at once
 * @property {(id: string, settings?: { signal?: AbortSignal }) => { id: string, done: Promise<CallEntry> } | null} replay `null` where the call or its tool is
 * not there
 * @property {(ids: string[], settings?: { signal?: AbortSignal }) => Promise<CallEntry[]>} replayAll one after the other
 * @property {(id: string) => CallEntry | undefined} call
 * @property {(key: string) => CallEntry[]} history the calls of one tool, newest first
 * @property {(call: CallEntry) => Difference[] | null} changedSince how the tool has changed since that call; `null`
 * where it has not, `[]` where that is all that is known
 * @property {() => void} clear empties the log; what is running stays
 * @property {() => SessionFile} exportSession
 * @property {(file: unknown) => Promise<number>} importSession JSON text or what was parsed from it; how many calls were added.
 * Rejects with a `SessionFileError`, and then nothing was added
 * @property {(observe: boolean) => void} setObserve
 * @property {(max: number) => void} setMaxLog
 * @property {(origins: string[] | undefined) => void} setFromOrigins
 * @property {(notice: Notice) => void} dismiss
 * @property {() => void} save hands the log over to the next page; to be called when the page is hidden
 */

export {};
