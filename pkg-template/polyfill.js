// @ts-check
// Brings `document.modelContext` to browsers that have none. Importing this file installs it.

import bytes from './generated/polyfill.bytes.js';
import { polyfillIn } from './generated/polyfill.js';
import { realms } from './realms.js';

export const { installModelContext, uninstallModelContext } = realms((realm) => polyfillIn(realm, bytes));

installModelContext();
