/**
 * The ready-made calls: one button each in the page, one row each in `check.mjs`.
 *
 * `expected` is the outcome every browser has to give. Firefox's preview takes
 * tools of the top page only, so what calls a frame has another one there.
 *
 * @typedef {object} ReadyMadeCall
 * @property {string} id
 * @property {string} label
 * @property {string} hint what the call shows
 * @property {string} name the tool
 * @property {string} args as typed into the arguments field
 * @property {number} [timeout] milliseconds
 * @property {string} expected
 * @property {string} [expectedInPreview]
 */

/** @type {readonly ReadyMadeCall[]} */
export const readyMadeCalls = [
  {
    id: 'add',
    label: 'Add two mugs',
    hint: 'The basket changes',
    name: 'add_to_cart',
    args: json({ id: 'mug-dawn', qty: 2 }),
    expected: 'completed',
  },
  {
    id: 'search',
    label: 'Find posters',
    hint: 'The shelf shows the matches',
    name: 'search_products',
    args: json({ query: 'poster' }),
    expected: 'completed',
  },
  {
    id: 'all',
    label: 'Show everything',
    hint: 'No arguments: the same as {}',
    name: 'search_products',
    args: '',
    expected: 'completed',
  },
  {
    id: 'shipping',
    label: 'Ask a frame',
    hint: 'The tool lives in an iframe',
    name: 'get_shipping_quote',
    args: json({ country: 'JP', parcels: 2 }),
    expected: 'completed',
    expectedInPreview: 'not-found',
  },
  {
    id: 'slow',
    label: 'Slow report',
    hint: 'Takes a while: try Cancel',
    name: 'slow_report',
    args: json({ seconds: 5 }),
    expected: 'completed',
  },
  {
    id: 'timeout',
    label: 'With a timeout',
    hint: 'The call waits 800 ms only',
    name: 'slow_report',
    args: json({ seconds: 5 }),
    timeout: 800,
    expected: 'timed-out',
  },
  {
    id: 'order',
    label: 'Submit the form',
    hint: 'The call navigates a frame',
    name: 'order_print',
    args: json({ print: 'poster-moon', copies: 2, name: 'Ada' }),
    expected: 'navigated',
    expectedInPreview: 'not-found',
  },
  {
    id: 'fail',
    label: 'Failing checkout',
    hint: 'The tool throws',
    name: 'fail_checkout',
    args: json({}),
    expected: 'failed',
  },
  {
    id: 'fail-direct',
    label: 'The same, direct',
    hint: 'Registered without the package',
    name: 'fail_checkout_direct',
    args: json({}),
    expected: 'failed',
  },
  {
    id: 'no-product',
    label: 'No such product',
    hint: 'The tool refuses it itself',
    name: 'add_to_cart',
    args: json({ id: 'teapot', qty: 1 }),
    expected: 'failed',
  },
  {
    id: 'unknown',
    label: 'Unknown tool',
    hint: 'Nobody has registered it',
    name: 'fly_to_the_moon',
    args: json({}),
    expected: 'not-found',
  },
  {
    id: 'bad-arguments',
    label: 'Bad arguments',
    hint: 'Refused before the tool runs',
    name: 'add_to_cart',
    args: '{ "id": "mug-dawn", qty }',
    expected: 'bad-arguments',
  },
];

/** @param {object} value */
function json(value) {
  return JSON.stringify(value, null, 2);
}
