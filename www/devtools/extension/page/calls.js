/** Lists and calls the tools of the document. */

/** @import {CallAnswer, ListedTool, PlainExecution, Report} from '../messages.js' */
/** @import {Provider} from './provider.js' */
/** @import {createWatches} from './watches.js' */

import { describeError, plainJson } from './plain-json.js';
import { findProvider } from './provider.js';

/**
 * @param {(report: Report) => void} post
 * @param {ReturnType<typeof createWatches>} watches
 * @param {(name: string, outstanding: number) => void} gaveUp told of each call that was
 */
export function createCalls(post, watches, gaveUp) {
  /** @type {Map<number, AbortController>} */
  const running = new Map();

  /** The document's own, as the provider lists them. @param {Provider} provider @returns {Promise<any[]>} */
  const ownTools = async ({ context }) => {
    const tools = await context.getTools();
    return Array.from(tools).filter((/** @type {any} */ tool) => (tool.window ?? window) === window);
  };

  return {
    /** @param {Provider} provider @returns {Promise<ListedTool[]>} */
    async list(provider) {
      const tools = await ownTools(provider);
      return tools.map(({ name, title, description, inputSchema, annotations }) => ({
        ...{ name, title, description, inputSchema },
        ...(annotations && { annotations: hintsOf(annotations) }),
      }));
    },

    /** @param {{ id: number, name: string, args: string }} call @returns {Promise<CallAnswer>} */
    async run({ id, name, args }) {
      const controller = new AbortController();
      running.set(id, controller);
      const provider = findProvider();
      const argsShape = provider?.shape ?? 'object';
      const { signal } = controller;
      const watch = watches.begin(name, args, signal, (value) =>
        post({ type: 'progress', id, value: plainJson(value) }),
      );
      const began = performance.now();
      /** @type {{ raw?: any, error?: any }} */
      let end;
      try {
        if (!provider) throw new DOMException(`Tool not found: ${name}`, 'UnknownError');
        const tool = (await ownTools(provider)).find((one) => one.name === name);
        if (!tool) throw new DOMException(`Tool not found: ${name}`, 'UnknownError');
        signal.throwIfAborted();
        watch.wentOut();
        const given = argsShape === 'json' ? args : JSON.parse(args);
        const raw = await provider.context.executeTool(tool, given, { signal });
        end = { raw: plainJson(raw) ?? null };
      } catch (error) {
        end = { error: describeError(error) };
      }
      const durationMs = performance.now() - began;
      running.delete(id);
      if (signal.aborted) gaveUp(name, watch.outstanding());
      const execution = executionOf(watch.end());
      return { ...end, durationMs, argsShape, ...(execution && { execution }) };
    },

    /** @param {number} id */
    abort: (id) => running.get(id)?.abort(),
  };
}

/** Hints are an object of the browser's own, whose members are its prototype's. @param {any} annotations */
function hintsOf(annotations) {
  /** @type {Record<string, unknown>} */
  const hints = {};
  for (const name in annotations) {
    if (typeof annotations[name] !== 'function') hints[name] = annotations[name];
  }
  return hints;
}

/** What a tool did, as far as the panel wants it: objects come with the answer itself. @param {any} record @returns {PlainExecution | undefined} */
function executionOf(record) {
  if (record?.state === 'threw') return { state: 'threw', error: describeError(record.value) };
  const { value } = record ?? {};
  const isKept = value === null || ['undefined', 'string', 'number', 'boolean'].includes(typeof value);
  return record?.state === 'returned' && isKept ? { state: 'returned', value } : undefined;
}
