/** Comes between the steps of a call that the package makes: after its look-up, and when it goes to the provider. */

import { callMethod } from './scripted-provider.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

/**
 * Runs a function after the page's tools have been listed and before the package gets the list.
 *
 * @param {TestContext} t
 * @param {(tools: any[]) => void} react
 */
export function afterLookup(t, react) {
  const context = t.modelContext();
  const { getTools } = context;
  /** @param {any[]} options */
  const listed = (...options) => {
    const tools = Reflect.apply(getTools, context, options);
    // The preview gives the list itself, others a promise.
    if (Array.isArray(tools)) {
      react(tools);
      return tools;
    }
    return tools.then((/** @type {any[]} */ found) => {
      react(found);
      return found;
    });
  };
  Object.defineProperty(context, 'getTools', { configurable: true, writable: true, value: listed });
}

/**
 * Runs a function whenever the provider is given a tool that is looked up from now on. A browser's own function is not
 * replaced, for that would make it another provider: it reads the description of the tool, which nobody else reads.
 *
 * @param {TestContext} t
 * @param {() => void} react
 */
export function onDispatch(t, react) {
  if (t.env.provider === 'native') {
    afterLookup(t, (tools) => {
      for (const tool of tools) {
        const { description } = tool;
        Object.defineProperty(tool, 'description', {
          get() {
            react();
            return description;
          },
        });
      }
    });
    return;
  }
  /** @type {any} */
  const context = t.modelContext();
  const method = callMethod(t);
  const original = context[method];
  /** @param {any[]} args */
  const call = (...args) => {
    react();
    return Reflect.apply(original, context, args);
  };
  Object.defineProperty(call, 'length', { value: original.length });
  Object.defineProperty(context, method, { configurable: true, writable: true, value: call });
}
