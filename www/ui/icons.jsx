/** Icons: 16 by 16, drawn in lines of the text's colour, never without a name beside them. */

const PATHS = {
  add: 'M8 3.5v9M3.5 8h9',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  bottom: 'M2.5 3.5h11v9h-11zM2.5 9.5h11',
  broken: 'M8 5v3.5M8 11v.1M8 2.5 14 13H2z',
  check: 'M3.5 8.5l3 3 6-7',
  clear: 'M3.5 4.5h9M6.5 4.5v-1h3v1M5 4.5l.5 8h5l.5-8M7.2 7v3.5M8.8 7v3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  down: 'M4 6.5 8 10.5l4-4',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  edit: 'M3 13l.5-2.5 7-7 2 2-7 7zM9.5 4.5l2 2',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3-1.5V8.5z',
  float: 'M2.5 5.5h8v7h-8zM5.5 5.5v-2h8v7h-3',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.3A1.8 1.8 0 1 1 8 8.2v.8M8 11.2v.1',
  left: 'M2.5 3.5h11v9h-11zM6.5 3.5v9',
  log: 'M3 4h10M3 8h10M3 12h6',
  more: 'M8 3.5v.1M8 8v.1M8 12.5v.1',
  move: 'M8 2v12M2 8h12M6.2 3.8 8 2l1.8 1.8M6.2 12.2 8 14l1.8-1.8M3.8 6.2 2 8l1.8 1.8M12.2 6.2 14 8l-1.8 1.8',
  open: 'M6.5 3.5h-3v9h9v-3M9 3.5h3.5V7M12.5 3.5 7.5 8.5',
  paste: 'M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2.5h-5z',
  play: 'M5 3.5v9l7.5-4.5z',
  replay: 'M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v2.7h2.7',
  right: 'M2.5 3.5h11v9h-11zM9.5 3.5v9',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 6.5v-3M6 12.5v-3',
  spark: 'M8 2.5 9.3 6.7 13.5 8 9.3 9.3 8 13.5 6.7 9.3 2.5 8 6.7 6.7z',
  stop: 'M4.5 4.5h7v7h-7z',
  tools:
    'M9.8 2.6a3.4 3.4 0 0 0-3.2 4.6L2.6 11.2a1.5 1.5 0 1 0 2.2 2.2l4-4a3.4 3.4 0 0 0 4.6-3.2c0-.5-.1-.9-.2-1.3L11 7 9 5l2.1-2.2c-.4-.1-.8-.2-1.3-.2z',
  up: 'M4 9.5l4-4 4 4',
  upload: 'M8 10V3M5 5.5l3-3 3 3M3 13h10',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {{ name: IconName }} props */
export function Icon({ name }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
