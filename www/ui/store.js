/** A small piece of state that components follow. */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/**
 * @template State
 * @typedef {object} Readable
 * @property {() => State} getSnapshot the same object until something changes
 * @property {(listener: () => void) => (() => void)} subscribe
 */

/**
 * @template {object} State
 * @param {State} state
 * @returns {Readable<State> & { set: (changes: Partial<State>) => void }}
 */
export function createStore(state) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(changes) {
      const entries = /** @type {[keyof State, any][]} */ (Object.entries(changes));
      if (entries.every(([name, value]) => Object.is(state[name], value))) return;
      state = { ...state, ...changes };
      for (const listener of listeners) listener();
    },
  };
}

/**
 * What is chosen of the state; the component is drawn again when that is another value.
 *
 * @template State, Chosen
 * @param {Readable<State>} store
 * @param {(state: State) => Chosen} choose
 * @returns {Chosen}
 */
export function useStore(store, choose) {
  const [, redraw] = useReducer((/** @type {number} */ times) => times + 1, 0);
  const latest = useRef(
    /** @type {{ choose: typeof choose, chosen: Chosen }} */ (/** @type {unknown} */ ({})),
  );
  const chosen = choose(store.getSnapshot());
  latest.current = { choose, chosen };
  useLayoutEffect(() => {
    const look = () => {
      if (!Object.is(latest.current.choose(store.getSnapshot()), latest.current.chosen)) redraw(undefined);
    };
    // What changed between drawing and this.
    look();
    return store.subscribe(look);
  }, [store]);
  return chosen;
}
