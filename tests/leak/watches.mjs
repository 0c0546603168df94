/** The watches of calls for the executions of a document's tools: see src/context/executions.rs. */

import { assert } from '../harness/page.mjs';

/**
 * How many calls watch now. A document in which a tool of the package has been registered has the channel.
 *
 * @param {Document} document
 * @returns {number}
 */
export function watchesOf(document) {
  const channel = Reflect.get(document, Symbol.for('webmcp-exec@1'));
  assert.ok(channel, 'the document has no channel');
  const { size } = channel.watches;
  if (typeof size !== 'number') assert.fail('its watches are no set');
  return size;
}
