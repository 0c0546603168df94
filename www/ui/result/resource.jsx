/** Resources, and links to them: nothing is fetched before somebody clicks. */
import { useMessages } from '../context.js';
import { Icon } from '../icons.jsx';
import { Media } from './media.jsx';
import { TextBlock } from './text-block.jsx';
import { visible } from './visible.js';

/** Where a link may lead. */
const SCHEMES = ['https:', 'http:'];

/** The address, if a browser may go there. @param {string} uri */
export function safeUrl(uri) {
  try {
    const url = new URL(uri);
    return SCHEMES.includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** @param {{ uri: string }} props */
export function Address({ uri }) {
  const { text } = useMessages();
  const url = safeUrl(uri);
  const shown = visible(uri.slice(0, 500));
  if (!url)
    return (
      <span class="row">
        <code class="mono grow address">{shown}</code>
        <span class="hint">{text('result.not-a-link')}</span>
      </span>
    );
  return (
    <a class="link address" href={url.href} target="_blank" rel="noopener noreferrer" title={url.host}>
      {shown} <Icon name="open" />
    </a>
  );
}

/** @param {{ block: any }} props */
export function ResourceLink({ block }) {
  const [title, name, description] = [block.title, block.name, block.description].map(textOf);
  return (
    <div class="resource">
      <strong>{visible(title || name).slice(0, 300)}</strong>
      <Address uri={textOf(block.uri)} />
      {description && <p class="hint">{visible(description).slice(0, 2000)}</p>}
    </div>
  );
}

/** @param {{ block: any, name: string }} props */
export function Resource({ block, name }) {
  const resource = block.resource ?? {};
  const type = textOf(resource.mimeType);
  const kind = /^(image|audio)\//.exec(type)?.[1] ?? 'other';
  return (
    <div class="resource">
      <Address uri={textOf(resource.uri)} />
      {typeof resource.text === 'string' && <TextBlock text={resource.text} name={name} />}
      {resource.blob !== undefined && (
        <Media kind={/** @type {any} */ (kind)} data={resource.blob} mimeType={type} name={name} />
      )}
    </div>
  );
}
