/** The members of an object. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { renameKey, setValue } from '../schema/draft.js';
import { fieldOf } from '../schema/field.js';
import { pointerOf, stepBelow } from '../schema/pointer.js';
import { blankOf } from '../schema/sample.js';
import { isObject, member } from '../schema/value.js';
import { useForm } from './context.js';
import { FieldView } from './field-view.jsx';
import { Group } from './group.jsx';

/** @import {Problem} from 'webmcp-exec' */
/** @import {Field, Property} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** So many fields are shown at once. */
const PAGE = 60;

/** @param {FieldProps & { field: Field }} props */
export function ObjectField(props) {
  const { field, path, value, required, fixed, problems } = props;
  const { root, disabled } = useForm();
  const { text } = useMessages();
  const [shown, setShown] = useState(PAGE);
  const properties = field.properties ?? [];
  const names = new Set(properties.map(({ name }) => name));
  const others = isObject(value) ? Object.keys(value).filter((name) => !names.has(name)) : [];
  const isThere = isObject(value) || (value === undefined && (required || fixed));
  const page = properties
    .filter(
      ({ name, required: needed }, index) => index < shown || needed || member(value, name) !== undefined,
    )
    .slice(0, Math.max(shown, PAGE));
  const pointer = pointerOf(path);
  const visible = new Set(isThere ? [...page.map(({ name }) => name), ...others.slice(0, shown)] : []);
  const own = problems.filter((one) => !visible.has(stepBelow(one.pointer, pointer) ?? ''));

  /** @param {string} name @param {unknown} schema @param {boolean} [needed] */
  const view = (name, schema, needed) => (
    <FieldView
      key={name}
      schema={schema}
      path={[...path, name]}
      value={member(value, name)}
      label={fieldOf(schema, root).title ?? name}
      required={needed}
      problems={below(problems, pointer, name)}
    />
  );
  const hidden = properties.length + others.length - visible.size;
  return (
    <Group {...props} own={own} empty={{}}>
      {isThere && (
        <>
          {page.map(({ name, schema, required: needed }) => view(name, schema, needed))}
          {others.slice(0, shown).map((name) => (
            <div class="member" key={name}>
              {field.additional !== undefined && <MemberName {...props} name={name} />}
              {view(name, field.additional ?? true)}
            </div>
          ))}
          {hidden > 0 && (
            <button type="button" class="button" onClick={() => setShown(shown + PAGE)}>
              {text('form.more', { count: Math.min(hidden, PAGE) })}
            </button>
          )}
          {field.additional !== undefined && !disabled && <NewMember {...props} />}
        </>
      )}
    </Group>
  );
}

/** @param {readonly Problem[]} problems @param {string} pointer @param {string | number} step */
export const below = (problems, pointer, step) =>
  problems.length === 0
    ? problems
    : problems.filter((one) => stepBelow(one.pointer, pointer) === String(step));

/** The name of a member that the schema does not name. @param {FieldProps & { name: string }} props */
function MemberName({ path, value, name }) {
  const { change, disabled } = useForm();
  const { text } = useMessages();
  const [typed, setTyped] = useState(name);
  const isTaken = typed !== name && isObject(value) && Object.hasOwn(value, typed);
  return (
    <div class="member-name">
      <input
        class="input mono"
        part="input"
        aria-label={text('form.member-key', { name })}
        aria-invalid={isTaken || undefined}
        disabled={disabled}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => {
          if (!isTaken) change((draft) => renameKey(draft, path, name, typed));
        }}
      />
      {isTaken && <p class="error">{text('form.member-taken', { name: typed })}</p>}
    </div>
  );
}

/** @param {FieldProps & { field: Field }} props */
function NewMember({ path, value, field }) {
  const { root, change } = useForm();
  const { text } = useMessages();
  const [name, setName] = useState('');
  const isTaken = isObject(value) && Object.hasOwn(value, name);
  const known = /** @type {Property[]} */ (field.properties).some((property) => property.name === name);
  const add = () => {
    if (name === '' || isTaken || known) return;
    const schema = field.additional ?? true;
    const blank = fieldOf(schema, root).kind === 'json' ? '' : blankOf(schema, root);
    change((draft) => setValue(draft, [...path, name], blank));
    setName('');
  };
  return (
    <div class="row new-member">
      <input
        class="input mono grow"
        part="input"
        aria-label={text('form.member-name')}
        placeholder={text('form.member-name')}
        aria-invalid={isTaken || known || undefined}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <button
        type="button"
        class="button"
        aria-disabled={name === '' || isTaken || known || undefined}
        onClick={add}
      >
        {text('form.member-add')}
      </button>
      {(isTaken || known) && <p class="error">{text('form.member-taken', { name })}</p>}
    </div>
  );
}
