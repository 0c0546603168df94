/** The words of the settings. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const messages = {
  'settings.theme': 'Colours',
  'settings.theme.auto': 'As the system',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.max-log': 'Entries that the log keeps',
  'settings.observe': 'Log calls by others',
  'settings.observe.hint': 'By agents, by other scripts and by the page, as far as the browser tells.',
  'settings.timeout': 'Give up a call after',
  'settings.timeout.hint': 'In seconds. Empty: never.',
  'settings.reset': 'Reset the layout',
  'settings.close': 'Close the settings',
};
