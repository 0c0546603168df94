/** Session files that leave the browser and come in: by a download, by a choice of the person. */

import { SessionFileError } from '../model/session-file.js';

/** @import {SessionFile} from '../model/types.js' */

/** A file that is larger is not read. */
const LARGEST = 100_000_000;

/** How long a download may take to begin. */
const PATIENCE = 60_000;

/**
 * @param {SessionFile} file
 * @param {HTMLElement} near in the window that shows the panel
 */
export function download(file, near) {
  const { ownerDocument: document } = near;
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `webmcp-session-${file.exportedAt.slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
export async function readFile(file) {
  if (file.size > LARGEST) throw new SessionFileError('size', 'This session file is too large.');
  return file.text();
}
