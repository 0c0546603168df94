/**
 * Providers that no environment has: what other builds, polyfills and pages put at `document.modelContext`. Each is
 * made of plain functions by name, and notes how it was called.
 */

/** @import {TestContext} from '../harness/types.d.ts' */

/** @typedef {(input: any, client?: any) => unknown} Execute */

/**
 * @typedef {object} Behaviour
 * @property {'object' | 'json'} [wants] the shape of arguments; the other one is refused, as Chromium does
 * @property {number} [length] how many arguments `executeTool` says it needs
 * @property {'obeyed' | 'ignored'} [signal]
 * @property {'text' | 'reference'} [results]
 * @property {'passed' | 'masked'} [errors]
 */

/**
 * @typedef {object} Fake
 * @property {object} context
 * @property {any[][]} calls the arguments of every call of `executeTool`
 * @property {Record<string, number>} runs
 */

export const NOT_AN_OBJECT =
  "Failed to execute 'executeTool' on 'ModelContext': invalid input object: value is not an object";
export const NOT_JSON = 'Failed to parse input arguments';
export const THREW =
  'Tool was executed but the invocation failed. For example, the script function threw an error';
const LOST = 'The operation failed for an unknown transient reason (e.g. out of memory).';

/**
 * Puts a value at `document.modelContext` until the test ends or the returned function is called.
 *
 * @param {TestContext} t
 * @param {PropertyDescriptor | object | undefined} context
 */
export function provide(t, context) {
  return provideBy(t, { value: context });
}

/**
 * The same with a property of any kind.
 *
 * @param {TestContext} t
 * @param {PropertyDescriptor} descriptor
 */
export function provideBy(t, descriptor) {
  Object.defineProperty(document, 'modelContext', { configurable: true, ...descriptor });
  const remove = () => void Reflect.deleteProperty(document, 'modelContext');
  t.after(remove);
  return remove;
}

/**
 * A polyfill of somebody else.
 *
 * @param {Record<string, Execute>} tools
 * @param {Behaviour} [behaviour]
 * @returns {Fake}
 */
export function fakePolyfill(tools, behaviour = {}) {
  const { wants = 'object', length = 1, signal = 'obeyed', results = 'text', errors = 'passed' } = behaviour;
  /** @type {any[][]} */
  const calls = [];
  /** @type {Record<string, number>} */
  const runs = Object.fromEntries(Object.keys(tools).map((name) => [name, 0]));
  const listed = Object.keys(tools).map((name) => ({
    name,
    description: `The tool ${name}.`,
    origin: location.origin,
    window,
  }));

  /** @param {any[]} args */
  const executeTool = async (...args) => {
    calls.push(args);
    const [tool, given, options] = args;
    const input = wants === 'object' ? asObject(given) : asJson(given);
    const heard = signal === 'obeyed' ? options?.signal : undefined;
    heard?.throwIfAborted();
    await null;
    const execute = Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined;
    if (!execute) throw new DOMException(LOST, 'UnknownError');
    runs[tool.name] = (runs[tool.name] ?? 0) + 1;
    try {
      const ended = Promise.resolve(execute(input, { signal: options?.signal }));
      const value = await (heard ? Promise.race([ended, rejectionOf(heard)]) : ended);
      return results === 'reference' ? value : asText(value);
    } catch (error) {
      if (errors === 'masked' && !heard?.aborted) throw new DOMException(THREW, 'UnknownError');
      throw error;
    }
  };
  Object.defineProperty(executeTool, 'length', { value: length });
  const context = { registerTool: async () => {}, getTools: async () => [...listed], executeTool };
  return { context, calls, runs };
}

/**
 * Chromium 160, as its notes describe it: `Tool` objects whose members are accessors of the prototype, `source`
 * instead of `window`, `null` for what is missing. A copy copies nothing and is refused.
 *
 * @param {Record<string, Execute>} tools
 * @returns {Fake}
 */
export function fakeToolObjects(tools) {
  const fake = fakePolyfill(tools);
  const { executeTool } = /** @type {any} */ (fake.context);

  class Tool {
    #name;
    /** @param {string} name */
    constructor(name) {
      this.#name = name;
    }
    get name() {
      return this.#name;
    }
    get description() {
      return `The tool ${this.#name}.`;
    }
    get title() {
      return null;
    }
    get inputSchema() {
      return null;
    }
    get annotations() {
      return null;
    }
    get origin() {
      // Read of itself: throws for everything else.
      return this.#name && location.origin;
    }
    get source() {
      return this.#name && window;
    }
    /** @param {any} value */
    static isOne(value) {
      return typeof value === 'object' && value !== null && #name in value;
    }
  }

  const context = {
    registerTool: async () => {},
    getTools: async () => Object.keys(tools).map((name) => new Tool(name)),
    /** @param {any} tool @param {any[]} rest */
    async executeTool(tool, ...rest) {
      if (!Tool.isOne(tool)) {
        throw new TypeError(
          "Failed to execute 'executeTool' on 'ModelContext': parameter 1 is not of type 'Tool'.",
        );
      }
      return executeTool(tool, ...rest);
    },
  };
  return { ...fake, context };
}

/**
 * Firefox's preview: `invokeTool` by name, no `executeTool`, the list at once.
 *
 * @param {Record<string, Execute>} tools
 * @returns {Fake}
 */
export function fakePreview(tools) {
  /** @type {any[][]} */
  const calls = [];
  /** @type {Record<string, number>} */
  const runs = Object.fromEntries(Object.keys(tools).map((name) => [name, 0]));
  const context = {
    registerTool() {},
    unregisterTool() {},
    getTools: () =>
      Object.entries(tools).map(([name, execute]) => ({ name, description: `The tool ${name}.`, execute })),
    /** @param {any[]} args */
    async invokeTool(...args) {
      calls.push(args);
      const [name, input, options] = args;
      if (typeof input !== 'object') throw new TypeError('ModelContext.invokeTool: Input must be an object');
      options?.signal?.throwIfAborted();
      runs[name] = (runs[name] ?? 0) + 1;
      return tools[name]?.(input, {});
    },
  };
  return { context, calls, runs };
}

/** @param {unknown} given */
function asObject(given) {
  if (typeof given !== 'object' || given === null) throw new TypeError(NOT_AN_OBJECT);
  return JSON.parse(JSON.stringify(given));
}

/** @param {unknown} given */
function asJson(given) {
  const text = String(given);
  try {
    return JSON.parse(text);
  } catch {
    throw new DOMException(NOT_JSON, 'UnknownError');
  }
}

/** @param {unknown} value */
function asText(value) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** @param {AbortSignal} signal @returns {Promise<never>} */
function rejectionOf(signal) {
  return new Promise((_, reject) => {
    const refuse = () => reject(signal.reason);
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
  });
}
