/** What the last recorded run left: the results, and the texts made of them. */

/** @import {Results} from './results.d.ts' */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../tests/harness/package.mjs';
import { markdownOf } from './markdown.mjs';
import { summaryOf } from './summary.mjs';

const RESULTS = path.join(import.meta.dirname, 'results.json');
const MARKDOWN = path.join(import.meta.dirname, 'RESULTS.md');
const README = path.join(repository, 'README.md');
const [BEGIN, END] = [
  '<!-- benchmarks: written by cargo xtask bench --record -->',
  '<!-- end of benchmarks -->',
];
const NONE = 'Not measured yet.';

/** @param {Results} results */
export function record(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(MARKDOWN, markdownOf(results));
  const [before, after] = aroundTable(readFileSync(README, 'utf8'));
  writeFileSync(README, `${before}${BEGIN}\n\n${summaryOf(results)}\n\n${END}${after}`);
}

/** Each text as it is, and as the results want it. */
export function recordedTexts() {
  /** @type {Results | undefined} */
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : undefined;
  const readme = readFileSync(README, 'utf8');
  const [before, after] = aroundTable(readme);
  return {
    readme: {
      is: readme.slice(before.length + BEGIN.length, readme.length - after.length - END.length).trim(),
      wanted: results ? summaryOf(results) : NONE,
    },
    markdown: {
      is: existsSync(MARKDOWN) ? readFileSync(MARKDOWN, 'utf8') : NONE,
      wanted: results ? markdownOf(results) : NONE,
    },
  };
}

/** @param {string} text */
function aroundTable(text) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error('README.md has lost its markers of the benchmarks.');
  return [text.slice(0, begin), text.slice(end + END.length)];
}
