/** The tool's schema, and the tool as others see it. To be loaded late. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../../ui/clipboard.js';
import { useAnnounce, useMessages, useStyles } from '../../ui/context.js';
import { MenuButton } from '../../ui/menu.jsx';
import { addMessages } from '../../ui/messages.js';
import '../../ui/more-icons.js';
import { JsonTree } from '../../ui/result/json-tree.jsx';
import { VisibleText } from '../../ui/result/visible-text.jsx';
import { sampleOf } from '../../ui/schema/sample.js';
import { jsonOf } from '../../ui/schema/value.js';
import { callCode, testCode } from './code.js';
import { definitionOf, formatsOf, tokensOf } from './formats.js';
import { messages } from './messages.js';
import styles from './schema-tab.css';

/** @import {Core, ToolEntry} from '../model/types.js' */
/** @import {Format} from './formats.js' */

addMessages(messages);

/** @typedef {'tree' | 'json' | 'agent'} View */

/** @type {View[]} */
const VIEWS = ['tree', 'json', 'agent'];

/**
 * @param {object} props
 * @param {ToolEntry} props.tool
 * @param {Core} props.core
 * @param {unknown} [props.args] for copied code; else a sample
 */
export function SchemaTab({ tool, core, args }) {
  useStyles(styles);
  const { text } = useMessages();
  const [view, setView] = useState(/** @type {View} */ ('tree'));
  const formats = formatsOf(core);
  const [format, setFormat] = useState(/** @type {Format | undefined} */ (formats[0]));
  const schema = tool.info.inputSchema;
  const views = VIEWS.filter((one) => one !== 'agent' || formats.length > 0);
  return (
    <div class="schema-tab">
      <div class="bar" role="toolbar" aria-label={text('schema.view')}>
        <Segments
          label={text('schema.view')}
          choices={views.map((id) => ({ id, label: text(`schema.${id}`) }))}
          chosen={view}
          onChoose={setView}
        />
        <span class="grow" />
        <CopyMenu tool={tool} core={core} formats={formats} args={args} />
      </div>
      <div class="schema-body">
        {view === 'agent' && format ? (
          <>
            <Segments
              label={text('schema.format')}
              choices={formats.map((id) => ({ id, label: text(`schema.${id}`) }))}
              chosen={format}
              onChoose={setFormat}
            />
            <Definition tool={tool} core={core} format={format} />
          </>
        ) : schema === undefined ? (
          <div class="empty">
            <h3>{text('schema.none')}</h3>
            <p>{text('schema.none.text')}</p>
          </div>
        ) : view === 'json' ? (
          <VisibleText text={jsonOf(schema, 2)} focusable label={text('schema.label')} />
        ) : (
          <JsonTree value={schema} label={text('schema.label')} />
        )}
      </div>
    </div>
  );
}

/**
 * @template {string} Id
 * @param {{ label: string, choices: { id: Id, label: string }[], chosen: Id, onChoose: (id: Id) => void }} props
 */
function Segments({ label, choices, chosen, onChoose }) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(({ id, label: name }) => (
        <button type="button" key={id} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** @param {{ tool: ToolEntry, core: Core, format: Format }} props */
function Definition({ tool, core, format }) {
  const { text } = useMessages();
  const [shown, setShown] = useState(/** @type {{ json?: string, error?: string }} */ ({}));
  useEffect(() => {
    let wanted = true;
    definitionOf(core, tool, format).then(
      (definition) => wanted && setShown({ json: jsonOf(definition, 2) }),
      (error) => wanted && setShown({ error: String(error?.message ?? error) }),
    );
    return () => {
      wanted = false;
    };
  }, [core, tool.signature, format]);
  if (shown.error !== undefined)
    return <p class="error">{text('schema.failed', { message: shown.error })}</p>;
  if (shown.json === undefined) return null;
  return (
    <>
      <p class="hint">{text('schema.tokens', { count: tokensOf(jsonOf(JSON.parse(shown.json))) })}</p>
      <VisibleText
        text={shown.json}
        focusable
        label={text('schema.definition', { format: text(`schema.${format}`) })}
      />
    </>
  );
}

/** @param {{ tool: ToolEntry, core: Core, formats: Format[], args: unknown }} props */
function CopyMenu({ tool, core, formats, args }) {
  const { text } = useMessages();
  const announce = useAnnounce();
  const near = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { info, frame } = tool;
  const call = {
    name: info.name,
    args: args ?? sampleOf(info.inputSchema),
    origin: frame.own ? undefined : info.origin,
  };
  /** @param {string} what @param {() => string | Promise<string>} write */
  const copy = async (what, write) => {
    if (!near.current) return;
    try {
      const done = await copyText(await write(), near.current);
      announce(done ? text('schema.copied', { what }) : text('ui.copy-refused'));
    } catch (error) {
      announce(text('schema.failed', { message: String(/** @type {any} */ (error)?.message ?? error) }));
    }
  };
  /** @param {string} label @param {() => string | Promise<string>} write */
  const item = (label, write) => ({ label, choose: () => void copy(label, write) });
  const items = [
    item(text('schema.copy.code'), () => callCode(call)),
    item(text('schema.copy.test'), () => testCode({ ...call, url: core.url?.() ?? location.href })),
    ...formats.map((format) =>
      item(text('schema.copy.format', { format: text(`schema.${format}`) }), async () =>
        jsonOf(await definitionOf(core, tool, format), 2),
      ),
    ),
    item(text('schema.copy.schema'), () => jsonOf(info.inputSchema ?? {}, 2)),
  ];
  return (
    <div ref={near}>
      <MenuButton label={text('schema.copy-as')} icon="copy" items={items}>
        {text('schema.copy-as')}
      </MenuButton>
    </div>
  );
}
