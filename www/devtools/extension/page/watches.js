/**
 * The bridge's calls among those of the page: each copy of the package notes there what its tools do, so that a call
 * learns what its tool told on the way, returned and threw (`src/channel.rs` and `src/context/executions.rs`).
 */

const CHANNEL = Symbol.for('webmcp-exec@1');

/** What the copies of the package on this document share; made if there is none yet. @returns {any} */
export function channelOf() {
  const there = Reflect.get(document, CHANNEL);
  if (typeof there === 'object' && there !== null) return there;
  const made = { watches: new Set(), listeners: new Set(), tools: new Map(), calls: 0 };
  Object.defineProperty(document, CHANNEL, { value: made, configurable: true, writable: true });
  return made;
}

export function createWatches() {
  return {
    /** The calls, of whichever copy, to that tool which have gone out and not begun. @param {string} name */
    outstanding(name) {
      return [...channelOf().watches].find(
        (watch) => watch.name === name && (watch.dispatched ?? 1) > (watch.begun ?? 0),
      );
    },

    /**
     * @param {string} name
     * @param {string} args
     * @param {AbortSignal} signal
     * @param {(value: unknown) => void} emit
     */
    begin(name, args, signal, emit) {
      const { watches } = channelOf();
      /** @type {any} */
      const watch = { name, args, signal, emit, executions: [], dispatched: 0, begun: 0 };
      watches.add(watch);
      return {
        wentOut() {
          watch.dispatched += 1;
        },

        /** How often it went out without having begun. */
        outstanding: () => watch.dispatched - watch.begun,

        /** What its tool did, where that is known. */
        end() {
          watches.delete(watch);
          const { own, surplus, executions } = watch;
          if (own && !surplus) return own;
          return executions.length === 1 ? executions[0] : undefined;
        },
      };
    },
  };
}
