/** Schemas that models, their APIs or validators cannot do much with. */
import { locate } from '../../ui/schema/resolve.js';
import { isObject } from '../../ui/schema/value.js';
import { partsOf } from './walk.js';

/** @import {Finding, Rule} from './lint.js' */

/** Keywords that some providers ignore or refuse in the schemas of tools. */
const IGNORED = [
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['contains', 'minContains', 'maxContains', 'minProperties', 'maxProperties', 'uniqueItems'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', '$dynamicRef', '$recursiveRef'],
];

const MANY = 20;
const DEEP = 5;

/** @type {Rule} */
export function root({ info }) {
  const { inputSchema: schema } = info;
  if (schema === undefined) return [{ id: 'schema-missing', level: 'info' }];
  if (!isObject(schema)) return [{ id: 'schema-no-object', level: 'error' }];
  /** @type {Finding[]} */
  const findings = [];
  if (schema.type !== 'object') findings.push({ id: 'schema-type', level: 'warn' });
  const unions = ['oneOf', 'anyOf', 'allOf'].filter((keyword) => Object.hasOwn(schema, keyword));
  if (unions.length)
    findings.push({ id: 'schema-union', level: 'warn', values: { keywords: unions.join(', ') } });
  return findings;
}

/** @type {Rule} */
export function keywords({ info }) {
  const found = new Set();
  for (const { schema } of partsOf(info.inputSchema))
    for (const keyword of IGNORED) if (Object.hasOwn(schema, keyword)) found.add(keyword);
  if (found.size === 0) return [];
  return [{ id: 'schema-keywords', level: 'info', values: { keywords: [...found].join(', ') } }];
}

/** @type {Rule} */
export function references({ info }) {
  const { inputSchema } = info;
  if (!isObject(inputSchema)) return [];
  const all = partsOf(inputSchema)
    .map(({ schema }) => schema.$ref)
    .filter((reference) => typeof reference === 'string');
  const broken = [...new Set(all)].filter((reference) => locate(inputSchema, reference) === undefined);
  /** @param {boolean} outside */
  const listed = (outside) => broken.filter((one) => !one.startsWith('#') === outside).slice(0, 5);
  return /** @type {Finding[]} */ ([
    { id: 'schema-ref-outside', level: 'error', values: { references: listed(true).join(', ') } },
    { id: 'schema-ref-broken', level: 'error', values: { references: listed(false).join(', ') } },
  ]).filter(({ values }) => values?.references !== '');
}

/** @type {Rule} */
export function argumentsOf({ info }) {
  const parts = partsOf(info.inputSchema);
  /** @type {Finding[]} */
  const findings = [];
  const own = parts.filter(({ pointer }) => /^\/properties\/[^/]*$/.test(pointer));
  const untyped = own.filter(
    ({ schema }) =>
      !['type', 'enum', 'const', '$ref', 'oneOf', 'anyOf', 'allOf'].some((keyword) =>
        Object.hasOwn(schema, keyword),
      ),
  );
  if (untyped.length) {
    const names = untyped.slice(0, 8).map(({ property }) => property);
    findings.push({ id: 'argument-type', level: 'warn', values: { names: names.join(', ') } });
  }
  if (own.length > MANY)
    findings.push({ id: 'arguments-many', level: 'warn', values: { count: own.length } });
  if (parts.some(({ depth }) => depth > DEEP))
    findings.push({ id: 'schema-deep', level: 'warn', values: { count: DEEP } });
  const { required, properties } = /** @type {any} */ (isObject(info.inputSchema) ? info.inputSchema : {});
  const unknown = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string' && isObject(properties) && !Object.hasOwn(properties, name),
  );
  if (unknown.length)
    findings.push({
      id: 'required-unknown',
      level: 'warn',
      values: { names: unknown.slice(0, 8).join(', ') },
    });
  return findings;
}
