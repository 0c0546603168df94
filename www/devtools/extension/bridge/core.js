/** The panel's way to the inspected page: the package in the panel, over a provider that stands for the page. */

import * as webmcp from 'webmcp-exec';
import { createFrames } from './frames.js';
import { createModelContext } from './model-context.js';

/** @import {Core} from '../../model/types.js' */
/** @import {Frame} from './frame.js' */

/** How long a page may take to begin to go where a call sent it, in milliseconds. */
const LEAVING = 3000;

/** Events of calls that frames tell have numbers of their own; those of one frame follow on those of another. */
const NUMBERS = 1e9;

/** @param {number} tabId @returns {Core & { stop: () => void }} */
export function createBridge(tabId) {
  /** @type {Set<() => void>} */
  const changeListeners = new Set();
  /** @type {Set<(event: any) => void>} */
  const callListeners = new Set();
  /** @type {WeakMap<Frame, number>} */
  const numbers = new WeakMap();
  let count = 0;

  /** @param {Frame} frame */
  const numberOf = (frame) => {
    const number = numbers.get(frame) ?? ++count * NUMBERS;
    numbers.set(frame, number);
    return number;
  };

  const frames = createFrames(tabId, {
    changed() {
      for (const listener of changeListeners) listener();
    },
    event(event, frame) {
      const id = event.id === undefined ? {} : { id: numberOf(frame) + event.id };
      for (const listener of callListeners) listener({ ...event, ...id });
    },
  });
  Object.defineProperty(document, 'modelContext', { value: createModelContext(frames), configurable: true });
  const started = frames.start();

  const page = () => frames.all().find(({ isMain }) => isMain);

  return {
    async listTools(options) {
      await started;
      const problem = frames.problem();
      if (problem !== undefined) throw unavailable(`The extension cannot reach this page: ${problem}`);
      const tools = await webmcp.listTools(options);
      const { provider, error } = page()?.listed ?? {};
      if (tools.length === 0 && error) throw Object.assign(unavailable(error.message), { name: error.name });
      if (tools.length === 0 && provider === null)
        throw unavailable(
          'document.modelContext is not available: no WebMCP in this page, and no polyfill loaded.',
        );
      return tools.map((tool) => ({ ...tool, own: frameOf(tool.window).isMain }));
    },

    async executeToolDetailed(name, args, options) {
      const report = await webmcp.executeToolDetailed(name, args, options);
      const frame = options?.window && frameOf(options.window);
      if (!frame) return report;
      const provider = frame.listed?.provider ?? report.provider;
      const navigatedTo = report.status === 'navigated' ? await frame.left(LEAVING) : undefined;
      return { ...report, provider, ...(navigatedTo !== undefined && { navigatedTo }) };
    },

    provider: () =>
      page()?.listed?.provider ??
      frames.all().find(({ listed }) => listed?.provider)?.listed?.provider ??
      null,

    onToolCall(listener) {
      // The panel's own calls, which the package makes here, and what the frames tell.
      const stop = webmcp.onToolCall(listener);
      callListeners.add(listener);
      return () => {
        stop();
        callListeners.delete(listener);
      };
    },

    onToolChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },

    describeFrame(window) {
      const { label, url } = frameOf(window).listed ?? {};
      return { label: label || url, url };
    },

    url: () => page()?.listed?.url ?? '',

    checkArguments: (schema, args) => webmcp.checkArguments(schema, /** @type {any} */ (args)),
    toOpenAITools: webmcp.toOpenAITools,
    toAnthropicTools: webmcp.toAnthropicTools,
    toGeminiTools: webmcp.toGeminiTools,
    toMcpTools: webmcp.toMcpTools,

    stop: frames.stop,
  };
}

/** @param {string} message */
const unavailable = (message) => Object.assign(new Error(message), { errorCode: 'UNAVAILABLE' });

/** @param {object} window */
const frameOf = (window) => /** @type {Frame} */ (window);
