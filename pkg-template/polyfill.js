// @ts-check
// Brings `document.modelContext` to browsers that have none. What it does is written in Rust (src/polyfill); here
// stands what only JavaScript can be: the interface, its events, and what has to be taken from the realm before
// the page replaces it. Importing this file installs it.

import bytes from './generated/polyfill.bytes.js';
import { Core, initSync } from './generated/polyfill.js';

/** Marks a `ModelContext` of this polyfill; its value is what other documents and copies are told of it. */
const BRAND = Symbol.for('webmcp-exec.polyfill');

/** The version of what documents say to each other: see `Peer` in src/polyfill/documents.rs. */
const PROTOCOL = 1;

// A page may replace any of these later, and a native API would not notice.
// biome-ignore lint/suspicious/noShadowRestrictedNames: they are to stand for what the page may replace
const { AbortController, AbortSignal, DOMException, Event, MessageChannel, Promise, TypeError, URL } =
  globalThis;
const { apply } = Reflect;
const { defineProperty, freeze, getOwnPropertyDescriptor } = Object;
const { parse, stringify } = JSON;
const { then } = Promise.prototype;
const { resolve } = Promise;
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const isAborted = getter(AbortSignal.prototype, 'aborted');
const abortReason = getter(AbortSignal.prototype, 'reason');

/** @param {object} holder @param {string} name @returns {(() => any) | undefined} */
function getter(holder, name) {
  return getOwnPropertyDescriptor(holder, name)?.get;
}

/** Stands for `null` where it must be told from `undefined`: see `Platform::get`. */
const NULL = Symbol('null');

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

class ModelContext extends EventTarget {
  #document;
  /** @type {Core | undefined} */
  #core;
  #peer;
  /** @type {Record<string, {value: any, listener: (event: Event) => void} | undefined>} */
  #handlers = {};

  constructor() {
    if (inMaking === undefined)
      throw new TypeError("Failed to construct 'ModelContext': Illegal constructor");
    super();
    this.#document = inMaking;
    this.#peer = freeze({
      version: PROTOCOL,
      has: (/** @type {string} */ name) => this.#core?.has(name) ?? false,
      list: () => this.#core?.list() ?? [],
      run: (/** @type {string} */ name, /** @type {string} */ input, /** @type {Function} */ settled) =>
        this.#core?.run(name, input, settled),
      cancel: (/** @type {[number, number]} */ run) => this.#core?.cancel(run[0], run[1]),
      changed: () => dispatch(this, new Event('toolchange')),
    });
  }

  get ontoolchange() {
    return this.#handler('toolchange');
  }
  set ontoolchange(value) {
    this.#setHandler('toolchange', value);
  }
  get ontoolactivated() {
    return this.#handler('toolactivated');
  }
  set ontoolactivated(value) {
    this.#setHandler('toolactivated', value);
  }
  get ontoolcancel() {
    return this.#handler('toolcancel');
  }
  set ontoolcancel(value) {
    this.#setHandler('toolcancel', value);
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
      if (!(Object(context) === context && #core in context))
        throw new TypeError(`Failed to execute '${method}' on 'ModelContext': Illegal invocation`);
      if (!isActive(context.#document))
        throw new DOMException('The document is not active.', 'InvalidStateError');
      if (context.#core === undefined) context.#core = createCore(context);
      return steps(context.#core);
    } catch (error) {
      return new Promise((_, reject) => reject(error));
    }
  }

  /** @param {string} type */
  #handler(type) {
    return this.#handlers[type]?.value ?? null;
  }

  /**
   * A handler keeps the place among the listeners that it got when one was set where there was none.
   * @param {string} type
   * @param {any} value
   */
  #setHandler(type, value) {
    const handler = this.#handlers[type];
    if (Object(value) !== value) {
      if (handler === undefined) return;
      this.#handlers[type] = undefined;
      apply(removeEventListener, this, [type, handler.listener]);
    } else if (handler !== undefined) {
      handler.value = value;
    } else {
      const listener = (/** @type {Event} */ event) => {
        const current = this.#handlers[type]?.value;
        if (typeof current === 'function') apply(current, this, [event]);
      };
      this.#handlers[type] = { value, listener };
      apply(addEventListener, this, [type, listener]);
    }
  }
}

describe(ModelContext, 'ModelContext', 0, {
  ontoolchange: undefined,
  ontoolactivated: undefined,
  ontoolcancel: undefined,
  executeTool: 1,
  getTools: 0,
  registerTool: 1,
});

const ToolActivatedEvent = toolEvent('ToolActivatedEvent');
const ToolCancelEvent = toolEvent('ToolCancelEvent');

/**
 * The interface of an event that names a tool.
 * @param {string} name
 */
function toolEvent(name) {
  class Interface extends Event {
    #toolName;

    /** @param {[type: string, init?: EventInit & { toolName?: string }]} args */
    constructor(...args) {
      if (args.length === 0)
        throw new TypeError(`Failed to construct '${name}': 1 argument required, but only 0 present.`);
      super(...args);
      const toolName = args[1]?.toolName;
      this.#toolName = toolName === undefined ? '' : `${toolName}`;
    }

    get toolName() {
      return this.#toolName;
    }
  }
  describe(Interface, name, 1, { toolName: undefined });
  return Interface;
}

/**
 * Makes a class look as the browser's own interfaces do.
 * @param {Function} Interface
 * @param {string} name
 * @param {number} length how many arguments the constructor needs
 * @param {Record<string, number | undefined>} members the same of each method, nothing of an attribute
 */
function describe(Interface, name, length, members) {
  const { prototype } = Interface;
  for (const [member, length] of Object.entries(members)) {
    defineProperty(prototype, member, { enumerable: true });
    if (length !== undefined) defineProperty(prototype[member], 'length', { value: length });
  }
  // The order of the keys, too: `constructor` stands behind the members.
  Reflect.deleteProperty(prototype, 'constructor');
  defineProperty(prototype, 'constructor', { value: Interface, writable: true, configurable: true });
  defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  // A bundler may have given the class a shorter name.
  defineProperty(Interface, 'name', { value: name });
  defineProperty(Interface, 'length', { value: length });
}

/**
 * Fires an event; what a listener throws is reported to the window, as for every event.
 * @param {ModelContext} context
 * @param {Event} event
 */
function dispatch(context, event) {
  apply(dispatchEvent, context, [event]);
}

/**
 * The Rust part, made when a method is called for the first time. At once, since `registerTool` takes effect at
 * once; that it is allowed was asked when the polyfill was installed.
 * @param {ModelContext} context
 */
function createCore(context) {
  initSync({ module: bytes() });
  const core = new Core(createPlatform(context, () => core));
  // A page that may come back from the back/forward cache is not gone: its calls go on.
  apply(addEventListener, window, [
    'pagehide',
    (/** @type {PageTransitionEvent} */ event) => {
      if (!event.persisted) core.unload();
    },
  ]);
  return core;
}

/**
 * What the Rust part uses of the realm: see src/polyfill/platform.rs.
 * @param {ModelContext} context
 * @param {() => Core} core
 */
function createPlatform(context, core) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => core().runTasks();
  // A page may declare a variable named `origin`.
  const origin = location.protocol === 'file:' ? 'file://' : window.origin;

  return {
    null: NULL,
    origin,
    window,
    stringify,
    parse,

    member(/** @type {any} */ dictionary, /** @type {string} */ key) {
      const value = dictionary[key];
      return value === null ? NULL : value;
    },
    string: (/** @type {any} */ value) => `${value}`,
    sequence(/** @type {any} */ value) {
      const method = value[Symbol.iterator];
      return typeof method === 'function'
        ? [...{ [Symbol.iterator]: () => apply(method, value, []) }]
        : undefined;
    },
    isSerializationError,

    isAbortSignal(/** @type {any} */ value) {
      try {
        apply(isAborted, value, []);
        return true;
      } catch {
        return false;
      }
    },
    isAborted: (/** @type {AbortSignal} */ signal) => apply(isAborted, signal, []),
    abortReason: (/** @type {AbortSignal} */ signal) => apply(abortReason, signal, []),
    abortController: () => new AbortController(),

    isWindow(/** @type {any} */ value) {
      try {
        // Of a removed frame it gives null, but only of something that is no window does it throw.
        return Object(value) === value && apply(windowOf, value, []) !== undefined;
      } catch {
        return false;
      }
    },
    isDetached: (/** @type {Window} */ window) => window.closed,

    originOf(/** @type {string} */ url) {
      if (url === origin && origin !== 'null') return origin;
      try {
        const parsed = new URL(url);
        return parsed.protocol === 'file:' ? 'file://' : parsed.origin;
      } catch {
        return undefined;
      }
    },

    peer(/** @type {any} */ other) {
      if (other === window) return context[BRAND];
      try {
        // Throws for a document of another origin. A window's own document is the only one that is asked.
        const peer = other.document.modelContext?.[BRAND];
        return peer?.version === PROTOCOL && other.top === top ? peer : undefined;
      } catch {
        return undefined;
      }
    },

    typeError: (/** @type {string} */ message) => new TypeError(message),
    exception: (/** @type {string} */ name, /** @type {string} */ message) => new DOMException(message, name),

    deferred() {
      let resolve, reject;
      const promise = new Promise((resolvePromise, rejectPromise) => {
        resolve = resolvePromise;
        reject = rejectPromise;
      });
      return { promise, resolve, reject };
    },
    annotations: (
      /** @type {boolean} */ consequentialHint,
      /** @type {boolean} */ debugging,
      /** @type {boolean} */ readOnlyHint,
      /** @type {boolean} */ untrustedContentHint,
    ) => ({ consequentialHint, debugging, readOnlyHint, untrustedContentHint }),

    toolRecord: (
      /** @type {string} */ name,
      /** @type {string} */ title,
      /** @type {string} */ description,
      /** @type {string | undefined} */ inputSchema,
      /** @type {object | undefined} */ annotations,
    ) => ({ name, title, description, inputSchema, annotations }),

    // The members come in the order in which Chromium writes them.
    registeredTool: (
      /** @type {any} */ { annotations, description, inputSchema, name, title },
      /** @type {Window} */ window,
    ) => ({
      ...(annotations && { annotations: { ...annotations } }),
      description,
      ...(inputSchema && { inputSchema: parse(inputSchema) }),
      name,
      origin,
      title,
      window,
    }),

    postTasks: () => port2.postMessage(undefined),

    fire(/** @type {string} */ type, /** @type {string} */ toolName) {
      const Interface = type === 'toolactivated' ? ToolActivatedEvent : ToolCancelEvent;
      dispatch(context, new Interface(type, { toolName }));
    },

    invoke(
      /** @type {Function} */ execute,
      /** @type {object} */ input,
      /** @type {AbortController} */ { signal },
      /** @type {number} */ index,
      /** @type {number} */ generation,
    ) {
      const result = apply(execute, undefined, [input, { signal }]);
      const promise = apply(resolve, Promise, [result]);
      apply(then, promise, [
        (/** @type {any} */ value) => core().returned(index, generation, value),
        (/** @type {any} */ error) => core().threw(index, generation, error),
      ]);
    },

    report(/** @type {any} */ error) {
      let text = '[object Object]';
      try {
        text = String(error);
      } catch {}
      console.error(`WebMCP tool execution failed: Uncaught ${text}`);
    },

    onUnregister(/** @type {AbortSignal} */ signal, /** @type {number} */ registration) {
      const listener = () => core().unregister(registration, apply(abortReason, signal, []));
      apply(addEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
    },

    onAbort(
      /** @type {AbortSignal} */ signal,
      /** @type {number} */ index,
      /** @type {number} */ generation,
    ) {
      const listener = () => core().abort(index, generation);
      apply(addEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
      return listener;
    },

    removeListener(/** @type {AbortSignal} */ signal, /** @type {() => void} */ listener) {
      apply(removeEventListener, signal, ['abort', listener, FIRST_AND_ONCE]);
    },

    onSettled:
      (/** @type {number} */ index, /** @type {number} */ generation) =>
      (/** @type {string | undefined} */ failure, /** @type {string | undefined} */ text) =>
        core().settled(index, generation, failure, text),
  };
}

/** Before the page's own listeners, which may stop the event; a native API does not wait for its turn either. */
const FIRST_AND_ONCE = freeze({ capture: true, once: true });

/**
 * Whether `JSON.stringify` made an error itself: it has the text that this engine gives for a circle or a BigInt.
 * @param {any} error
 */
function isSerializationError(error) {
  if (!(error instanceof TypeError)) return false;
  /** @type {any} */
  const circle = {};
  circle.circle = circle;
  return [circle, 1n].some((value) => {
    try {
      stringify(value);
      return false;
    } catch (/** @type {any} */ own) {
      return firstLine(own.message) === firstLine(error.message);
    }
  });
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0];
}

/** @type {any} The getter of `window.window`, which throws for what is no window. */
let windowOf;
/** @type {any} The getter of `document.defaultView`, which throws for what is no document. */
let defaultViewOf;

/** @param {Document} document */
function isActive(document) {
  return apply(defaultViewOf, document, []) !== null;
}

/** @type {WeakMap<Document, ModelContext>} */
const contexts = new WeakMap();

/** @param {Document} document */
function contextOf(document) {
  let context = contexts.get(document);
  if (context === undefined) {
    apply(defaultViewOf, document, []);
    context = makeContext(document);
    contexts.set(document, context);
  }
  return context;
}

/** What is defined where: the attribute and the interfaces, as Chromium defines them. */
const definitions = () => [
  {
    holder: Document.prototype,
    name: 'modelContext',
    descriptor: {
      get: getter(
        {
          /** @this {Document} */
          get modelContext() {
            return contextOf(this);
          },
        },
        'modelContext',
      ),
      set: undefined,
      enumerable: true,
      configurable: true,
    },
  },
  ...Object.entries({ ModelContext, ToolActivatedEvent, ToolCancelEvent }).map(([name, value]) => ({
    holder: window,
    name,
    descriptor: { value, writable: true, enumerable: false, configurable: true },
  })),
];

/**
 * What undoes the installation.
 * @type {(() => void) | undefined}
 */
let restore;

/**
 * Installs `document.modelContext` where it is missing.
 * @returns {'installed' | 'present' | 'insecure' | 'blocked' | 'no-document'}
 */
export function installModelContext() {
  if (typeof document === 'undefined' || typeof Document === 'undefined') return 'no-document';
  if (!globalThis.isSecureContext) return 'insecure';
  if ('modelContext' in document) return 'present';
  if (!isWebAssemblyAllowed()) {
    warnBlocked();
    return 'blocked';
  }
  windowOf = getter(window, 'window');
  defaultViewOf = getter(Document.prototype, 'defaultView');
  const previous = definitions().map(({ holder, name, descriptor }) => {
    const before = getOwnPropertyDescriptor(holder, name);
    defineProperty(holder, name, descriptor);
    return { holder, name, before };
  });
  restore = () => {
    for (const { holder, name, before } of previous) {
      if (before === undefined) Reflect.deleteProperty(holder, name);
      else defineProperty(holder, name, before);
    }
  };
  return 'installed';
}

/** Undoes the installation; `false` where this copy has installed nothing. */
export function uninstallModelContext() {
  if (restore === undefined) return false;
  restore();
  restore = undefined;
  return true;
}

/** A module of eight bytes. It is instantiated too: WebKitGTK 2.50 compiles what it then refuses to run. */
function isWebAssemblyAllowed() {
  try {
    return (
      new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))) !==
      undefined
    );
  } catch {
    return false;
  }
}

let hasWarned = false;

function warnBlocked() {
  if (hasWarned) return;
  hasWarned = true;
  console.warn(
    "webmcp-exec: document.modelContext was not installed, because this page's Content-Security-Policy refuses " +
      "WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
  );
}

installModelContext();
