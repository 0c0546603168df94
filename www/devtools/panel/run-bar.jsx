/** The buttons of the Run tab. */

import { useRef } from 'preact/hooks';
import { pastedText } from '../../ui/clipboard.js';
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import { MenuButton } from '../../ui/menu.jsx';
import { sampleOf } from '../../ui/schema/sample.js';
import { usePanel, useView } from './context.js';

/** @import {CallEntry, ToolEntry} from '../model/types.js' */

/**
 * @param {object} props
 * @param {ToolEntry} props.tool
 * @param {CallEntry | undefined} props.call the last one made here
 * @param {boolean} props.refused its arguments do not fit
 * @param {boolean} props.broken what is typed is no value yet
 * @param {boolean} props.json
 */
export function RunBar({ tool, call, refused, broken, json }) {
  const { actions, layout } = usePanel();
  const { text } = useMessages();
  const narrow = useView((view) => view.narrow);
  const isRunning = call?.status === 'running';
  const isGone = tool.change === 'removed';

  const bar = useRef(/** @type {HTMLDivElement | null} */ (null));
  const paste = async () => {
    const pasted = bar.current ? await pastedText(bar.current) : undefined;
    try {
      actions.replaceDraft(tool.key, JSON.parse(pasted ?? ''));
    } catch {
      actions.announce(text(pasted === undefined ? 'run.paste-refused' : 'run.broken'));
      layout.set({ json: true });
    }
  };

  const fillings = [
    {
      name: 'sample',
      act: () => actions.replaceDraft(tool.key, sampleOf(tool.info.inputSchema)),
    },
    { name: 'paste', act: () => void paste() },
    { name: 'clear', act: () => actions.replaceDraft(tool.key, undefined) },
  ];

  /** @param {boolean} wanted @param {string} label */
  const view = (wanted, label) => (
    <button
      type="button"
      aria-pressed={json === wanted}
      aria-keyshortcuts="Alt+J"
      title={`${label} (Alt+J)`}
      onClick={() => layout.set({ json: wanted })}
    >
      {label}
    </button>
  );

  return (
    <div class="bar run-bar" ref={bar} role="toolbar" aria-label={text('tab.run')}>
      <div class="segments" role="group" aria-label={text('run.view')}>
        {view(false, text('run.form'))}
        {view(true, text('run.json'))}
      </div>
      {narrow ? (
        <MenuButton
          label={text('run.fill')}
          icon="more"
          items={fillings.map(({ name, act }) => ({ label: text(`run.${name}`), choose: act }))}
        />
      ) : (
        fillings.map(({ name, act }) => (
          <button
            type="button"
            key={name}
            class="button quiet"
            title={text(`run.${name}.title`)}
            onClick={act}
          >
            {text(`run.${name}`)}
          </button>
        ))
      )}
      <span class="grow" />
      {refused && !isRunning && (
        <button
          type="button"
          class="button"
          part="button"
          title={text('run.anyway.title')}
          onClick={() => actions.run(tool.key, { unchecked: true })}
        >
          {text('run.anyway')}
        </button>
      )}
      {isRunning ? (
        <button
          type="button"
          class="button danger run-button"
          part="button"
          aria-keyshortcuts="Control+. Meta+."
          title={`${text('run.cancel')} (Ctrl+.)`}
          onClick={() => actions.cancel(tool.key)}
        >
          <Icon name="stop" />
          {text('run.cancel')}
        </button>
      ) : (
        <button
          type="button"
          class="button primary run-button"
          part="button button-primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-disabled={isGone || broken || undefined}
          title={
            isGone ? text('run.removed') : broken ? text('run.broken') : `${text('run.run')} (Ctrl+Enter)`
          }
          onClick={() => actions.run(tool.key)}
        >
          <Icon name="play" />
          {text('run.run')}
        </button>
      )}
    </div>
  );
}
