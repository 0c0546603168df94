/** What the panel shows right now, and what people have typed. It lives as long as the page. */
/** @import {Draft} from '../../ui/schema/draft.js' */

import { createStore } from '../../ui/store.js';

/** @typedef {'all' | 'changed' | 'called' | 'failed' | 'readOnly' | 'consequential'} Filter */

/**
 * @typedef {object} View
 * @property {string | undefined} selected the key of the tool that is shown
 * @property {string | undefined} active the key of the tool that the list's keys are at
 * @property {string} query
 * @property {Filter} filter
 * @property {boolean} narrow whether there is room for one pane only
 * @property {'list' | 'detail'} pane which one that is
 * @property {'help' | 'settings' | undefined} overlay
 * @property {Record<string, Draft>} drafts the arguments that are being written, by the keys of the tools
 * @property {Record<string, string>} replayed which call's arguments are in the form, by the keys of the tools
 * @property {number | undefined} timeout of calls, in seconds
 * @property {string} said what the live region says
 */

/** @typedef {ReturnType<typeof createView>} ViewStore */

export function createView() {
  return createStore(
    /** @type {View} */ ({
      selected: undefined,
      active: undefined,
      query: '',
      filter: 'all',
      narrow: false,
      pane: 'list',
      overlay: undefined,
      drafts: {},
      replayed: {},
      timeout: undefined,
      said: '',
    }),
  );
}
