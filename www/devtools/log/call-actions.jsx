/** What can be done with a call in the log. */
import { useRef } from 'preact/hooks';
import { copyText } from '../../ui/clipboard.js';
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { MenuButton } from '../../ui/menu.jsx';
import { callForFile } from '../model/session-writer.js';
import { usePanel } from '../panel/context.js';
import { callCode, testCode } from '../schema/code.js';

/** @import {IconName} from '../../ui/icons.jsx' */
/** @import {CallEntry} from '../model/types.js' */

/** @param {{ call: CallEntry, nameless: boolean }} props */
export function CallActions({ call, nameless }) {
  const { core, session, actions } = usePanel();
  const { text } = useMessages();
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { id, key, name, title, status, source, argsKnown } = call;

  if (status === 'running' && source === 'panel') {
    return (
      <div class="log-actions">
        <Action icon="stop" label={text('row.cancel')} act={() => session.cancel(id)} />
      </div>
    );
  }

  const replay = () => {
    const again = session.replay(id);
    actions.announce(text(again ? 'row.replayed' : 'row.replay.unknown', { name: title || name }));
  };

  /** @param {string} words */
  const copy = async (words) => {
    if (!place.current) return;
    const done = await copyText(words, place.current);
    actions.announce(text(done ? 'ui.copied' : 'ui.copy-refused'));
  };
  /** The call as code names it. */
  const called = {
    name,
    args: call.args,
    origin: call.frame && !call.frame.own ? call.origin : undefined,
  };
  const copied = (/** @type {unknown} */ value) => void copy(JSON.stringify(value, null, 2) ?? '');

  const items = [
    ...(nameless
      ? []
      : [
          {
            label: text('row.select'),
            icon: /** @type {const} */ ('tools'),
            choose: () => void actions.select(key),
          },
        ]),
    {
      label: text('row.copy-code'),
      icon: /** @type {const} */ ('copy'),
      disabled: !argsKnown,
      choose: () => void copy(callCode(called)),
    },
    {
      label: text('row.copy-test'),
      icon: /** @type {const} */ ('copy'),
      disabled: !argsKnown || status === 'running' || status === 'activated',
      choose: () =>
        void copy(testCode({ ...called, status, result: call.result, url: core.url?.() ?? location.href })),
    },
    {
      label: text('row.copy-arguments'),
      icon: /** @type {const} */ ('copy'),
      disabled: !argsKnown,
      choose: () => copied(call.args),
    },
    {
      label: text('row.copy-result'),
      icon: /** @type {const} */ ('copy'),
      disabled: !call.result,
      choose: () => copied(call.result),
    },
    {
      label: text('row.copy-entry'),
      icon: /** @type {const} */ ('copy'),
      choose: () => copied(callForFile(call)),
    },
  ];
  return (
    <div class="log-actions" ref={place}>
      <Action icon="replay" label={text('row.replay')} disabled={!argsKnown} act={replay} />
      <Action icon="edit" label={text('row.edit')} disabled={!argsKnown} act={() => actions.edit(call)} />
      <MenuButton icon="more" label={text('row.more')} items={items} />
    </div>
  );
}

/**
 * @param {{ icon: IconName, label: string, disabled?: boolean, act: () => void }} props
 */
export function Action({ icon, label, disabled = false, act }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}
