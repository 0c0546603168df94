/**
 * What a provider takes and gives. Types only.
 *
 * @import {OfferedTool, ToolMessage, toAnthropicTools, toGeminiTools, toOpenAITools} from 'webmcp-exec'
 */

/** A call of a tool, as a model has made it. @typedef {object} CalledTool
 * @property {string} id
 * @property {string} name the name by which the model knows the tool
 * @property {any} input the arguments; text where they are no JSON of an object
 * @property {string} [signature] what the model wants back with it, unread
 */

/**
 * @typedef {{ role: 'user', content: string }
 *   | { role: 'assistant', content: string, toolCalls?: CalledTool[] }
 *   | Pick<ToolMessage, 'role' | 'toolCallId' | 'name' | 'content' | 'isError'>} Message
 */

/** @typedef {object} ChatRequest
 * @property {string} [system]
 * @property {Message[]} messages
 * @property {OfferedTool[]} [tools] under names that every model takes
 * @property {string} [model]
 */

/** Why an answer ended: it is whole, it wants tools, it was cut at the limit of its length, it was withheld.
 * @typedef {'stop' | 'tools' | 'length' | 'filter' | (string & {})} EndReason
 */

/** @typedef {object} Usage
 * @property {'usage'} type
 * @property {number} [inputTokens]
 * @property {number} [outputTokens]
 * @property {number} [contextWindow] how many tokens there is room for, if the model says so
 */

/**
 * A piece of an answer. Those of a call are joined by `index`; `id` and `name` come with the first.
 *
 * @typedef {{ type: 'text', delta: string }
 *   | { type: 'tool', index: number, id?: string, name?: string, argsDelta?: string, signature?: string }
 *   | Usage
 *   | { type: 'end', reason?: EndReason }} Delta
 */

/**
 * Whether a provider can be used. `setup`: something is `missing`; `download`: once a person has asked for it.
 *
 * @typedef {object} Availability
 * @property {'ready' | 'setup' | 'download' | 'downloading' | 'unavailable'} state
 * @property {'endpoint' | 'model' | 'key'} [missing]
 */

/** @typedef {object} ModelName
 * @property {string} id
 * @property {string} [label]
 */

/**
 * A provider of models.
 *
 * @typedef {object} Provider
 * @property {string} id
 * @property {(request: ChatRequest, options: { signal: AbortSignal }) => AsyncIterable<Delta>} chat throws a
 * `ProviderError`
 * @property {() => Promise<Availability>} availability asks nobody but the browser
 * @property {(options?: { signal?: AbortSignal }) => Promise<ModelName[]>} listModels
 * @property {(options: { signal?: AbortSignal, onProgress?: (loaded: number) => void }) => Promise<void>} [download]
 */

/** What a provider has of the package: its tools in the words of each API.
 * @typedef {object} Converters
 * @property {typeof toOpenAITools} toOpenAITools
 * @property {typeof toAnthropicTools} toAnthropicTools
 * @property {typeof toGeminiTools} toGeminiTools
 */

/**
 * What is around a provider: the globals of its page, or of a test.
 *
 * @typedef {object} Surroundings
 * @property {typeof fetch} fetch
 * @property {{ origin: string, hostname: string, protocol: string, href: string }} [location]
 * @property {{ onLine?: boolean, permissions?: { query(descriptor: any): Promise<{ state: string }> } }} [navigator]
 * @property {EventTarget} [document]
 * @property {any} [LanguageModel]
 */

/** @typedef {object} ProviderOptions
 * @property {Converters} core
 * @property {string} [endpoint]
 * @property {string} [model]
 * @property {() => string | undefined} [key] the key that may be sent to the endpoint; see `keys.js`
 * @property {() => Record<string, string> | Promise<Record<string, string>>} [headers] more of them, the page's own
 * @property {number} [maxTokens] Anthropic wants one. Default: 4,096
 * @property {Partial<Limits>} [limits]
 * @property {Surroundings} [around]
 */

/** @typedef {object} Limits
 * @property {number} firstMs how long a model may think before its first word; 0: for ever. Default: 5 minutes
 * @property {number} stallMs how long it may pause then; 0: for ever. Default: 1 minute
 * @property {number} maxEvent the most characters that one event of its stream may have. Default: 8 Mi
 */

export {};
