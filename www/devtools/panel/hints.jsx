/** What a tool says of itself, in a word each. */
import { useMessages } from '../../ui/context.js';

/** Which hints matter most, and how they look. */
const TONES = {
  consequentialHint: 'warn',
  destructiveHint: 'danger',
  untrustedContentHint: 'warn',
  readOnlyHint: 'ok',
  debugging: undefined,
  idempotentHint: undefined,
  openWorldHint: undefined,
};

/**
 * @param {object} props
 * @param {Record<string, unknown> | undefined} props.annotations
 * @param {boolean} [props.explained]
 */
export function Hints({ annotations, explained }) {
  const { text } = useMessages();
  return (
    <>
      {Object.entries(TONES)
        .filter(([name]) => annotations?.[name] === true)
        .map(([name, tone]) => (
          <span
            class="badge"
            part="tool-badge"
            key={name}
            data-tone={tone}
            title={explained ? text(`hint.${name}.title`) : undefined}
          >
            {text(`hint.${name}`)}
          </span>
        ))}
    </>
  );
}
