/** What components find around them: the words, the shadow root they are in, and who says things aloud. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { adoptStyles } from './element/styles.js';
import { createMessages } from './messages.js';

/** @import {ComponentType} from 'preact' */
/** @import {MenuProps} from './menu.jsx' */
/** @import {Messages} from './messages.js' */

/**
 * @typedef {object} Surroundings
 * @property {Messages} messages
 * @property {() => ShadowRoot | undefined} root where the components are now: it changes when they pop out
 * @property {(text: string) => void} announce says it in the one live region
 * @property {ComponentType<MenuProps>} Menu what a menu button opens
 * @property {Map<string, (block: any, host: HTMLElement) => Node>} renderers of content blocks, by their type
 */

/** @type {import('preact').Context<Surroundings>} */
export const UiContext = createContext(
  /** @type {Surroundings} */ ({
    messages: createMessages(),
    root: () => undefined,
    announce: () => {},
    Menu: () => null,
    renderers: new Map(),
  }),
);

export const useUi = () => useContext(UiContext);

/** `const { text, number, time } = useMessages()` */
export const useMessages = () => useUi().messages;

/** Says a text in the panel's live region. */
export const useAnnounce = () => useUi().announce;

/**
 * The style sheets of a component that is loaded late, in order. What is loaded with the panel is listed in its
 * `styles.js`.
 *
 * @param {string[]} texts
 */
export function useStyles(...texts) {
  const { root } = useUi();
  useLayoutEffect(() => {
    const around = root();
    if (around) adoptStyles(around, ...texts);
  }, texts);
}
