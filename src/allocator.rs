//! The allocator of the npm package's modules: an application in Rust has its own.
//!
//! It frees at once and joins what is free side by side, in constant time for the most part, and is 2 KB smaller after
//! Brotli than the standard library's, which is an eighth of a small module.

#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
