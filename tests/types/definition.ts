import type { ParameterType, Problem, ToolDefinition, ToolParameter } from 'webmcp-exec';
import { isExactly } from './equal.js';

const smallest: ToolDefinition = { id: 'a', description: 'b' };
isExactly<string | undefined>()(smallest.name);
const parameters: ToolParameter[] = [
  { name: 'text', type: 'textarea', required: true, rows: 5 },
  { name: 'rounds', type: 'number', defaultValue: 1, validation: { min: 1, step: 'any' } },
  { name: 'unit', type: 'select', options: [{ value: 'kg' }, { value: 2, label: 'Two' }], multiple: true },
];
export const complete: ToolDefinition = {
  ...smallest,
  parameters,
  category: 'encoders',
  executionMode: 'hybrid',
};
// @ts-expect-error a closed list of types
export const wrongType: ParameterType = 'string';
// @ts-expect-error a closed list of categories
export const wrongCategory: ToolDefinition = { id: 'a', description: 'b', category: 'games' };
// @ts-expect-error a description is required
export const undescribed: ToolDefinition = { id: 'a' };

export const problem: Problem = {
  pointer: '/qty',
  keyword: 'type',
  code: 'TYPE_ERROR',
  message: '"/qty" must be an integer, not a string.',
};
// @ts-expect-error a closed list of codes
problem.code = 'TIMEOUT';
