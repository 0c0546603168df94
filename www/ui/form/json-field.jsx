/** A value as JSON: what a schema says too little of, or what does not fit it. */
import { useMemo, useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { setText, setValue, unset } from '../schema/draft.js';
import { jsonErrorIn } from '../schema/json-error.js';
import { pointerOf } from '../schema/pointer.js';
import { jsonOf } from '../schema/value.js';
import { useForm } from './context.js';
import { Frame } from './frame.jsx';
import { sayError } from './say-error.js';

/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** @param {FieldProps & { field: Field, note?: string, onFocus: () => void, onBlur: () => void }} props */
export function JsonField(props) {
  const { field, path, value, required, note, onFocus, onBlur } = props;
  const { change, disabled, draft } = useForm();
  const messages = useMessages();
  const [sent, setSent] = useState({ text: '', value: /** @type {unknown} */ (undefined) });
  const written = useMemo(() => jsonOf(value, 2), [value]);
  const broken = draft.texts[pointerOf(path)];
  const shown = broken ?? (Object.is(sent.value, value) ? sent.text : written);
  const error = broken === undefined ? undefined : jsonErrorIn(broken);
  /** @param {string} text */
  const onInput = (text) => {
    if (text.trim() === '') return change((before) => unset(before, path));
    try {
      const parsed = JSON.parse(text);
      setSent({ text, value: parsed });
      change((before) => setValue(before, path, parsed));
    } catch {
      change((before) => setText(before, path, text));
    }
  };
  return (
    <>
      <Frame
        {...props}
        said={error && sayError(error, messages)}
        control={({ id, describedBy, invalid }) => (
          <textarea
            id={id}
            class="input line mono"
            part="input"
            rows={Math.min(8, shown.split('\n', 8).length)}
            spellcheck={false}
            autocomplete="off"
            disabled={disabled}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={required || undefined}
            placeholder={field.kind === 'null' ? 'null' : 'JSON'}
            value={shown}
            onFocus={onFocus}
            onBlur={onBlur}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
        )}
      />
      {note && <p class="hint">{note}</p>}
    </>
  );
}
