/** Fields that differ: what they were, what they are. */
import { useMessages } from '../../ui/context.js';
import { brief } from '../model/brief.js';

/** @import {Difference} from '../model/types.js' */

/** So many are named. */
const MOST = 30;

const KINDS = {
  CREATE: { sign: '+', key: 'difference.created' },
  REMOVE: { sign: '−', key: 'difference.dropped' },
  CHANGE: { sign: '~', key: 'difference.was' },
};

/** @param {{ differences: Difference[] }} props */
export function DifferenceList({ differences }) {
  const { text } = useMessages();
  const left = differences.length - MOST;
  return (
    <ul class="differences">
      {differences.slice(0, MOST).map(({ type, path, value, oldValue }, index) => (
        <li key={index} data-kind={KINDS[type].sign}>
          <bdi>
            {text(KINDS[type].key, {
              path: path.join('.') || '…',
              before: brief(oldValue, 80),
              after: brief(value, 80),
            })}
          </bdi>
        </li>
      ))}
      {left > 0 && <li class="muted">{text('changes.more', { count: left })}</li>}
    </ul>
  );
}
