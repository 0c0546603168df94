/** The button in the corner. The page may put its own in its place, by the slot `toggle`. */

const SVG = 'http://www.w3.org/2000/svg';

/** A spanner. */
const DRAWING =
  'M12.2 3.2a4.3 4.3 0 0 0-4 5.8l-5 5a1.9 1.9 0 1 0 2.8 2.8l5-5a4.3 4.3 0 0 0 5.8-4c0-.6-.1-1.1-.3-1.6L13.8 8.9l-2.7-2.7 2.7-2.7c-.5-.2-1-.3-1.6-.3z';

/**
 * @typedef {object} ToggleState
 * @property {boolean} shown
 * @property {string} theme
 * @property {string} hotkey
 * @property {string} label
 */

/** @param {() => void} toggle */
export function createToggle(toggle) {
  /** @type {HTMLElement | undefined} */
  let element;
  /** @type {HTMLSlotElement} */
  let slot;
  /** @type {HTMLButtonElement} */
  let button;
  /** @type {HTMLElement} */
  let badge;

  // Made when it is first needed: a constructor of an element may not look at a document.
  const made = () => {
    if (element) return element;
    element = document.createElement('div');
    element.className = 'toggle';
    element.popover = 'manual';
    slot = document.createElement('slot');
    slot.name = 'toggle';
    button = document.createElement('button');
    button.type = 'button';
    button.part = 'toggle';
    button.ariaExpanded = 'false';
    badge = document.createElement('span');
    badge.part = 'badge';
    button.append(drawing(), badge);
    slot.append(button);
    element.append(slot);
    element.addEventListener('click', toggle);
    return element;
  };

  let name = '';
  // What is seen is said, too.
  const sayName = () => {
    button.ariaLabel = badge.textContent ? `${name}: ${badge.textContent}` : name;
  };

  return {
    get element() {
      return made();
    },
    /** @param {ToggleState} state */
    update({ shown, theme, hotkey, label }) {
      const popover = made();
      popover.dataset.theme = theme;
      name = label;
      sayName();
      button.title = hotkey ? `${label} (${hotkey})` : label;
      if (hotkey) button.setAttribute('aria-keyshortcuts', hotkey);
      if (!popover.isConnected || popover.matches(':popover-open') === shown) return;
      if (shown) popover.showPopover();
      else popover.hidePopover();
    },
    /** @param {number} tools */
    setCount(tools) {
      made();
      badge.textContent = tools > 0 ? String(tools) : '';
      sayName();
    },
    /** @param {boolean} busy */
    setBusy(busy) {
      made();
      button.ariaBusy = String(busy);
    },
    /** @param {Error} error */
    fail(error) {
      button.title = `${button.ariaLabel}: ${error.message}`;
    },
    focus() {
      const [own = button] = slot.assignedElements();
      /** @type {HTMLElement} */ (own).focus();
    },
  };
}

function drawing() {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of [
    ['viewBox', '0 0 20 20'],
    ['width', '20'],
    ['height', '20'],
    ['aria-hidden', 'true'],
  ])
    svg.setAttribute(name, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', DRAWING);
  svg.append(path);
  return svg;
}
