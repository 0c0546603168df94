/** What the command line says. */

import { parseArgs } from 'node:util';
import { Failure, reasonOf } from './failure.js';

export const HELP = `Usage: webmcp-exec replay <session.json> [options]

Runs the calls of an exported session against a page, in their order, and says what came out otherwise.

  --url <address>          the page; by default the one in which the session was exported
  --only <tool or id>      only these calls; may be repeated
  --ignore <path>          what may differ, as in result.structuredContent.time; * is any member, ** any number of
                           them, so that **.time is each member "time"; may be repeated
  --timeout <ms>           how long a call may take, and how long its tool is waited for; default 30000
  --json <file>            writes the report as JSON, too; - prints it instead of the text

  --browser <name>         chromium (default), firefox or webkit
  --executable <file>      the browser's program, instead of the one that Playwright has installed
  --headed                 shows the browser
  --polyfill               loads the package's polyfill where the browser has no WebMCP
  --storage-state <file>   cookies and storage to begin with, as Playwright writes them: a login
  --help                   this text

Ends with 0 if every call came out as before, 1 if one did not, 2 if they could not be run.

The page's Content-Security-Policy is set aside, so that the package can be put into it.`;

/**
 * @typedef {object} Options
 * @property {string} file
 * @property {string} [url]
 * @property {string[]} only
 * @property {string[]} ignore
 * @property {number} timeout
 * @property {string} [json]
 * @property {'chromium' | 'firefox' | 'webkit'} browser
 * @property {string} [executable]
 * @property {boolean} headed
 * @property {boolean} polyfill
 * @property {string} [storageState]
 */

/** @type {readonly string[]} */
const BROWSERS = ['chromium', 'firefox', 'webkit'];

/** @param {string[]} args @returns {Options | 'help'} */
export function optionsOf(args) {
  const { values, positionals } = parsed(args);
  const [command, file, ...more] = positionals;
  if (values.help) return 'help';
  if (command !== 'replay')
    throw new Failure(
      command === undefined ? `say what to do\n\n${HELP}` : `there is no command "${command}"`,
    );
  if (file === undefined) throw new Failure('name the session file: webmcp-exec replay session.json');
  if (more.length > 0) throw new Failure(`one session file at a time, and "${more[0]}" is another`);
  const { browser, timeout } = values;
  if (!BROWSERS.includes(browser)) throw new Failure(`--browser is one of ${BROWSERS.join(', ')}`);
  if (!/^[1-9]\d{0,8}$/.test(timeout)) throw new Failure('--timeout is a number of milliseconds');
  if (values.url !== undefined && !URL.canParse(values.url))
    throw new Failure(`--url is a whole address, as in http://localhost:8080/, and not "${values.url}"`);
  return {
    file,
    url: values.url,
    only: values.only,
    ignore: values.ignore,
    timeout: Number(timeout),
    json: values.json,
    browser: /** @type {Options['browser']} */ (browser),
    executable: values.executable,
    headed: values.headed,
    polyfill: values.polyfill,
    storageState: values['storage-state'],
  };
}

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        only: { type: 'string', multiple: true, default: /** @type {string[]} */ ([]) },
        ignore: { type: 'string', multiple: true, default: /** @type {string[]} */ ([]) },
        timeout: { type: 'string', default: '30000' },
        json: { type: 'string' },
        browser: { type: 'string', default: 'chromium' },
        executable: { type: 'string' },
        headed: { type: 'boolean', default: false },
        polyfill: { type: 'boolean', default: false },
        'storage-state': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Failure(`${reasonOf(error)} (--help lists the options)`);
  }
}
