/** What stands around a control: its label, what it is for, and what is wrong with it. */
import { useRef } from 'preact/hooks';
import { useMessages } from '../context.js';
import { unset } from '../schema/draft.js';
import { pointerOf } from '../schema/pointer.js';
import { useForm, useOwnId, useRefocus } from './context.js';
import { kindOf } from './describe.js';
import { NullAndUnset } from './null-and-unset.jsx';

/** @import {ComponentChildren} from 'preact' */
/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/**
 * What a control is given.
 *
 * @typedef {object} ControlProps
 * @property {string} id
 * @property {string} labelId
 * @property {string | undefined} describedBy
 * @property {boolean} invalid
 */

/**
 * @param {FieldProps & {
 *   field: Field, group?: boolean, said?: string, control: (props: ControlProps) => ComponentChildren,
 * }} props `group`: it has several controls; `said`: what is wrong with what is typed
 */
export function Frame({ field, path, value, label, required, bare, fixed, problems, group, said, control }) {
  const { change } = useForm();
  const { text } = useMessages();
  const around = useRef(/** @type {HTMLDivElement | null} */ (null));
  const refocus = useRefocus(around);
  const id = useOwnId();
  const errors = said === undefined ? problems : [{ message: said, pointer: pointerOf(path) }];
  const describedBy = [field.description && !bare && `${id}-hint`, errors.length > 0 && `${id}-errors`];
  const name = path.at(-1);
  const clear = () => {
    refocus('.control');
    change((draft) => unset(draft, path));
  };
  const labelled = (
    <>
      <bdi>{label}</bdi>
      {required && !fixed && <Required />}
    </>
  );
  return (
    <div class="field" part="field" data-set={value !== undefined || undefined} ref={around}>
      <div class={bare ? 'visually-hidden' : 'field-head'}>
        {group ? (
          <span class="label" part="label" id={`${id}-label`}>
            {labelled}
          </span>
        ) : (
          <label class="label" part="label" id={`${id}-label`} for={id}>
            {labelled}
          </label>
        )}
        {typeof name === 'string' && name !== label && <code class="mono muted">{name}</code>}
        <span class="kind">{kindOf(field, text)}</span>
      </div>
      <div class="control">
        {control({
          id,
          labelId: `${id}-label`,
          describedBy: describedBy.filter(Boolean).join(' ') || undefined,
          invalid: errors.length > 0,
        })}
        <NullAndUnset field={field} path={path} value={value} label={label} fixed={fixed} onUnset={clear} />
      </div>
      {field.description && !bare && (
        <p class="hint" id={`${id}-hint`}>
          {field.description}
        </p>
      )}
      <Errors id={`${id}-errors`} problems={errors} at={pointerOf(path)} />
    </div>
  );
}

export function Required() {
  const { text } = useMessages();
  return (
    <span class="required" title={text('form.required')}>
      <span aria-hidden="true"> *</span>
      <span class="visually-hidden"> {text('form.required')}</span>
    </span>
  );
}

/** So many are said at one place. */
const MOST = 20;

/** @param {{ id?: string, problems: readonly { pointer: string, message: string }[], at: string }} props */
export function Errors({ id, problems }) {
  const { text } = useMessages();
  if (problems.length === 0) return null;
  return (
    <div id={id} class="errors">
      {problems.slice(0, MOST).map(({ pointer, message }) => (
        <p class="error" part="error" key={`${pointer} ${message}`}>
          {message}
        </p>
      ))}
      {problems.length > MOST && (
        <p class="error">{text('form.more-problems', { count: problems.length - MOST })}</p>
      )}
    </div>
  );
}
