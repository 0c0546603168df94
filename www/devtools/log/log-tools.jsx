/** The strip above the log: what is shown of it, and what can be done with all of it. */
import { useRef } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { usePanel } from '../panel/context.js';
import { Action } from './call-actions.jsx';
import { SOURCES, STATUSES } from './filter.js';
import { download, readFile } from './transfer.js';

/** @import {LogFilter} from './filter.js' */

/**
 * @param {object} props
 * @param {LogFilter} props.filter
 * @param {number} props.replayable how many of the calls that are shown can be repeated
 * @param {(changes: Partial<LogFilter>) => void} props.onFilter
 * @param {() => void} props.onReplayAll
 * @param {(reason: string) => void} props.onRefused a file is none
 */
export function LogTools({ filter, replayable, onFilter, onReplayAll, onRefused }) {
  const { session, actions } = usePanel();
  const { text } = useMessages();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));

  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const importFile = async ({ currentTarget }) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    try {
      const count = await session.importSession(await readFile(file));
      onRefused('');
      actions.announce(text('log.imported', { count }));
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      const reason = name === 'SessionFileError' ? message : text('log.import-unreadable');
      onRefused(text('log.import-failed', { reason }));
    }
    // The same file may be chosen again.
    currentTarget.value = '';
  };

  return (
    <div class="bar log-tools" role="toolbar" aria-label={text('log.tools')}>
      <input
        type="search"
        class="input log-search"
        part="filter"
        aria-label={text('log.search')}
        placeholder={text('log.search')}
        value={filter.query}
        onInput={({ currentTarget }) => onFilter({ query: currentTarget.value })}
      />
      <Choice
        label={text('log.status')}
        prefix="log.status"
        values={STATUSES}
        value={filter.status}
        onChoose={(status) => onFilter({ status })}
      />
      <Choice
        label={text('log.source')}
        prefix="log.source"
        values={SOURCES}
        value={filter.source}
        onChoose={(source) => onFilter({ source })}
      />
      <span class="grow" />
      <Action icon="replay" label={text('replay-all.button')} disabled={replayable === 0} act={onReplayAll} />
      <Action
        icon="download"
        label={text('log.export')}
        act={() => input.current && download(session.exportSession(), input.current)}
      />
      <Action icon="upload" label={text('log.import')} act={() => input.current?.click()} />
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={importFile} />
      <Action
        icon="clear"
        label={text('log.clear')}
        act={() => {
          session.clear();
          actions.announce(text('log.cleared'));
        }}
      />
    </div>
  );
}

/**
 * @template {string} Value
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.prefix of the words
 * @param {readonly Value[]} props.values
 * @param {Value} props.value
 * @param {(value: Value) => void} props.onChoose
 */
function Choice({ label, prefix, values, value, onChoose }) {
  const { text } = useMessages();
  return (
    <select
      class="input log-choice"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(/** @type {Value} */ (currentTarget.value))}
    >
      {values.map((one) => (
        <option key={one} value={one}>
          {text(`${prefix}.${one}`)}
        </option>
      ))}
    </select>
  );
}
