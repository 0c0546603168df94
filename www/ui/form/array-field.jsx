/** The items of a list. */
import { useRef, useState } from 'preact/hooks';
import { useAnnounce, useMessages } from '../context.js';
import { Icon } from '../icons.jsx';
import '../more-icons.js';
import { addItem, moveItem, removeItem } from '../schema/draft.js';
import { fieldOf } from '../schema/field.js';
import { pointerOf, stepBelow } from '../schema/pointer.js';
import { blankOf } from '../schema/sample.js';
import { useForm, useRefocus } from './context.js';
import { FieldView } from './field-view.jsx';
import { Group } from './group.jsx';
import { below } from './object-field.jsx';

/** @import {Field} from '../schema/field.js' */
/** @import {FieldProps} from './context.js' */

/** So many items are shown at once. */
const PAGE = 30;

/** @param {FieldProps & { field: Field }} props */
export function ArrayField(props) {
  const { field, path, value, label, problems } = props;
  const { root, change, disabled } = useForm();
  const { text } = useMessages();
  const announce = useAnnounce();
  const around = useRef(/** @type {HTMLDivElement | null} */ (null));
  const refocus = useRefocus(around);
  const [shown, setShown] = useState(PAGE);
  const items = Array.isArray(value) ? value : [];
  const pointer = pointerOf(path);
  const own = problems.filter(
    ({ pointer: at }) => !(Number(stepBelow(at, pointer) ?? -1) in items.slice(0, shown)),
  );
  /** @param {number} index */
  const schemaOf = (index) => field.item?.(index) ?? true;

  const add = () => {
    refocus(`[data-item="${items.length}"]`);
    setShown(Math.max(shown, items.length + 1));
    change((draft) => addItem(draft, path, blankOf(schemaOf(items.length), root)));
  };
  /** @param {number} index */
  const remove = (index) => {
    announce(text('form.removed', { name: nameOf(index) }));
    refocus(items.length > 1 ? `[data-item="${Math.min(index, items.length - 2)}"]` : '.add-item');
    change((draft) => removeItem(draft, path, index));
  };
  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    refocus(`[data-item="${to}"] [data-move="${to < from ? 'up' : 'down'}"]`);
    change((draft) => moveItem(draft, path, from, to));
  };
  /** @param {number} index */
  const nameOf = (index) => text('form.item', { name: label, number: index + 1 });
  /** @param {number} index @param {-1 | 1} by */
  const mover = (index, by) => {
    const to = index + by;
    const name = text(by < 0 ? 'form.up' : 'form.down', { name: nameOf(index) });
    const isOff = disabled || to < 0 || to >= items.length;
    return (
      <button
        type="button"
        class="icon-button small"
        data-move={by < 0 ? 'up' : 'down'}
        aria-label={name}
        title={name}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && move(index, to)}
      >
        <Icon name={by < 0 ? 'up' : 'down'} />
      </button>
    );
  };

  return (
    <Group {...props} own={own} empty={[]}>
      <div class="items" ref={around}>
        {items.slice(0, shown).map((item, index) => (
          <div class="item" key={index} data-item={index}>
            <span class="item-number" aria-hidden="true">
              {index + 1}
            </span>
            <div class="grow">
              <FieldView
                schema={schemaOf(index)}
                path={[...path, index]}
                value={item}
                label={fieldOf(schemaOf(index), root).title ?? nameOf(index)}
                problems={below(problems, pointer, index)}
                bare
                fixed
              />
            </div>
            <div class="item-buttons">
              {mover(index, -1)}
              {mover(index, 1)}
              <button
                type="button"
                class="icon-button small"
                aria-label={text('form.remove', { name: nameOf(index) })}
                title={text('form.remove', { name: nameOf(index) })}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <Icon name="close" />
              </button>
            </div>
          </div>
        ))}
        {items.length > shown && (
          <button type="button" class="button" onClick={() => setShown(shown + PAGE)}>
            {text('form.more', { count: Math.min(PAGE, items.length - shown) })}
          </button>
        )}
        {value !== null && (
          <button
            type="button"
            class="button small add-item"
            aria-label={text('form.add-to', { name: label })}
            disabled={disabled}
            onClick={add}
          >
            <Icon name="add" />
            {text('form.add')}
          </button>
        )}
      </div>
    </Group>
  );
}
