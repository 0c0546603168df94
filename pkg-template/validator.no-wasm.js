// `validator.js` for pages that refuse WebAssembly: the same Rust, translated to JavaScript.
import { compile } from './generated/json-schema.js';
import * as glue from './generated/validate.no-wasm.js';
import translated from './generated/validate.translated.js';

glue.initSync({ module: /** @type {any} */ (translated) });

/** @type {typeof import('./validator.js').validate} */
export const validate = (schema, value) => glue.validate(schema, value, compile);
