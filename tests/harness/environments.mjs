/** The environments a test file runs in, one a column of the test matrix. */

/** @import {Environment, EnvironmentInfo} from './types.d.ts' */

/** @type {Environment[]} */
export const environments = [
  {
    id: 'c156',
    engine: 'chromium',
    browser: 'chromium',
    provider: 'native',
    args: ['--enable-features=WebMCP'],
    measured: 156,
  },
  {
    id: 'c150',
    engine: 'chromium',
    browser: 'chromium-150',
    provider: 'native',
    args: ['--enable-features=WebMCP'],
    measured: 150,
  },
  { id: 'c156-poly', engine: 'chromium', browser: 'chromium', provider: 'polyfill' },
  { id: 'ff-poly', engine: 'firefox', browser: 'firefox', provider: 'polyfill' },
  {
    id: 'ff-native',
    engine: 'firefox',
    browser: 'firefox',
    provider: 'preview',
    prefs: { 'dom.modelcontext.enabled': true, 'dom.modelcontext.testing.enabled': true },
  },
  { id: 'wk-poly', engine: 'webkit', browser: 'webkit', provider: 'polyfill' },
  // The twins, on pages that refuse WebAssembly.
  {
    id: 'c156-no-wasm',
    engine: 'chromium',
    browser: 'chromium',
    provider: 'polyfill',
    ...withoutWasm('c156-poly', ['doors/', 'polyfill/']),
  },
  {
    id: 'ff-no-wasm',
    engine: 'firefox',
    browser: 'firefox',
    provider: 'polyfill',
    ...withoutWasm('ff-poly', ['core/', 'doors/']),
  },
  { id: 'mcpb', engine: 'chromium', browser: 'chromium', provider: 'mcpb' },
  { id: 'node', engine: 'node', provider: null },
];

/** @param {string} like @param {string[]} slow */
function withoutWasm(like, slow) {
  return {
    like,
    slow,
    folders: ['core/', 'doors/', 'polyfill/'],
    imports: {
      'webmcp-exec': 'webmcp-exec/no-wasm',
      'webmcp-exec/polyfill': 'webmcp-exec/polyfill/no-wasm',
    },
    policy: "script-src 'self' 'nonce-harness'",
  };
}

export const environmentIds = environments.map(({ id }) => id);

/**
 * Whether a browser is newer than the one of which the tests with `measured: true` state something.
 *
 * @param {Environment} environment
 * @param {string} version
 */
export function isNewerThanMeasured({ measured }, version) {
  return measured !== undefined && Number.parseInt(version, 10) > measured;
}

/**
 * What a test is told about its environment.
 *
 * @param {Environment} environment
 * @param {string} version
 * @returns {EnvironmentInfo}
 */
export function infoOf({ id, engine, provider }, version) {
  return { id, engine, provider, version };
}
