/** Storage of the page that may be forbidden (a sandbox, a setting), full, or hold what somebody else wrote. */

/**
 * @typedef {object} SafeStorage
 * @property {(key: string) => any} read the value, parsed; `undefined` where there is none or it is no JSON
 * @property {(key: string, value: unknown) => boolean} write whether it is kept; `undefined` removes it
 */

/**
 * @param {'localStorage' | 'sessionStorage'} kind
 * @returns {SafeStorage}
 */
export function safeStorage(kind) {
  return {
    read(key) {
      try {
        const text = globalThis[kind].getItem(key);
        return text === null ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    write(key, value) {
      try {
        if (value === undefined) globalThis[kind].removeItem(key);
        else globalThis[kind].setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}
