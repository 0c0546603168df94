/** How the panel lies and what it shows: kept from page to page, where the browser keeps anything. */
import { safeStorage } from '../../ui/element/storage.js';
import { createStore } from '../../ui/store.js';

/** `window`: it fills its window, in a page that is nothing else. @typedef {'bottom' | 'right' | 'left' | 'float' | 'window'} Dock */
/** @typedef {'run' | 'schema' | 'history' | 'checks'} Tab */

/**
 * @typedef {object} Layout
 * @property {Dock} dock
 * @property {number | undefined} size of the docked panel, in hundredths of the window, once somebody has moved it
 * @property {{ x: number, y: number, width: number, height: number }} float in pixels
 * @property {number} list the width of the list, in pixels
 * @property {number} log the height of the log, in pixels
 * @property {boolean} logOpen
 * @property {Tab} tab
 * @property {boolean} json whether arguments are shown as JSON
 */

/** @typedef {ReturnType<typeof createLayout>} LayoutStore */

const DOCKS = ['bottom', 'right', 'left', 'float', 'window'];
const TABS = ['run', 'schema', 'history', 'checks'];

/** @type {Layout} */
export const initialLayout = {
  dock: 'bottom',
  size: undefined,
  float: { x: 48, y: 48, width: 860, height: 560 },
  list: 280,
  log: 200,
  logOpen: false,
  tab: 'run',
  json: false,
};

/** @param {unknown} dock @returns {dock is Dock} */
export const isDock = (dock) => DOCKS.includes(/** @type {string} */ (dock));

/** @param {string} key under which it is kept; with `''` it is not */
export function createLayout(key) {
  const kept = safeStorage('localStorage');
  const store = createStore({ ...initialLayout, ...(key ? readable(kept.read(`${key}.layout`)) : {}) });
  return {
    ...store,
    /** @param {Partial<Layout>} changes */
    set(changes) {
      store.set(changes);
      if (key) kept.write(`${key}.layout`, store.getSnapshot());
    },
  };
}

/** What can be used of what was kept, perhaps by another version. @param {any} kept @returns {Partial<Layout>} */
function readable(kept) {
  if (typeof kept !== 'object' || kept === null) return {};
  const { dock, size, float, list, log, logOpen, tab, json } = kept;
  /** @type {Partial<Layout>} */
  const usable = {};
  if (isDock(dock)) usable.dock = dock;
  if (isBetween(size, 5, 100)) usable.size = size;
  if (['x', 'y', 'width', 'height'].every((name) => isBetween(float?.[name], -10, 20_000)))
    usable.float = { x: float.x, y: float.y, width: float.width, height: float.height };
  if (isBetween(list, 100, 5000)) usable.list = list;
  if (isBetween(log, 40, 5000)) usable.log = log;
  if (TABS.includes(tab)) usable.tab = tab;
  if (typeof logOpen === 'boolean') usable.logOpen = logOpen;
  if (typeof json === 'boolean') usable.json = json;
  return usable;
}

/** @param {unknown} value @param {number} least @param {number} most */
const isBetween = (value, least, most) => typeof value === 'number' && value >= least && value <= most;
