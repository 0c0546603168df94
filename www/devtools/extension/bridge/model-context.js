/**
 * What stands for `document.modelContext` in the panel: the tools of all documents of the inspected page. The package
 * takes it for a provider like any other, so that looking up, abort, time limits, results and errors are its own.
 */

import { errorOf } from './frame.js';

/** @import {Frame} from './frame.js' */

/** By this the package knows how it takes arguments, and what its errors mean: they are Chromium's, or like them. */
const BRAND = Symbol.for('webmcp-exec.polyfill');

/** @param {{ all: () => Frame[] }} frames */
export function createModelContext(frames) {
  return Object.assign(new EventTarget(), {
    [BRAND]: {},

    async getTools() {
      const lists = await Promise.all(
        frames.all().map(async (frame) => {
          const list = await frame.list();
          return (list?.tools ?? []).map((tool) => ({ ...tool, origin: list?.origin, window: frame }));
        }),
      );
      return lists.flat();
    },

    /** @param {{ name: string, window: Frame }} tool @param {object} args @param {{ signal?: AbortSignal }} [options] */
    async executeTool({ name, window: frame }, args, { signal } = {}) {
      const { raw, error } = await frame.call(name, JSON.stringify(args), signal);
      if (error) throw errorOf(error);
      return raw;
    },
  });
}
