/** What a call gave: its content, its error, or where it led. Who shows it says its status and how long it took. */
import { useState } from 'preact/hooks';
import { copyText } from '../clipboard.js';
import { useAnnounce, useMessages, useStyles } from '../context.js';
import { Icon } from '../icons.jsx';
import '../more-icons.js';
import { addMessages } from '../messages.js';
import { jsonOf } from '../schema/value.js';
import { Blocks } from './blocks.jsx';
import { Collapsed } from './collapsed.jsx';
import { Failure } from './failure.jsx';
import { JsonTree } from './json-tree.jsx';
import { messages } from './messages.js';
import { Address } from './resource.jsx';
import styles from './result.css';
import { LARGE, sizeOf } from './size.js';
import { TextBlock } from './text-block.jsx';

/** @import {CallEntry} from '../../devtools/model/types.js' */

/** @typedef {Pick<CallEntry, 'status' | 'result' | 'raw' | 'errorCode' | 'error' | 'problems' | 'navigatedTo' | 'arrivedWith' | 'outcomeUnknown' | 'dropped'>} ShownCall */

addMessages(messages);

/**
 * @param {object} props
 * @param {ShownCall} props.call one that has ended
 * @param {boolean} [props.untrusted] whether the tool says that its results may hold the words of others
 * @param {string} [props.name] of a file to download, without its ending
 */
export function ToolResult({ call, untrusted = false, name = 'result' }) {
  useStyles(styles);
  const { text } = useMessages();
  const [raw, setRaw] = useState(false);
  const { result, problems, error } = call;
  const hasRaw = call.raw !== undefined;
  const hasResult = result !== null && result !== undefined;
  return (
    <div class="result" data-untrusted={untrusted || undefined}>
      {(hasRaw || hasResult) && (
        <div class="row result-head">
          {untrusted ? <p class="hint grow">{text('result.untrusted')}</p> : <span class="grow" />}
          {hasRaw && hasResult && (
            <button
              type="button"
              class="button quiet small"
              aria-pressed={raw}
              title={text('result.raw.title')}
              onClick={() => setRaw(!raw)}
            >
              {text('result.raw')}
            </button>
          )}
          <CopyButton content={() => (raw || !hasResult ? rawText(call.raw) : jsonOf(result, 2))} />
        </div>
      )}
      {call.status === 'navigated' && <Navigated call={call} />}
      {call.outcomeUnknown && <p class="hint">{text('result.outcome-unknown')}</p>}
      {call.dropped && <p class="hint">{text('result.dropped')}</p>}
      {problems && problems.length > 0 ? (
        <ul class="problems">
          {problems.slice(0, 50).map(({ pointer, message }) => (
            <li class="error" key={`${pointer} ${message}`}>
              {message}
            </li>
          ))}
        </ul>
      ) : (
        error && <Failure error={error} />
      )}
      {raw || (hasRaw && !hasResult) ? (
        <Raw value={call.raw} name={name} />
      ) : (
        hasResult && <Content result={result} name={name} />
      )}
    </div>
  );
}

/** @param {unknown} raw */
const rawText = (raw) => (typeof raw === 'string' ? raw : jsonOf(raw, 2));

/** @param {{ result: any, name: string }} props */
function Content({ result, name }) {
  const { text } = useMessages();
  const content = Array.isArray(result.content) ? result.content : [];
  const structured = result.structuredContent;
  const size = structured === undefined ? 0 : sizeOf(structured);
  return (
    <>
      {content.length === 0 && structured === undefined && <p class="hint">{text('result.empty')}</p>}
      <Blocks content={content} name={name} />
      {structured !== undefined && (
        <div class="block" part="block">
          <h4 class="block-title">{text('result.structured')}</h4>
          <Collapsed size={size} name={name} value={structured}>
            <JsonTree value={structured} label={text('result.structured')} closed={size > LARGE} />
          </Collapsed>
        </div>
      )}
    </>
  );
}

/** @param {{ value: unknown, name: string }} props */
function Raw({ value, name }) {
  const { text } = useMessages();
  if (typeof value === 'string') return <TextBlock text={value} name={`${name}-raw`} />;
  return (
    <Collapsed size={sizeOf(value)} name={`${name}-raw`} value={value}>
      <JsonTree value={value} label={text('result.raw')} />
    </Collapsed>
  );
}

/** @param {{ call: ShownCall }} props */
function Navigated({ call: { navigatedTo, arrivedWith } }) {
  const { text } = useMessages();
  return (
    <>
      <p>{text(navigatedTo ? 'result.navigated-to' : 'result.navigated')}</p>
      {navigatedTo && <Address uri={navigatedTo} />}
      {arrivedWith && arrivedWith.length > 0 && (
        <div class="block">
          <h4 class="block-title">{text('result.arrived-with')}</h4>
          <JsonTree value={arrivedWith} label={text('result.arrived-with')} />
        </div>
      )}
    </>
  );
}

/** @param {{ content: () => string }} props */
function CopyButton({ content }) {
  const { text } = useMessages();
  const announce = useAnnounce();
  return (
    <button
      type="button"
      class="icon-button small"
      aria-label={text('result.copy')}
      title={text('result.copy')}
      onClick={async ({ currentTarget }) =>
        announce(text((await copyText(content(), currentTarget)) ? 'ui.copied' : 'ui.copy-refused'))
      }
    >
      <Icon name="copy" />
    </button>
  );
}
