/** A tool as models and other programs are told of it. */

/** @import {Core, ToolEntry} from '../model/types.js' */

/** @typedef {'openai' | 'anthropic' | 'gemini' | 'mcp'} Format */

/** The converters of the core. @type {Record<Format, 'toOpenAITools' | 'toAnthropicTools' | 'toGeminiTools' | 'toMcpTools'>} */
const CONVERTERS = {
  openai: 'toOpenAITools',
  anthropic: 'toAnthropicTools',
  gemini: 'toGeminiTools',
  mcp: 'toMcpTools',
};

export const FORMATS = /** @type {Format[]} */ (Object.keys(CONVERTERS));

/** @param {Core} core */
export const formatsOf = (core) => FORMATS.filter((format) => typeof core[CONVERTERS[format]] === 'function');

/**
 * @param {Core} core
 * @param {ToolEntry} tool
 * @param {Format} format
 * @returns {Promise<any>}
 */
export async function definitionOf(core, { info }, format) {
  const { name, title, description, inputSchema, annotations } = info;
  const definitions = await core[CONVERTERS[format]]?.([
    { name, title: title || undefined, description, inputSchema, annotations },
  ]);
  return definitions?.[0];
}

/** About how many tokens a text is for a model. @param {string} text */
export const tokensOf = (text) => Math.ceil(text.length / 4);
