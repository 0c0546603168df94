/** Properties of an element that are its attributes. */

/**
 * How an attribute reads as a value, and what is written for one; `null` takes the attribute away.
 *
 * @template Value
 * @typedef {{ read: (text: string | null) => Value, write: (value: any) => string | null }} Kind
 */

/** @type {Kind<boolean>} */
export const flag = { read: (text) => text !== null, write: (value) => (value ? '' : null) };

/** @type {(otherwise: string) => Kind<string>} */
export const text = (otherwise) => ({
  read: (value) => value ?? otherwise,
  write: (value) => (value === null || value === undefined ? null : String(value)),
});

/** @type {(otherwise: number) => Kind<number>} */
export const count = (otherwise) => ({
  read: (value) => (value?.trim() && Number(value) >= 0 ? Number(value) : otherwise),
  write: (value) => (value === null || value === undefined ? null : String(value)),
});

/** @type {Kind<string[]>} */
export const list = {
  read: (value) => value?.split(/[\s,]+/).filter(Boolean) ?? [],
  write: (value) => (value?.length ? [...value].join(' ') : null),
};

/**
 * @param {{ prototype: HTMLElement }} element its class
 * @param {Record<string, Kind<unknown>>} attributes by their names
 */
export function reflectAttributes({ prototype }, attributes) {
  for (const [attribute, { read, write }] of Object.entries(attributes)) {
    const name = attribute.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        return read(this.getAttribute(attribute));
      },
      set(value) {
        const written = write(value);
        if (written === null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, written);
      },
    });
  }
}

/**
 * Sets anew what was set before the element was defined, and lay over its properties.
 *
 * @param {any} element
 * @param {string[]} names
 */
export function takeEarlyProperties(element, names) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
