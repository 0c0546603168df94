/** The arguments as a form or as JSON: two views of one value. */

/** @import {Problem} from 'webmcp-exec' */
/** @import {ToolEntry} from '../model/types.js' */
/** @import {Draft} from './view.js' */

import { usePanel } from './context.js';

/** @param {{ tool: ToolEntry, draft: Draft | undefined, problems: Problem[], json: boolean }} props */
export function RunForm({ tool, draft, problems }) {
  const { actions } = usePanel();
  return (
    <div class="stack">
      <textarea
        class="input mono"
        aria-label="JSON"
        value={JSON.stringify(draft?.value ?? {}, null, 2)}
        onInput={({ currentTarget }) => {
          try {
            actions.setDraft(tool.key, { value: JSON.parse(currentTarget.value), broken: false });
          } catch {
            actions.setDraft(tool.key, { broken: true });
          }
        }}
      />
      {problems.map(({ pointer, message }) => (
        <p class="error" key={pointer}>
          {message}
        </p>
      ))}
    </div>
  );
}
