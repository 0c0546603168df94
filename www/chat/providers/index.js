/** Providers by their names; each is loaded when it is wanted. */
import { custom } from './custom.js';

/** @import {CustomProvider} from './custom.js' */
/** @import {Provider, ProviderOptions} from './types.js' */

/** @type {Record<string, () => Promise<(options: ProviderOptions) => Provider>>} */
const PROVIDERS = {
  openai: async () => (await import('./openai.js')).openai,
  anthropic: async () => (await import('./anthropic.js')).anthropic,
  gemini: async () => (await import('./gemini.js')).gemini,
  prompt: async () => (await import('./prompt.js')).prompt,
};

/**
 * @param {string} name
 * @param {ProviderOptions & { implementation?: CustomProvider }} options
 * @returns {Promise<Provider>} rejects with a `TypeError` for a name that there is not
 */
export async function createProvider(name, options) {
  if (options.implementation) return custom(options.implementation);
  const load = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!load) throw new TypeError(`Unknown provider "${name}".`);
  return (await load())(options);
}
