/** A row of the log: a call, what can be done with it, and, when it is open, all about it. */
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { memo } from '../../ui/memo.js';
import { brief } from '../model/brief.js';
import { describeDuration } from '../panel/durations.js';
import { CallActions } from './call-actions.jsx';
import { CallDetails } from './call-details.jsx';
import { TIME } from './time.js';

/** @import {CallEntry} from '../model/types.js' */

/**
 * @param {object} props
 * @param {CallEntry} props.call
 * @param {boolean} props.open
 * @param {boolean} [props.nameless] where all rows are of one tool
 * @param {string} props.toolSignature of the tool as it is now: another one is another row
 * @param {(id: string) => void} props.onToggle
 */
function Row({ call, open, nameless = false, toolSignature, onToggle }) {
  const messages = useMessages();
  const { text, time } = messages;
  const { id, name, title, frame, status, startedAt, durationMs, args, argsKnown } = call;
  const hasChanged = toolSignature !== '' && call.signature !== undefined && call.signature !== toolSignature;
  return (
    <li class="log-row" part="log-row" data-status={status}>
      <div class="log-line">
        <button type="button" class="log-head" aria-expanded={open} onClick={() => onToggle(id)}>
          <time class="log-time">{time(startedAt, TIME)}</time>
          <span class="log-status status" part="status" data-status={status}>
            {text(`status.${status}`)}
          </span>
          <span class="log-what">
            {!nameless && <bdi class="log-name">{title || name}</bdi>}
            {!nameless && frame && !frame.own && <bdi class="muted log-frame">{frame.label}</bdi>}
            <bdi class="log-args mono">{argsKnown ? brief(args) : text('row.no-arguments')}</bdi>
          </span>
          <Badges call={call} hasChanged={hasChanged} />
          <span class="log-duration">
            {durationMs !== undefined && describeDuration(durationMs, messages)}
          </span>
        </button>
        <CallActions call={call} nameless={nameless} />
      </div>
      {open && <CallDetails call={call} hasChanged={hasChanged} />}
    </li>
  );
}

export const CallRow = memo(Row);

/** @param {{ call: CallEntry, hasChanged: boolean }} props */
function Badges({ call, hasChanged }) {
  const { text } = useMessages();
  const { source, from, unchecked, deviations, errorCode } = call;
  return (
    <span class="log-badges">
      {errorCode && call.status !== 'aborted' && <code class="badge mono">{errorCode}</code>}
      {deviations && (
        <span class="badge" data-tone={deviations.length > 0 ? 'warn' : 'ok'}>
          <Icon name="replay" />
          {deviations.length > 0 ? text('row.differs', { count: deviations.length }) : text('row.same')}
        </span>
      )}
      {hasChanged && (
        <span class="badge" data-tone="accent" title={text('row.changed-since.title')}>
          {text('row.changed-since')}
        </span>
      )}
      {unchecked && source === 'panel' && !from && (
        <span class="badge" title={text('log.unchecked.title')}>
          {text('log.unchecked')}
        </span>
      )}
      {from && <span class="badge">{text(`log.from.${from}`)}</span>}
      <span class="badge" title={text(`log.source.${source}.title`)}>
        {text(`log.source.${source}`)}
      </span>
    </span>
  );
}
