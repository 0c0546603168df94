// What a page that has tools of its own needs, and who wants to hear of calls.
import { load } from './core.js';
import parts from './generated/parts/page.js';

/** @type {typeof import('./index.d.ts').defineWebTool} */
export const defineWebTool = (definition) => load(parts).defineWebTool(definition);

/** @type {typeof import('./index.d.ts').takeNavigationResult} */
export const takeNavigationResult = () => load(parts).takeNavigationResult();

/** @type {typeof import('./index.d.ts').onToolCall} */
export const onToolCall = (listener, options) => load(parts).onToolCall(listener, options);
