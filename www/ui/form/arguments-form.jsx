/** A form for the arguments of a tool, made of its schema. */
import { useMemo, useRef } from 'preact/hooks';
import { useMessages, useStyles } from '../context.js';
import { addMessages } from '../messages.js';
import { discardJson } from '../schema/draft.js';
import { fieldOf } from '../schema/field.js';
import { FormContext } from './context.js';
import { FieldView } from './field-view.jsx';
import styles from './form.css';
import { messages } from './messages.js';

/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../schema/draft.js' */

addMessages(messages);

/** @type {readonly Problem[]} */
const NONE = [];

/** A schema that says nothing: arguments are an object at least. */
const ANY = { type: 'object' };

/**
 * @param {object} props
 * @param {unknown} props.schema
 * @param {Draft} props.draft
 * @param {(draft: Draft) => void} props.onChange
 * @param {readonly Problem[]} [props.problems] each is said at its field
 * @param {boolean} [props.disabled]
 */
export function ArgumentsForm({ schema, draft, onChange, problems = NONE, disabled = false }) {
  useStyles(styles);
  const { text } = useMessages();
  const root = useMemo(() => (fieldOf(schema, schema).kind === 'json' ? ANY : schema), [schema]);
  // Two changes may come before it is drawn again.
  const latest = useRef(draft);
  latest.current = draft;
  const state = {
    root,
    draft,
    disabled,
    change: (/** @type {(draft: Draft) => Draft} */ step) => {
      latest.current = step(latest.current);
      onChange(latest.current);
    },
  };
  const { kind, properties, additional } = fieldOf(root, root);
  const isNone = kind === 'object' && properties?.length === 0 && additional === undefined;
  return (
    <FormContext.Provider value={state}>
      <div class="form" part="form" role="group" aria-label={text('form.label')}>
        {draft.json !== undefined && (
          <p class="error">
            {text('form.json-broken')}{' '}
            <button type="button" class="link" onClick={() => state.change(discardJson)}>
              {text('form.json-discard')}
            </button>
          </p>
        )}
        {root === ANY && <p class="hint">{text('form.any')}</p>}
        {isNone && <p class="hint">{text('form.none')}</p>}
        <FieldView
          schema={root}
          path={ROOT}
          value={draft.value}
          label={text('form.label')}
          problems={problems}
          bare
          fixed
        />
      </div>
    </FormContext.Provider>
  );
}

/** @type {(string | number)[]} */
const ROOT = [];
