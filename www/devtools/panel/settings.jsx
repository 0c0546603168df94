/** What people may set. */
import { useId } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { addMessages } from '../../ui/messages.js';
import { usePanel, useSession, useView } from './context.js';
import { Overlay } from './overlay.jsx';
import { messages } from './settings-messages.js';

addMessages(messages);

export function Settings() {
  const { actions, view, theme, maxLog } = usePanel();
  const { text } = useMessages();
  const observe = useSession((snapshot) => snapshot.observe);
  const timeout = useView((one) => one.timeout);
  const id = useId();
  return (
    <Overlay label={text('panel.settings')} close={text('settings.close')}>
      <div class="settings">
        <label class="label" for={`${id}-theme`}>
          {text('settings.theme')}
        </label>
        <select
          id={`${id}-theme`}
          class="input"
          value={theme}
          onChange={({ currentTarget }) => actions.setTheme(currentTarget.value)}
        >
          {['auto', 'light', 'dark'].map((name) => (
            <option key={name} value={name}>
              {text(`settings.theme.${name}`)}
            </option>
          ))}
        </select>

        <label class="label" for={`${id}-observe`}>
          {text('settings.observe')}
        </label>
        <div>
          <input
            id={`${id}-observe`}
            class="check"
            type="checkbox"
            aria-describedby={`${id}-observe-hint`}
            checked={observe}
            onChange={({ currentTarget }) => actions.setObserve(currentTarget.checked)}
          />
          <p class="hint" id={`${id}-observe-hint`}>
            {text('settings.observe.hint')}
          </p>
        </div>

        <label class="label" for={`${id}-max`}>
          {text('settings.max-log')}
        </label>
        <input
          id={`${id}-max`}
          class="input"
          type="number"
          min={0}
          step={100}
          value={maxLog}
          onChange={({ currentTarget }) => {
            if (currentTarget.validity.valid && currentTarget.value)
              actions.setMaxLog(currentTarget.valueAsNumber);
          }}
        />

        <label class="label" for={`${id}-timeout`}>
          {text('settings.timeout')}
        </label>
        <div>
          <input
            id={`${id}-timeout`}
            class="input"
            type="number"
            min={0.1}
            step="any"
            aria-describedby={`${id}-timeout-hint`}
            value={timeout ?? ''}
            onChange={({ currentTarget }) => {
              const { valueAsNumber, validity } = currentTarget;
              view.set({ timeout: validity.valid && valueAsNumber > 0 ? valueAsNumber : undefined });
            }}
          />
          <p class="hint" id={`${id}-timeout-hint`}>
            {text('settings.timeout.hint')}
          </p>
        </div>
      </div>
      <button type="button" class="button" onClick={() => actions.resetLayout()}>
        {text('settings.reset')}
      </button>
    </Overlay>
  );
}
