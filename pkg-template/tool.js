// A function as a tool.
import { load } from './core.js';
import parts from './generated/parts/models.js';

/** @type {typeof import('./index.d.ts').Tool} */
export const Tool = { define: (config) => load(parts).defineTool(config) };
