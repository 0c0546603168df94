/** The tab: the panel, whole, for the page that the developer tools inspect. */

import { mount } from 'webmcp-exec/devtools';
import { createBridge } from './bridge/core.js';

const { inspectedWindow, panels } = chrome.devtools;
const core = createBridge(inspectedWindow.tabId);
addEventListener('pagehide', () => core.stop());

const element = mount({
  open: true,
  observe: true,
  dock: 'window',
  when: 'always',
  hotkey: '',
  theme: panels.themeName === 'dark' ? 'dark' : 'light',
});
Object.assign(element, { core });
