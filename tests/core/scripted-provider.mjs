/**
 * A `modelContext` that does what a test wants: `getTools` and `executeTool` as scripted, and what they were called with.
 * It can be put in the place of a page's own and, in Node, where there is none.
 */

/**
 * @typedef {object} Script
 * @property {string[]} [tools] the names that it lists
 * @property {'object' | 'json'} [shape] what it takes arguments as; told by the length of its `executeTool`
 * @property {(call: ScriptedCall) => unknown} [executeTool] what a call comes to
 * @property {(tools: object[]) => unknown} [getTools] what a look-up comes to
 */

/**
 * @typedef {object} ScriptedCall
 * @property {any} tool
 * @property {any} args
 * @property {any} options
 * @property {number} count how many arguments there were
 */

/**
 * @typedef {object} ScriptedProvider
 * @property {EventTarget & Record<string, any>} context
 * @property {ScriptedCall[]} calls
 * @property {object[]} tools the objects that it lists
 * @property {number} lookups
 */

/**
 * @param {Script} [behaviour]
 * @returns {ScriptedProvider}
 */
export function scriptedProvider({
  tools: names = ['greet'],
  shape = 'object',
  executeTool = () => '"hello"',
  getTools = async (tools) => [...tools],
} = {}) {
  const tools = names.map((name) => ({
    name,
    description: `The tool ${name}.`,
    title: '',
    origin: globalThis.origin,
    window: globalThis.window,
  }));
  /** @param {any[]} args */
  const receive = (...args) => {
    const call = { tool: args[0], args: args[1], options: args[2], count: args.length };
    provider.calls.push(call);
    return executeTool(call);
  };
  const methods =
    shape === 'object'
      ? { executeTool: (/** @type {any} */ tool, /** @type {any[]} */ ...rest) => receive(tool, ...rest) }
      : {
          executeTool: (/** @type {any} */ tool, /** @type {any} */ args, /** @type {any[]} */ ...rest) =>
            receive(tool, args, ...rest),
        };
  const context = Object.assign(new EventTarget(), methods, {
    getTools() {
      provider.lookups += 1;
      return getTools(tools);
    },
  });
  /** @type {ScriptedProvider} */
  const provider = { context, calls: [], tools, lookups: 0 };
  return provider;
}

/**
 * Makes `modelContext` what the test gives, at the document and, as some browsers have it there too, at the navigator.
 * In Node, which has no document, there is one from now on.
 *
 * @param {unknown} value
 */
export function installModelContext(value) {
  if (!('document' in globalThis)) Object.assign(globalThis, { document: {} });
  Object.defineProperty(document, 'modelContext', { configurable: true, value });
  if (globalThis.navigator && 'modelContext' in navigator) {
    Object.defineProperty(navigator, 'modelContext', { configurable: true, value: undefined });
  }
}

/**
 * Installs a scripted provider.
 *
 * @param {Script} [behaviour]
 */
export function installScripted(behaviour) {
  const fake = scriptedProvider(behaviour);
  installModelContext(fake.context);
  return fake;
}

/**
 * Notes the calls of a provider's own method, which still does its work. What stands in its place is no native code,
 * so a retry, which is made with native code only, cannot be seen this way.
 *
 * @param {any} target
 * @param {string} method
 * @returns {{ args: any[], returned: any }[]}
 */
export function spy(target, method) {
  const original = target[method];
  /** @type {{ args: any[], returned: any }[]} */
  const calls = [];
  const replacement = {
    /** @this {any} @param {any[]} args */
    [method](...args) {
      const returned = original.apply(this, args);
      calls.push({ args, returned });
      return returned;
    },
  }[method];
  Object.defineProperty(replacement, 'length', { configurable: true, value: original.length });
  Object.defineProperty(target, method, { configurable: true, writable: true, value: replacement });
  return calls;
}

/**
 * The method by which the page's provider is called.
 *
 * @param {import('../harness/types.d.ts').TestContext} t
 */
export const callMethod = (t) => (t.env.provider === 'preview' ? 'invokeTool' : 'executeTool');
