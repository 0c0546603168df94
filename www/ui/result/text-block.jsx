/** A text, plain, or as the tree of the JSON that it is. */
import { useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { Collapsed } from './collapsed.jsx';
import { JsonTree } from './json-tree.jsx';
import { VisibleText } from './visible-text.jsx';

/** @param {{ text: string, name: string }} props */
export function TextBlock({ text: whole, name }) {
  const { text } = useMessages();
  const [parsed, setParsed] = useState(/** @type {{ value: unknown } | undefined} */ (undefined));
  const [failed, setFailed] = useState(false);
  if (whole === '') return <p class="hint">{text('result.empty-text')}</p>;
  const mayBeJson = !failed && /^\s*[[{]/.test(whole.slice(0, 200));
  const toggle = () => {
    if (parsed) return setParsed(undefined);
    try {
      setParsed({ value: JSON.parse(whole) });
    } catch {
      setFailed(true);
    }
  };
  return (
    <div class="text-block">
      {mayBeJson && (
        <button
          type="button"
          class="button small as-tree"
          aria-pressed={parsed !== undefined}
          onClick={toggle}
        >
          {text('result.as-tree')}
        </button>
      )}
      {failed && <p class="hint">{text('result.no-json')}</p>}
      <Collapsed size={whole.length} name={name} value={whole}>
        {parsed ? (
          <JsonTree value={parsed.value} label={text('result.text')} />
        ) : (
          <VisibleText text={whole} focusable label={text('result.text')} />
        )}
      </Collapsed>
    </div>
  );
}
