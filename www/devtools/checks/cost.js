/** What a tool costs whoever offers it to a model, in every request: about so many tokens. */
import { jsonOf } from '../../ui/schema/value.js';
import { tokensOf } from '../schema/formats.js';

/** @import {ToolEntry} from '../model/types.js' */
/** @import {Rule} from './lint.js' */

const DEAR = 1000;
const DEAR_TOGETHER = 10_000;

/** @type {WeakMap<object, number>} */
const known = new WeakMap();

/** @param {ToolEntry} tool */
export function tokensOfTool({ info }) {
  const { name, description, inputSchema } = info;
  const tokens = known.get(info) ?? tokensOf(jsonOf({ name, description, inputSchema }));
  known.set(info, tokens);
  return tokens;
}

/** @type {Rule} */
export function cost(tool, tools) {
  const own = tokensOfTool(tool);
  const all = tools
    .filter(({ change }) => change !== 'removed')
    .reduce((sum, one) => sum + tokensOfTool(one), 0);
  return [
    { id: own > DEAR ? 'cost-dear' : 'cost', level: own > DEAR ? 'warn' : 'info', values: { count: own } },
    {
      id: 'cost-together',
      level: all > DEAR_TOGETHER ? 'warn' : 'info',
      values: { count: all, tools: tools.length },
    },
  ];
}
