/** What the first call costs in a fresh page, and each WebAssembly module by itself. */

import { modelContext } from './provide.mjs';

/**
 * @param {'none' | 'webmcp-exec' | 'webmcp-exec/polyfill' | '@mcp-b/webmcp-polyfill'} entry
 * @returns {Promise<{ imported: number, called: number, compiled: number }>} in ms: until it is there, and until a first
 *   call has ended; and the bytes of WebAssembly that the import alone compiled
 */
export async function firstCall(entry) {
  const compiled = countCompiled();
  const start = performance.now();
  const module = entry === 'none' ? {} : await import(`/bundled/${entry}.js`);
  module.initializeWebMCPPolyfill?.();
  const imported = performance.now();
  const bytes = compiled.end();
  const context = modelContext();
  await context.registerTool({
    name: 'first',
    description: 'Does nothing.',
    inputSchema: { type: 'object' },
    execute: () => 'done',
  });
  if (module.executeTool) await module.executeTool('first', {});
  else {
    const [tool] = await context.getTools();
    await context.executeTool(tool, context.executeTool.length === 2 ? '{}' : {});
  }
  return { imported: imported - start, called: performance.now() - imported, compiled: bytes };
}

/** Counts the bytes of the modules that are compiled until its end. */
function countCompiled() {
  const { Module } = WebAssembly;
  let bytes = 0;
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [source, ...more]) {
      bytes += source.byteLength;
      return Reflect.construct(target, [source, ...more]);
    },
  });
  return {
    end() {
      WebAssembly.Module = Module;
      return bytes;
    },
  };
}

/**
 * Compiles and instantiates a module of the package, which has not been seen before: a section that means nothing is
 * new in it, or the browser would remember it from another page.
 *
 * @param {string} name
 * @returns {Promise<number>} in ms
 */
export async function instantiate(name) {
  const { default: bytes } = await import(`/node_modules/webmcp-exec/generated/${name}.bytes.js`);
  const plain = bytes();
  const section = Uint8Array.of(0, 17, 1, 120, ...crypto.getRandomValues(new Uint8Array(15)));
  const source = new Uint8Array(plain.length + section.length);
  source.set(plain);
  source.set(section, plain.length);
  const start = performance.now();
  const module = new WebAssembly.Module(source);
  new WebAssembly.Instance(module, nothing(module));
  return performance.now() - start;
}

/**
 * Imports that do nothing: only functions are imported, and none is called before the glue starts the module.
 *
 * @param {WebAssembly.Module} module
 */
function nothing(module) {
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {};
  }
  return imports;
}
