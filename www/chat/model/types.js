/**
 * The shapes of a conversation. Types only.
 *
 * @import {
 *   LoopOptions, LoopResult, NavigationResult, OfferedTool, ToolCallEvent, ToolInfo, toMcpTools,
 *   toOpenAIToolResults,
 * } from 'webmcp-exec'
 * @import {Clock, Core, Snapshot, ToolEntry} from '../../devtools/model/types.js'
 * @import {ChatRequest, Converters, Provider, Usage} from '../providers/types.js'
 */

/**
 * The chat's way to the page: what the panel has, and the agent loop.
 *
 * @typedef {Core & Converters & {
 *   reActLoop: (options: LoopOptions<any>) => Promise<LoopResult<any>>,
 *   toMcpTools: typeof toMcpTools,
 *   toOpenAIToolResults: typeof toOpenAIToolResults,
 * }} ChatCore
 */

/**
 * What became of a call. `writing`: the model is still writing its arguments; `waiting`: a person is asked; `denied`: not
 * allowed; `not-made`: nothing ran, since the turn or the page had ended before; `unknown`: it may have run.
 *
 * @typedef {'writing' | 'ready' | 'waiting' | 'running' | 'completed' | 'failed' | 'denied' | 'aborted' | 'timed-out'
 *   | 'navigated' | 'not-found' | 'not-made' | 'unknown'} CallStatus
 */

/**
 * A call in the conversation. All of it is plain data.
 *
 * @typedef {object} ChatCall
 * @property {string} id
 * @property {string} name the tool's own
 * @property {string} alias by which the model knows it
 * @property {string} title
 * @property {string} origin of the tool's document; `''` where it is not known
 * @property {boolean} own whether that is the page itself
 * @property {any} args
 * @property {string} [argsText] while they are being written
 * @property {CallStatus} status
 * @property {boolean} readOnly
 * @property {boolean} untrusted its result may hold what strangers have written
 * @property {boolean} [edited] the person changed the arguments
 * @property {number} [startedAt] milliseconds since 1970
 * @property {number} [durationMs]
 * @property {unknown} [result] the whole of it, for people
 * @property {string} [content] what the model is told, without the fence
 * @property {boolean} [isError]
 * @property {string} [errorCode]
 * @property {unknown} [progress] the last word of it
 * @property {string} [navigatedTo]
 * @property {string} [signature] what the model wants back with it
 */

/** @typedef {{ type: 'user', id: string, at: number, text: string }} UserEntry */

/**
 * An answer of the model. One turn may have several, each with its calls.
 *
 * @typedef {object} AssistantEntry
 * @property {'assistant'} type
 * @property {string} id
 * @property {number} at
 * @property {string} text
 * @property {ChatCall[]} calls
 * @property {'streaming' | 'done' | 'stopped' | 'failed'} status
 * @property {string} [reason] why the model ended, where that is worth a word: `length`, `filter`
 */

/** A call that the person made. @typedef {{ type: 'command', id: string, at: number, call: ChatCall }} CommandEntry */

/** Something that is worth a line. @typedef {object} NoticeEntry
 * @property {'notice'} type
 * @property {string} id
 * @property {number} at
 * @property {'max-rounds' | 'max-calls' | 'restored' | 'resumed'} code
 * @property {Record<string, string | number>} [values]
 */

/** @typedef {UserEntry | AssistantEntry | CommandEntry | NoticeEntry} Entry */

/**
 * A call that waits for an answer.
 *
 * @typedef {object} ApprovalRequest
 * @property {string} id that of the call
 * @property {ChatCall} call
 * @property {OfferedTool} tool
 * @property {boolean} consequential
 * @property {boolean} rememberable
 * @property {number} readyAt no earlier is a yes taken from a person: it might have been meant for something else
 */

/** @typedef {{ allow: boolean, args?: any, reason?: string, remember?: boolean }} ApprovalAnswer */

/** What a policy may say; anything else is `ask`. @typedef {'allow' | 'ask' | 'deny'} Verdict */

/**
 * `auto`: read-only tools run, of others a person is asked; `always`: a person is asked of every call; `never`: only
 * read-only tools run, and nobody is asked. Consequential calls are asked for in any case (with `never`: denied).
 *
 * @typedef {'auto' | 'always' | 'never'} ApproveMode
 */

/** @typedef {(call: ChatCall, tool: OfferedTool) => Verdict | boolean | PromiseLike<Verdict | boolean>} Policy */

/** Why something went wrong, as plain data. @typedef {object} ChatFailure
 * @property {string} code that of a `ProviderError`, or of an error of the package
 * @property {string} message
 * @property {Record<string, string | number>} values
 * @property {number} [retryAt] milliseconds since 1970
 */

/**
 * @typedef {'idle' | 'sending' | 'streaming' | 'running' | 'approval' | 'stopped' | 'failed' | 'offline' | 'resuming'
 *   | 'leaving'} ChatState
 */

/**
 * A conversation, at one moment. What did not change is the same object as before.
 *
 * @typedef {object} ChatSnapshot
 * @property {ChatState} state
 * @property {boolean} busy a turn is under way
 * @property {Entry[]} entries
 * @property {ToolEntry[]} tools those that the model is offered of the page's
 * @property {ToolListState} toolState
 * @property {ApprovalRequest[]} approvals
 * @property {ChatFailure} [failure]
 * @property {Usage} [usage] what the model last said of its tokens
 * @property {boolean} nearlyFull the model's context window is nearly full
 * @property {{ at: number | undefined }} [resume] a turn that a navigation interrupted goes on at that time, or when it
 * is asked to
 * @property {boolean} kept `false`: the conversation could not be stored
 */

/** Whether the page's tools can be read. @typedef {Snapshot['state']} ToolListState */

/** Storage that never throws. @typedef {import('../../ui/element/storage.js').SafeStorage} SafeStorage */

/**
 * What the element tells the page of. Nothing of it holds a key.
 *
 * @typedef {object} ChatHooks
 * @property {(entry: Entry) => void} [message]
 * @property {(delta: string, entry: AssistantEntry) => void} [delta]
 * @property {(call: ChatCall) => boolean | void} [call] a call begins; `false` refuses it
 * @property {(request: ApprovalRequest) => boolean | void} [approval] `false`: the page asks by itself
 * @property {(call: ChatCall) => void} [result]
 * @property {(end: { state: ChatState }) => void} [turnEnd]
 * @property {(failure: ChatFailure) => void} [error]
 * @property {(request: ChatRequest) => ChatRequest | void | PromiseLike<ChatRequest | void>} [beforeSend]
 * @property {(call: ChatCall, content: string) => string | void} [afterResult] what the model is told instead
 */

/**
 * What may change while a conversation goes on: it is read anew for each turn.
 *
 * @typedef {object} ChatSettings
 * @property {string} [system] the page's own words to the model
 * @property {string} [model]
 * @property {ApproveMode} [approve] Default: `auto`
 * @property {Policy} [policy] counts before `approve`
 * @property {string} [include] names of tools, `*` for any characters; separated by spaces or commas
 * @property {string} [exclude]
 * @property {(tool: OfferedTool | ToolInfo) => unknown} [toolFilter]
 * @property {string[]} [fromOrigins]
 * @property {number} [maxRounds] Default: 10
 * @property {number} [maxCalls] in one turn. Default: 30
 * @property {number} [toolTimeout] milliseconds; 0: none. Default: 60,000
 * @property {number} [resultLimit] characters. Default: 8,000
 * @property {'auto' | 'wait'} [resume] Default: `wait`
 */

/** @typedef {object} ChatOptions
 * @property {ChatCore} core
 * @property {() => Provider | Promise<Provider>} provider
 * @property {() => ChatSettings} [settings]
 * @property {SafeStorage | null} [storage] where the conversation is kept; `null`: nowhere
 * @property {SafeStorage | null} [session] what goes over to the next page
 * @property {string} [storageKey] Default: `webmcp-chat`
 * @property {Clock} [clock]
 * @property {() => string} [random] for ids and markers
 * @property {{ origin: string, href: string, title: string }} [page]
 * @property {ChatHooks} [hooks]
 */

export {};
