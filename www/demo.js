/**
 * Starts the page: finds out which provider of WebMCP the browser has, brings
 * the polyfill where there is none, offers the shop's tools, starts the runner
 * and the panel.
 */
import { describeProvider } from './provider.js';
import { openShop } from './shop.js';

const shop = openShop();

try {
  const { provideModelContext } = await import('./model-context.js');
  const { registerShopTools } = await import('./tools.js');
  const { startRunner } = await import('./runner.js');
  const provider = await provideModelContext();
  const runner = startRunner();
  if (provider !== null) await registerShopTools(shop);
  await runner.refresh();
  await import('./node_modules/webmcp-exec/devtools.js');
  const panel = /** @type {any} */ (document.querySelector('webmcp-devtools'));
  document.getElementById('open-panel')?.addEventListener('click', () => panel.show());
  show(provider ?? 'none', describeProvider(provider));
} catch (error) {
  show('broken', {
    name: 'Not started',
    text: `The package could not be started: ${error instanceof Error ? error.message : error}`,
  });
  throw error;
}

/**
 * @param {string} provider
 * @param {{ name: string, text: string }} words
 */
function show(provider, { name, text }) {
  const line = /** @type {HTMLElement} */ (document.getElementById('provider'));
  /** @type {HTMLElement} */ (document.getElementById('provider-name')).textContent = name;
  /** @type {HTMLElement} */ (document.getElementById('provider-text')).textContent = text;
  line.dataset.provider = provider;
}
