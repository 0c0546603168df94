/** Runs in the process of a Node test: imports the test file it is told, lists its tests or runs one. */

import { register } from 'node:module';
import { createContext } from './context.mjs';
import { declared } from './page.mjs';
import { describe, list, runTest } from './run-test.mjs';

// `webmcp-exec` means the installed package, wherever the test file is.
register('./node-resolve.mjs', import.meta.url);

const { file, env, test: title } = JSON.parse(process.argv[2] ?? '');
const running = createContext(env);
const firstLine = (/** @type {unknown} */ error) => describe(error).split('\n')[0];
process.on('uncaughtException', (error) => running.sawUnhandled(`uncaught exception: ${firstLine(error)}`));
process.on('unhandledRejection', (reason) =>
  running.sawUnhandled(`unhandled rejection: ${firstLine(reason)}`),
);

// Keeps the process alive while a test waits for something that does not.
const alive = setInterval(() => {}, 1 << 30);
process.send?.(await answer());
clearInterval(alive);

async function answer() {
  try {
    await import(new URL(`../${file}`, import.meta.url).href);
  } catch (error) {
    return { error: `${file} could not be started: ${describe(error)}` };
  }
  if (title === undefined) return { tests: list(declared) };
  const test = declared.find((other) => other.title === title);
  return test ? runTest(test, running) : { error: `${file} no longer declares this test` };
}
