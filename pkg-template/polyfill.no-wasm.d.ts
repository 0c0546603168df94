/**
 * `webmcp-exec/polyfill` for pages whose Content-Security-Policy refuses WebAssembly: the same Rust, translated to
 * JavaScript. It needs no more than `script-src 'self'`, is larger, and never answers `blocked`.
 */

export * from './polyfill.js';
