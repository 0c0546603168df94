/** Servers of models on this very device. They are looked for only when a person asks: each is a request to localhost. */
import { page } from './address.js';
import { ProviderError } from './errors.js';
import { openai } from './openai.js';

/** @import {Converters, ModelName, Surroundings} from './types.js' */

/** Where the usual servers listen. */
export const LOCAL_SERVERS = [
  { name: 'Ollama', endpoint: 'http://localhost:11434/v1' },
  { name: 'LM Studio', endpoint: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', endpoint: 'http://localhost:8080/v1' },
  { name: 'vLLM', endpoint: 'http://localhost:8000/v1' },
];

const PATIENCE_MS = 4000;

/**
 * @typedef {object} LocalServer
 * @property {string} name
 * @property {string} endpoint for `openai`
 * @property {'found' | 'blocked' | 'absent'} state `blocked`: it is there, or may be, and something stands in the way
 * @property {ModelName[]} models
 * @property {ProviderError} [error] what stands in the way, and what to do about it
 */

/**
 * @param {object} options
 * @param {Converters} options.core
 * @param {AbortSignal} [options.signal]
 * @param {typeof LOCAL_SERVERS} [options.servers]
 * @param {Surroundings} [options.around]
 * @returns {Promise<LocalServer[]>}
 */
export function discoverLocalServers({ core, signal, servers = LOCAL_SERVERS, around = page() }) {
  return Promise.all(
    servers.map(async ({ name, endpoint }) => {
      const provider = openai({ core, endpoint, around });
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const either = signal ? AbortSignal.any([signal, patience]) : patience;
      try {
        const models = await provider.listModels({ signal: either });
        return { name, endpoint, state: /** @type {const} */ ('found'), models };
      } catch (error) {
        signal?.throwIfAborted();
        // Something else may listen at such a port: what does not speak the API is not what was looked for.
        const isBlocked = error instanceof ProviderError && /^(cors|permission|blocked)/.test(error.code);
        if (!isBlocked) return { name, endpoint, state: /** @type {const} */ ('absent'), models: [] };
        return { name, endpoint, state: /** @type {const} */ ('blocked'), models: [], error };
      }
    }),
  );
}
