/** The page in which the time is taken: runs the function that it is told, and sends home what it gives. */

import { provide } from './provide.mjs';

const query = new URLSearchParams(location.search);
const provided = provide(query.get('provider') ?? 'native');

/**
 * @param {string} id
 * @param {string} file
 * @param {string} name of the function
 * @param {unknown[]} args
 */
async function run(id, file, name, args) {
  let answer;
  try {
    await provided;
    const module = await import(file);
    answer = { value: await module[name](...args) };
  } catch (error) {
    answer = {
      error: error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error),
    };
  }
  await fetch(`/done?id=${id}`, { method: 'POST', body: JSON.stringify(answer) });
}

Reflect.set(globalThis, 'run', run);
Reflect.set(globalThis, 'load', query.get('load'));
