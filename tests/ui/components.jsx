/** Components of the panel by themselves, in a shadow root as they are in it. Pages have it as `/bundles/components.mjs`. */
import { render } from 'preact';
import { ChecksTab } from '../../www/devtools/checks/checks-tab.jsx';
import { SchemaTab } from '../../www/devtools/schema/schema-tab.jsx';
import { UiContext } from '../../www/ui/context.js';
import base from '../../www/ui/element/base.css';
import controls from '../../www/ui/element/controls.css';
import { adoptStyles } from '../../www/ui/element/styles.js';
import theme from '../../www/ui/element/theme.css';
import { ArgumentsForm } from '../../www/ui/form/arguments-form.jsx';
import { JsonEditor } from '../../www/ui/form/json-editor.jsx';
import { Menu } from '../../www/ui/menu-items.jsx';
import { createMessages } from '../../www/ui/messages.js';
import { JsonTree } from '../../www/ui/result/json-tree.jsx';
import { ToolResult } from '../../www/ui/result/tool-result.jsx';
import { createDraft } from '../../www/ui/schema/draft.js';

const COMPONENTS = { ArgumentsForm, ChecksTab, JsonEditor, JsonTree, SchemaTab, ToolResult };

/**
 * @param {keyof typeof COMPONENTS} name
 * @param {Record<string, any>} props
 * @param {{ renderers?: Map<string, (block: any, host: HTMLElement) => Node> }} [around]
 */
export function show(name, props, { renderers = new Map() } = {}) {
  const host = document.createElement('div');
  host.className = 'component';
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, theme, base, controls);
  const content = document.createElement('div');
  content.className = 'webmcp stack';
  content.style.background = 'var(--bg)';
  root.append(content);
  /** @type {string[]} */
  const said = [];
  const around = {
    messages: createMessages(),
    root: () => root,
    announce: (/** @type {string} */ text) => void said.push(text),
    renderers,
    Menu,
  };
  const Component = /** @type {any} */ (COMPONENTS[name]);
  let shown = props;
  const draw = () =>
    render(
      <UiContext.Provider value={around}>
        <Component {...shown} />
      </UiContext.Provider>,
      content,
    );
  /** @param {Record<string, any>} changes */
  const set = (changes) => {
    shown = { ...shown, ...changes };
    draw();
  };
  draw();
  return {
    host,
    root,
    content,
    said,
    set,
    get props() {
      return shown;
    },
    remove() {
      render(null, content);
      host.remove();
    },
  };
}

/** A form, or the JSON, of a draft that it changes itself. @param {Record<string, any>} props */
export function showForm({ value = undefined, view = 'ArgumentsForm', ...props }) {
  const shown = show(/** @type {any} */ (view), {
    ...props,
    draft: createDraft(value),
    onChange: (/** @type {any} */ draft) => shown.set({ draft }),
  });
  return shown;
}

export { createDraft };
