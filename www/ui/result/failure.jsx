/** An error, with what it came from. */
import { useMessages } from '../context.js';
import { visible } from './visible.js';

/** @import {ErrorDescription} from '../../devtools/model/types.js' */

/** So much of a text, and so many causes. */
const LONG = 4000;
const DEEPEST = 10;

/** @param {{ error: ErrorDescription, depth?: number }} props */
export function Failure({ error, depth = 0 }) {
  const { text } = useMessages();
  const { name, message, stack, cause } = error;
  return (
    <div class="failure">
      <p class="error">
        <strong>{visible(String(name)).slice(0, 100)}</strong>
        {': '}
        <bdi>{visible(String(message)).slice(0, LONG)}</bdi>
      </p>
      {typeof stack === 'string' && stack.trim() !== '' && (
        <details>
          <summary>{text('result.stack')}</summary>
          <pre class="code">{visible(stack.slice(0, LONG))}</pre>
        </details>
      )}
      {cause && depth < DEEPEST && (
        <div class="cause">
          <span class="muted">{text('result.cause')}</span>
          <Failure error={cause} depth={depth + 1} />
        </div>
      )}
    </div>
  );
}
