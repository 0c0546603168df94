/** The arguments as a form or as JSON: two views of one draft. */

/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../../ui/schema/draft.js' */
/** @import {ToolEntry} from '../model/types.js' */

import { ArgumentsForm } from '../../ui/form/arguments-form.jsx';
import { JsonEditor } from '../../ui/form/json-editor.jsx';
import { usePanel } from './context.js';

/** @param {{ tool: ToolEntry, draft: Draft, problems: Problem[], json: boolean }} props */
export function RunForm({ tool, draft, problems, json }) {
  const { actions } = usePanel();
  const View = json ? JsonEditor : ArgumentsForm;
  return (
    <View
      schema={tool.info.inputSchema}
      draft={draft}
      problems={problems}
      onChange={(changed) => actions.setDraft(tool.key, changed)}
    />
  );
}
