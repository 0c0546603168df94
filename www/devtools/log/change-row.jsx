/** A row of the log: the page has changed its tools. */

import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { memo } from '../../ui/memo.js';
import { DifferenceList } from './difference-list.jsx';
import { TIME } from './time.js';

/** @import {ChangedTool, ChangeEntry} from '../model/types.js' */

const KINDS = /** @type {const} */ (['added', 'removed', 'changed']);

/** So many names are in the line. */
const MOST = 3;

/**
 * @param {object} props
 * @param {ChangeEntry} props.change
 * @param {boolean} props.open
 * @param {(id: string) => void} props.onToggle
 */
function Row({ change, open, onToggle }) {
  const { text, time } = useMessages();
  const kinds = KINDS.filter((kind) => change[kind].length > 0);
  const names = kinds.flatMap((kind) => change[kind]).map(({ name }) => name);
  return (
    <li class="log-row" part="log-row">
      <div class="log-line">
        <button type="button" class="log-head" aria-expanded={open} onClick={() => onToggle(change.id)}>
          <time class="log-time">{time(change.startedAt, TIME)}</time>
          <span class="log-status status-like">
            <Icon name="tools" />
            {text('changes.title')}
          </span>
          <span class="log-what">
            {kinds.map((kind) => (
              <span key={kind} class="badge" data-tone={TONES[kind]}>
                {text(`changes.${kind}`, { count: change[kind].length })}
              </span>
            ))}
            <bdi class="log-args mono">
              {names.slice(0, MOST).join(', ')}
              {names.length > MOST && '…'}
            </bdi>
          </span>
        </button>
      </div>
      {open && (
        <div class="log-details">
          {kinds.map((kind) => (
            <section key={kind}>
              <h4>{text(`changes.${kind}`, { count: change[kind].length })}</h4>
              <ul class="changed-tools">
                {change[kind].slice(0, SHOWN).map((/** @type {ChangedTool} */ tool) => (
                  <ChangedName key={tool.key} tool={tool} />
                ))}
                {change[kind].length > SHOWN && (
                  <li class="muted">{text('changes.more', { count: change[kind].length - SHOWN })}</li>
                )}
              </ul>
            </section>
          ))}
        </div>
      )}
    </li>
  );
}

export const ChangeRow = memo(Row);

const TONES = { added: 'ok', removed: 'danger', changed: 'accent' };

/** So many tools are named below. */
const SHOWN = 100;

/** @param {{ tool: ChangedTool }} props */
function ChangedName({ tool: { name, frame, differences } }) {
  return (
    <li>
      <bdi class="mono">{name}</bdi> {frame && <span class="muted">{frame}</span>}
      {differences.length > 0 && <DifferenceList differences={differences} />}
    </li>
  );
}
