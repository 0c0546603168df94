/** The search, which is loaded when somebody searches; until it is there, what has the text is found. */
import { useEffect, useState } from 'preact/hooks';

/** @import {ToolEntry} from '../model/types.js' */
/** @import {Match} from './groups.js' */

/** @typedef {(tools: ToolEntry[], query: string) => Match[]} Search */

/** @type {Search} */
const plain = (tools, query) => {
  const needle = query.trim().toLowerCase();
  return tools
    .filter(({ name, info }) => `${name} ${info.title} ${info.description}`.toLowerCase().includes(needle))
    .map((tool) => ({ tool, title: [], name: [] }));
};

/** @param {boolean} wanted */
export function useSearch(wanted) {
  const [search, setSearch] = useState(() => plain);
  useEffect(() => {
    if (!wanted || search !== plain) return;
    import('./search.js').then(
      (loaded) => setSearch(() => loaded.search),
      () => {},
    );
  }, [wanted]);
  return search;
}
