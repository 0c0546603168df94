/** Reads the page's tools, and again when they change: once for a burst of changes, and only the newest answer counts. */

/** @import {ToolInfo, ToolProvider} from 'webmcp-exec' */
/** @import {Clock, Core} from './types.js' */

/** How long further changes are waited for: a tool that is registered anew goes and comes. */
const BURST = 30;

/** A long list is read less often: it may take this part of the time. */
const SHARE = 4;

/** A provider that does not answer is no reason to wait for ever. */
const PATIENCE = 10_000;

/**
 * @param {object} options
 * @param {Core} options.core
 * @param {Clock} options.clock
 * @param {() => string[] | undefined} options.fromOrigins
 * @param {(list: { infos: ToolInfo[], provider: ToolProvider | null }) => void} options.read
 * @param {(error: unknown, provider: ToolProvider | null) => void} options.failed
 */
export function createWatch({ core, clock, fromOrigins, read, failed }) {
  /** @type {AbortController | undefined} the look-up whose answer counts */
  let current;
  /** @type {any} */
  let timer;
  let isOutdated = false;
  let took = 0;
  /** @type {(() => void) | undefined} */
  let stopListening;

  async function refresh() {
    clock.clearTimeout(timer);
    timer = undefined;
    current?.abort();
    const own = new AbortController();
    current = own;
    isOutdated = false;
    const began = clock.now();
    const origins = fromOrigins();
    try {
      const infos = await core.listTools({
        signal: own.signal,
        timeout: PATIENCE,
        ...(origins && { fromOrigins: origins }),
      });
      const provider = await core.provider();
      if (current === own) read({ infos, provider });
    } catch (error) {
      const provider = await providerOf(core);
      if (current === own) failed(error, provider);
    }
    if (current !== own) return;
    current = undefined;
    took = clock.now() - began;
    if (isOutdated) changed();
  }

  /** The list may have changed. */
  function changed() {
    if (!stopListening) return;
    isOutdated = true;
    if (!current) timer ??= clock.setTimeout(() => void refresh(), Math.max(BURST, took * SHARE));
  }

  return {
    refresh,

    start() {
      stopListening ??= listen() ?? (() => {});
      void refresh();
    },

    stop() {
      stopListening?.();
      stopListening = undefined;
      clock.clearTimeout(timer);
      timer = undefined;
      current?.abort();
      current = undefined;
    },
  };

  function listen() {
    try {
      return core.onToolChange?.(changed);
    } catch {
      return undefined;
    }
  }
}

/** @param {Core} core */
async function providerOf(core) {
  try {
    return await core.provider();
  } catch {
    return null;
  }
}
