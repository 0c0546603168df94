/** What a call gave: its content, its error, or where it led. Who shows it says its status and how long it took. */

/** @import {CallEntry} from '../../devtools/model/types.js' */

/** @typedef {Pick<CallEntry, 'status' | 'result' | 'raw' | 'errorCode' | 'error' | 'problems' | 'navigatedTo' | 'arrivedWith' | 'outcomeUnknown' | 'dropped'>} ShownCall */

/**
 * @param {object} props
 * @param {ShownCall} props.call one that has ended
 * @param {boolean} [props.untrusted] whether the tool says that its results may hold the words of others
 * @param {string} [props.name] of a file to download, without its ending
 */
export function ToolResult({ call }) {
  return <pre class="code">{JSON.stringify(call.result)}</pre>;
}
