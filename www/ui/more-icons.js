/** The icons of parts that are loaded late. */
import { addIcons } from './icons.jsx';

export const MORE = {
  add: 'M8 3.5v9M3.5 8h9',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  broken: 'M8 5v3.5M8 11v.1M8 2.5 14 13H2z',
  check: 'M3.5 8.5l3 3 6-7',
  clear: 'M3.5 4.5h9M6.5 4.5v-1h3v1M5 4.5l.5 8h5l.5-8M7.2 7v3.5M8.8 7v3.5',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  edit: 'M3 13l.5-2.5 7-7 2 2-7 7zM9.5 4.5l2 2',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3-1.5V8.5z',
  log: 'M3 4h10M3 8h10M3 12h6',
  more: 'M8 2.7a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M8 7.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M8 11.7a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6',
  move: 'M8 2v12M2 8h12M6.2 3.8 8 2l1.8 1.8M6.2 12.2 8 14l1.8-1.8M3.8 6.2 2 8l1.8 1.8M12.2 6.2 14 8l-1.8 1.8',
  paste: 'M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2.5h-5z',
  play: 'M5 3.5v9l7.5-4.5z',
  replay: 'M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v2.7h2.7',
  spark: 'M8 2.5 9.3 6.7 13.5 8 9.3 9.3 8 13.5 6.7 9.3 2.5 8 6.7 6.7z',
  stop: 'M4.5 4.5h7v7h-7z',
  upload: 'M8 10V3M5 5.5l3-3 3 3M3 13h10',
};

addIcons(MORE);
