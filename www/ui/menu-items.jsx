/** What a menu offers, while it is open. */
import { useEffect, useRef } from 'preact/hooks';
import { useStyles } from './context.js';
import { Icon } from './icons.jsx';
import './more-icons.js';
import styles from './menu.css';

/** @import {MenuItem, MenuProps} from './menu.jsx' */

/** @param {MenuProps} props */
export function Menu({ label, items, close, focusButton }) {
  useStyles(styles);
  const menu = useRef(/** @type {HTMLDivElement | null} */ (null));
  const entries = () => /** @type {HTMLElement[]} */ ([...(menu.current?.children ?? [])]);

  useEffect(() => {
    if (!menu.current) return;
    const { ownerDocument, parentElement } = menu.current;
    (entries().find((entry) => entry.ariaChecked === 'true') ?? entries()[0])?.focus();
    /** @param {Event} event */
    const leave = (event) => {
      if (parentElement && !event.composedPath().includes(parentElement)) close();
    };
    for (const type of ['pointerdown', 'focusin']) ownerDocument.addEventListener(type, leave, true);
    return () => {
      for (const type of ['pointerdown', 'focusin']) ownerDocument.removeEventListener(type, leave, true);
    };
  }, []);

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const all = entries();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') return close();
    if (next !== undefined) all[(next + all.length) % all.length]?.focus();
    else if (event.key === 'Escape') {
      close();
      focusButton();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="menu" part="menu" ref={menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKey}>
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
            focusButton();
            item.choose();
          }}
        >
          {item.icon && <Icon name={item.icon} />}
          <span class="grow">{item.label}</span>
          {item.checked && <Icon name="check" />}
        </button>
      ))}
    </div>
  );
}

/** @param {MenuItem} item */
const roleOf = ({ checked }) =>
  checked === undefined
    ? { role: /** @type {const} */ ('menuitem') }
    : { role: /** @type {const} */ ('menuitemradio'), 'aria-checked': checked };
