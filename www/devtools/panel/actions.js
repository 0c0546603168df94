/** What people do in the panel, by whichever button or key. */

/** @import {Messages} from '../../ui/messages.js' */
/** @import {Draft} from '../../ui/schema/draft.js' */
/** @import {CallEntry, Session, ToolEntry} from '../model/types.js' */
/** @import {Dock, LayoutStore, Tab} from './layout.js' */
/** @import {PanelHost} from './panel.js' */
/** @import {ViewStore} from './view.js' */

import { createDraft } from '../../ui/schema/new-draft.js';
import { describeDuration } from './durations.js';
import { initialLayout } from './layout.js';

/** @typedef {ReturnType<typeof createActions>} Actions */

/**
 * @param {object} options
 * @param {() => Session} options.session
 * @param {PanelHost} options.host
 * @param {LayoutStore} options.layout
 * @param {ViewStore} options.view
 * @param {HTMLElement} options.content
 * @param {() => Promise<boolean>} options.popOut
 * @param {() => void} options.popIn
 * @param {(text: string) => void} options.announce
 * @param {() => Messages} options.messages
 */
export function createActions({ session, host, layout, view, content, popOut, popIn, announce, messages }) {
  /** @param {string} selector */
  const focus = (selector) => {
    const found = /** @type {HTMLElement | null} */ (content.querySelector(selector));
    found?.focus();
    return found !== null;
  };

  /** Once what was set is drawn. @param {() => void} act */
  const soon = (act) => void setTimeout(act);

  const root = () => /** @type {ShadowRoot} */ (content.getRootNode());

  const selected = () => view.getSnapshot().selected;

  /** @param {string} key @param {Draft} draft */
  const setDraft = (key, draft) => view.set({ drafts: { ...view.getSnapshot().drafts, [key]: draft } });

  /** @param {string} key @param {string | undefined} id of a call */
  const setReplayed = (key, id) => {
    const { [key]: _, ...others } = view.getSnapshot().replayed;
    view.set({ replayed: id === undefined ? others : { ...others, [key]: id } });
  };

  const actions = {
    announce,
    popOut,
    popIn,
    close: () => host.close(),

    /** Shows a tool. @param {string} key @param {Tab} [tab] */
    select(key, tab) {
      const tool = session().tool(key);
      if (!tool) return false;
      const isNew = selected() !== key;
      view.set({ selected: key, active: key, pane: 'detail', overlay: undefined });
      if (tab) layout.set({ tab });
      if (isNew) host.emit('webmcp-select', { key, name: tool.name, tool: tool.info });
      return true;
    },

    /** The list's keys are at this tool; where there is room, it is shown, too. @param {string} key */
    activate(key) {
      if (view.getSnapshot().narrow) view.set({ active: key });
      else if (actions.select(key)) view.set({ pane: 'list' });
    },

    /** @param {ToolEntry[]} tools */
    keepSelected(tools) {
      const { selected: key, active } = view.getSnapshot();
      const isThere = (/** @type {string | undefined} */ one) => tools.some((tool) => tool.key === one);
      const [first] = tools;
      if (key && !isThere(key)) view.set({ selected: undefined, pane: 'list' });
      if (!isThere(active)) view.set({ active: first?.key });
    },

    back() {
      view.set({ pane: 'list' });
      soon(() => actions.focusList());
    },

    setDraft,

    /** @param {string} key @param {unknown} value */
    replaceDraft(key, value) {
      setReplayed(key, undefined);
      setDraft(key, createDraft(value));
    },

    /** Runs the tool with the arguments in the form. @param {string} key @param {{ unchecked?: boolean }} [options] */
    run(key, { unchecked = false } = {}) {
      const tool = session().tool(key);
      if (!tool || tool.change === 'removed' || actions.running(key)) return;
      const { drafts, timeout } = view.getSnapshot();
      const draft = drafts[key];
      if (draft?.broken) return announce(messages().text('run.broken'));
      session().run(key, draft?.value ?? {}, {
        validate: !unchecked,
        timeout: timeout === undefined ? undefined : timeout * 1000,
      });
      announce(messages().text('run.started', { name: tool.info.title || tool.name }));
    },

    /** The call of this tool that the panel made and that has not ended. @param {string} key */
    running: (key) =>
      session()
        .history(key)
        .find(({ source, status }) => source === 'panel' && status === 'running'),

    /** @param {string} key */
    cancel(key) {
      for (const { id, source, status } of session().history(key))
        if (source === 'panel' && status === 'running') session().cancel(id);
    },

    /** Takes the arguments of a call into the form. @param {CallEntry} call */
    edit(call) {
      if (!actions.select(call.key, 'run')) return;
      setDraft(call.key, createDraft(call.args));
      setReplayed(call.key, call.id);
      actions.focusForm();
    },

    /** The arguments of the call before or after the one that is in the form. @param {-1 | 1} direction */
    step(direction) {
      const key = selected();
      if (!key) return;
      const calls = session()
        .history(key)
        .filter(({ argsKnown }) => argsKnown);
      const at = calls.findIndex(({ id }) => id === view.getSnapshot().replayed[key]);
      const call = calls[at === -1 && direction < 0 ? 0 : at - direction];
      if (!call) return;
      setDraft(key, createDraft(call.args));
      setReplayed(key, call.id);
      announce(
        messages().text('run.previous', { at: calls.length - calls.indexOf(call), count: calls.length }),
      );
    },

    toggleJson() {
      const isWriting = root().activeElement?.closest('.run-body');
      layout.set({ tab: 'run', json: !layout.getSnapshot().json });
      // The field that had the focus is gone.
      if (isWriting) actions.focusForm();
    },

    /** A call has ended: what is said aloud of it. @param {CallEntry} call */
    said({ source, name, title, status, durationMs }) {
      if (source !== 'panel') return;
      const words = messages();
      announce(
        words.text('run.ended', {
          name: title || name,
          status: words.text(`status.${status}`),
          duration: describeDuration(durationMs ?? 0, words),
        }),
      );
    },

    /** The tools have changed: how many, and how. @param {Record<'added' | 'changed' | 'removed', unknown[]>} changes */
    saidChanges(changes) {
      const words = messages();
      const counts = Object.entries(changes)
        .filter(([, tools]) => tools.length > 0)
        .map(([change, tools]) => `${words.number(tools.length)} ${words.text(`change.${change}`)}`);
      announce(words.text('list.changed', { counts: counts.join(', ') }));
    },

    /** @param {Dock} dock */
    setDock(dock) {
      popIn();
      layout.set({ dock });
      host.element.setAttribute('dock', dock);
    },

    /** @param {string} theme */
    setTheme(theme) {
      host.element.setAttribute('theme', theme);
    },

    /** @param {boolean} observe */
    setObserve(observe) {
      host.element.toggleAttribute('observe', observe);
    },

    /** @param {number} max */
    setMaxLog(max) {
      host.element.setAttribute('max-log', String(max));
    },

    resetLayout() {
      host.element.removeAttribute('dock');
      layout.set(initialLayout);
    },

    /** @param {'help' | 'settings' | undefined} overlay */
    show(overlay) {
      const { overlay: before } = view.getSnapshot();
      view.set({ overlay });
      if (before && !overlay) soon(() => focus(`[data-opens="${before}"]`));
    },

    focusSearch() {
      view.set({ overlay: undefined, pane: 'list' });
      soon(() => focus('[type="search"]'));
    },
    focusList: () => focus('[role="listbox"][tabindex="0"]') || focus('[type="search"]'),
    /** Once the form is there, which may have to be loaded; whoever goes on elsewhere meanwhile is left there. */
    focusForm() {
      const { activeElement: before } = root();
      let tries = 200;
      const attempt = () => {
        const now = root().activeElement;
        if (now && now !== before) return;
        const isThere =
          focus('.run-body :is(input, select, textarea):not(:disabled)') || focus('.run-bar .primary');
        if (!isThere && --tries > 0) setTimeout(attempt, 10);
      };
      soon(attempt);
    },
    /** When the panel opens. */
    focusFirst: () => focus('[type="search"]') || focus('button'),
  };
  return actions;
}
