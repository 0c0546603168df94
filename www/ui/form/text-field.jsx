/** A text: in one line that grows with it, or with what its format offers. */
import { useMessages } from '../context.js';
import { setValue, unset } from '../schema/draft.js';
import { useForm } from './context.js';
import { dateInputOf } from './dates.js';
import { placeholderOf } from './describe.js';
import { Frame } from './frame.jsx';

/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** Longer texts get more room. */
const LONG = 120;

/** @type {Record<string, 'email' | 'url' | 'tel'>} */
const KEYBOARDS = { email: 'email', 'idn-email': 'email', uri: 'url', url: 'url', iri: 'url', phone: 'tel' };

/** @param {FieldProps & { field: Field }} props */
export function TextField(props) {
  const { field, path, value, label, required } = props;
  const { change, disabled } = useForm();
  const { text } = useMessages();
  const format = String(field.node.format ?? '');
  const dates = dateInputOf(format, value);
  const shown = typeof value === 'string' ? value : '';
  const isLong =
    field.node.maxLength > LONG || shown.length > LONG || /multi|textarea|markdown|html/.test(format);
  /** @param {string} typed */
  const set = (typed) => change((draft) => setValue(draft, path, typed));
  return (
    <Frame
      {...props}
      control={({ id, describedBy, invalid }) => {
        const common = {
          id,
          part: 'input',
          disabled: disabled || value === null,
          'aria-describedby': describedBy,
          'aria-invalid': invalid || undefined,
          'aria-required': required || undefined,
        };
        if (dates)
          return (
            <input
              {...common}
              class="input"
              type={dates.type}
              step={dates.type === 'date' ? undefined : 1}
              value={dates.shown}
              onInput={({ currentTarget }) => {
                const written = dates.write(currentTarget.value);
                change((draft) =>
                  written === undefined ? unset(draft, path) : setValue(draft, path, written),
                );
              }}
            />
          );
        return (
          <>
            {format === 'color' && (
              <input
                type="color"
                class="color"
                aria-label={text('form.color', { name: label })}
                disabled={common.disabled}
                value={/^#[\da-f]{6}$/i.test(shown) ? shown : '#000000'}
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            )}
            <textarea
              {...common}
              class="input line"
              rows={isLong ? 4 : 1}
              autocomplete="off"
              spellcheck={isLong}
              inputMode={KEYBOARDS[format]}
              placeholder={value === null ? 'null' : placeholderOf(field, text)}
              value={shown}
              onInput={({ currentTarget }) => set(currentTarget.value)}
            />
          </>
        );
      }}
    />
  );
}
