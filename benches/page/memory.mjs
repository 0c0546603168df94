/** What stays behind of very many calls: repeats one kind of them, and tells what the modules hold. */

import { executeTool } from 'webmcp-exec';
import { countListeners } from '../../tests/harness/listeners.mjs';
import { modulesOf } from '../../tests/leak/memory.mjs';
import { modelContext } from './provide.mjs';

const listeners = { added: 0, removed: 0 };
const framed = { completed: 0, failed: 0 };

/** @type {Record<string, () => Promise<(index: number) => Promise<unknown>>>} */
const kinds = {
  /** Ordinary calls that share one signal. */
  async calls() {
    await register('take', (input) => ({ content: [{ type: 'text', text: 'x' }], structuredContent: input }));
    const { signal } = new AbortController();
    counts.push(countListeners(signal, 'abort'));
    return (index) => executeTool('take', { index }, { signal });
  },

  /** Calls of a tool that never settles, each aborted once it runs. */
  async aborts() {
    /** @type {Map<number, () => void>} */
    const begun = new Map();
    await register('never', ({ index }) => {
      begun.get(index)?.();
      begun.delete(index);
      return new Promise(() => {});
    });
    return async (index) => {
      const controller = new AbortController();
      const count = countListeners(controller.signal, 'abort');
      const running = new Promise((resolve) => begun.set(index, () => resolve(undefined)));
      const call = executeTool('never', { index }, controller.signal);
      await running;
      controller.abort();
      const error = await call.catch((/** @type {any} */ error) => error);
      if (error?.name !== 'AbortError') throw new Error(`an aborted call ended with ${error}`);
      listeners.added += count.added;
      listeners.removed += count.removed;
    };
  },

  /** Frames that are added, called into and removed. */
  async frames() {
    return async () => {
      const frame = document.createElement('iframe');
      const own = new URLSearchParams(location.search).get('provider');
      // A frame without a request has native WebMCP, but nobody to bring it the polyfill.
      if (own !== 'native') frame.src = `/page?provider=${own}`;
      document.body.append(frame);
      const inner = /** @type {any} */ (frame.contentWindow);
      while (!inner.document.modelContext) await soon();
      await inner.document.modelContext.registerTool({
        name: 'framed',
        description: 'A tool of a frame.',
        inputSchema: { type: 'object' },
        execute: () => 'framed',
      });
      // Native may list it late.
      for (let wait = 0; wait < 40; wait++) {
        const tools = await modelContext().getTools();
        if (tools.some((/** @type {any} */ { window }) => window === inner)) break;
        await soon();
      }
      await executeTool('framed', {}, { window: inner }).then(
        () => framed.completed++,
        () => framed.failed++,
      );
      frame.remove();
      // Native does not always hear of a frame; mostly it does, or nothing is measured.
      if (framed.failed > 10 + framed.completed) throw new Error('the tools of frames are not found');
    };
  },
};

/** @type {import('../../tests/harness/types.d.ts').ListenerCount[]} */
const counts = [];

/** @type {(index: number) => Promise<unknown>} */
let step;

/** @param {string} kind */
export async function prepare(kind) {
  step = await kinds[kind]();
}

/** @param {number} from @param {number} to @param {number} together */
export async function repeat(from, to, together) {
  for (let index = from; index < to; index += together) {
    const length = Math.min(together, to - index);
    await Promise.all(Array.from({ length }, (_, offset) => step(index + offset)));
  }
}

/** What is held when all garbage has been collected, as far as the browser can be asked to. */
export async function held() {
  for (let turn = 0; turn < 4; turn++) {
    await collect();
    await soon(50);
  }
  const provider = new URLSearchParams(location.search).get('provider');
  const test = /** @type {any} */ ({ env: { provider }, modelContext });
  const modules = (await modulesOf(test)).held();
  for (const { added, removed } of counts) {
    listeners.added += added;
    listeners.removed += removed;
  }
  for (const count of counts) count.added = count.removed = 0;
  return { modules, listeners };
}

/** By `--expose-gc` in Chromium, by a preference in Firefox. */
async function collect() {
  Reflect.get(globalThis, 'gc')?.();
  await Reflect.get(globalThis, 'TestUtils')?.gc();
}

/** @param {string} name @param {(input: any) => unknown} execute */
const register = (name, execute) =>
  modelContext().registerTool({ name, description: 'A tool.', inputSchema: { type: 'object' }, execute });

const soon = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
