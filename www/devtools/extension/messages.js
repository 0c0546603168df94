/**
 * What the panel and a document of the inspected page say to each other. Types only. All of it is plain data, for it
 * goes as JSON.
 */

/**
 * To the document.
 *
 * @typedef {{ type: 'list', id: number }
 *   | { type: 'call', id: number, name: string, args: string }
 *   | { type: 'abort', id: number }
 *   | { type: 'end' }} Request `args` is the JSON of the arguments
 */

/**
 * From the document. `changed` asks for another list; `event` tells of a call by others.
 *
 * @typedef {{ type: 'hello' }
 *   | { type: 'changed' }
 *   | { type: 'event', event: any }
 *   | { type: 'progress', id: number, value: any }
 *   | { type: 'answer', id: number, answer: ListAnswer | CallAnswer }} Report
 */

/**
 * @typedef {object} ListAnswer
 * @property {ListedTool[]} tools the document's own
 * @property {ProviderName | null} provider
 * @property {string} url
 * @property {string} origin
 * @property {string} label the title or the name of the document
 * @property {PlainError} [error] why they could not be listed
 */

/** @typedef {'native' | 'polyfill' | 'other'} ProviderName */

/** @typedef {{ name: string, title?: string, description?: string, inputSchema?: any, annotations?: any }} ListedTool */

/**
 * @typedef {object} CallAnswer
 * @property {any} [raw] what the provider gave
 * @property {PlainError} [error] what it threw
 * @property {PlainExecution} [execution] what the tool itself did, where the page's package knows it
 * @property {number} durationMs
 * @property {'object' | 'json'} argsShape
 */

/** @typedef {{ name: string, message: string, code?: string, stack?: string }} PlainError */

/**
 * A value that JSON does not hold is left out; `undefined` is one that it is without.
 *
 * @typedef {{ state: 'returned', value?: any } | { state: 'threw', error: PlainError }} PlainExecution
 */

export {};
