/**
 * Icons: 16 by 16, drawn in lines of the text's colour, never without a name beside them. Those that are not needed at
 * first are in more-icons.js, which the parts import that show them.
 */

/** @import {MORE} from './more-icons.js' */

const FIRST = {
  bottom: 'M2.5 3.5h11v9h-11zM2.5 9.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6.5 8 10.5l4-4',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  float: 'M2.5 5.5h8v7h-8zM5.5 5.5v-2h8v7h-3',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.3A1.8 1.8 0 1 1 8 8.2v.8M8 11.2v.1',
  left: 'M2.5 3.5h11v9h-11zM6.5 3.5v9',
  open: 'M6.5 3.5h-3v9h9v-3M9 3.5h3.5V7M12.5 3.5 7.5 8.5',
  right: 'M2.5 3.5h11v9h-11zM9.5 3.5v9',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 6.5v-3M6 12.5v-3',
  tools:
    'M9.8 2.6a3.4 3.4 0 0 0-3.2 4.6L2.6 11.2a1.5 1.5 0 1 0 2.2 2.2l4-4a3.4 3.4 0 0 0 4.6-3.2c0-.5-.1-.9-.2-1.3L11 7 9 5l2.1-2.2c-.4-.1-.8-.2-1.3-.2z',
  up: 'M4 9.5l4-4 4 4',
};

/** @typedef {keyof typeof FIRST | keyof typeof MORE} IconName */

/** @type {Partial<Record<IconName, string>>} */
const paths = { ...FIRST };

/** @param {Partial<Record<IconName, string>>} more */
export function addIcons(more) {
  Object.assign(paths, more);
}

/** @param {{ name: IconName }} props */
export function Icon({ name }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
