/** The two ways to be without a value: `null`, where the schema has it, and none at all. */
import { useMessages } from '../context.js';
import { setValue, unset } from '../schema/draft.js';
import { useForm } from './context.js';

/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/**
 * @param {Pick<FieldProps, 'path' | 'value' | 'label' | 'fixed'> & { field: Field, onUnset: () => void }} props
 * `fixed`: it cannot be unset
 */
export function NullAndUnset({ field, path, value, label, fixed, onUnset }) {
  const { change, disabled } = useForm();
  const { text } = useMessages();
  const toggleNull = () =>
    change((draft) => (value === null ? unset(draft, path) : setValue(draft, path, null)));
  return (
    <>
      {field.nullable && (
        <button
          type="button"
          class="button small"
          aria-pressed={value === null}
          aria-label={text('form.null', { name: label })}
          disabled={disabled}
          onClick={toggleNull}
        >
          null
        </button>
      )}
      {value !== undefined && !fixed && (
        <button
          type="button"
          class="button quiet small"
          aria-label={text('form.unset', { name: label })}
          disabled={disabled}
          onClick={onUnset}
        >
          {text('form.unset.short')}
        </button>
      )}
    </>
  );
}
