/** Documents of other origins, as tests use them. */

/** @import {OriginKind, TestContext} from '../harness/types.d.ts' */

import { registeredTool } from './side-by-side.mjs';

/**
 * @typedef {object} Relay
 * @property {Window} window
 * @property {HTMLIFrameElement} iframe the one of this page that it stands in
 * @property {string} origin
 * @property {(code: string, ...args: unknown[]) => Promise<any>} run runs an async function's body there; what it
 * throws is thrown here as a text
 */

/**
 * @param {HTMLIFrameElement} iframe
 * @param {Window} window
 * @param {string} origin
 * @returns {Relay}
 */
export function relayOf(iframe, window, origin) {
  let last = 0;
  return {
    iframe,
    window,
    origin,
    run(code, ...args) {
      const number = ++last + Math.random();
      return new Promise((resolve, reject) => {
        const listen = (/** @type {MessageEvent} */ { source, data }) => {
          if (source !== window || data?.relay !== number) return;
          removeEventListener('message', listen);
          if (data.error) reject(new Error(data.error));
          else resolve(data.value);
        };
        addEventListener('message', listen);
        window.postMessage({ run: code, number, args }, '*');
      });
    },
  };
}

/**
 * A tool of a document, as an object that a page may make by hand.
 *
 * @param {Pick<Relay, 'window' | 'origin'>} document
 * @param {string} name
 */
export const toolOf = ({ window, origin }, name) => registeredTool(name, { window, origin });

/** It runs texts as code, also where a page's policy allows none but that of the harness. */
export const path = '/fixtures/relay.html';

/**
 * A frame of this page.
 *
 * @param {TestContext} t
 * @param {OriginKind} origin
 * @param {{ allow?: string | null, sandbox?: string }} [options]
 */
export async function relay(t, origin, { allow = 'tools', sandbox } = {}) {
  const iframe = await t.frame(path, {
    origin,
    ...(allow !== null && { allow }),
    ...(sandbox && { sandbox }),
  });
  return relayOf(iframe, iframe.contentWindow, t.origins[origin]);
}

/** Registers a tool in a frame: code of the body of `execute(input, { signal })`. */
export const registering = `
  const [name, exposedTo, body] = args;
  const controller = new AbortController();
  (globalThis.registrations ??= {})[name] = controller;
  (globalThis.runs ??= {})[name] ??= [];
  await document.modelContext.registerTool({
    name,
    description: 'A tool of a frame',
    execute: functionOf('function (input, client)', 'globalThis.runs[' + JSON.stringify(name) + '].push({ input, signal: client.signal });' + body),
  }, { exposedTo, signal: controller.signal });`;

/** Calls a tool in a window by its place from there. */
export const calling = `
  const [place, origin, name, input] = args;
  const window = place.reduce((from, to) => from[to], globalThis);
  return await document.modelContext.executeTool({ name, description: '', origin, window }, input ?? {});`;

/** Lists tools in a frame. */
export const listing = `
  const tools = await document.modelContext.getTools({ fromOrigins: args });
  return tools.map(({ name, origin }) => name + ' of ' + origin);`;

/**
 * Asks until the answer is right.
 *
 * @param {() => unknown} ask
 * @param {(message: string) => never} fail
 */
export async function eventually(ask, fail) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  fail('it never came');
}
