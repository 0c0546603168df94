/** A number. What is typed stays as it is typed, also while it is no number yet. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { setText, setValue, unset } from '../schema/draft.js';
import { pointerOf } from '../schema/pointer.js';
import { useForm } from './context.js';
import { placeholderOf } from './describe.js';
import { Frame } from './frame.jsx';

/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** @param {string} text */
const read = (text) => (/^\s*[-+]?(\d|\.\d)/.test(text) ? Number(text) : Number.NaN);

/** @param {FieldProps & { field: Field }} props */
export function NumberField(props) {
  const { field, path, value, required } = props;
  const { change, disabled, draft } = useForm();
  const { text } = useMessages();
  const [typed, setTyped] = useState('');
  const broken = draft.texts[pointerOf(path)];
  const shown =
    broken ?? (Object.is(read(typed), value) ? typed : typeof value === 'number' ? String(value) : '');
  /** @param {string} next */
  const onInput = (next) => {
    setTyped(next);
    const number = read(next);
    change((before) => {
      if (next.trim() === '') return unset(before, path);
      return Number.isFinite(number) ? setValue(before, path, number) : setText(before, path, next);
    });
  };
  return (
    <Frame
      {...props}
      said={broken === undefined ? undefined : text('form.no-number', { text: broken })}
      control={({ id, describedBy, invalid }) => (
        <input
          id={id}
          class="input"
          part="input"
          type="text"
          inputMode={field.integer ? 'numeric' : 'decimal'}
          autocomplete="off"
          disabled={disabled || value === null}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          aria-required={required || undefined}
          placeholder={value === null ? 'null' : placeholderOf(field, text)}
          value={shown}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    />
  );
}
