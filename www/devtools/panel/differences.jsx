/** What has changed in a tool since its mark was cleared. */
import { useMessages } from '../../ui/context.js';
import { usePanel } from './context.js';

/** @import {Difference, ToolEntry} from '../model/types.js' */

/** So many are named. */
const MOST = 12;
/** Values are named by so many characters. */
const LONGEST = 60;

/** @param {{ tool: ToolEntry }} props */
export function Differences({ tool }) {
  const { session } = usePanel();
  const { text } = useMessages();
  const { change, differences } = tool;
  return (
    <div class="changed" data-tone={change === 'removed' ? 'danger' : 'accent'}>
      <p class="row">
        <span class="grow">{text(change === 'removed' ? 'change.removed.text' : 'change.text')}</span>
        <button type="button" class="link" onClick={() => session.clearMarks(tool.key)}>
          {text('list.seen')}
        </button>
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.slice(0, MOST).map((difference) => (
            <li key={difference.path.join('/')}>
              <bdi>{text(KINDS[difference.type], wordsOf(difference))}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const KINDS = { CREATE: 'change.created', REMOVE: 'change.dropped', CHANGE: 'change.was' };

/** @param {Difference} difference */
const wordsOf = ({ path, value, oldValue }) => ({
  path: path.join('.'),
  before: short(oldValue),
  after: short(value),
});

/** @param {unknown} value */
function short(value) {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
