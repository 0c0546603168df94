/** What the module holds: its memory, the JavaScript values it has hold of, and listeners it has left on signals. */

/** @import {TestContext} from '../harness/types.d.ts' */

import { provider } from 'webmcp-exec';
import { assert } from '../harness/page.mjs';
import { made, memoriesOf, tablesOf } from './instances.mjs';

/**
 * @typedef {object} Held
 * @property {number} memory in bytes
 * @property {number} slots the length of the table of JavaScript values
 * @property {number} used how many of the slots have a value
 */

/** How many values more may be held at the end: those of a call or two that are not quite through. */
const SLACK = 8;

/** @param {string} name @returns {Promise<WebAssembly.Exports>} those of the module that an entry has, too */
async function exportsOf(name) {
  const glue = await import(`/node_modules/webmcp-exec/generated/${name}.js`);
  // Asked to start once more, it gives the exports that it has.
  return glue.initSync({ module: new Uint8Array() });
}

/**
 * The polyfill's, whose glue is its own. The parts of the core have no memory, and neither has the module by which the
 * polyfill asks whether WebAssembly is allowed.
 *
 * @param {WebAssembly.Exports[]} others
 */
function exportsOfPolyfill(others) {
  const memories = others.flatMap(memoriesOf);
  const left = made.filter((exports) => memoriesOf(exports).some((memory) => !memories.includes(memory)));
  assert.equal(left.length, 1, 'another module than one of the polyfill');
  return left[0] ?? {};
}

/** @param {WebAssembly.Exports} all @returns {Held} */
function heldBy(all) {
  // The table of functions, which the parts of the core share, does not grow.
  const { __indirect_function_table: _, ...exports } = all;
  const [memory, ...memories] = memoriesOf(exports);
  const [table, ...tables] = tablesOf(exports);
  assert.equal(memories.length + tables.length, 0, 'more memories or tables than one');
  let used = 0;
  for (let index = 0; index < table.length; index++) if (table.get(index) != null) used += 1;
  return { memory: memory.buffer.byteLength, slots: table.length, used };
}

/**
 * The modules of the page, by name; the polyfill's is one where the page has it, the validator's where it is asked for.
 *
 * @param {TestContext} t
 * @param {{ validator?: boolean }} [options]
 */
export async function modulesOf(t, { validator = false } = {}) {
  provider();
  /** @type {Record<string, WebAssembly.Exports>} */
  const modules = { main: await exportsOf('exec') };
  if (validator) {
    await import(new URL('./validator.js', import.meta.resolve('webmcp-exec')).href);
    modules.validator = await exportsOf('validate');
  }
  if (t.env.provider === 'polyfill') {
    await t.modelContext().getTools();
    modules.polyfill = exportsOfPolyfill(Object.values(modules));
  }
  return {
    held: () => Object.fromEntries(Object.entries(modules).map(([name, all]) => [name, heldBy(all)])),
  };
}

/**
 * Repeats a step, so many at a time, and sees that what is held after the first thousand is held at the end, too. What
 * is freed by the collection of garbage is `collected`: that may come late.
 *
 * @param {TestContext} t
 * @param {{ times: number, batch?: number, collected?: boolean, validator?: boolean, step: (index: number) => unknown }} options
 */
export async function staysFlat(t, { times, batch = 100, collected = false, validator, step }) {
  const modules = await modulesOf(t, { validator });
  /** @param {number} from @param {number} to @param {number} together */
  const repeat = async (from, to, together) => {
    for (let index = from; index < to; index += together) {
      const length = Math.min(together, to - index);
      await Promise.all(Array.from({ length }, (_, offset) => step(index + offset)));
      // Else more or less of it waits for that, as the engine likes.
      if (collected) await t.gc();
    }
  };
  // What the last calls hold goes some tasks later, in some engines; what leaks never goes.
  /** @param {(held: Record<string, Held>) => boolean} isEnough */
  const atRest = async (isEnough) => {
    let held = modules.held();
    for (let wait = 0; wait < 40; wait++) {
      await t.gc();
      await t.sleep(100);
      const before = JSON.stringify(held);
      held = modules.held();
      if (JSON.stringify(held) === before && isEnough(held)) break;
    }
    return held;
  };
  const warm = Math.min(1000, times / 2);
  // Memory and table never shrink, and the table doubles: as much as is ever needed at once is needed before.
  await repeat(0, warm, collected ? batch : 2 * batch);
  const before = await atRest(() => true);
  await repeat(warm, times, batch);
  const after = await atRest((held) =>
    Object.entries(before).every(([name, { used }]) => (held[name]?.used ?? 0) - used <= SLACK),
  );
  for (const [name, { memory, slots, used }] of Object.entries(before)) {
    const now = after[name] ?? assert.fail(`no module ${name}`);
    // WebKit collects late on a busy machine, so that more is held at once: three pages, which are less than the
    // smallest block for each call.
    const late = t.env.id === 'wk-poly' ? 3 * 65_536 : 0;
    assert.equal(now.memory <= memory + late, true, `${now.memory} after ${memory} bytes of ${name}`);
    // It doubles when more is needed at once, as it may be on a busy machine.
    assert.equal(now.slots <= 2 * slots, true, `${now.slots} after ${slots} slots of ${name}`);
    const more = now.used - used;
    assert.equal(more <= SLACK, true, `${more} values more in ${name} after ${times - warm} times`);
  }
}
