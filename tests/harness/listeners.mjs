/** Counts the listeners that code under test puts on a target, to see that all of them leave it again. */

/** @import {ListenerCount} from './types.d.ts' */

/**
 * Wraps the target's own methods. A listener also leaves by `once` and by its own signal, so those are followed.
 *
 * @param {EventTarget} target
 * @param {string} type
 * @returns {ListenerCount}
 */
export function countListeners(target, type) {
  /** @type {Map<unknown, Map<boolean, EventListener>>} the wrapped listeners by listener and capture flag */
  const present = new Map();
  const count = {
    added: 0,
    removed: 0,
    get active() {
      return count.added - count.removed;
    },
  };
  const { addEventListener, removeEventListener } = target;

  /**
   * @param {unknown} listener
   * @param {boolean} capture
   */
  const leave = (listener, capture) => {
    const known = present.get(listener);
    const wrapped = known?.get(capture);
    if (wrapped) {
      known?.delete(capture);
      // Of a hundred thousand listeners nothing may stay here.
      if (known?.size === 0) present.delete(listener);
      count.removed += 1;
    }
    return wrapped;
  };

  Object.defineProperty(target, 'addEventListener', {
    configurable: true,
    writable: true,
    /**
     * @param {string} eventType
     * @param {any} listener
     * @param {any} [options]
     */
    value(eventType, listener, options) {
      const { capture = false, once = false, signal } = asOptions(options);
      const known = present.get(listener) ?? new Map();
      if (eventType !== type || listener == null || signal?.aborted || known.has(Boolean(capture))) {
        return addEventListener.call(target, eventType, listener, options);
      }
      /** @param {Event} event */
      const wrapped = (event) => {
        if (once) leave(listener, Boolean(capture));
        return typeof listener === 'function' ? listener.call(target, event) : listener.handleEvent(event);
      };
      present.set(listener, known.set(Boolean(capture), wrapped));
      count.added += 1;
      signal?.addEventListener('abort', () => leave(listener, Boolean(capture)), { once: true });
      return addEventListener.call(target, eventType, wrapped, options);
    },
  });

  Object.defineProperty(target, 'removeEventListener', {
    configurable: true,
    writable: true,
    /**
     * @param {string} eventType
     * @param {any} listener
     * @param {any} [options]
     */
    value(eventType, listener, options) {
      const capture = Boolean(asOptions(options).capture);
      const wrapped = eventType === type ? leave(listener, capture) : undefined;
      return removeEventListener.call(target, eventType, wrapped ?? listener, options);
    },
  });

  return count;
}

/** @param {any} options */
const asOptions = (options) => (typeof options === 'boolean' ? { capture: options } : (options ?? {}));
