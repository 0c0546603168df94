/** What a fixture page with tools imports. It sets itself up inside `fixture()`, which `t.frame` waits for. */

import { modelContextOf, register } from './provider.mjs';

export const { env, origins } = globalThis.webmcpTests;
export const query = new URLSearchParams(location.search);
export { modelContextOf, register };

/** The page around this one, or that which has opened it in a tab of its own. */
const host = parent === window ? opener : parent;

/** @param {string} state @param {string} [message] */
const tell = (state, message) => host?.postMessage({ webmcpFixture: state, message }, '*');

/**
 * Sets the page up and tells the one that framed or opened it, which waits, that this is done or why it failed.
 *
 * @param {() => unknown} [setUp]
 */
export async function fixture(setUp) {
  try {
    await setUp?.();
    tell(env.provider === 'native' && (await isDead()) ? 'dead' : 'ready');
  } catch (error) {
    tell('failed', String(error));
  }
}

/**
 * About one frame in a hundred that registers a tool while it loads on a busy machine has a model context that never
 * answers, or whose tools no other document is told of (native-behaviour.md, "getTools"). No test is about that, so
 * `t.frame` loads such a frame again.
 */
async function isDead() {
  const heard = isHeard().catch(() => true);
  const late = new Promise((resolve) => setTimeout(() => resolve(false), 3000));
  return !(await Promise.race([heard, late]));
}

/** Ends once the tools of this frame are listed here and, where that can be seen, in the page around it. */
async function isHeard() {
  const own = await ownTools(window);
  while ((await ownTools(parent)) < own) await new Promise((resolve) => setTimeout(resolve, 5));
  return true;
}

/** @param {Window} asked throws for a window of another origin */
async function ownTools(asked) {
  const tools = await modelContextOf(asked).getTools();
  return tools.filter((/** @type {{ window: Window }} */ tool) => tool.window === window).length;
}
