/** What tests of the panel share: opening it, finding what it shows, and asking axe. */

/** @import {TestContext} from '../harness/types.d.ts' */
/** @import {WebMcpDevtoolsElement} from '../../pkg-template/devtools.d.ts' */

import { assert } from '../harness/page.mjs';

/**
 * @param {TestContext} t
 * @param {Partial<WebMcpDevtoolsElement> & { attributes?: never }} [given]
 * @param {Record<string, string>} [attributes]
 */
export async function openPanel(t, given = {}, attributes = {}) {
  await import('webmcp-exec/devtools');
  const element = /** @type {WebMcpDevtoolsElement} */ (document.createElement('webmcp-devtools'));
  for (const [name, value] of Object.entries({ 'storage-key': '', ...attributes }))
    element.setAttribute(name, value);
  Object.assign(element, given);
  document.body.append(element);
  t.after(() => element.remove());
  await element.show();
  const panel = panelOf(element);
  await panel.until(() => panel.find('.panes, .page-state'));
  return panel;
}

/** @param {WebMcpDevtoolsElement} element */
export function panelOf(element) {
  const home = /** @type {ShadowRoot} */ (element.shadowRoot);
  /** The shadow root where the panel is now: at home, in a dialog, or in a window. */
  let root = home;

  const panel = {
    element,
    home,
    get root() {
      return root;
    },
    /** Looks for the panel elsewhere. @param {ShadowRoot} other */
    moved(other) {
      root = other;
    },
    /** @param {string} selector */
    all: (selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]),
    /** @param {string} selector */
    find: (selector) => panel.all(selector).find((one) => one.checkVisibility()),
    /** @param {string} selector @returns {HTMLElement} */
    get(selector) {
      const found = panel.find(selector);
      if (!found) throw new Error(`The panel shows no ${selector}`);
      return found;
    },
    /** A button, tab or option by what it says. @param {string} role @param {string | RegExp} name */
    named(role, name) {
      const found = panel
        .all(SELECTORS[role] ?? `[role="${role}"]`)
        .filter((one) => one.checkVisibility())
        .find((one) => {
          const words = (one.ariaLabel ?? one.textContent ?? '').trim();
          return typeof name === 'string' ? words === name : name.test(words);
        });
      if (!found) throw new Error(`The panel shows no ${role} ${name}`);
      return found;
    },
    /** The element that has the focus. */
    get focused() {
      return /** @type {HTMLElement | null} */ (root.activeElement);
    },
    /** Waits for something that the panel will show. @template T @param {() => T} look @param {string} [what] */
    async until(look, what = String(look)) {
      const { performance, requestAnimationFrame: next } = window;
      const end = performance.now() + 8000;
      for (;;) {
        const seen = look();
        if (seen) return /** @type {NonNullable<T>} */ (seen);
        if (performance.now() > end) throw new Error(`Not shown in time: ${what}\n${panel.text()}`);
        await new Promise((resolve) => {
          next(resolve);
          // A window that is not drawn has no frames.
          setTimeout(resolve, 50);
        });
      }
    },
    text: () => panel.find('.panel')?.textContent ?? '',
  };
  return panel;
}

/** @type {Record<string, string>} */
const SELECTORS = { button: 'button:not([role])', menuitem: '[role^="menuitem"]' };

/** The accessibility rules that the panel breaks now. @param {string} state @param {string} [host] whose shadow tree it is */
export async function assertAccessible(state, host = 'webmcp-devtools') {
  const axe = await loadAxe();
  // Colours on their way to others are nobody's contrast.
  const root = document.querySelector(host)?.shadowRoot;
  const moving = [document, root]
    .flatMap((tree) => tree?.getAnimations() ?? [])
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const { violations } = await axe.run(host, {
    resultTypes: ['violations'],
    // Of a page, which the panel is not.
    rules: { region: { enabled: false } },
  });
  const said = violations.map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes.map((/** @type {any} */ node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n')}`,
  );
  assert.equal(said.join('\n\n'), '', state);
}

/** @returns {Promise<any>} */
async function loadAxe() {
  const global = /** @type {any} */ (globalThis);
  if (global.axe) return global.axe;
  const script = document.createElement('script');
  script.src = '/node_modules/axe-core/axe.min.js';
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
  document.head.append(script);
  await loaded;
  return global.axe;
}
