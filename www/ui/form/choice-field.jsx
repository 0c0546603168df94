/** One of several values: side by side where they are few, else in a list. Yes or no is one, too. */
import { useMessages } from '../context.js';
import { setValue, unset } from '../schema/draft.js';
import { isSame, jsonOf } from '../schema/value.js';
import { useForm } from './context.js';
import { Frame } from './frame.jsx';

/** @import {Field, Option} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** So many are shown side by side. */
const FEW = 4;
/** So many are listed. */
const MOST = 500;

/** @param {FieldProps & { field: Field }} props */
export function ChoiceField(props) {
  const { field, path, value, label, required, fixed } = props;
  const { change, disabled } = useForm();
  const { text } = useMessages();
  const yesOrNo = [true, false].map((one) => ({ value: one, label: text(`form.${one}`) }));
  /** @type {Option[]} */
  const options = field.options ?? yesOrNo;
  const chosen = options.findIndex((option) => isSame(option.value, value));
  const isOther = value !== undefined && value !== null && chosen < 0;
  const off = disabled || (value === null && field.nullable);
  const isOptional = !required && !fixed;
  /** @param {number} index */
  const choose = (index) =>
    change((draft) => (index < 0 ? unset(draft, path) : setValue(draft, path, options[index].value)));

  if (options.length <= FEW && !isOther) {
    const listed = options.map((option, index) => ({
      label: option.label,
      title: option.description,
      index,
    }));
    if (isOptional) listed.push({ label: text('form.not-set'), title: undefined, index: -1 });
    return (
      <Frame
        {...props}
        fixed
        required={required}
        group
        control={({ id, labelId, describedBy, invalid }) => (
          <div
            class="options"
            role="radiogroup"
            aria-labelledby={labelId}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={(required && !fixed) || undefined}
          >
            {listed.map((option) => (
              <label class="option" key={option.index} title={option.title}>
                <input
                  type="radio"
                  class="check"
                  part="input"
                  name={id}
                  disabled={off}
                  checked={option.index < 0 ? value === undefined : option.index === chosen}
                  onChange={() => choose(option.index)}
                />
                <span class={option.index < 0 ? 'muted' : undefined}>{option.label}</span>
              </label>
            ))}
          </div>
        )}
      />
    );
  }
  return (
    <>
      <Frame
        {...props}
        fixed
        control={({ id, describedBy, invalid }) => (
          <select
            id={id}
            class="input"
            part="input"
            disabled={off}
            aria-label={props.bare ? label : undefined}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={required || undefined}
            value={isOther ? 'other' : String(chosen)}
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== 'other') choose(Number(currentTarget.value));
            }}
          >
            {(isOptional || chosen < 0) && !isOther && (
              <option value="-1">{text(isOptional ? 'form.not-set' : 'form.choose')}</option>
            )}
            {isOther && (
              <>
                <option value="other">
                  {text('form.not-allowed', { value: jsonOf(value).slice(0, 80) })}
                </option>
                <option value="-1">{text('form.not-set')}</option>
              </>
            )}
            {options.slice(0, MOST).map((option, index) => (
              <option value={String(index)} title={option.description} key={option.label}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      />
      {options.length > MOST && <p class="hint">{text('form.some-options', { count: MOST })}</p>}
    </>
  );
}
