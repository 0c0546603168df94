/** What the list says when it has no tool to show. */
import { useMessages } from '../../ui/context.js';
import { addMessages } from '../../ui/messages.js';
import { usePanel, useView } from './context.js';

addMessages({
  'list.empty': 'No tools yet',
  'list.empty.text':
    'The page offers none. They appear here as soon as it calls document.modelContext.registerTool().',
  'list.none-found': 'No tool matches',
  'list.none-found.text': 'Nothing fits “{query}”.',
  'list.none-found.filter': 'No tool is “{filter}”.',
  'list.show-all': 'Show all tools',
  'list.loading': 'Looking for tools…',
});

/** @param {{ loading: boolean, total: number }} props */
export function Nothing({ loading, total }) {
  const { view } = usePanel();
  const { text } = useMessages();
  const query = useView((one) => one.query);
  const filter = useView((one) => one.filter);
  if (loading) {
    return (
      <p class="empty" aria-busy="true">
        {text('list.loading')}
      </p>
    );
  }
  if (total === 0) {
    return (
      <slot name="empty">
        <div class="empty">
          <h3>{text('list.empty')}</h3>
          <p>{text('list.empty.text')}</p>
        </div>
      </slot>
    );
  }
  return (
    <div class="empty">
      <h3>{text('list.none-found')}</h3>
      <p>
        {query.trim()
          ? text('list.none-found.text', { query: query.trim() })
          : text('list.none-found.filter', { filter: text(`list.show.${filter}`) })}
      </p>
      <button type="button" class="button" onClick={() => view.set({ query: '', filter: 'all' })}>
        {text('list.show-all')}
      </button>
    </div>
  );
}
