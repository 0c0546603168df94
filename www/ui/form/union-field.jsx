/** A value of one of several kinds. What the other kinds held comes back with them. */

import { useMessages } from '../context.js';
import { setVariant, unset } from '../schema/draft.js';
import { accepts, fieldOf } from '../schema/field.js';
import { pointerOf } from '../schema/pointer.js';
import { blankOf } from '../schema/sample.js';
import { isObject, isSame, member } from '../schema/value.js';
import { variantFor } from '../schema/variants.js';
import { useForm, useOwnId } from './context.js';
import { FieldView } from './field-view.jsx';

/** @import {Field, VariantOfField} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** @type {VariantOfField[]} */
const NONE = [];

/** @param {FieldProps & { field: Field }} props */
export function UnionField(props) {
  const { field, path, value, label, bare, fixed } = props;
  const { root, change, disabled, draft } = useForm();
  const { text } = useMessages();
  const id = useOwnId();
  const variants = field.variants ?? NONE;
  const chosen = draft.variants[pointerOf(path)]?.index;
  const at = chosen !== undefined && chosen < variants.length ? chosen : variantFor(value, variants, root);
  const { schema } = variants[at] ?? { schema: true };
  /** @param {number} to */
  const choose = (to) => {
    const initial = (/** @type {unknown} */ before) => carried(before, variants[to].schema, root);
    change((before) => setVariant(before, path, { from: at, to, initial }));
  };
  const name = typeof path.at(-1) === 'string' && path.at(-1) !== label ? path.at(-1) : undefined;
  return (
    <div class="union" role="group" aria-label={label}>
      <div class="field-head">
        {!bare && (
          <span class="label">
            {label} {name !== undefined && <code class="mono muted">{name}</code>}
          </span>
        )}
        <label class="variant">
          <span class={bare ? 'label' : 'visually-hidden'}>
            {bare ? text('form.variant.short') : text('form.variant', { name: label })}
          </span>
          <select
            id={id}
            class="input"
            part="input"
            disabled={disabled}
            value={String(at)}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {variants.map((variant, index) => (
              <option value={String(index)} key={`${index} ${variant.label}`}>
                {nameOf(variant, index, text)}
              </option>
            ))}
          </select>
        </label>
        {value !== undefined && !fixed && (
          <button
            type="button"
            class="button quiet small end"
            aria-label={text('form.unset', { name: label })}
            disabled={disabled}
            onClick={(event) => {
              change((before) => unset(before, path));
              event.currentTarget.parentElement?.querySelector('select')?.focus();
            }}
          >
            {text('form.unset.short')}
          </button>
        )}
      </div>
      {field.description && !bare && <p class="hint">{field.description}</p>}
      <FieldView {...props} key={at} schema={schema} bare fixed />
    </div>
  );
}

/** @param {VariantOfField} variant @param {number} index @param {(key: string, values?: any) => string} text */
function nameOf({ label, type }, index, text) {
  if (label !== undefined) return label;
  return type ? text(`form.kind.${type}`) : text('form.variant.number', { number: index + 1 });
}

/** What a kind that was never chosen takes over. @param {unknown} before @param {unknown} schema @param {unknown} root */
function carried(before, schema, root) {
  const field = fieldOf(schema, root);
  if (before === undefined) return field.kind === 'choice' ? blankOf(schema, root) : undefined;
  if (!field.properties || !isObject(before)) return accepts(field, before) ? before : blankOf(schema, root);
  const members = field.properties.flatMap(({ name, schema: ofMember, required }) => {
    const inner = fieldOf(ofMember, root);
    const held = member(before, name);
    const isFixed = inner.options?.length === 1;
    const fits = inner.options?.some((option) => isSame(option.value, held)) ?? accepts(inner, held);
    if (held !== undefined && fits) return [[name, held]];
    return isFixed && required ? [[name, inner.options?.[0]?.value]] : [];
  });
  return Object.fromEntries(members);
}
