// The schema validator, as Rust asks it: bundled with it into generated/json-schema.js by xtask/src/pkg.rs.
/*!
 * Bundled here: @cfworker/json-schema, Copyright (c) 2020 Jeremy Danyow, with code that derives from
 * Ajv, Copyright (c) 2015-2021 Evgeny Poberezkin, and from punycode.js, Copyright Mathias Bynens. MIT License:
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation
 * the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
 * to permit persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of
 * the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
 * THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
 * CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
 * IN THE SOFTWARE.
 */
import { Validator } from '@cfworker/json-schema';
import { begin, Limited, untried } from './globals.js';

/**
 * @param {import('@cfworker/json-schema').Schema | boolean} schema one that is ours: the validator writes into it
 * @param {import('@cfworker/json-schema').SchemaDraft} draft
 * @param {Map<string, number>} longest the longest text that each of its patterns may be tried on
 */
export const compile = (schema, draft, longest) => {
  begin(new Map());
  const firstErrorOnly = false;
  const validator = new Validator(schema, draft, firstErrorOnly);
  const patterns = new Map([...longest].map(([source, length]) => [source, new Limited(source, length)]));
  return {
    /** Every part of the schema by its address: the validator's own, which its types call private. */
    lookup: /** @type {any} */ (validator).lookup,
    /** @param {unknown} value plain JSON */
    check: (value) => {
      begin(patterns);
      return { errors: validator.validate(value).errors, untried: untried() };
    },
  };
};
