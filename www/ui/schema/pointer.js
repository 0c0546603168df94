/** Places in a value: a path of keys and indices, and the JSON pointer that stands for it. */

/** @typedef {readonly (string | number)[]} Path */

/** @param {string | number} step */
const escaped = (step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** @param {Path} path */
export const pointerOf = (path) => path.map((step) => `/${escaped(step)}`).join('');

/**
 * The step that a pointer takes below another; `undefined` where it is not below it.
 *
 * @param {string} pointer
 * @param {string} above
 */
export function stepBelow(pointer, above) {
  if (!pointer.startsWith(`${above}/`)) return undefined;
  const [step] = pointer.slice(above.length + 1).split('/');
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * A table by pointers with another name for those that are below a place.
 *
 * @template Value
 * @param {Readonly<Record<string, Value>>} table
 * @param {string} above
 * @param {(step: string) => string | undefined} rename `undefined` takes away what is below that step
 * @returns {Record<string, Value>}
 */
export function renamed(table, above, rename) {
  return Object.fromEntries(
    Object.entries(table).flatMap(([pointer, value]) => {
      const step = stepBelow(pointer, above);
      if (step === undefined) return [[pointer, value]];
      const name = rename(step);
      if (name === undefined) return [];
      const rest = pointer.slice(above.length + 1 + escaped(step).length);
      return [[`${above}/${escaped(name)}${rest}`, value]];
    }),
  );
}
