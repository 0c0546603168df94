/** A text of strangers, plain, a piece of a large one at a time. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { LARGE } from './size.js';
import { piecesOf } from './visible.js';

/** @param {{ text: string, focusable?: boolean, label?: string }} props `focusable`: it scrolls by itself */
export function VisibleText({ text: whole, focusable, label }) {
  const { text } = useMessages();
  const [shown, setShown] = useState(LARGE);
  return (
    <>
      <pre class="code text" {...scrolling(focusable, label)}>
        {piecesOf(whole.slice(0, shown)).map(({ text: piece, mark }, index) =>
          mark ? <mark key={index}>{piece}</mark> : piece,
        )}
      </pre>
      {whole.length > shown && (
        <button type="button" class="button small" onClick={() => setShown(shown + LARGE)}>
          {text('result.show-more')}
        </button>
      )}
    </>
  );
}

/** @param {boolean} [focusable] @param {string} [label] @returns {import('preact').HTMLAttributes<HTMLPreElement>} */
const scrolling = (focusable, label) =>
  focusable ? { tabIndex: 0, role: 'group', 'aria-label': label } : {};
