/**
 * The official JSON Schema Test Suite, all of its required tests for the four editions that are promised.
 *
 * `suite.json.gz` holds them as they stand at the commit that it names, with their licence (MIT). What fails is listed in
 * `failing.json`, by the reason; the list is exact in both directions.
 */

import { assert, test } from '../harness/page.mjs';
import { validatorOf } from './validator-of.mjs';

/** @typedef {{ description: string, schema: any, tests: { description: string, data: any, valid: boolean }[] }} Group */
/** @typedef {Record<string, Record<string, string[]>>} Failing titles of tests by file and group */

const folder = new URL('../fixtures/json-schema-test-suite/', import.meta.url);
const environments = { node: 'as it ends the same everywhere', c156: 'as it ends the same everywhere' };

/** The older editions are told by `$schema`; the suite does not repeat it in every test. */
const editions = /** @type {Record<string, string>} */ ({
  draft4: 'http://json-schema.org/draft-04/schema#',
  draft7: 'http://json-schema.org/draft-07/schema#',
});

test('S3-21 the JSON Schema Test Suite passes, but for what is listed', {
  node: true,
  only: environments,
}, async () => {
  const { validate } = await import(validatorOf(import.meta.resolve('webmcp-exec')));
  const { drafts } = JSON.parse(await unzipped(await read('suite.json.gz')));
  /** @type {Record<string, Failing>} */
  const listed = JSON.parse(new TextDecoder().decode(await read('failing.json')));
  const expected = Object.values(listed).flatMap(titles).sort();

  let passed = 0;
  /** @type {string[]} */
  const failed = [];
  for (const [draft, files] of Object.entries(drafts)) {
    for (const [file, groups] of Object.entries(/** @type {Record<string, Group[]>} */ (files))) {
      for (const { description, schema, tests } of groups) {
        const edition = editions[draft];
        const whole = edition && Object(schema) === schema ? { $schema: edition, ...schema } : schema;
        for (const { description: title, data, valid } of tests) {
          if (agrees(validate(whole, data), valid)) passed += 1;
          else failed.push(`${draft}/${file}: ${description}: ${title}`);
        }
      }
    }
  }
  failed.sort();
  assert.deepEqual(
    failed.filter((title) => !expected.includes(title)),
    [],
    'fails and is not listed',
  );
  assert.deepEqual(
    expected.filter((title) => !failed.includes(title)),
    [],
    'is listed and passes',
  );
  assert.deepEqual({ passed, failed: failed.length }, { passed: 3932, failed: 171 });
});

/** @param {import('webmcp-exec').Problem[]} problems @param {boolean} valid */
const agrees = (problems, valid) =>
  !problems.some(({ code }) => code === 'INTERNAL_ERROR') && (problems.length === 0) === valid;

/** @param {Failing} failing */
const titles = (failing) =>
  Object.entries(failing).flatMap(([file, groups]) =>
    Object.entries(groups).flatMap(([group, tests]) => tests.map((title) => `${file}: ${group}: ${title}`)),
  );

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function read(name) {
  const url = new URL(name, folder);
  if (url.protocol === 'file:') return new Uint8Array(await (await import('node:fs/promises')).readFile(url));
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const unzipped = (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
