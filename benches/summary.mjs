/** The few rows that the README shows. */

/** @import {Results} from './results.d.ts' */

import { short, table } from '../www/bench/measure/format.js';

const PEER =
  'The polyfill against `@mcp-b/webmcp-polyfill` (below 1 it takes less time; that one runs a tool at once, where browsers, and ours, take two tasks):';

/** @param {Results} results */
export function summaryOf(results) {
  const rows = Object.entries(results.call).map(([env, { sizes }]) => {
    const at = (/** @type {number} */ wanted) => sizes.find(({ size }) => size === wanted)?.rows ?? {};
    const cells = ['by hand', 'executeTool', 'with a signal', 'with a timeout'].map((way) =>
      short(at(10)[way]?.against.direct),
    );
    return [
      results.browsers[env] ?? env,
      ...providerOf(env),
      ...cells,
      short(at(1000).executeTool?.against.direct),
    ];
  });
  const head = ['', 'by', 'by hand', '`executeTool`', 'with a signal', 'with a timeout', '1,000 tools'];
  const peers = Object.entries(results.polyfill).map(([env, { steps }]) => [
    results.browsers[env] ?? env,
    ...['register 100', 'getTools with 100 tools', 'execute', '100 in parallel'].map((step) =>
      short(steps[step]?.polyfill?.against.mcpb),
    ),
  ]);
  const peerHead = ['', 'register 100 tools', '`getTools` of 100', 'one call', '100 at once'];
  return [
    ...(results.quick ? ['**A quick run: too few samples to go by.**'] : []),
    'A call by name against the provider’s own call with the tool in hand, in a page with 10 tools (last column: 1,000), and what people write by hand instead:',
    table(head, rows),
    ...(peers.length > 0 ? [PEER, table(peerHead, peers)] : []),
  ].join('\n\n');
}

/** @param {string} env */
const providerOf = (env) => [env.endsWith('-poly') ? 'the polyfill' : 'native'];
