/** The arguments of a tool as JSON: another view of the same draft. */
import { useMemo, useState } from 'preact/hooks';
import { useMessages, useStyles } from '../context.js';
import { addMessages } from '../messages.js';
import { setJson } from '../schema/draft.js';
import { jsonErrorIn } from '../schema/json-error.js';
import { jsonOf } from '../schema/value.js';
import { useOwnId } from './context.js';
import styles from './form.css';
import { Errors } from './frame.jsx';
import { messages } from './messages.js';
import { sayError } from './say-error.js';

/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../schema/draft.js' */

addMessages(messages);

/** @type {readonly Problem[]} */
const NONE = [];

/**
 * @param {object} props
 * @param {unknown} [props.schema]
 * @param {Draft} props.draft
 * @param {(draft: Draft) => void} props.onChange
 * @param {readonly Problem[]} [props.problems]
 * @param {boolean} [props.disabled]
 */
export function JsonEditor({ draft, onChange, problems = NONE, disabled = false }) {
  useStyles(styles);
  const words = useMessages();
  const { text } = words;
  const id = useOwnId();
  const [sent, setSent] = useState(/** @type {{ text: string, value: unknown } | undefined} */ (undefined));
  const written = useMemo(() => jsonOf(draft.value ?? {}, 2), [draft.value]);
  const shown = draft.json ?? (sent && Object.is(sent.value, draft.value) ? sent.text : written);
  const error = useMemo(() => (draft.json === undefined ? undefined : jsonErrorIn(draft.json)), [draft.json]);
  const isObject = draft.value === undefined || (typeof draft.value === 'object' && draft.value !== null);
  const said = [
    ...(error ? [{ pointer: '', message: sayError(error, words) }] : []),
    ...(error || isObject ? [] : [{ pointer: '', message: text('json.no-arguments', { example: '{}' }) }]),
    ...(error ? [] : problems),
  ];
  /** @param {string} typed */
  const onInput = (typed) => {
    const next = setJson(draft, typed);
    setSent({ text: typed, value: next.value });
    onChange(next);
  };
  return (
    <div class="form json-editor" part="form">
      <textarea
        class="input mono"
        part="input"
        rows={Math.min(24, Math.max(8, shown.split('\n', 24).length + 1))}
        spellcheck={false}
        autocomplete="off"
        disabled={disabled}
        aria-label={text('json.label')}
        aria-invalid={said.length > 0 || undefined}
        aria-describedby={said.length ? `${id}-hint ${id}-errors` : `${id}-hint`}
        value={shown}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <div class="row">
        <p class="hint grow" id={`${id}-hint`}>
          {text('json.hint')}
        </p>
        <button
          type="button"
          class="button quiet small"
          disabled={disabled || error !== undefined}
          onClick={() => setSent(undefined)}
        >
          {text('json.format')}
        </button>
      </div>
      <Errors id={`${id}-errors`} problems={said} at="" />
      {Object.entries(draft.texts).map(([pointer, typed]) => (
        <p class="error" key={pointer}>
          {text('json.in-form', { pointer, text: typed })}
        </p>
      ))}
    </div>
  );
}
