/** The arguments of a tool, its buttons, and what it gave. */
import { useEffect, useRef } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { createDraft } from '../../ui/schema/draft.js';
import { useLayout, usePanel, useSession, useView } from './context.js';
import { Outcome } from './outcome.jsx';
import { RunBar } from './run-bar.jsx';
import { RunForm } from './run-form.jsx';

/** @import {CallEntry, ToolEntry} from '../model/types.js' */

const EMPTY = createDraft();

/** @param {{ tool: ToolEntry }} props */
export function RunTab({ tool }) {
  const { session, actions } = usePanel();
  const { text } = useMessages();
  const json = useLayout((layout) => layout.json);
  const draft = useView((view) => view.drafts[tool.key]) ?? EMPTY;
  const call = useSession(() => session.history(tool.key).find(({ source }) => source === 'panel'));
  const ended = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isRunning = call?.status === 'running';

  // What has ended is looked at.
  useEffect(() => {
    if (call && !isRunning) ended.current?.scrollIntoView({ block: 'nearest' });
  }, [call?.id, isRunning]);

  // Of the last call, as long as nobody has changed its arguments.
  const refused = call?.status === 'bad-arguments' && sameArguments(call, draft.value);
  const problems = refused ? (call.problems ?? []) : [];
  return (
    <div class="run">
      <RunBar tool={tool} call={call} refused={refused} broken={draft.broken} json={json} />
      <div class="run-body">
        <RunForm tool={tool} draft={draft} problems={problems} json={json} />
        {refused && (
          <p class="error" role="note">
            {text('run.invalid')}
          </p>
        )}
        <div class="run-result" ref={ended}>
          {call ? (
            <Outcome call={call} tool={tool} onCancel={() => actions.cancel(tool.key)} />
          ) : (
            <p class="hint run-none">{text('run.none.text')}</p>
          )}
        </div>
      </div>
    </div>
  );
}

/** @param {CallEntry} call @param {unknown} value */
const sameArguments = ({ args }, value) => JSON.stringify(args) === JSON.stringify(value ?? {});
