// Several calls at once, tools in memory, and a model that calls tools.
import { load, promised } from './core.js';
import parts from './generated/parts/agent.js';

/** @type {typeof import('./index.d.ts').executeTools} */
export const executeTools = (options) => promised((core) => core.executeTools(options), parts);

/** @type {typeof import('./index.d.ts').registerTool} */
export const registerTool = (tool, options) => load(parts).registerTool(tool, options);

/** @type {typeof import('./index.d.ts').registeredTools} */
export const registeredTools = () => load(parts).registeredTools();

/** @type {typeof import('./index.d.ts').executeStep} */
export const executeStep = (options) => promised((core) => core.executeStep(options), parts);

/** @type {typeof import('./index.d.ts').reActLoop} */
export const reActLoop = (options) => promised((core) => core.reActLoop(options), parts);
