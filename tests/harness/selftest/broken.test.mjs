/** Cannot be read, which must be reported. */

import { test } from '../page.mjs';

test('names an environment that does not exist', {
  only: /** @type {any} */ ({ c999: 'a typing error' }),
}, () => {});
