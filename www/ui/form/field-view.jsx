/** The field that a part of a schema is. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { accepts, fieldOf } from '../schema/field.js';
import { ArrayField } from './array-field.jsx';
import { ChoiceField } from './choice-field.jsx';
import { useForm } from './context.js';
import { JsonField } from './json-field.jsx';
import { NumberField } from './number-field.jsx';
import { ObjectField } from './object-field.jsx';
import { TextField } from './text-field.jsx';
import { UnionField } from './union-field.jsx';

/** @import {FieldProps} from './context.js' */

/** @type {Partial<Record<import('../schema/field.js').Kind, any>>} */
const FIELDS = {
  array: ArrayField,
  boolean: ChoiceField,
  choice: ChoiceField,
  number: NumberField,
  object: ObjectField,
  string: TextField,
  union: UnionField,
};

/** What lies deeper is written as JSON. */
const DEEPEST = 12;

/** @param {FieldProps} props */
export function FieldView(props) {
  const { root } = useForm();
  const { text } = useMessages();
  const [asJson, setAsJson] = useState(false);
  const field = fieldOf(props.schema, root);
  const Known = FIELDS[field.kind];
  const fits = accepts(field, props.value) || (props.value === null && field.kind === 'null');
  const isDeep = props.path.length > DEEPEST;
  // While somebody writes a value that does not fit, the field stays what it is.
  if (!Known || !fits || isDeep || asJson) {
    const note = field.kind === 'never' ? text('form.never') : fits ? undefined : text('form.mismatch');
    return (
      <JsonField
        {...props}
        field={field}
        note={note}
        onFocus={() => setAsJson(!fits)}
        onBlur={() => setAsJson(false)}
      />
    );
  }
  return <Known {...props} label={props.label} field={field} />;
}
