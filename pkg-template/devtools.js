// The panel: importing this file defines <webmcp-devtools>. It loads the rest of itself, and the core, when it is first
// opened.
import { defineDevtools, mount } from './ui/devtools.js';

defineDevtools(() => import('./index.js'));

export { mount };
