/** `webmcp-exec replay session.json`: the calls of a session, once more, and what came out otherwise. */

import { writeFile } from 'node:fs/promises';
import { withBrowser } from './browser.js';
import { Failure } from './failure.js';
import { HELP, optionsOf } from './options.js';
import { replay } from './replay.js';
import { asText } from './report.js';
import { readSession } from './session.js';

/** What the command ends with. */
const SAME = 0;
const DIFFERENT = 1;
const NOT_RUN = 2;

/** @param {string[]} args */
async function main(args) {
  const options = optionsOf(args);
  if (options === 'help') {
    console.log(HELP);
    return SAME;
  }
  const session = await readSession(options.file);
  const report = await withBrowser(options, (browser) => replay(browser, session, options));
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (options.json === '-') process.stdout.write(json);
  else {
    console.log(asText(report));
    if (options.json !== undefined) await writeFile(options.json, json);
  }
  return report.calls.some(({ verdict }) => verdict === 'different') ? DIFFERENT : SAME;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    // What is expected to go wrong has a sentence; of anything else, where it happened helps.
    console.error(error instanceof Failure ? `webmcp-exec: ${error.message}` : error);
    process.exitCode = NOT_RUN;
  },
);
