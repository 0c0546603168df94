/** The arguments of a tool as JSON: another view of the same draft. */

/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../schema/draft.js' */

/**
 * @param {object} props
 * @param {unknown} [props.schema]
 * @param {Draft} props.draft
 * @param {(draft: Draft) => void} props.onChange
 * @param {Problem[]} [props.problems]
 * @param {boolean} [props.disabled]
 */
export function JsonEditor({ draft }) {
  return <pre class="code">{JSON.stringify(draft.value)}</pre>;
}
