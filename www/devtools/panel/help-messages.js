/** The words of the help. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const messages = {
  'help.close': 'Close the help',
  'help.keys': 'Keys',
  'help.toggle': 'Open or close the panel',
  'help.filter': 'Search the tools',
  'help.move': 'Next and previous tool; Home and End: first and last',
  'help.enter': 'From the list to the first field',
  'help.run': 'Run',
  'help.cancel': 'Cancel the call',
  'help.json': 'Form or JSON',
  'help.history': 'Arguments of the previous or next call',
  'help.tabs': 'Next and previous tab; open and close in a tree',
  'help.panes': 'Next and previous part of the panel',
  'help.splitter': 'Move a line between two parts, with Shift in leaps',
  'help.escape': 'Close a menu, go back to the list, close the panel: a call goes on',
  'help.help': 'These keys',
  'help.more': 'Every one of them has a button, too.',
};
