/** The content blocks of a result, in order. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useMessages, useUi } from '../context.js';
import { JsonTree } from './json-tree.jsx';
import { Media } from './media.jsx';
import { Resource, ResourceLink } from './resource.jsx';
import { TextBlock } from './text-block.jsx';

/** So many are shown at once. */
const PAGE = 50;

/** @param {{ content: readonly any[], name: string }} props */
export function Blocks({ content, name }) {
  const { text } = useMessages();
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      {content.slice(0, shown).map((block, index) => (
        <div class="block" part="block" key={`${index} ${block?.type}`}>
          <Block block={block} name={content.length > 1 ? `${name}-${index + 1}` : name} />
        </div>
      ))}
      {content.length > shown && (
        <button type="button" class="button" onClick={() => setShown(shown + PAGE)}>
          {text('result.more-blocks', { count: Math.min(PAGE, content.length - shown) })}
        </button>
      )}
    </>
  );
}

/** @param {{ block: any, name: string }} props */
function Block({ block, name }) {
  const { text } = useMessages();
  const { renderers } = useUi();
  const [broken, setBroken] = useState(false);
  const render = renderers?.get(block?.type);
  if (render && !broken) return <Own block={block} render={render} onBroken={() => setBroken(true)} />;
  switch (block?.type) {
    case 'text':
      if (typeof block.text === 'string') return <TextBlock text={block.text} name={name} />;
      break;
    case 'image':
    case 'audio':
      return <Media kind={block.type} data={block.data} mimeType={block.mimeType} name={name} />;
    case 'resource':
      return <Resource block={block} name={name} />;
    case 'resource_link':
      return <ResourceLink block={block} />;
  }
  return <JsonTree value={block} label={text('result.block', { type: String(block?.type) })} />;
}

/** What the page draws itself. @param {{ block: any, render: (block: any, host: HTMLElement) => Node, onBroken: () => void }} props */
function Own({ block, render, onBroken }) {
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    if (!host.current) return;
    try {
      host.current.replaceChildren(render(block, host.current));
    } catch {
      onBroken();
    }
  }, [block, render]);
  return <div ref={host} />;
}
