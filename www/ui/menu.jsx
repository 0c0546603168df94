/** A button with a menu under it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.jsx';

/** @import {ComponentChildren} from 'preact' */
/** @import {IconName} from './icons.jsx' */

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {IconName} [icon]
 * @property {boolean} [checked] one of several, of which one holds
 * @property {boolean} [disabled]
 * @property {() => void} choose
 */

/**
 * @param {object} props
 * @param {string} props.label
 * @param {IconName} [props.icon]
 * @param {MenuItem[]} props.items
 * @param {ComponentChildren} [props.children] beside the icon
 */
export function MenuButton({ label, icon, items, children }) {
  const [open, setOpen] = useState(false);
  const around = useRef(/** @type {HTMLDivElement | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const entries = () =>
    /** @type {HTMLElement[]} */ ([...(around.current?.querySelectorAll('[role^="menuitem"]') ?? [])]);

  useEffect(() => {
    if (!open || !around.current) return;
    const { ownerDocument } = around.current;
    (entries().find((entry) => entry.ariaChecked === 'true') ?? entries()[0])?.focus();
    /** @param {Event} event */
    const leave = (event) => {
      if (around.current && !event.composedPath().includes(around.current)) setOpen(false);
    };
    for (const type of ['pointerdown', 'focusin']) ownerDocument.addEventListener(type, leave, true);
    return () => {
      for (const type of ['pointerdown', 'focusin']) ownerDocument.removeEventListener(type, leave, true);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const all = entries();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) all[(next + all.length) % all.length]?.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="menu-around" ref={around}>
      <button
        type="button"
        class={children ? 'button' : 'icon-button'}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={children ? undefined : label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
      {open && (
        <div class="menu" part="menu" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKey}>
          {items.map((item) => (
            <button
              type="button"
              key={item.label}
              {...roleOf(item)}
              aria-disabled={item.disabled || undefined}
              tabIndex={-1}
              onClick={() => {
                if (item.disabled) return;
                close();
                item.choose();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              <span class="grow">{item.label}</span>
              {item.checked && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** @param {MenuItem} item */
const roleOf = ({ checked }) =>
  checked === undefined
    ? { role: /** @type {const} */ ('menuitem') }
    : { role: /** @type {const} */ ('menuitemradio'), 'aria-checked': checked };
