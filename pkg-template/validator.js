// Checks values against JSON Schema. The core imports this file when a check is asked for, and not before.
import { compile } from './generated/json-schema.js';
import bytes from './generated/validate.bytes.js';
import * as glue from './generated/validate.js';

glue.initSync({ module: bytes() });

/**
 * @param {unknown} schema an object (compiled once: do not change it), or `true` or `false`
 * @param {unknown} value is checked as its JSON
 * @returns {import('./index.d.ts').Problem[]} everything that is wrong
 */
export const validate = (schema, value) => glue.validate(schema, value, compile);
