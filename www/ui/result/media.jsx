/** Images and sounds, by addresses that end with what shows them. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useMessages } from '../context.js';
import { Icon } from '../icons.jsx';
import '../more-icons.js';
import { blobOf, download } from './download.js';
import { describeSize } from './size.js';

/** Larger ones, in base64, are shown when somebody asks for it. */
const LARGE_MEDIA = 8_000_000;

/**
 * @param {object} props
 * @param {'image' | 'audio' | 'other'} props.kind
 * @param {unknown} props.data base64
 * @param {unknown} props.mimeType
 * @param {string} props.name of a file, without its ending
 */
export function Media({ kind, data, mimeType, name }) {
  const messages = useMessages();
  const { text } = messages;
  const type = typeof mimeType === 'string' ? mimeType : '';
  const isLarge = String(data).length > LARGE_MEDIA;
  const [wanted, setWanted] = useState(!isLarge);
  const [failed, setFailed] = useState(false);
  const blob = useMemo(
    () => (wanted && typeof data === 'string' ? blobOf(data, type) : undefined),
    [wanted, data, type],
  );
  const url = useObjectUrl(kind === 'other' ? undefined : blob);
  if (!wanted)
    return (
      <div class="row collapsed">
        <span class="grow muted">
          {text('result.large', { size: describeSize(String(data).length * 0.75, messages) })}
        </span>
        <button type="button" class="button small" onClick={() => setWanted(true)}>
          {text('result.show')}
        </button>
      </div>
    );
  if (!blob) return <p class="error">{text('result.no-base64')}</p>;
  const alt = text(`result.${kind}`, { type });
  return (
    <figure class="media">
      {url && !failed && kind === 'image' && <img src={url} alt={alt} onError={() => setFailed(true)} />}
      {url && !failed && kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: a tool gives no captions
        <audio controls src={url} aria-label={alt} onError={() => setFailed(true)} />
      )}
      {failed && <p class="error">{text('result.not-shown')}</p>}
      <figcaption class="row muted">
        <span class="grow">
          {type || alt} · {describeSize(blob.size, messages)}
        </span>
        <button
          type="button"
          class="button quiet small"
          onClick={({ currentTarget }) => download(blob, `${name}.${endingOf(type)}`, currentTarget)}
        >
          <Icon name="download" />
          {text('result.download')}
        </button>
      </figcaption>
    </figure>
  );
}

/** @param {string} type */
const endingOf = (type) => /^\w+\/(?:x-)?([a-z\d]+)/i.exec(type)?.[1] ?? 'bin';

/** @param {Blob | undefined} blob */
function useObjectUrl(blob) {
  const [url, setUrl] = useState(/** @type {string | undefined} */ (undefined));
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
