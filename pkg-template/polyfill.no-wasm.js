// @ts-check
// `polyfill.js` for pages that refuse WebAssembly: the same Rust, translated to JavaScript. Importing this file installs it.

import { polyfillIn } from './generated/polyfill.no-wasm.js';
import translated from './generated/polyfill.translated.js';
import { realms } from './realms.js';

export const { installModelContext, uninstallModelContext } = realms((realm) =>
  polyfillIn(realm, translated),
);

installModelContext();
