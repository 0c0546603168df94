// The panel: importing this file defines <webmcp-devtools>. It loads the rest of itself, and the core, when it is first
// opened.
import { defineDevtools, mount } from './ui/devtools.js';

defineDevtools(async () => {
  const core = await import('./index.js');
  // Where the page refuses WebAssembly, this brings the core as JavaScript; where that fails, too, the panel says why.
  await core.ready().catch(() => {});
  return core;
});

export { mount };
