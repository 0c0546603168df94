// The class needs `new`, which only JavaScript can offer before the core is there.
import { load } from './core.js';
import parts from './generated/parts/runtime.js';

/** @typedef {import('./generated/exec.js').Registry} Core */

/** @type {(registry: unknown) => Core} */
let coreOf;

export class ToolRegistry {
  /** @type {Core} */
  #core;

  /** @param {{ strict?: boolean } | null} [options] */
  constructor(options) {
    this.#core = new (load(parts).Registry)(options);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['register']} */
  register(definition, fn) {
    this.#core.register(definition, fn);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['registerAll']} */
  registerAll(tools) {
    this.#core.registerAll(tools);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['unregister']} */
  unregister(id) {
    return this.#core.unregister(id);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['get']} */
  get(id) {
    return this.#core.get(id);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['has']} */
  has(id) {
    return this.#core.has(id);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['list']} */
  list() {
    return this.#core.list();
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['clear']} */
  clear() {
    this.#core.clear();
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['getDefinitions']} */
  getDefinitions() {
    return this.#core.getDefinitions();
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['findByCategory']} */
  findByCategory(category) {
    return this.#core.findByCategory(category);
  }

  /** @type {import('./types/registry.d.ts').ToolRegistry['findByTag']} */
  findByTag(tag) {
    return this.#core.findByTag(tag);
  }

  static {
    coreOf = (registry) => {
      if (typeof registry === 'object' && registry !== null && #core in registry) return registry.#core;
      throw Object.assign(new TypeError('The registry must be a ToolRegistry of this copy of the package.'), {
        errorCode: 'INVALID_INPUT',
      });
    };
  }
}

/** @type {typeof import('./types/runtime.d.ts').createRuntime} */
export const createRuntime = (registry, options) => load(parts).createRuntime(coreOf(registry), options);
