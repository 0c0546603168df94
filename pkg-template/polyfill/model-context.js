// @ts-check
// The interface `ModelContext`. What it does is written in Rust (src/polyfill); here stands what only JavaScript
// can be: a class that extends `EventTarget`.

import { core as module } from './core.js';
import { watchForms } from './form-watch.js';
import { enterParents, frameLeft, framesPeer, hearWindows } from './frames.js';
import { interfaceOf } from './interface.js';
import { restoreMethods } from './observed-methods.js';
import { adoptTools } from './part.js';
import { BRAND, PROTOCOL } from './peer.js';
import { createPlatform, dispatch } from './platform.js';
import {
  addEventListener,
  apply,
  DOMException,
  defaultViewOf,
  Event,
  freeze,
  Promise,
  preventDefault,
  removeEventListener,
  TypeError,
} from './realm.js';

/** @typedef {import('../generated/polyfill.js').Core} Core */

/**
 * The document whose `ModelContext` is being made; nobody but `makeContext` can make one.
 * @type {Document | undefined}
 */
let inMaking;

/** @param {Document} document */
function makeContext(document) {
  inMaking = document;
  try {
    return new ModelContext();
  } finally {
    inMaking = undefined;
  }
}

/**
 * What the context of this document hears of its window, where there is one yet.
 * @type {{ start(): void, stop(): void } | undefined}
 */
let listening;

/** The polyfill has been installed in this window. */
export function resume() {
  enterParents();
  listening?.start();
}

/** The polyfill is in this window no more. What hears `pagehide` stays, for a call may still wait for a tool here. */
export function suspend() {
  listening?.stop();
  restoreMethods();
}

export class ModelContext extends EventTarget {
  /** @type {Document} */
  #document;
  /** @type {Core | undefined} */
  #core;
  #peer;
  /** Looks at the forms that came, changed and went since it was asked last. */
  #lookAtForms = () => {};
  /** @type {Record<string, {value: any, listener: (event: Event) => void} | undefined>} */
  #handlers = {};

  constructor() {
    if (inMaking === undefined)
      throw new TypeError("Failed to construct 'ModelContext': Illegal constructor");
    super();
    this.#document = inMaking;
    this.#peer = freeze({
      version: PROTOCOL,
      has: (/** @type {string} */ name) => this.#upToDate()?.has(name) ?? false,
      list: () => this.#upToDate()?.list() ?? [],
      run: (/** @type {string} */ name, /** @type {string} */ input, /** @type {Function} */ settled) =>
        this.#upToDate()?.run(name, input, settled),
      cancel: (/** @type {[number, number]} */ run) => this.#core?.cancel(run[0], run[1]),
      changed: () => dispatch(this, new Event('toolchange')),
      ...framesPeer,
      ...own,
    });
    if (this.#document !== document) return;
    const hear = hearWindows(() => this.#made());
    // Nobody can tell whether a form is a tool who has not read `document.modelContext`.
    const { look, observeRoots } = watchForms(
      () => this.#made(),
      () => frameLeft(() => this.#core),
    );
    this.#lookAtForms = look;
    listening = {
      start() {
        hear(addEventListener);
        observeRoots();
      },
      stop: () => {
        hear(removeEventListener);
        this.#core?.leaveChannels();
      },
    };
    listening.start();
  }

  get ontoolchange() {
    return ModelContext.#handler(this, 'toolchange');
  }
  set ontoolchange(value) {
    ModelContext.#setHandler(this, 'toolchange', value);
  }
  get ontoolactivated() {
    return ModelContext.#handler(this, 'toolactivated');
  }
  set ontoolactivated(value) {
    ModelContext.#setHandler(this, 'toolactivated', value);
  }
  get ontoolcancel() {
    return ModelContext.#handler(this, 'toolcancel');
  }
  set ontoolcancel(value) {
    ModelContext.#setHandler(this, 'toolcancel', value);
  }

  /** @param {any[]} args */
  executeTool(...args) {
    return ModelContext.#call(this, 'executeTool', (core) =>
      core.executeTool(args.length, args[0], args[1], args[2]),
    );
  }

  /** @param {any[]} args */
  getTools(...args) {
    return ModelContext.#call(this, 'getTools', (core) => core.getTools(args[0]));
  }

  /** @param {any[]} args */
  registerTool(...args) {
    return ModelContext.#call(this, 'registerTool', (core) =>
      core.registerTool(args.length, args[0], args[1]),
    );
  }

  get [BRAND]() {
    return this.#peer;
  }

  /**
   * No method throws: whatever goes wrong is a rejection.
   * @param {any} context
   * @param {string} method
   * @param {(core: Core) => Promise<any>} steps
   */
  static #call(context, method, steps) {
    try {
      if (!ModelContext.#isContext(context))
        throw new TypeError(`Failed to execute '${method}' on 'ModelContext': Illegal invocation`);
      if (!isActive(context.#document))
        throw new DOMException('The document is not active.', 'InvalidStateError');
      context.#made();
      return steps(/** @type {Core} */ (context.#upToDate()));
    } catch (error) {
      return new Promise((_, reject) => reject(error));
    }
  }

  /** The Rust part, if there is one yet, with the forms there are and the tools of the browser's own part of the API. */
  #upToDate() {
    this.#lookAtForms();
    if (this.#core !== undefined) adoptTools(this.#core);
    return this.#core;
  }

  /** The Rust part, made where there is none yet. */
  #made() {
    if (this.#core === undefined) this.#core = createCore(this);
    return this.#core;
  }

  /** @param {any} context @returns {context is ModelContext} */
  static #isContext(context) {
    return Object(context) === context && #core in context;
  }

  /**
   * @param {any} context
   * @param {string} type
   */
  static #handler(context, type) {
    if (!ModelContext.#isContext(context)) throw new TypeError('Illegal invocation');
    return context.#handlers[type]?.value ?? null;
  }

  /**
   * A handler keeps the place among the listeners that it got when one was set where there was none.
   * @param {any} context
   * @param {string} type
   * @param {any} value
   */
  static #setHandler(context, type, value) {
    if (!ModelContext.#isContext(context)) throw new TypeError('Illegal invocation');
    const handlers = context.#handlers;
    const handler = handlers[type];
    if (Object(value) !== value) {
      if (handler === undefined) return;
      handlers[type] = undefined;
      apply(removeEventListener, context, [type, handler.listener]);
    } else if (handler !== undefined) {
      handler.value = value;
    } else {
      const listener = (/** @type {Event} */ event) => {
        const current = handlers[type]?.value;
        if (typeof current !== 'function') return;
        if (apply(current, context, [event]) === false) apply(preventDefault, event, []);
      };
      handlers[type] = { value, listener };
      apply(addEventListener, context, [type, listener]);
    }
  }
}

// By these a caller knows whether a page has put others in their place.
const { executeTool, getTools } = ModelContext.prototype;
const own = { executeTool, getTools };

/** What a page knows as `ModelContext`. */
export const ModelContextInterface = interfaceOf(ModelContext, 'ModelContext', 0, 'Illegal constructor', {
  ontoolchange: undefined,
  ontoolactivated: undefined,
  ontoolcancel: undefined,
  executeTool: 1,
  getTools: 0,
  registerTool: 1,
});

/**
 * The Rust part, made when a method is called for the first time; that it is allowed was asked when the polyfill was
 * installed.
 * @param {ModelContext} context
 * @returns {Core}
 */
function createCore(context) {
  const core = module.create(createPlatform(context, () => core));
  // A page that may come back from the back/forward cache is not gone: its calls go on.
  apply(addEventListener, window, [
    'pagehide',
    (/** @type {PageTransitionEvent} */ event) => {
      if (event.isTrusted && !event.persisted) core.unload();
    },
  ]);
  return core;
}

/** @param {Document} document */
function isActive(document) {
  return apply(defaultViewOf, document, []) !== null;
}

/** @param {any} value */
function isDocument(value) {
  try {
    apply(defaultViewOf, value, []);
    return true;
  } catch {
    return false;
  }
}

/** @type {WeakMap<Document, ModelContext>} */
const contexts = new WeakMap();

/**
 * The one `ModelContext` of a document; throws for what is no document.
 * @param {Document} document
 */
export function contextOf(document) {
  let context = contexts.get(document);
  if (context === undefined) {
    if (!isDocument(document)) throw new TypeError('Illegal invocation');
    context = makeContext(document);
    contexts.set(document, context);
  }
  return context;
}
