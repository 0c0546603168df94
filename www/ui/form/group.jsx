/** A fieldset: the fields of an object, or the items of an array. */
import { useRef } from 'preact/hooks';
import { useMessages } from '../context.js';
import { setValue, unset } from '../schema/draft.js';
import { pointerOf } from '../schema/pointer.js';
import { useForm, useOwnId, useRefocus } from './context.js';
import { kindOf } from './describe.js';
import { Errors, Required } from './frame.jsx';
import { NullAndUnset } from './null-and-unset.jsx';

/** @import {ComponentChildren} from 'preact' */
/** @import {Problem} from 'webmcp-exec' */
/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/**
 * @param {FieldProps & {
 *   field: Field, own: readonly Problem[], empty?: unknown, children: ComponentChildren,
 * }} props `own`: the problems that none of its fields tells; `empty`: what it is once it is set, if that can be chosen
 */
export function Group({ field, path, value, label, required, bare, fixed, own, empty, children }) {
  const { change, disabled } = useForm();
  const { text } = useMessages();
  const around = useRef(/** @type {HTMLFieldSetElement | null} */ (null));
  const refocus = useRefocus(around);
  const id = useOwnId();
  const name = path.at(-1);
  /** @param {boolean} set */
  const toggle = (set) => {
    refocus(set ? '.group-fields' : '.group-head');
    change((draft) => (set ? setValue(draft, path, empty) : unset(draft, path)));
  };
  const describedBy = [field.description && !bare && `${id}-hint`, own.length > 0 && `${id}-errors`];
  const buttons =
    bare && fixed && !field.nullable ? null : (
      <div class="group-head">
        {value === undefined && empty !== undefined && (
          <button
            type="button"
            class="button small"
            aria-label={text('form.set', { name: label })}
            disabled={disabled}
            onClick={() => toggle(true)}
          >
            {text('form.set.short')}
          </button>
        )}
        <NullAndUnset
          field={field}
          path={path}
          value={value}
          label={label}
          fixed={fixed}
          onUnset={() => toggle(false)}
        />
      </div>
    );
  return (
    <fieldset
      class="group"
      part="field"
      data-bare={bare || undefined}
      aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
      ref={around}
    >
      <legend class={bare ? 'visually-hidden' : 'label'} part="label">
        <bdi>{label}</bdi>
        {required && !fixed && <Required />}
        {typeof name === 'string' && name !== label && <code class="mono muted"> {name}</code>}
        {!bare && <span class="kind">{kindOf(field, text)}</span>}
      </legend>
      {buttons}
      {field.description && !bare && (
        <p class="hint" id={`${id}-hint`}>
          {field.description}
        </p>
      )}
      <Errors id={`${id}-errors`} problems={own} at={pointerOf(path)} />
      <div class="group-fields">{children}</div>
    </fieldset>
  );
}
