/** Who provides the document's tools: as the package tells it, in a page where that cannot run. */

/** @import {ProviderName} from '../messages.js' */

/**
 * @typedef {object} Provider
 * @property {any} context
 * @property {ProviderName} name
 * @property {'object' | 'json'} shape in which it takes arguments
 */

/** @returns {Provider | undefined} */
export function findProvider() {
  for (const holder of [document, navigator]) {
    /** @type {any} */
    const context = Reflect.get(holder, 'modelContext');
    if (typeof context?.getTools !== 'function' || typeof context.executeTool !== 'function') continue;
    const isMarked = context.__isWebMCPPolyfill === true;
    const takesJson = isMarked || context.executeTool.length === 2;
    return { context, name: nameOf(context, isMarked), shape: takesJson ? 'json' : 'object' };
  }
  return undefined;
}

/** @param {any} context @param {boolean} isMarked @returns {ProviderName} */
function nameOf(context, isMarked) {
  if (context[Symbol.for('webmcp-exec.polyfill')]) return 'polyfill';
  const source = Function.prototype.toString.call(context.executeTool);
  const isNative = source.startsWith('function executeTool()') && source.includes('[native code]');
  return isNative && !isMarked ? 'native' : 'other';
}
