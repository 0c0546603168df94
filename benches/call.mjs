/** What a call by name costs beside the calls that it is made of. Runs in the page. */

/**
 * @typedef {object} Timing
 * @property {number} tools how many the page has
 * @property {number} direct the provider's own call with the tool in hand, in µs (median)
 * @property {Record<string, number>} ratios every other way against it: the median of the paired samples
 */

const NAME = 'bench.tool_0';

/**
 * The ways to call are taken in turn, so that what else the machine does hits all of them alike.
 *
 * @param {number[]} sizes how many tools
 * @param {number} samples of each way
 * @returns {Promise<Timing[]>}
 */
export async function measure(sizes, samples) {
  // Found by the import map of the page, like an application's.
  const { executeTool } = await import('webmcp-exec');
  const context = Reflect.get(document, 'modelContext');
  const args = { qty: 3 };
  const shaped = context.executeTool.length === 2 ? JSON.stringify(args) : args;
  const { signal } = new AbortController();
  const timings = [];
  for (const tools of sizes) {
    const registration = new AbortController();
    for (let index = 0; index < tools; index++) {
      const definition = {
        name: `bench.tool_${index}`,
        description: 'Does nothing.',
        inputSchema: { type: 'object', properties: { qty: { type: 'integer' } } },
        execute: () => 'done',
      };
      await context.registerTool(definition, { signal: registration.signal });
    }
    const tool = await find(context);
    const ways = {
      direct: () => context.executeTool(tool, shaped),
      'by hand': async () => context.executeTool(await find(context), shaped),
      executeTool: () => executeTool(NAME, args),
      'with a signal': () => executeTool(NAME, args, { signal }),
      'with a timeout': () => executeTool(NAME, args, { timeout: 60_000 }),
    };
    timings.push({ tools, ...(await compare(ways, samples)) });
    registration.abort();
  }
  return timings;
}

/** @param {any} context */
async function find(context) {
  const tools = await context.getTools();
  return tools.find((/** @type {any} */ { name }) => name === NAME);
}

/** A clock may tick in whole milliseconds: a sample is this many calls, one after another. */
const CALLS = 100;

/**
 * @param {Record<string, () => Promise<unknown>>} ways the first is what the others are compared with
 * @param {number} samples
 */
async function compare(ways, samples) {
  /** @type {Record<string, number[]>} */
  const taken = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  // The first samples warm up and are not counted.
  for (let sample = -2; sample < samples; sample++) {
    for (const [way, call] of Object.entries(ways)) {
      const start = performance.now();
      for (let calls = 0; calls < CALLS; calls++) await call();
      if (sample >= 0) taken[way].push(((performance.now() - start) * 1000) / CALLS);
    }
  }
  const { direct, ...others } = taken;
  const ratios = Object.entries(others).map(([way, times]) => [
    way,
    median(times.map((time, sample) => time / direct[sample])),
  ]);
  return { direct: median(direct), ratios: Object.fromEntries(ratios) };
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
