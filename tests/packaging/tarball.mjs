/** What the packed tarball holds and what importing it does, in Node. Run by `cargo xtask test --part package`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const consumer = join(repository, 'target/consumer');
const installed = join(consumer, 'node_modules/webmcp-exec');
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(installed, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();
const scripts = files.filter((file) => file.endsWith('.js'));

/** @param {string} file */
const read = (file) => readFileSync(join(installed, file));

/** @param {string} entry */
const load = (entry) => {
  const target = manifest.exports[entry].default;
  return import(pathToFileURL(join(installed, target)).href);
};

/**
 * Runs a script as an application beside the installed package; gives what it prints.
 *
 * @param {string} script
 * @param {'module' | 'commonjs'} type
 */
const run = (script, type) =>
  execFileSync(process.execPath, [`--input-type=${type}`, '--eval', script], {
    cwd: consumer,
    encoding: 'utf8',
  }).trim();

/** The pieces of the core that load by themselves, of which a change of the code makes more or fewer. */
const isPiece = (/** @type {string} */ file) =>
  /^generated\/parts\/(chunk_\d+|split_[a-z]+)\.bytes\.js$/.test(file);

/** What the elements load when they need it, named by esbuild. */
const isChunk = (/** @type {string} */ file) => /^ui\/[a-z-]+-[0-9A-Z]{8}\.js$/.test(file);

test('the tarball holds these files and no others', () => {
  assert.deepEqual(
    files.filter((file) => !isPiece(file) && !isChunk(file)),
    [
      'CHANGELOG.md',
      'LICENSE-APACHE',
      'LICENSE-MIT',
      'README.md',
      'agent.js',
      'core.js',
      'core.no-wasm.js',
      'core.wasm',
      'devtools.d.ts',
      'devtools.iife.js',
      'devtools.js',
      'generated/exec.bytes.js',
      'generated/exec.js',
      'generated/exec.no-wasm.js',
      'generated/exec.translated.js',
      'generated/json-schema.js',
      'generated/parts/agent.js',
      'generated/parts/models.js',
      'generated/parts/page.js',
      'generated/parts/runtime.js',
      'generated/polyfill.bytes.js',
      'generated/polyfill.js',
      'generated/polyfill.no-wasm.js',
      'generated/polyfill.translated.js',
      'generated/validate.bytes.js',
      'generated/validate.js',
      'generated/validate.no-wasm.js',
      'generated/validate.translated.js',
      'index.d.ts',
      'index.js',
      'models.js',
      'no-wasm.d.ts',
      'no-wasm.js',
      'package.json',
      'page.js',
      'polyfill.d.ts',
      'polyfill.iife.js',
      'polyfill.js',
      'polyfill.no-wasm.d.ts',
      'polyfill.no-wasm.iife.js',
      'polyfill.no-wasm.js',
      'realms.js',
      'registry.js',
      'replay.js',
      'tool.js',
      'types/adapters.d.ts',
      'types/agent.d.ts',
      'types/aliases.d.ts',
      'types/batch.d.ts',
      'types/convert.d.ts',
      'types/definition.d.ts',
      'types/events.d.ts',
      'types/formats.d.ts',
      'types/navigation.d.ts',
      'types/registry.d.ts',
      'types/runtime.d.ts',
      'types/tool.d.ts',
      'types/validation.d.ts',
      'ui/devtools.js',
      'validator.js',
      'validator.no-wasm.js',
      'webmcp-exec.iife.d.ts',
      'webmcp-exec.iife.js',
    ],
  );
  const packed = execFileSync('tar', ['--list', '--gzip', '--file', process.env.WEBMCP_TARBALL ?? ''], {
    encoding: 'utf8',
  });
  const names = packed
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
  assert.deepEqual(names.sort(), files);
});

test('the version is that of the crate', () => {
  const cargo = readFileSync(join(repository, 'Cargo.toml'), 'utf8');
  assert.equal(manifest.version, /^version = "(.+)"$/m.exec(cargo)?.[1]);
});

test('the exports have no conditions but types, and every file is there', () => {
  for (const [entry, target] of Object.entries(manifest.exports)) {
    const targets = typeof target === 'string' ? { default: target } : target;
    for (const [condition, file] of Object.entries(targets)) {
      assert.ok(['types', 'default'].includes(condition), `${entry} has the condition ${condition}`);
      assert.ok(files.includes(file.slice(2)), `${entry} names ${file}`);
    }
  }
});

test('it depends on nothing and runs no script, and its one command asks for Playwright if it is there', () => {
  for (const key of ['dependencies', 'optionalDependencies', 'scripts']) {
    assert.equal(manifest[key], undefined, key);
  }
  assert.deepEqual(Object.keys(manifest.peerDependencies), ['playwright-core']);
  assert.deepEqual(manifest.peerDependenciesMeta, { 'playwright-core': { optional: true } });
  assert.deepEqual(manifest.bin, { 'webmcp-exec': './replay.js' });
  assert.equal(existsSync(join(consumer, 'node_modules/playwright-core')), false, 'nor was it installed');
  const npx = execFileSync(join(consumer, 'node_modules/.bin/webmcp-exec'), ['--help'], { encoding: 'utf8' });
  assert.match(npx, /^Usage: webmcp-exec replay /);
});

test('what is not exported cannot be imported', () => {
  const script = `import('webmcp-exec/generated/exec.js').catch((error) => console.log(error.code))`;
  assert.equal(run(script, 'module'), 'ERR_PACKAGE_PATH_NOT_EXPORTED');
});

for (const entry of [
  'webmcp-exec',
  'webmcp-exec/devtools',
  'webmcp-exec/polyfill',
  'webmcp-exec/polyfill/no-wasm',
]) {
  const watch = `
    const calls = [];
    for (const name of ['Module', 'Instance', 'compile', 'instantiate']) {
      const original = WebAssembly[name];
      WebAssembly[name] = new Proxy(original, {
        apply(...args) { calls.push(name); return Reflect.apply(...args); },
        construct(...args) { calls.push(name); return Reflect.construct(...args); },
      });
    }
    const globals = Reflect.ownKeys(globalThis).length;
    const report = () => console.log(JSON.stringify({ calls, added: Reflect.ownKeys(globalThis).length - globals }));`;

  test(`importing ${entry} on a server compiles nothing and adds no global`, () => {
    const printed = run(`${watch}; import('${entry}').then(report)`, 'module');
    assert.deepEqual(JSON.parse(printed), { calls: [], added: 0 });
  });

  test(`requiring ${entry} works and compiles nothing`, () => {
    const printed = run(`${watch}; require('${entry}'); report()`, 'commonjs');
    assert.deepEqual(JSON.parse(printed), { calls: [], added: 0 });
  });
}

/** The types in a file, with those of the files that it exports whole. @param {string} file @returns {string} */
const withReexports = (file) => {
  const types = read(file).toString();
  const reexported = [...types.matchAll(/^export \* from '\.\/(.+)\.js';/gm)];
  return [types, ...reexported.map(([, name]) => withReexports(`${name}.d.ts`))].join('\n');
};

for (const entry of ['.', './devtools', './no-wasm', './polyfill', './polyfill/no-wasm']) {
  test(`${entry} exports exactly the values that its types declare`, async () => {
    const types = withReexports(manifest.exports[entry].types.slice(2));
    const declared = [...types.matchAll(/^export (?:declare )?(?:function|const|class) (\w+)/gm)];
    const names = new Set(declared.map(([, name]) => name));
    assert.deepEqual(Object.keys(await load(entry)).sort(), [...names].sort());
  });
}

test('the inlined module is core.wasm', async () => {
  const { default: bytes } = await import(pathToFileURL(join(installed, 'generated/exec.bytes.js')).href);
  assert.ok(WebAssembly.validate(read('core.wasm')));
  assert.equal(Buffer.compare(bytes(), read('core.wasm')), 0);
});

/** An application on a page that refuses WebAssembly, as engines do: `WebAssembly` is there and compiles nothing. */
const refusing = `
  WebAssembly.Module = function () { throw new WebAssembly.CompileError('refused by the policy'); };
  const { executeTools, ready, toToolResult, createRuntime, ToolRegistry } = await import('webmcp-exec');`;

test('where WebAssembly is refused, the core comes as JavaScript', () => {
  const script = `${refusing}
    const tools = [{ name: 'add', execute: ({ qty }) => ({ qty }) }];
    const [first] = await executeTools({ toolCalls: [{ name: 'add', input: { qty: 3 } }], tools });
    const registry = new ToolRegistry();
    registry.register({ id: 'add', description: 'Adds.', inputSchema: { required: ['qty'] } }, () => 1);
    const { errorCode } = await createRuntime(registry).execute('add', {});
    console.log(JSON.stringify([first.result, toToolResult(5).content[0].text, errorCode]));`;
  assert.deepEqual(JSON.parse(run(script, 'module')), [{ qty: 3 }, '5', 'INVALID_INPUT']);
});

test('where it cannot be loaded either, a call says what to import, and the next one tries again', () => {
  const script = `
    import { register } from 'node:module';
    const hook = "let misses = 1; export const load = (url, context, next) => { " +
      "if (/core\\.no-wasm\\.js/.test(url) && misses-- > 0) throw new Error('gone'); return next(url, context); }";
    register('data:text/javascript,' + encodeURIComponent(hook));
    ${refusing}
    const failure = await ready().catch((error) => error);
    console.log(JSON.stringify([failure.errorCode, failure.message, failure.cause.message]));`;
  const [code, message, cause] = JSON.parse(run(script, 'module'));
  assert.equal(code, 'UNAVAILABLE');
  assert.match(message, /import 'webmcp-exec\/no-wasm' instead/);
  assert.equal(cause, 'gone');
});

test('the twins are JavaScript alone, and free no value that the glue keeps', async () => {
  for (const file of [
    'core.no-wasm.js',
    'generated/exec.translated.js',
    'generated/polyfill.translated.js',
    'generated/validate.translated.js',
    'no-wasm.js',
    'polyfill.no-wasm.iife.js',
    'validator.no-wasm.js',
  ])
    assert.doesNotMatch(read(file).toString(), /\bWebAssembly\.(Module|Instance)\b|\.bytes\.js/, file);
  for (const name of ['exec', 'polyfill', 'validate']) {
    const glue = read(`generated/${name}.no-wasm.js`).toString();
    // An internal of wasm-bindgen, which the translated module holds as a number: see FIRST_FREE in
    // xtask/src/wasm2js.rs. The array begins with so many fixed values, and what has a lower number is never freed.
    assert.match(glue, /heap = new Array\d?\(1024\)[^;]+;\s+heap\.push\([^,]+, null, true, false\)/, name);
    assert.match(glue, /if \(idx < 1028\) return;/, name);
  }
});

test('a page of any realm makes the polyfill of the globals of that realm alone', () => {
  for (const file of ['generated/polyfill.js', 'generated/polyfill.no-wasm.js']) {
    const [, globals = ''] = /^const \{ (.*) \} = globalThis;$/m.exec(read(file).toString()) ?? [];
    for (const name of ['Object', 'EventTarget', 'JSON', 'document', 'window'])
      assert.ok(globals.split(', ').includes(name), `${file}: ${name}`);
  }
});

/** What the pieces of the core import from it. @returns {Promise<string[]>} */
const shared = async () => {
  const names = files.filter(isPiece).map(async (file) => {
    const { default: bytes } = await import(pathToFileURL(join(installed, file)).href);
    return WebAssembly.Module.imports(new WebAssembly.Module(bytes()));
  });
  const imports = (await Promise.all(names)).flat();
  assert.ok(imports.every((one) => one.module === '__wasm_split' && one.kind !== 'function'));
  return [...new Set(imports.map((one) => one.name))];
};

test('the pieces of the core share its memory, its table and its stack, and no more', async () => {
  const { default: bytes } = await import(pathToFileURL(join(installed, 'generated/exec.bytes.js')).href);
  const exports = WebAssembly.Module.exports(new WebAssembly.Module(bytes()));
  const names = await shared();
  const kinds = exports.filter(({ name }) => names.includes(name)).map(({ kind }) => kind);
  assert.deepEqual(kinds.sort(), ['global', 'memory', 'table']);
});

test('each part of the core is listed with pieces that are there, and no piece is in vain', () => {
  const lists = files.filter((file) => /^generated\/parts\/[a-z]+\.js$/.test(file));
  const listed = lists.flatMap((file) =>
    [
      ...read(file)
        .toString()
        .matchAll(/from '\.\/(.+)'/g),
    ].map(([, piece]) => `generated/parts/${piece}`),
  );
  assert.deepEqual([...new Set(listed)].sort(), files.filter(isPiece).sort());
});

/** What of the package an application that imports only these names bundles. @param {string} names */
const bundled = async (names) => {
  const { metafile } = await build({
    stdin: { contents: `export { ${names} } from 'webmcp-exec';`, resolveDir: consumer },
    absWorkingDir: consumer,
    bundle: true,
    format: 'esm',
    metafile: true,
    splitting: true,
    outdir: '.',
    write: false,
  });
  const inputs = Object.entries(metafile.outputs['stdin.js'].inputs).filter(
    ([, { bytesInOutput }]) => bytesInOutput > 0,
  );
  return inputs.map(([input]) => input.replace(/^node_modules\/webmcp-exec\//, ''));
};

test('an application bundles the parts that it imports, and no others', async () => {
  const parts = async (/** @type {string} */ names) =>
    (await bundled(names))
      .flatMap((file) => /^generated\/parts\/split_([a-z]+)\./.exec(file)?.[1] ?? [])
      .sort();
  assert.deepEqual(
    await parts('executeTool, executeToolDetailed, listTools, normalizeToolResult, ready'),
    [],
  );
  assert.deepEqual(await parts('defineWebTool'), ['page']);
  assert.deepEqual(await parts('toOpenAITools'), ['models']);
  assert.deepEqual(await parts('Tool'), ['models']);
  assert.deepEqual(await parts('reActLoop'), ['agent']);
  assert.deepEqual(await parts('ToolRegistry, createRuntime'), ['runtime']);
  assert.deepEqual(await parts('executeTool, onToolCall, executeTools'), ['agent', 'page']);
});

test('modules and their glue share short names', async () => {
  const generated = files.flatMap((file) => /^generated\/(\w+)\.bytes\.js$/.exec(file)?.[1] ?? []);
  assert.ok(generated.length > 0);
  for (const name of generated) {
    const bytes = await import(pathToFileURL(join(installed, `generated/${name}.bytes.js`)).href);
    const module = new WebAssembly.Module(bytes.default());
    const imports = WebAssembly.Module.imports(module).flatMap((one) => [one.module, one.name]);
    const exports = WebAssembly.Module.exports(module).map((one) => one.name);
    const named = name === 'exec' ? await shared() : [];
    for (const one of [...imports, ...exports]) {
      if (!named.includes(one)) assert.match(one, /^[a-zA-Z]{1,2}$/, name);
    }
    // A hash that wasm-bindgen adds to a name.
    assert.doesNotMatch(read(`generated/${name}.js`).toString(), /_[0-9a-f]{16}\b/, name);
  }
});

test('every script is ASCII, so that a page in any encoding reads it', () => {
  for (const file of scripts) {
    const beyond = read(file).findIndex((byte) => byte > 127);
    assert.equal(beyond, -1, `${file} has a byte beyond ASCII at ${beyond}`);
  }
});

/** What the panel writes into the test that it copies for others. */
const COPIED = ["import { createRequire } from 'node:module';", 'createRequire(import.meta.url)'];

test('no script asks where it lies or what its host is', () => {
  // The command is for Node alone.
  for (const file of scripts.filter((name) => name !== 'replay.js')) {
    const code = COPIED.reduce((text, piece) => text.replace(piece, ''), read(file).toString());
    assert.doesNotMatch(code, /import\.meta|\bprocess\.|\brequire\(|from ['"]node:/, file);
  }
});

test('no folder of the machine that built it is named', () => {
  const folders = [repository, `${homedir()}${sep}`];
  for (const file of files) {
    const content = read(file);
    for (const folder of folders) assert.equal(content.indexOf(folder), -1, `${file} names ${folder}`);
  }
});

test('the readme and the licences are those of the repository', () => {
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE']) {
    assert.equal(Buffer.compare(read(file), readFileSync(join(repository, file))), 0, file);
  }
  const require = createRequire(pathToFileURL(join(consumer, 'application.js')));
  assert.equal(require('webmcp-exec/package.json').license, 'MIT OR Apache-2.0');
});
