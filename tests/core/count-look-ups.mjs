/** @import {TestContext} from '../harness/types.d.ts' */

/**
 * Counts how often the page's provider is asked for its tools, without being another provider for that: a browser's own
 * function is replaced by one that passes for it, and our polyfill asks a frame whose document counts.
 *
 * @param {TestContext} t
 * @returns {Promise<{ lookUps: number }>}
 */
export async function countLookUps(t) {
  const count = { lookUps: 0 };
  if (t.env.provider === 'native') {
    const prototype = Object.getPrototypeOf(t.modelContext());
    const { getTools } = prototype;
    /** @type {(this: unknown, ...args: any[]) => any} */
    const counting = function (...args) {
      count.lookUps += 1;
      return Reflect.apply(getTools, this, args);
    };
    prototype.getTools = counting;
    const source = Function.prototype.toString;
    Function.prototype.toString = function () {
      return Reflect.apply(source, this === counting ? getTools : this, []);
    };
    return count;
  }
  const { contentDocument } = await t.frame('/fixtures/blank.html');
  const peer = {
    version: 1,
    has: () => false,
    list: () => {
      count.lookUps += 1;
      return [];
    },
    changed() {},
  };
  const modelContext = { [Symbol.for('webmcp-exec.polyfill')]: peer };
  Object.defineProperty(contentDocument, 'modelContext', { value: modelContext });
  return count;
}
