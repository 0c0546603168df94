/**
 * Sample arguments for a tool, read from its input schema: an example or a
 * default where the schema has one, the simplest value of the type otherwise.
 *
 * @param {any} schema a JSON Schema, or nothing
 * @returns {unknown}
 */
export function sampleArguments(schema) {
  const sample = sampleOf(schema);
  return typeof sample === 'object' && sample !== null ? sample : {};
}

/**
 * @param {any} schema
 * @returns {unknown}
 */
function sampleOf(schema) {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type ?? (schema.properties ? 'object' : undefined)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property) ?? null]),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items)] : [];
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return undefined;
  }
}
