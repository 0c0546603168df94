/** A form for the arguments of a tool, made of its schema. */

/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../schema/draft.js' */

/**
 * @param {object} props
 * @param {unknown} props.schema
 * @param {Draft} props.draft
 * @param {(draft: Draft) => void} props.onChange
 * @param {Problem[]} [props.problems] each is said at its field
 * @param {boolean} [props.disabled]
 */
export function ArgumentsForm({ schema, draft }) {
  void schema;
  return <pre class="code">{JSON.stringify(draft.value)}</pre>;
}
