/** What a tool says of itself and of its arguments. */
import { hasUnseen } from '../../ui/result/visible.js';
import { partsOf } from './walk.js';

/** @import {Rule} from './lint.js' */

const SHORT = 20;
/** OpenAI takes no more. */
const LONG = 1024;
/** So many are named. */
const MOST = 8;

/** @type {Rule} */
export function description({ info }) {
  const text = info.description.trim();
  if (text === '') return [{ id: 'description-missing', level: 'error' }];
  if (text.length < SHORT) return [{ id: 'description-short', level: 'warn' }];
  if (text.length > LONG)
    return [{ id: 'description-long', level: 'warn', values: { count: text.length, most: LONG } }];
  if (text === info.name || text === info.title) return [{ id: 'description-name', level: 'warn' }];
  return [];
}

/** @type {Rule} */
export function argumentDescriptions({ info }) {
  const without = partsOf(info.inputSchema).filter(
    ({ schema, property }) =>
      property !== undefined && !(typeof schema.description === 'string' && schema.description.trim()),
  );
  if (without.length === 0) return [];
  const names = [...new Set(without.map(({ property }) => property ?? ''))];
  const listed = names.slice(0, MOST).join(', ') + (names.length > MOST ? ', …' : '');
  return [{ id: 'argument-description', level: 'warn', values: { names: listed, count: without.length } }];
}

/** Texts in which something cannot be seen may tell a model what people do not read. @type {Rule} */
export function unseen({ info }) {
  const texts = [info.title, info.description];
  for (const { schema, property } of partsOf(info.inputSchema))
    texts.push(...[schema.title, schema.description, property].filter((one) => typeof one === 'string'));
  return texts.some(hasUnseen) ? [{ id: 'text-unseen', level: 'error' }] : [];
}

/** @type {Rule} */
export function hints({ info }) {
  const { readOnlyHint, consequentialHint, destructiveHint } = info.annotations ?? {};
  if ([readOnlyHint, consequentialHint, destructiveHint].every((hint) => hint === undefined))
    return [{ id: 'hints-missing', level: 'info' }];
  if (readOnlyHint === true && (consequentialHint === true || destructiveHint === true))
    return [{ id: 'hints-contradict', level: 'warn' }];
  return [];
}
