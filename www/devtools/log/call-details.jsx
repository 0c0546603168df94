/** All about a call: what was sent, what came, where it differs, who made it. */
import { useState } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { ToolResult } from '../../ui/result/tool-result.jsx';
import { brief } from '../model/brief.js';
import { weight } from '../model/plain.js';
import { usePanel, useSession } from '../panel/context.js';
import { DifferenceList } from './difference-list.jsx';
import { DATE_TIME } from './time.js';

/** @import {ComponentChildren} from 'preact' */
/** @import {CallEntry} from '../model/types.js' */

/** A value that is larger is shown when it is asked for. */
const LARGE = 20_000;

/** So many words of progress are shown. */
const MOST_PROGRESS = 20;

/** @param {{ call: CallEntry, hasChanged: boolean }} props */
export function CallDetails({ call, hasChanged }) {
  const { text } = useMessages();
  const { name, args, argsKnown, status, progress, progressCount, deviations } = call;
  const isOver = status !== 'running' && status !== 'activated';
  const untrusted = useSession(
    ({ tools }) => tools.find(({ key }) => key === call.key)?.info.annotations?.untrustedContentHint === true,
  );
  return (
    <div class="log-details">
      <Part title={text('call.arguments')}>
        {argsKnown ? <Json value={args} /> : <p class="muted">{text('call.not-told')}</p>}
      </Part>
      {progressCount > 0 && (
        <Part title={text('log.progress-count', { count: progressCount })}>
          <Code
            text={progress
              .slice(-MOST_PROGRESS)
              .map((one) => `${brief(one, 400)}\n`)
              .join('')}
          />
        </Part>
      )}
      {isOver && (
        <Part title={text('call.result')}>
          <ToolResult call={call} untrusted={untrusted} name={name} />
        </Part>
      )}
      {status === 'activated' && (
        <Part title={text('call.result')}>
          <p class="muted">{text('call.not-told')}</p>
        </Part>
      )}
      {deviations && deviations.length > 0 && (
        <Part title={text('call.deviations')}>
          <DifferenceList differences={deviations} />
        </Part>
      )}
      {hasChanged && <Changed call={call} />}
      <About call={call} />
    </div>
  );
}

/** @param {{ title: string, children: ComponentChildren }} props */
function Part({ title, children }) {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

/** @param {{ value: unknown }} props */
function Json({ value }) {
  const { text, number } = useMessages();
  const [isShown, setShown] = useState(false);
  const size = weight(value);
  if (size > LARGE && !isShown) {
    return (
      <p class="row">
        <span class="muted">{text('call.large', { size: number(size) })}</span>
        <button type="button" class="link" onClick={() => setShown(true)}>
          {text('call.show')}
        </button>
      </p>
    );
  }
  return <Code text={JSON.stringify(value, null, 2)} />;
}

/** @param {{ text: string }} props */
function Code({ text }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys, too
    <pre class="code" tabIndex={0}>
      {text}
    </pre>
  );
}

/** @param {{ call: CallEntry }} props */
function Changed({ call }) {
  const { session } = usePanel();
  const { text } = useMessages();
  const differences = session.changedSince(call);
  if (differences === null) return null;
  return (
    <Part title={text('call.changed')}>
      {differences.length > 0 ? (
        <DifferenceList differences={differences} />
      ) : (
        <p class="muted">{text('call.changed.unknown')}</p>
      )}
    </Part>
  );
}

/** @param {{ call: CallEntry }} props */
function About({ call }) {
  const { text, time } = useMessages();
  const { startedAt, source, door, origin, argsShape, provider } = call;
  const by = text(`log.source.${source}`);
  return (
    <dl class="log-about">
      <Fact name={text('call.at')}>{time(startedAt, DATE_TIME)}</Fact>
      <Fact name={text('call.by')}>{door ? text('call.door', { source: by, door }) : by}</Fact>
      {origin && <Fact name={text('call.place')}>{origin}</Fact>}
      {argsShape && (
        <Fact name={text('call.shape')}>
          {text(`call.shape.${argsShape}`)}
          {provider && ` · ${text(`provider.${provider}`)}`}
        </Fact>
      )}
    </dl>
  );
}

/** @param {{ name: string, children: ComponentChildren }} props */
function Fact({ name, children }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
