/** Tables of what was measured: ratios first, for times depend on the machine and on what else it does. */

/** @import {Results} from './results.d.ts' */
/** @import {Row} from '../www/bench/measure/rows.js' */
/** @import {Sized} from './sections/in-page.mjs' */

import { long, micros, millis, sizeName, table } from '../www/bench/measure/format.js';
import { exponentOf } from '../www/bench/measure/statistics.js';

/** @param {Results} results */
export function markdownOf(results) {
  return `${[
    '# Benchmarks',
    about(results),
    goals(results),
    ...sized(results.call, {
      title: 'Calls by name',
      text: 'Each way against the provider’s own call with the tool in hand, by the number of tools that the page has. “Direct again” is the same call once more: how far it is from 1 is the noise. The batch is compared with 100 direct calls at once.',
      head: (size) => (size === 1 ? '1 tool' : `${size.toLocaleString('en')} tools`),
    }),
    ...sized(results.bytes, {
      title: 'Big arguments and results',
      text: 'Against plain JavaScript that does the same by hand: the call with the tool in hand, the text of the result parsed once.',
      head: sizeName,
    }),
    ...polyfill(results),
    ...sized(results.growth, {
      title: 'Calls at once',
      text: 'One of so many calls that are made together, against the provider’s own.',
      head: (size) => `${size.toLocaleString('en')} at once`,
    }),
    growth(results),
    node(results),
    startUp(results),
    panel(results),
    memory(results),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** @param {Results} results */
function about({ date, quick, machine, browsers, skipped }) {
  const lines = [
    `Written by \`cargo xtask bench\` on ${date}, on ${machine.cores} cores (${machine.processor.trim()}), load ${machine.load.toFixed(1)} at the start.`,
    'Every cell is the median of paired samples: in each sample every way has its turn, in another order each time. In brackets: where the median of the ratios lies with a probability of 95 % (bootstrap), or the quartiles of the times.',
  ];
  if (quick) lines.unshift('**A quick run: too few samples to go by.**');
  const list = Object.entries(browsers).map(([env, name]) => `- ${env}: ${name}`);
  const missing = Object.entries(skipped).map(([env, reason]) => `- ${env}: not measured, ${reason}`);
  return `${lines.join('\n\n')}\n\n${[...list, ...missing].join('\n')}`;
}

/** @param {Results} results */
function goals({ goals }) {
  if (goals.length === 0) return '';
  const rows = goals.map(({ goal, where, measured, limit, met }) => [
    goal,
    where,
    measured,
    limit,
    met ? 'met' : '**not met**',
  ]);
  return `## Goals\n\n${table(['goal', 'where', 'measured', 'limit', ''], rows)}`;
}

/**
 * @param {Record<string, { sizes: Sized[] }>} section
 * @param {{ title: string, text: string, head: (size: number) => string }} words
 */
function sized(section, { title, text, head }) {
  const environments = Object.entries(section);
  if (environments.length === 0) return [];
  return [
    `## ${title}\n\n${text}`,
    ...environments.map(([env, { sizes }]) => {
      const heads = sizes.map(({ size }) => head(size));
      const ways = Object.keys(sizes[0]?.rows ?? {});
      const bases = ways.flatMap((way) => Object.keys(sizes[0].rows[way].against).map((base) => [way, base]));
      const ratios = bases.map(([way, base]) => [
        way,
        base,
        ...sizes.map(({ rows }) => long(rows[way]?.against[base])),
      ]);
      const absolute = ways.map((way) => [way, ...sizes.map(({ rows }) => micros(rows[way]?.us))]);
      const counts = sizes.map(({ rows }) => String(Object.values(rows)[0]?.samples ?? 0));
      return [
        `### ${env}`,
        table(['way', 'against', ...heads], [...ratios, ['samples', '', ...counts]]),
        table(['µs of a call', ...heads], absolute),
      ].join('\n\n');
    }),
  ];
}

/** @param {Results} results */
function polyfill({ polyfill }) {
  const environments = Object.entries(polyfill);
  if (environments.length === 0) return [];
  return [
    '## Providers\n\nWhat a page’s provider has to do, by our polyfill (“polyfill”), `@mcp-b/webmcp-polyfill` (“mcpb”), `@mcp-b/global` with the MCP client’s `callTool` and `listTools` (“mcpb-global”), the browser itself (“native”), and a floor in plain JavaScript that checks nothing. Ratios: ours against the other. They do different work: a call by ours, native and the floor takes the two tasks that the specification wants, one by `mcpb` runs the tool at once and ends in microtasks, while its `registerTool` and `getTools` wait for a timer of 4 ms.',
    ...environments.map(([env, { steps, skipped }]) => {
      const others = ['mcpb', 'mcpb-global', 'native', 'floor'].filter((other) =>
        Object.values(steps).some((rows) => other in rows),
      );
      const ratios = Object.entries(steps).map(([step, rows]) => [
        step,
        ...others.map((other) => long(rows.polyfill?.against[other])),
      ]);
      const absolute = Object.entries(steps).map(([step, rows]) => [
        step,
        ...['polyfill', ...others].map((provider) => micros(rows[provider]?.us)),
      ]);
      const samples = Object.entries(steps).map(([step, rows]) => `${step} ${rows.polyfill?.samples ?? 0}`);
      const missing = Object.entries(skipped).map(
        ([provider, reason]) => `- ${provider}: not measured, ${reason}`,
      );
      return [
        `### ${env}`,
        table(['ours against', ...others], ratios),
        table(['µs', 'polyfill', ...others], absolute),
        [`Samples: ${samples.join(', ')}.`, ...missing].join('\n'),
      ].join('\n\n');
    }),
  ];
}

/** @param {Results} results */
function growth({ call, bytes, growth }) {
  /** @type {string[][]} */
  const rows = [];
  /** @param {string} what @param {Record<string, { sizes: Sized[] }>} section @param {string[]} ways @param {(row: Row, size: number) => number} cost */
  const add = (what, section, ways, cost = ({ us }) => us.median) => {
    for (const way of ways) {
      const cells = environments.map((env) => {
        const { sizes = [] } = section[env] ?? {};
        const points = sizes.flatMap(({ size, rows }) =>
          rows[way] ? [/** @type {[number, number]} */ ([size, cost(rows[way], size)])] : [],
        );
        return points.length > 1 ? exponentOf(points).toFixed(2) : '–';
      });
      if (cells.some((cell) => cell !== '–')) rows.push([what, way, ...cells]);
    }
  };
  const environments = [...new Set([call, bytes, growth].flatMap((section) => Object.keys(section)))];
  add('with the number of tools', call, ['direct', 'executeTool', 'by hand']);
  add('with the bytes', bytes, ['arguments by hand', 'arguments', 'results by hand', 'results']);
  add(
    'of all calls at once, with their number',
    growth,
    ['direct', 'executeTool'],
    ({ us }, size) => us.median * size,
  );
  if (rows.length === 0) return '';
  return `## How cost grows\n\nThe exponent of the growth, by least squares of the logarithms: 0 is a cost that stays, 1 one in proportion.\n\n${table(['', 'way', ...environments], rows)}`;
}

/** @param {Results} results */
function node({ node }) {
  if (!node) return '';
  const { version, rows, skipped } = node;
  const cells = Object.entries(rows).map(([way, { us, against }]) => [
    way,
    ...['callTool of the MCP client', 'generateText of the AI SDK'].map((base) => long(against[base])),
    micros(us),
  ]);
  const missing = Object.entries(skipped).map(([way, reason]) => `\n- ${way}: not measured, ${reason}`);
  const samples = Object.values(rows)[0]?.samples ?? 0;
  return `## In Node ${version}

The same function behind each door, with arguments that are checked against the same schema where the door checks. They do different work: \`Tool\` only calls; the runtime reads, checks and limits; the step of an agent loop asks a scripted model first, which wants one call, as the AI SDK’s \`generateText\` does; the MCP client sends a message to an MCP server in the same process.

${table(['way', 'against `callTool`', 'against `generateText`', 'µs'], cells)}

Samples: ${samples}.${missing.join('')}`;
}

/** @param {Results} results */
function startUp({ startUp }) {
  const environments = Object.entries(startUp);
  if (environments.length === 0) return '';
  const rows = environments.flatMap(([env, { entries }]) =>
    Object.entries(entries).map(([name, { imported, called, samples }]) => [
      env,
      name,
      millis(imported),
      millis(called),
      String(samples),
    ]),
  );
  const modules = environments.flatMap(([env, { modules }]) =>
    Object.entries(modules).map(([name, spread]) => [env, `${name}.wasm`, millis(spread)]),
  );
  return `## Start-up

A fresh page each time, each entry as one minified file from this machine: until it is imported, then a tool registered and called for the first time.

${table(['', 'entry', 'import, ms', 'first call, ms', 'pages'], rows)}

Each module by itself, compiled and instantiated:

${table(['', 'module', 'ms'], modules)}`;
}

/** @param {Results} results */
function panel({ panel = {} }) {
  const rows = Object.entries(panel).flatMap(([env, times]) =>
    times.map(({ tools, first, again, filter, samples }) => [
      env,
      tools.toLocaleString('en'),
      millis(first),
      millis(again),
      millis(filter),
      String(samples),
    ]),
  );
  if (rows.length === 0) return '';
  return `## The panel

A fresh page each time: until the first opening shows the tools, with all that it loads from this machine and the start of the module; the next opening; a letter in the search, until what it finds is laid out.

${table(['', 'tools', 'first opening, ms', 'next opening, ms', 'a letter, ms', 'pages'], rows)}`;
}

/** @param {Results} results */
function memory({ memory }) {
  const rows = Object.entries(memory).flatMap(([env, kinds]) =>
    kinds.flatMap(({ kind, times, checkpoints, listeners, plateau }) =>
      checkpoints.map(({ done, modules, heapKiB }, index) => [
        index === 0 ? env : '',
        index === 0 ? `${times.toLocaleString('en')} ${kind}` : '',
        done.toLocaleString('en'),
        Object.entries(modules)
          .map(([name, { kib }]) => `${name} ${kib}`)
          .join(', '),
        Object.entries(modules)
          .map(([name, { used, slots }]) => `${name} ${used ?? '–'} of ${slots ?? '–'}`)
          .join(', '),
        heapKiB === undefined ? '–' : heapKiB.toLocaleString('en'),
        index === checkpoints.length - 1
          ? `${plateau ? 'plateau' : '**growing**'}; ${listeners.added} added, ${listeners.removed} removed`
          : '',
      ]),
    ),
  );
  if (rows.length === 0) return '';
  return `## Memory

After forced collections of garbage. The first line of each is after a warm-up; tables and memory never shrink. Firefox does not tell its heap.

${table(['', 'what', 'done', 'wasm memory, KiB', 'values held, of slots', 'JavaScript heap, KiB', 'listeners'], rows)}`;
}
