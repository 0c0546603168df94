/** Repeats the calls that are shown: asks first, says how far it is, and what came of it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { usePanel } from '../panel/context.js';

/** @import {CallEntry} from '../model/types.js' */

/**
 * @param {object} props
 * @param {CallEntry[]} props.calls in the order in which they were made
 * @param {() => void} props.onEnd
 */
export function ReplayAll({ calls, onEnd }) {
  const { session, actions } = usePanel();
  const { text } = useMessages();
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState('');
  const stopping = useRef(new AbortController());
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    first.current?.focus();
    return () => stopping.current.abort();
  }, []);

  const careful = calls.filter(
    ({ key }) => session.tool(key)?.info.annotations?.readOnlyHint !== true,
  ).length;

  const start = async () => {
    const { signal } = stopping.current;
    /** @type {CallEntry[]} */
    const ends = [];
    for (const [index, { id }] of calls.entries()) {
      if (signal.aborted) break;
      setAt(index + 1);
      ends.push(...(await session.replayAll([id], { signal })));
    }
    const different = ends.filter(({ deviations = [] }) => deviations.length > 0).length;
    const words = text('replay-all.done', {
      count: ends.length,
      same: ends.length - different,
      different,
    });
    actions.announce(words);
    setSaid(words);
  };

  const leave = (
    <button type="button" class="button" onClick={onEnd}>
      {text(said ? 'notice.dismiss' : 'replay-all.leave')}
    </button>
  );
  if (said) return <Strip words={said}>{leave}</Strip>;
  if (at > 0) {
    return (
      <Strip words={text('replay-all.running', { at, count: calls.length })}>
        <button type="button" class="button danger" onClick={() => stopping.current.abort()}>
          {text('replay-all.stop')}
        </button>
      </Strip>
    );
  }
  const ask = text('replay-all.ask', { count: calls.length });
  return (
    <Strip words={careful > 0 ? `${ask} ${text('replay-all.careful', { count: careful })}` : ask}>
      <button type="button" class="button primary" ref={first} onClick={start}>
        {text('replay-all.start')}
      </button>
      {leave}
    </Strip>
  );
}

/** @param {{ words: string, children: import('preact').ComponentChildren }} props */
function Strip({ words, children }) {
  return (
    <div class="log-strip">
      <p class="grow">{words}</p>
      {children}
    </div>
  );
}
