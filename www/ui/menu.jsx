/** A button with a menu under it. Who shows it says where the menu comes from, which may be loaded when it opens. */
import { useRef, useState } from 'preact/hooks';
import { useUi } from './context.js';
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
 * @typedef {object} MenuProps
 * @property {string} label
 * @property {MenuItem[]} items
 * @property {() => void} close
 * @property {() => void} focusButton
 */

/**
 * @param {object} props
 * @param {string} props.label
 * @param {IconName} [props.icon]
 * @param {MenuItem[]} props.items
 * @param {ComponentChildren} [props.children] beside the icon
 */
export function MenuButton({ label, icon, items, children }) {
  const { Menu } = useUi();
  const [open, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  return (
    <div class="menu-around">
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
        <Menu
          label={label}
          items={items}
          close={() => setOpen(false)}
          focusButton={() => button.current?.focus()}
        />
      )}
    </div>
  );
}
