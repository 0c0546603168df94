/** The calls of one tool, newest first: to be looked at, repeated, and taken into the form. */
import { useMessages, useStyles } from '../../ui/context.js';
import controls from '../../ui/element/controls.css';
import { addMessages } from '../../ui/messages.js';
import { usePanel, useSession } from '../panel/context.js';
import { CallRow } from './call-row.jsx';
import styles from './log.css';
import { messages } from './messages.js';
import { useOpenRows } from './open-rows.js';

/** @import {ToolEntry} from '../model/types.js' */

addMessages(messages);

/** @param {{ tool: ToolEntry }} props */
export function HistoryTab({ tool }) {
  useStyles(controls, styles);
  const { session } = usePanel();
  const { text } = useMessages();
  // The history is a part of the log.
  useSession((snapshot) => snapshot.log);
  const { isOpen, toggle } = useOpenRows();
  const calls = session.history(tool.key);
  if (calls.length === 0) {
    return (
      <div class="empty">
        <h3>{text('history.empty')}</h3>
        <p>{text('history.empty.text')}</p>
      </div>
    );
  }
  return (
    <div class="log-history">
      <p class="hint">{text('history.hint', { older: 'Alt+↑', newer: 'Alt+↓' })}</p>
      <ol class="log-list" aria-label={text('tab.history')}>
        {calls.map((call) => (
          <CallRow
            key={call.id}
            call={call}
            open={isOpen(call.id)}
            nameless
            toolSignature={tool.signature}
            onToggle={toggle}
          />
        ))}
      </ol>
    </div>
  );
}
