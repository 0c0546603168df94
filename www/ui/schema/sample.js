/** Values that fit a schema. */

/** @param {unknown} schema @returns {unknown} */
export function sampleOf(schema) {
  void schema;
  return {};
}
