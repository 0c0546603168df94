/** The session, by the reader that the panel has. */

import { readFile } from 'node:fs/promises';
import { readSessionFile, SessionFileError } from '../../www/devtools/model/session-file.js';
import { Failure, reasonOf } from './failure.js';

/** @param {string} file */
export async function readSession(file) {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new Failure(`${file} could not be read: ${reasonOf(error)}`);
  });
  try {
    return readSessionFile(text);
  } catch (error) {
    if (error instanceof SessionFileError) throw new Failure(`${file}: ${error.message}`);
    throw error;
  }
}
