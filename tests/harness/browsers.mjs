/** Finds the browsers. Each can be named by an environment variable; else the usual places are looked through. */

/** @import {BrowserKey} from './types.d.ts' */

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { repository } from './package.mjs';

/** @typedef {'chromium' | 'chromium-150' | 'firefox' | 'webkitdriver' | 'minibrowser' | 'xvfb'} Executable */

/** @type {Record<Executable, { variable: string, name: string, places: string[] }>} */
const executables = {
  chromium: {
    variable: 'WEBMCP_CHROMIUM',
    name: 'Chromium',
    places: ['/usr/bin/chromium', 'chromium'],
  },
  'chromium-150': {
    variable: 'WEBMCP_CHROMIUM_150',
    name: 'Chromium 150',
    places: [path.join(repository, 'target/browsers/chromium-150/usr/lib/chromium/chromium')],
  },
  firefox: {
    variable: 'WEBMCP_FIREFOX',
    name: 'Firefox',
    places: ['firefox-esr', 'firefox'],
  },
  webkitdriver: {
    variable: 'WEBMCP_WEBKITDRIVER',
    name: 'WebKitWebDriver',
    places: ['WebKitWebDriver'],
  },
  minibrowser: {
    variable: 'WEBMCP_MINIBROWSER',
    name: "WebKitGTK's MiniBrowser",
    places: ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'libexec', 'lib'].map(
      (folder) => `/usr/${folder}/webkit2gtk-4.1/MiniBrowser`,
    ),
  },
  xvfb: { variable: 'WEBMCP_XVFB', name: 'Xvfb', places: ['Xvfb'] },
};

/** @typedef {Partial<Record<Executable, string>>} Paths where the executables are */

/** @type {Record<BrowserKey, Executable[]>} */
const needs = {
  chromium: ['chromium'],
  'chromium-150': ['chromium-150'],
  firefox: ['firefox'],
  webkit: ['webkitdriver', 'minibrowser', 'xvfb'],
};

/**
 * The executables that a browser needs, or what is missing, in words.
 *
 * @param {BrowserKey} browser
 * @returns {{ paths: Paths } | { missing: string }}
 */
export function findBrowser(browser) {
  /** @type {Paths} */
  const paths = {};
  for (const key of needs[browser]) {
    const { variable, name, places } = executables[key];
    const named = process.env[variable];
    const found = (named ? [named] : places).map(findExecutable).find((place) => place !== undefined);
    if (found === undefined) {
      return {
        missing: named ? `${variable} names ${named}, no program` : `${name} not found (${variable})`,
      };
    }
    paths[key] = found;
  }
  return { paths };
}

/** @param {string} place a path, or a name to look for in PATH */
function findExecutable(place) {
  const folders = path.isAbsolute(place) ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, place)).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
