/** What the panel's components find around them. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useStore } from '../../ui/store.js';

/** @import {Core, Session, Snapshot} from '../model/types.js' */
/** @import {Actions} from './actions.js' */
/** @import {Layout, LayoutStore} from './layout.js' */
/** @import {View, ViewStore} from './view.js' */

/**
 * @typedef {object} Around
 * @property {Core} core
 * @property {Session} session
 * @property {LayoutStore} layout
 * @property {ViewStore} view
 * @property {Actions} actions
 * @property {string} hotkey
 * @property {string} theme
 * @property {number} maxLog
 * @property {boolean} poppedOut
 */

export const PanelContext = createContext(/** @type {Around} */ (/** @type {unknown} */ (undefined)));

export const usePanel = () => useContext(PanelContext);

/** @template T @param {(snapshot: Snapshot) => T} choose */
export const useSession = (choose) => useStore(usePanel().session, choose);

/** @template T @param {(view: View) => T} choose */
export const useView = (choose) => useStore(usePanel().view, choose);

/** @template T @param {(layout: Layout) => T} choose */
export const useLayout = (choose) => useStore(usePanel().layout, choose);
