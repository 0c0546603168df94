/** A call that runs, with its clock, or what became of it. */
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { ToolResult } from '../../ui/result/tool-result.jsx';
import { describeDuration } from './durations.js';

/** @import {CallEntry, ToolEntry} from '../model/types.js' */

/** @param {{ call: CallEntry, tool: ToolEntry, onCancel: () => void }} props */
export function Outcome({ call, tool }) {
  const messages = useMessages();
  const { text } = messages;
  const isRunning = call.status === 'running';
  const isUntrusted = tool.info.annotations?.untrustedContentHint === true;
  return (
    <section class="outcome" part="result" aria-label={text('run.result')} aria-busy={isRunning}>
      <div class="row outcome-head">
        <span class="status" part="status" data-status={call.status}>
          {text(`status.${call.status}`)}
        </span>
        {isRunning ? (
          <Clock since={call.startedAt} />
        ) : (
          <span class="muted">{describeDuration(call.durationMs ?? 0, messages)}</span>
        )}
        {call.errorCode && <code class="badge mono">{call.errorCode}</code>}
        <span class="grow" />
        {isUntrusted && (
          <span class="badge" data-tone="warn" title={text('run.untrusted')}>
            {text('hint.untrustedContentHint')}
          </span>
        )}
      </div>
      {isRunning && <Progress call={call} />}
      {!isRunning && <ToolResult call={call} untrusted={isUntrusted} name={call.name} />}
    </section>
  );
}

/** @param {{ call: CallEntry }} props */
function Progress({ call: { progress, progressCount } }) {
  const { text } = useMessages();
  const last = /** @type {any} */ (progress.at(-1));
  const part = partOf(last);
  return (
    <>
      <progress class="progress" aria-label={text('run.running')} max={1} value={part} />
      {progressCount > 0 && part !== last && <p class="hint mono">{textOf(last)}</p>}
    </>
  );
}

/** How far the tool is, if it says so in one of the ways that are usual. @param {any} told */
function partOf(told) {
  const done = typeof told === 'number' ? told : (told?.progress ?? told?.done);
  const total = typeof told === 'number' ? 1 : (told?.total ?? 1);
  return typeof done === 'number' && done >= 0 && done <= total && total > 0 ? done / total : undefined;
}

/** @param {unknown} told */
function textOf(told) {
  const text = typeof told === 'string' ? told : (JSON.stringify(told) ?? '');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** @param {{ since: number }} props */
function Clock({ since }) {
  const messages = useMessages();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="muted clock" role="timer">
      {describeDuration(Math.max(0, now - since), messages)}
    </span>
  );
}
