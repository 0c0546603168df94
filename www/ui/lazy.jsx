/** A component that is loaded when it is first shown. */
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from './context.js';

/** @import {ComponentType} from 'preact' */

/**
 * @template {object} Props
 * @param {() => Promise<ComponentType<Props>>} load
 * @returns {ComponentType<Props>}
 */
export function lazy(load) {
  /** @type {ComponentType<any> | undefined} */
  let Loaded;
  return function Lazy(props) {
    const { text } = useMessages();
    const [state, setState] = useState(/** @type {'loading' | 'ready' | 'failed'} */ ('loading'));
    useEffect(() => {
      if (Loaded) return;
      let shown = true;
      load().then(
        (component) => {
          Loaded = component;
          if (shown) setState('ready');
        },
        () => {
          if (shown) setState('failed');
        },
      );
      return () => {
        shown = false;
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return <p class="empty">{text(state === 'failed' ? 'ui.load-failed' : 'ui.loading')}</p>;
  };
}
