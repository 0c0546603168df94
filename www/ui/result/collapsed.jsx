/** What is large is shown when somebody asks for it. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { Icon } from '../icons.jsx';
import '../more-icons.js';
import { jsonOf } from '../schema/value.js';
import { download } from './download.js';
import { describeSize, LARGE } from './size.js';

/** @import {ComponentChildren} from 'preact' */

/**
 * @param {object} props
 * @param {number} props.size about how many characters it is
 * @param {string} props.name of a file, without its ending
 * @param {unknown} props.value a text, or JSON
 * @param {ComponentChildren} props.children
 */
export function Collapsed({ size, name, value, children }) {
  const messages = useMessages();
  const { text } = messages;
  const [shown, setShown] = useState(false);
  if (size <= LARGE) return <>{children}</>;
  const isText = typeof value === 'string';
  return (
    <>
      <div class="row collapsed">
        <span class="grow muted">{text('result.large', { size: describeSize(size, messages) })}</span>
        <button type="button" class="button small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {text(shown ? 'result.hide' : 'result.show')}
        </button>
        <button
          type="button"
          class="button small"
          onClick={({ currentTarget }) => {
            const type = isText ? 'text/plain' : 'application/json';
            const blob = new Blob([isText ? value : jsonOf(value, 2)], { type });
            download(blob, `${name}.${isText ? 'txt' : 'json'}`, currentTarget);
          }}
        >
          <Icon name="download" />
          {text('result.download')}
        </button>
      </div>
      {shown && children}
    </>
  );
}
