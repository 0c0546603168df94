// @ts-check
// The part of the API that a browser may have itself, as Firefox's preview: see src/polyfill/part.rs. It is not touched
// but by its own methods.

import { AbortController, apply, create, parse, stringify } from './realm.js';
import { isNative } from './standing.js';

/** Calls one of its methods. @type {((method: string, ...args: any[]) => any) | undefined} */
let part;

/** The names of the tools that it was given. @type {Record<string, boolean>} */
const passedOn = create(null);

/** The tools that it has of its own, by name, with their registrations. @type {Record<string, number | undefined>} */
const adopted = create(null);

/** Looks for it, before `document.modelContext` is defined. */
export function findPart() {
  part = undefined;
  for (const holder of [document, navigator]) {
    try {
      const object = /** @type {any} */ (holder).modelContext;
      const { registerTool, unregisterTool, getTools, invokeTool } = object;
      /** @type {Record<string, any>} */
      const methods = { registerTool, unregisterTool, getTools, invokeTool };
      if (![registerTool, unregisterTool, getTools, invokeTool].every(isNative)) continue;
      part = (method, ...args) => apply(methods[method], object, args);
      return;
    } catch {
      // There is none.
    }
  }
}

/**
 * Makes its tools those of a document, as far as they are not; where it has none any more, the document has none.
 * @param {import('../generated/polyfill.js').Core} core
 */
export function adoptTools(core) {
  if (part === undefined) return;
  /** @type {Record<string, boolean>} */
  const there = create(null);
  try {
    const tools = part('getTools');
    for (let index = 0; index < tools.length; index++) {
      const { name, description, inputSchema, annotations } = tools[index];
      there[name] = true;
      if (name in adopted || name in passedOn) continue;
      const record = { name, title: '', description, inputSchema: stringify(inputSchema), annotations };
      if (annotations) {
        const readOnlyHint = annotations.readOnlyHint === true;
        const others = { consequentialHint: false, debugging: false, untrustedContentHint: false };
        record.annotations = { readOnlyHint, ...others };
      }
      const call = part;
      // It is given no signal: the process of the preview ends when a tool settles after an abort.
      adopted[name] = core.adopt(record, (/** @type {object} */ input) => call('invokeTool', name, input));
    }
  } catch {
    // A schema of the page's, which was text once, may throw now.
    return;
  }
  for (const name in adopted) {
    if (there[name]) continue;
    const registration = adopted[name];
    delete adopted[name];
    if (registration !== undefined) core.unregister(registration, undefined);
  }
}

/**
 * Registers a tool of the document with it.
 * @param {{ name: string, description: string, inputSchema?: string, annotations?: object }} tool
 * @param {Function} execute
 */
export function passOn({ name, description, inputSchema, annotations }, execute) {
  if (part === undefined) return;
  try {
    part('registerTool', {
      name,
      description,
      ...(inputSchema && { inputSchema: parse(inputSchema) }),
      ...(annotations && { annotations }),
      execute: (/** @type {object} */ input) =>
        apply(execute, undefined, [input, { signal: new AbortController().signal }]),
    });
    passedOn[name] = true;
  } catch {
    // What the preview refuses is a tool of the document alone.
  }
}

/** @param {string} name */
export function takeBack(name) {
  if (!(name in passedOn)) return;
  delete passedOn[name];
  try {
    part?.('unregisterTool', name);
  } catch {
    // It was not there.
  }
}
